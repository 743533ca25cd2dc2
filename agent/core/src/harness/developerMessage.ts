import type { AgentMessage } from "@relay-harness/protocol";

/** Every message that the harness itself sends begins with this and a name, such as `[harness:evidence]`. */
export const HARNESS_MESSAGE_PREFIX = "[harness:";

/** A message that a person entered: of the user's role, and not one the harness sent in that role. */
export function isDeveloperMessage(message: AgentMessage): boolean {
  if (message.role !== "user") return false;
  const { content } = message;
  const text = typeof content === "string" ? content : content.find((block) => block.type === "text")?.text;
  return !(text ?? "").trimStart().startsWith(HARNESS_MESSAGE_PREFIX);
}
