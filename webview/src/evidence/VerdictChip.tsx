import type { HarnessEvidence } from "@relay-harness/protocol";
import { text } from "../strings/text.ts";
import { Icon } from "../ui/Icon.tsx";
import { verdictLooks } from "./verdict.ts";

interface VerdictChipProps {
  status: NonNullable<HarnessEvidence["status"]>;
  isOpen: boolean;
  onToggle: () => void;
}

/** The judgement of a request: icon and word; opens the evidence. */
export function VerdictChip({ status, isOpen, onToggle }: VerdictChipProps) {
  const { icon, word } = verdictLooks[status];
  return (
    <button
      type="button"
      class={`rl-verdict ${status}`}
      aria-label={text("evidenceOf", status.replace("-", " "))}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <Icon name={icon} />
      {text(word)}
      <Icon name="chevron-right" class="chev" />
    </button>
  );
}
