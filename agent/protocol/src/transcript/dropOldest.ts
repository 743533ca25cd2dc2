import type { Usage } from "../messages.ts";
import type { Transcript, TranscriptItem } from "./model.ts";

/**
 * Forgets the oldest items of the top level, with their calls, until at most `keep` are left; the first one
 * left is a user message where there is one to cut at. Their usage goes with them, as it comes back with them:
 * `prependEntries` can bring their entries back.
 */
export function dropOldest(transcript: Transcript, keep: number): void {
  const { order, internal } = transcript;
  const count = cutAt(transcript, order.length - keep);
  if (count <= 0) return;
  for (const id of order.splice(0, count)) forget(transcript, id);
  internal.orderChanged = true;
}

/** The first place from `least` on where a user message stands, else `least` itself. */
function cutAt(transcript: Transcript, least: number): number {
  const { order, items } = transcript;
  for (let index = Math.max(0, least); index < order.length; index++) {
    if (items.get(order[index] ?? "")?.kind === "user") return least > 0 ? index : 0;
  }
  return least;
}

function forget(transcript: Transcript, id: string): void {
  const { items, internal } = transcript;
  const item = items.get(id);
  if (!item) return;
  for (const inner of innerIds(item)) forget(transcript, inner);
  items.delete(id);
  internal.changed.add(id);
  internal.unbound.delete(id);
  internal.orphans.delete(id);
  internal.answered.delete(id);
  if (item.entryId !== undefined) {
    internal.byEntryId.delete(item.entryId);
    internal.seenEntries.delete(item.entryId);
  }
  if (item.kind === "tool") forgetCall(transcript, item.toolCallId, id);
  if ("usage" in item && item.usage) takeAway(transcript, item.usage);
}

function innerIds(item: TranscriptItem): readonly string[] {
  if (item.kind === "tool") return item.children;
  if (item.kind !== "assistant") return [];
  return item.blocks.flatMap((block) => (block.kind === "toolCall" ? [block.itemId] : []));
}

function forgetCall(transcript: Transcript, toolCallId: string, id: string): void {
  const { tools } = transcript.internal;
  const left = (tools.get(toolCallId) ?? []).filter((known) => known !== id);
  if (left.length > 0) tools.set(toolCallId, left);
  else tools.delete(toolCallId);
}

function takeAway(transcript: Transcript, usage: Usage): void {
  const total = transcript.usage;
  total.input -= usage.input;
  total.output -= usage.output;
  total.cacheRead -= usage.cacheRead;
  total.cacheWrite -= usage.cacheWrite;
  total.totalTokens -= usage.totalTokens;
  total.cost -= usage.cost.total;
  transcript.internal.statusChanged = true;
}
