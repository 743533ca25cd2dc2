import { convertToLlm } from "@relay-harness/agent-core/loop";
import { textOf, type AgentMessage, type AssistantMessage, type ToolCall } from "@relay-harness/protocol";

/** UTF-16 units of a tool result that a summarizer reads. */
const maxResultLength = 2000;

/** A conversation as one text for a summarizer (sessions-and-tools.md §8.4). Empty when nothing is in it. */
export function serializeConversation(
  messages: readonly AgentMessage[],
  { includesToolResults = true }: { includesToolResults?: boolean } = {},
): string {
  const blocks: string[] = [];
  const add = (label: string, text: string): void => {
    if (text !== "") blocks.push(`[${label}]: ${text}`);
  };
  for (const message of convertToLlm(messages)) {
    if (message.role === "user") add("User", textOf(message.content));
    else if (message.role === "assistant") addAssistant(message, add);
    else if (message.role === "toolResult" && includesToolResults) {
      add("Tool result", shortened(textOf(message.content)));
    }
  }
  return blocks.join("\n\n");
}

function addAssistant(message: AssistantMessage, add: (label: string, text: string) => void): void {
  const thinking: string[] = [];
  const calls: string[] = [];
  for (const block of message.content ?? []) {
    if (block.type === "thinking" && block.thinking !== "") thinking.push(block.thinking);
    else if (block.type === "toolCall") calls.push(callText(block));
  }
  add("Assistant thinking", thinking.join("\n"));
  add("Assistant", textOf(message.content, "\n"));
  add("Assistant tool calls", calls.join("; "));
}

function callText({ name, arguments: args }: ToolCall): string {
  const values = Object.entries(args ?? {}).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return `${name}(${values.join(", ")})`;
}

function shortened(text: string): string {
  if (text.length <= maxResultLength) return text;
  const end = isHighSurrogate(text.charCodeAt(maxResultLength - 1)) ? maxResultLength - 1 : maxResultLength;
  return `${text.slice(0, end)}\n\n[... ${text.length - end} more characters truncated]`;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
