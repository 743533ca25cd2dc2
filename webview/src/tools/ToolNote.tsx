import type { ToolItem } from "@relay-harness/protocol";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { notRun } from "./toolOutcome.ts";
import type { CallState } from "./toolOutcome.ts";

interface ToolNoteProps {
  item: ToolItem;
  state: CallState;
  isAllowed: boolean;
}

/** Why a call was not run, or may run, or is not what the model reads any more. */
export function ToolNote({ item, state, isAllowed }: ToolNoteProps) {
  const notes = [
    state === "notRun" ? reason(item) : undefined,
    isAllowed && state !== "notRun" ? text("allowedByMessage") : undefined,
    item.contextEdit === "omitted" ? text("notSentAnyMore") : undefined,
    item.contextEdit === "replaced" ? text("replacedForModel") : undefined,
  ].filter((note) => note !== undefined);
  if (notes.length === 0) return null;
  return <div class="rl-tool-note">{notes.join(" · ")}</div>;
}

function reason(item: ToolItem): string | undefined {
  const outcome = notRun(item);
  switch (outcome?.why) {
    case "declined":
      return outcome.reason === undefined
        ? text("declined")
        : text("declinedBecause", showHidden(outcome.reason));
    case "pending":
      return text("needsApproval");
    case "unanswered":
      return text("unanswered");
    case "question":
      return text("questionWaits");
    case "blocked":
      return text("blocked");
    default:
      return undefined;
  }
}
