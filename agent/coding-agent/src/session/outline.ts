import { textOf, type AgentMessage, type OutlineNode, type SessionEntry } from "@relay-harness/protocol";
import type { SessionManager } from "../sessions/sessionManager.ts";

const maxTextLength = 160;
/** What of a long text is looked at, and what when that is mostly white space. */
const usualLength = 2 * maxTextLength;
const maxExaminedLength = 2000;

/** Every entry of a session in a line, in file order (rpc-additions.md §2). */
export function outline(session: SessionManager): OutlineNode[] {
  return session.getTreeEntries().map((place) => {
    const entry = place.peek();
    const label = session.getLabelDetails(entry.id);
    return {
      id: entry.id,
      parentId: place.parent?.id ?? null,
      type: entry.type,
      ...(entry.type === "message" && { role: entry.message.role }),
      text: oneLine(entryText(entry)),
      ...(entry.type === "message" &&
        entry.message.role === "toolResult" && {
          toolName: entry.message.toolName,
          isError: entry.message.isError,
        }),
      ...(label && { label: label.text, labelTimestamp: label.timestamp }),
      timestamp: entry.timestamp,
    };
  });
}

function entryText(entry: SessionEntry): string {
  switch (entry.type) {
    case "message":
      return messageText(entry.message);
    case "compaction":
    case "branch_summary":
      return entry.summary;
    case "custom_message":
      return textOf(entry.content, " ");
    case "custom":
      return entry.customType;
    case "model_change":
      return `${entry.provider}/${entry.modelId}`;
    case "thinking_level_change":
      return entry.thinkingLevel;
    case "usage":
      return entry.note ?? entry.kind;
    case "label":
      return entry.label ?? "";
    case "session_info":
      return entry.name ?? "";
    case "context_edit":
      return entry.replacement === null ? "" : textOf(entry.replacement, " ");
    default:
      // A newer version or another program wrote it.
      return "";
  }
}

function messageText(message: AgentMessage): string {
  switch (message.role) {
    case "assistant": {
      const calls = message.content.filter((block) => block.type === "toolCall");
      const parts = calls.map((call) => `${call.name}(${JSON.stringify(call.arguments)})`);
      return [textOf(message.content, " "), ...parts].filter((part) => part !== "").join(" ");
    }
    case "bashExecution":
      return message.command;
    case "compactionSummary":
    case "branchSummary":
      return message.summary;
    case "system":
    case "user":
    case "toolResult":
    case "custom":
      return textOf(message.content, " ");
    default:
      return "";
  }
}

/** Cut between characters, never inside one. */
function oneLine(text: string): string {
  const start = withoutBreaks(text.slice(0, usualLength));
  const isEnough = start.length > maxTextLength || text.length <= usualLength;
  const line = isEnough ? start : withoutBreaks(text.slice(0, maxExaminedLength));
  if (line.length <= maxTextLength) return line;
  return `${line.slice(0, maxTextLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Runs of white space become one space; the single spaces that most of them are stay as they are. */
function withoutBreaks(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, " ").trim();
}
