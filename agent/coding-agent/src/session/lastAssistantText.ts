import { textOf, type AgentMessage } from "@relay-harness/protocol";

/**
 * Text of the newest assistant message that counts: one without any text is passed over unless it
 * ended with `stop`. `null` when there is none or it is blank (rpc.md §4.7).
 */
export function lastAssistantText(messages: readonly AgentMessage[]): string | null {
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message?.role !== "assistant") continue;
    const text = textOf(message.content);
    if (text === "" && message.stopReason !== "stop") continue;
    return text.trim() || null;
  }
  return null;
}
