import type { ComponentChildren } from "preact";
import { showHidden } from "../text/hidden.ts";
import { Icon, Spinner } from "../ui/Icon.tsx";
import type { CallState } from "./toolOutcome.ts";

interface ToolHeadProps {
  icon: string;
  state: CallState;
  /** `Read`, `Running`. */
  verb: string;
  subject: string;
  subjectKind: "file" | "code" | "name";
  meta?: ComponentChildren;
  /** `undefined`: there is nothing to open. */
  isOpen?: boolean;
  onClick?: () => void;
}

/** The line of a call: what it did, to what, and how that went. */
export function ToolHead(props: ToolHeadProps) {
  const { state, verb, subject, subjectKind, meta, isOpen, onClick } = props;
  return (
    <button
      type="button"
      class="rl-tool-head"
      aria-expanded={isOpen}
      onClick={onClick}
      title={showHidden(`${verb} ${subject}`)}
    >
      <StateIcon {...props} />
      <span class="rl-tool-title">
        {verb} <Subject subject={subject} kind={subjectKind} />
      </span>
      {meta !== undefined && (
        <span class={state === "failed" ? "rl-tool-meta bad" : "rl-tool-meta"}>{meta}</span>
      )}
      {isOpen !== undefined && <Icon name="chevron-right" class="chev" />}
    </button>
  );
}

function StateIcon({ state, icon }: ToolHeadProps) {
  if (state === "running") return <Spinner />;
  if (state === "failed") return <Icon name="error" class="bad" />;
  if (state === "waiting") return <Icon name="bell-dot" class="warn" />;
  if (state === "notRun" || state === "unfinished") return <Icon name="circle-slash" />;
  return <Icon name={icon} />;
}

function Subject({ subject, kind }: { subject: string; kind: ToolHeadProps["subjectKind"] }) {
  const line = showHidden(subject.split("\n", 1)[0] ?? "") + (subject.includes("\n") ? " …" : "");
  if (kind === "code") return <span class="mono">{line}</span>;
  if (kind === "name") return <span class="desc">{line}</span>;
  const slash = Math.max(line.lastIndexOf("/"), line.lastIndexOf("\\"));
  if (slash === -1 || slash === line.length - 1) return <>{line}</>;
  return (
    <>
      {line.slice(slash + 1)}
      <span class="desc">{line.slice(0, slash)}</span>
    </>
  );
}
