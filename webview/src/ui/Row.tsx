import type { ComponentChildren } from "preact";
import { Icon } from "./Icon.tsx";

interface RowProps {
  icon: string;
  tone?: "good" | "warn" | "bad" | "note";
  children: ComponentChildren;
  /** At the end: links that act. */
  action?: ComponentChildren;
}

/** One line of the record. */
export function Row({ icon, tone, children, action }: RowProps) {
  return (
    <div class="rl-row">
      <Icon name={icon} class={tone} />
      <div class="body">{children}</div>
      {action}
    </div>
  );
}
