import type { ComponentChildren } from "preact";
import { Icon } from "./Icon.tsx";

interface FoldProps {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  label: ComponentChildren;
  /** Drawn as a line across, as between parts of a conversation. */
  rule?: boolean;
  children: () => ComponentChildren;
}

/** A line that opens what is below it; closed, nothing of it is in the document. */
export function Fold({ isOpen, onToggle, label, rule, children }: FoldProps) {
  return (
    <>
      <button
        type="button"
        class={rule ? "rl-fold rl-rule" : "rl-fold"}
        aria-expanded={isOpen}
        onClick={() => onToggle(!isOpen)}
      >
        <Icon name="chevron-right" />
        <span>{label}</span>
      </button>
      {isOpen && children()}
    </>
  );
}
