import {
  emptyUsage,
  type AssistantMessage,
  type SessionEntry,
  type UserContent,
} from "@relay-harness/protocol";

const timestamp = "2026-11-29T23:51:46.310Z";
const at = Date.parse(timestamp);

export function userEntry(
  id: string,
  parentId: string | null,
  content: string | UserContent[],
): SessionEntry {
  return { type: "message", id, parentId, timestamp, message: { role: "user", content, timestamp: at } };
}

export function assistantEntry(
  id: string,
  parentId: string | null,
  content: string | AssistantMessage["content"],
  more: Partial<AssistantMessage> = {},
): SessionEntry {
  const message: AssistantMessage = {
    role: "assistant",
    content: typeof content === "string" ? [{ type: "text", text: content }] : content,
    api: "openai-completions",
    provider: "fake",
    model: "m1",
    usage: emptyUsage(),
    stopReason: "stop",
    timestamp: at,
    ...more,
  };
  return { type: "message", id, parentId, timestamp, message };
}

export const testHeader = { type: "session" as const, version: 3, id: "s-1", timestamp, cwd: "/project" };
