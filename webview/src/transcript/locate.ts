import type { TranscriptItem } from "@relay-harness/protocol";
import type { Turn } from "./timeline.ts";

type ItemOf = (id: string) => TranscriptItem | undefined;

/** Where an item is drawn: its turn, and the folds that have to be open to see it. */
export interface ItemPlace {
  readonly turnIndex: number;
  readonly folds: readonly string[];
}

/** `undefined` when the item is in none of the turns. */
export function placeOfItem(turns: readonly Turn[], itemOf: ItemOf, itemId: string): ItemPlace | undefined {
  const topId = topLevelId(turns, itemOf, itemId);
  if (topId === undefined) return undefined;
  const turnIndex = turns.findIndex(
    ({ userId, entries }) => userId === topId || entries.some(({ id }) => id === topId),
  );
  const turn = turns[turnIndex];
  if (!turn) return undefined;
  if (turn.userId === itemId) return { turnIndex, folds: [] };
  const user = turn.userId === undefined ? undefined : itemOf(turn.userId);
  return { turnIndex, folds: [`work:${user?.entryId ?? turn.id}`, ...ownFolds(itemOf(itemId))] };
}

/** An item of the top level, or the answer whose call it is. */
function topLevelId(turns: readonly Turn[], itemOf: ItemOf, itemId: string): string | undefined {
  const item = itemOf(itemId);
  if (item?.kind !== "tool") return itemId;
  for (const { entries } of turns) {
    for (const { id } of entries) {
      if (id === itemId) return id;
      const answer = itemOf(id);
      if (answer?.kind === "assistant" && answer.blocks.some((block) => callIs(block, itemOf, itemId)))
        return id;
    }
  }
  return undefined;
}

function callIs(block: { kind: string; itemId?: string }, itemOf: ItemOf, itemId: string): boolean {
  if (block.kind !== "toolCall" || block.itemId === undefined) return false;
  if (block.itemId === itemId) return true;
  const call = itemOf(block.itemId);
  return call?.kind === "tool" && call.children.includes(itemId);
}

function ownFolds(item: TranscriptItem | undefined): string[] {
  if (item === undefined) return [];
  if (item.kind === "tool") return [item.id];
  const key = item.entryId === undefined ? item.id : `entry:${item.entryId}`;
  if (item.kind !== "assistant") return [key];
  return item.blocks.flatMap((block, index) => (block.kind === "thinking" ? [`${key}:${index}`] : []));
}
