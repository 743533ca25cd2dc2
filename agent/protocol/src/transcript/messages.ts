import type { AgentMessage, CustomMessage, UserContent, UserMessage } from "../messages.ts";
import { finishAssistant } from "./assistant.ts";
import { applyBashMessage } from "./bash.ts";
import type { Transcript } from "./model.ts";
import { addItem, newItemId } from "./state.ts";
import { applyToolResult } from "./tools.ts";

/**
 * A finished message, live or stored. Roles that a transcript does not show, unknown ones among them, are
 * passed over.
 */
export function applyMessage(transcript: Transcript, message: AgentMessage, entryId?: string): void {
  switch (message.role) {
    case "user":
      return applyUser(transcript, message, entryId);
    case "assistant":
      return finishAssistant(transcript, message, entryId);
    case "toolResult":
      return applyToolResult(transcript, message, entryId);
    case "bashExecution":
      return applyBashMessage(transcript, message, entryId);
    case "custom":
      return applyCustom(transcript, message, entryId);
    case "branchSummary": {
      const { summary, fromId } = message;
      const base = { ...newBase(transcript, entryId), kind: "branchSummary" as const };
      return addItem(transcript, { ...base, summary, fromId });
    }
    case "compactionSummary": {
      const { summary, tokensBefore } = message;
      const base = { ...newBase(transcript, entryId), kind: "compaction" as const };
      return addItem(transcript, { ...base, summary, tokensBefore });
    }
    case "system":
    default:
      return;
  }
}

export function newBase(
  transcript: Transcript,
  entryId: string | undefined,
): { id: string; version: number; entryId?: string } {
  const base = { id: newItemId(transcript, entryId), version: 1 };
  return entryId === undefined ? base : { ...base, entryId };
}

function applyUser(transcript: Transcript, message: UserMessage, entryId: string | undefined): void {
  const content = blocksOf(message.content);
  const base = newBase(transcript, entryId);
  addItem(transcript, { ...base, kind: "user", content, timestamp: message.timestamp });
}

/** A message of an extension, unless it is hidden. */
export function applyCustom(
  transcript: Transcript,
  message: Pick<CustomMessage, "customType" | "content" | "display" | "details">,
  entryId: string | undefined,
): void {
  if (!message.display) return;
  addItem(transcript, {
    ...newBase(transcript, entryId),
    kind: "custom",
    customType: message.customType,
    content: blocksOf(message.content),
    ...(message.details !== undefined && { details: message.details }),
  });
}

/** Older sessions hold plain strings. */
function blocksOf(content: string | readonly UserContent[]): readonly UserContent[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}
