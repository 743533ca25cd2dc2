import type { AgentMessage, CompactionEntry, ContextEditEntry, SessionEntry } from "@relay-harness/protocol";
import { editedMessages, latestEdits } from "../../sessions/projection.ts";
import { estimateAll } from "./estimate.ts";

/** Where a path is cut, and what of it is summarized. */
export interface Cut {
  /** The first entry that stays in context; metadata before the first kept message stays with it. */
  firstKeptEntryId: string;
  messagesToSummarize: AgentMessage[];
  /** Beginning of the turn that the cut goes through; empty unless `isSplitTurn`. */
  turnPrefixMessages: AgentMessage[];
  isSplitTurn: boolean;
  previous?: CompactionEntry;
}

/** An entry with what it contributes to the conversation; system messages and summaries are not it. */
interface Item {
  entry: SessionEntry;
  messages: AgentMessage[];
  tokens: number;
}

/**
 * Finds the cut that keeps about `keepRecentTokens` of a path root -> leaf (sessions-and-tools.md §8.3).
 * `undefined` when there is nothing before the cut.
 */
export function findCut(path: readonly SessionEntry[], keepRecentTokens: number): Cut | undefined {
  const edits = latestEdits(path);
  const { start, previous } = startOf(path);
  const items = path.slice(start).map((entry) => itemOf(entry, edits));
  const candidate = candidateCut(items, keepRecentTokens);
  if (candidate === undefined) return undefined;
  const cut = isFollowedByOmittedAttempt(items, candidate, edits) ? candidate + 1 : candidate;
  const firstKept = items[withMetadataBefore(items, cut)];
  if (!firstKept) return undefined;
  const split = turnStart(items, cut);
  const messagesToSummarize = messagesOf(items, 0, split ?? cut);
  const turnPrefixMessages = split === undefined ? [] : messagesOf(items, split, cut);
  if (messagesToSummarize.length + turnPrefixMessages.length === 0) return undefined;
  return {
    firstKeptEntryId: firstKept.entry.id,
    messagesToSummarize,
    turnPrefixMessages,
    isSplitTurn: split !== undefined,
    ...(previous && { previous }),
  };
}

function startOf(path: readonly SessionEntry[]): { start: number; previous?: CompactionEntry } {
  const at = path.findLastIndex(({ type }) => type === "compaction");
  const previous = path[at];
  if (previous?.type !== "compaction") return { start: 0 };
  const kept = path.findIndex(({ id }) => id === previous.firstKeptEntryId);
  return { start: kept === -1 || kept >= at ? at + 1 : kept, previous };
}

function itemOf(entry: SessionEntry, edits: ReadonlyMap<string, ContextEditEntry>): Item {
  const messages = isConversation(entry) ? editedMessages(entry, edits) : [];
  return { entry, messages, tokens: estimateAll(messages) };
}

function isConversation(entry: SessionEntry): boolean {
  if (entry.type === "message") return entry.message.role !== "system";
  return entry.type === "custom_message" || entry.type === "branch_summary";
}

function candidateCut(items: readonly Item[], keepRecentTokens: number): number | undefined {
  let sum = 0;
  let reached = items.length - 1;
  for (; reached >= 0; reached--) {
    sum += items[reached]?.tokens ?? 0;
    if (sum >= keepRecentTokens) break;
  }
  if (reached < 0) return undefined;
  const valid = validCuts(items);
  const after = valid.findIndex((isValid, index) => isValid && index >= reached);
  const cut = after === -1 ? valid.lastIndexOf(true, reached) : after;
  return cut === -1 ? undefined : cut;
}

/** Before any message but a tool result, as long as no result would be parted from its call. */
function validCuts(items: readonly Item[]): boolean[] {
  const lastResultOf = new Map<string, number>();
  for (const [index, { entry }] of items.entries()) {
    if (entry.type === "message" && entry.message.role === "toolResult") {
      lastResultOf.set(entry.message.toolCallId, index);
    }
  }
  let answeredUntil = -1;
  return items.map(({ entry }, index) => {
    const isValid = isCuttable(entry) && index > answeredUntil;
    if (entry.type === "message" && entry.message.role === "assistant") {
      for (const block of entry.message.content ?? []) {
        if (block.type !== "toolCall") continue;
        answeredUntil = Math.max(answeredUntil, lastResultOf.get(block.id) ?? -1);
      }
    }
    return isValid;
  });
}

function isCuttable(entry: SessionEntry): boolean {
  if (entry.type !== "message") return isConversation(entry);
  const { role } = entry.message;
  return role === "user" || role === "assistant" || role === "bashExecution" || role === "custom";
}

/**
 * An input that is too large by itself, followed by nothing but its failed attempts: it is summarized
 * too, and what keeps the attempts out of context stays.
 */
function isFollowedByOmittedAttempt(
  items: readonly Item[],
  cut: number,
  edits: ReadonlyMap<string, ContextEditEntry>,
): boolean {
  const suffix = items.slice(cut + 1);
  if (items[cut]?.messages.length === 0 || suffix.some(({ messages }) => messages.length > 0)) return false;
  const hasAttempt = suffix.some(
    ({ entry }) => entry.type === "message" && entry.message.role === "assistant" && edits.has(entry.id),
  );
  const isEdited = items.slice(0, cut + 1).some(({ entry }) => {
    const edit = edits.get(entry.id);
    return edit !== undefined && edit.replacement !== null;
  });
  return hasAttempt && !isEdited;
}

const contentTypes: ReadonlySet<string> = new Set([
  "message",
  "custom_message",
  "branch_summary",
  "compaction",
]);

function withMetadataBefore(items: readonly Item[], cut: number): number {
  let first = cut;
  for (; first > 0; first--) {
    const before = items[first - 1];
    if (!before || contentTypes.has(before.entry.type)) break;
  }
  return first;
}

/** Start of the turn that a cut goes through; `undefined` when a turn begins there or nothing is kept. */
function turnStart(items: readonly Item[], cut: number): number | undefined {
  const kept = items.findIndex(({ messages }, index) => index >= cut && messages.length > 0);
  const first = items[kept];
  if (!first || beginsTurn(first)) return undefined;
  return Math.max(
    items.findLastIndex((item, index) => index < cut && beginsTurn(item)),
    0,
  );
}

function beginsTurn({ entry, messages }: Item): boolean {
  if (messages.length === 0) return false;
  if (entry.type !== "message") return true;
  const { role } = entry.message;
  return role === "user" || role === "bashExecution" || role === "custom";
}

function messagesOf(items: readonly Item[], from: number, to: number): AgentMessage[] {
  return items.slice(from, to).flatMap(({ messages }) => messages);
}
