import type { AssistantMessage, ModelCost, SessionEntry, Usage } from "@relay-harness/protocol";
import { decideWarming } from "../../session/cacheWarming/warmingDecision.ts";
import type { AgentSessionEvent } from "../../session/events.ts";
import { dollars } from "./dollars.ts";

/** What notices are made from. */
export interface NoticeSource {
  getEntry: (id: string) => SessionEntry | undefined;
  /** The entry before, in its branch. */
  getParent: (entry: SessionEntry) => SessionEntry | undefined;
  costOf: (provider: string, model: string) => ModelCost | undefined;
}

/** Prompt tokens beyond which a miss is worth a line. */
const smallMiss = 2000;
/** Minutes; a cache that was not used for longer may have expired for that alone. */
const longIdle = 5;

/** Lines about what was paid beside answers, for `showCacheMissNotices` (models.md §11.2). */
export function usageNotices(event: AgentSessionEvent, source: NoticeSource): string[] {
  switch (event.type) {
    case "message_end": {
      const entry = event.entryId === undefined ? undefined : source.getEntry(event.entryId);
      if (event.message.role !== "assistant") return [];
      return [...(entry ? missNotice(event.message, entry, source) : []), ...recoveryNotice(event.message)];
    }
    case "entry_appended": {
      const { entry } = event;
      if (entry.type !== "usage" || entry.kind !== "cache_warm") return [];
      return [`Cache kept warm: ${promptTokens(entry.usage)} tokens (${dollars(entry.usage.cost.total)})`];
    }
    case "compaction_end":
      return summaryNotice(event.result?.usage);
    case "session_tree": {
      const entry = event.summaryEntryId === undefined ? undefined : source.getEntry(event.summaryEntryId);
      return summaryNotice(entry?.type === "branch_summary" ? entry.usage : undefined);
    }
    default:
      return [];
  }
}

function missNotice(message: AssistantMessage, entry: SessionEntry, source: NoticeSource): string[] {
  const previous = previousRequest(entry, source);
  if (!previous) return [];
  const prompt = promptTokens(message.usage);
  const missed = Math.min(promptTokens(previous.message.usage), prompt) - message.usage.cacheRead;
  if (missed <= smallMiss) return [];
  const cost = source.costOf(message.provider, message.model);
  const price = cost ? decideWarming(cost, { promptTokens: prompt, isStreaming: true }).missCost : 0;
  const why = reason(message, previous);
  return [`Cache miss: ${missed} tokens re-read (${dollars((price * missed) / prompt)})${why}`];
}

interface Request {
  message: AssistantMessage;
  /** When its prompt was in the cache for sure, as Unix milliseconds. */
  cachedAt: number;
}

/** `undefined` for the first one, and after a compaction. */
function previousRequest(entry: SessionEntry, { getParent }: NoticeSource): Request | undefined {
  let warmedAt = 0;
  for (let at = getParent(entry); at; at = getParent(at)) {
    if (at.type === "compaction") return undefined;
    const time = Date.parse(at.timestamp);
    if (at.type === "usage" && at.kind === "cache_warm") warmedAt = Math.max(warmedAt, time);
    if (at.type !== "message" || at.message.role !== "assistant") continue;
    // A request that failed says nothing.
    if (promptTokens(at.message.usage) > 0)
      return { message: at.message, cachedAt: Math.max(warmedAt, time) };
  }
  return undefined;
}

function reason({ provider, model, timestamp }: AssistantMessage, { message, cachedAt }: Request): string {
  if (message.provider !== provider || message.model !== model) return " after a model change";
  const idle = (timestamp - cachedAt) / 60_000;
  return idle > longIdle ? ` after ${Math.floor(idle)} min idle` : "";
}

function recoveryNotice({ diagnostics = [] }: AssistantMessage): string[] {
  return diagnostics.flatMap(({ type, details }) => {
    const count = details?.count;
    if (type !== "thinking_dropped" || typeof count !== "number") return [];
    return [`${count} thinking ${count === 1 ? "block was" : "blocks were"} dropped by the provider`];
  });
}

function summaryNotice(usage: Usage | undefined): string[] {
  if (!usage) return [];
  return [`Compaction used ${promptTokens(usage)}/${usage.output} tokens (${dollars(usage.cost.total)})`];
}

function promptTokens({ input, cacheRead, cacheWrite }: Usage): number {
  return input + cacheRead + cacheWrite;
}
