import type { ComponentChildren } from "preact";
import { useApp } from "../app.ts";
import { Boundary } from "../ui/Boundary.tsx";

interface GuardedProps {
  /** Names the row in reports. */
  id: string;
  /** What the row is drawn from: copied for a report. */
  subject: () => unknown;
  /** Another value tries again. */
  revision: unknown;
  children: ComponentChildren;
}

/** Keeps a failure to the row where it happened, and reports it. */
export function Guarded({ id, subject, revision, children }: GuardedProps) {
  const { host, act } = useApp();
  return (
    <Boundary
      subject={subject}
      revision={revision}
      onCopy={(json) => act(host.request("text/copy", { text: json }))}
      onFailure={(error) => host.notify("problem", problemOf(error, id))}
    >
      {children}
    </Boundary>
  );
}

function problemOf(error: unknown, id: string): { message: string; detail: { id: string; stack: string } } {
  const failure = error instanceof Error ? error : new Error(String(error));
  return {
    message: `A row could not be drawn: ${failure.message}`,
    detail: { id, stack: failure.stack ?? "" },
  };
}
