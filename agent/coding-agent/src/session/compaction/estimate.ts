import {
  textOf,
  type AgentMessage,
  type AssistantMessage,
  type SessionEntry,
  type Usage,
} from "@relay-harness/protocol";
import type { ProjectedMessage } from "../../sessions/projection.ts";

const charactersPerToken = 4;
const imageCharacters = 4800;

/** Rough size of a message in tokens (sessions-and-tools.md §8.2); 0 for roles nobody knows. */
export function estimateTokens(message: AgentMessage): number {
  return Math.ceil(characters(message) / charactersPerToken);
}

/** Sum over messages. Tokens. */
export function estimateAll(messages: readonly AgentMessage[]): number {
  return messages.reduce((sum, message) => sum + estimateTokens(message), 0);
}

function characters(message: AgentMessage): number {
  switch (message.role) {
    case "user":
    case "custom":
    case "toolResult":
      return contentCharacters(message.content);
    case "assistant":
      return assistantCharacters(message);
    case "bashExecution":
      return message.command.length + message.output.length;
    case "branchSummary":
    case "compactionSummary":
      return message.summary.length;
    case "system": {
      let sum = textOf(message.content).length;
      for (const text of Object.values(message.sections ?? {})) sum += text?.length ?? 0;
      return message.toolsAdded?.length ? sum + JSON.stringify(message.toolsAdded).length : sum;
    }
    default:
      return 0;
  }
}

function contentCharacters(content: string | readonly { type: string; text?: string }[]): number {
  if (typeof content === "string") return content.length;
  let sum = 0;
  for (const block of content ?? [])
    sum += block.type === "image" ? imageCharacters : (block.text?.length ?? 0);
  return sum;
}

function assistantCharacters(message: AssistantMessage): number {
  let sum = 0;
  for (const block of message.content ?? []) {
    if (block.type === "text") sum += block.text.length;
    else if (block.type === "thinking") sum += block.thinking.length;
    else sum += block.name.length + JSON.stringify(block.arguments).length;
  }
  return sum;
}

export interface ContextSize {
  tokens: number;
  /** False when no response that still counts has reported usage: then all of it is an estimate. */
  isReported: boolean;
}

/**
 * Size of the next request: what the provider reported last, and estimates of what came after it. A
 * report from before the latest compaction or context edit of the path no longer counts.
 */
export function contextSize(
  path: readonly SessionEntry[],
  projection: readonly ProjectedMessage[],
): ContextSize {
  let trailing = 0;
  let at = path.length - 1;
  // Every turn asks, and the last answer usually reports: nothing before it is looked at.
  for (let index = projection.length - 1; index >= 0; index--) {
    const { message, entry } = projection[index] as ProjectedMessage;
    while (at >= 0 && path[at]?.id !== entry.id && !changesContext(path[at])) at--;
    if (at < 0 || changesContext(path[at])) break;
    const reported = reportedTokens(message);
    if (reported > 0) return { tokens: reported + trailing, isReported: true };
    trailing += estimateTokens(message);
  }
  return { tokens: estimateAll(projection.map(({ message }) => message)), isReported: false };
}

function changesContext(entry: SessionEntry | undefined): boolean {
  return entry?.type === "compaction" || entry?.type === "context_edit";
}

function reportedTokens(message: AgentMessage): number {
  if (message.role !== "assistant") return 0;
  if (message.stopReason === "error" || message.stopReason === "aborted") return 0;
  return calculateContextTokens(message.usage);
}

/** Tokens of the request and its answer, as a provider reported them; 0 when it did not. */
export function calculateContextTokens(usage: Partial<Usage> | undefined): number {
  const { totalTokens, input = 0, output = 0, cacheRead = 0, cacheWrite = 0 } = usage ?? {};
  return totalTokens || input + output + cacheRead + cacheWrite;
}
