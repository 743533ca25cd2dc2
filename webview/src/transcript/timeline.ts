import type { TranscriptItem } from "@relay-harness/protocol";
import type { HostRow } from "@relay-harness/protocol/webview";

/** Something of the top level, in the order of the conversation. */
export type TimelineEntry =
  | { readonly kind: "item"; readonly id: string; readonly item: TranscriptItem["kind"] }
  | { readonly kind: "row"; readonly id: string };

/** A row of the host and the item after which it came; `null` = before all. */
export interface PlacedRow {
  readonly row: HostRow;
  readonly afterId: string | null;
}

/** Items in their order, each followed by the rows that came after it. Rows whose item is gone come first. */
export function buildTimeline(
  order: readonly string[],
  rows: readonly PlacedRow[],
  kindOf: (id: string) => TranscriptItem["kind"] | undefined,
): TimelineEntry[] {
  const known = new Set(rows.length > 0 ? order : []);
  const after = new Map<string | null, TimelineEntry[]>();
  for (const { row, afterId } of rows) {
    const place = afterId !== null && known.has(afterId) ? afterId : null;
    const entries = after.get(place) ?? [];
    entries.push({ kind: "row", id: row.id });
    after.set(place, entries);
  }
  const timeline: TimelineEntry[] = [...(after.get(null) ?? [])];
  for (const id of order) {
    const item = kindOf(id);
    if (item !== undefined) timeline.push({ kind: "item", id, item });
    const following = after.get(id);
    if (following) timeline.push(...following);
  }
  return timeline;
}

/** A request and all that followed from it. */
export interface Turn {
  /** Stable while its first entry stays: the id of that entry. */
  readonly id: string;
  /** Absent when the conversation does not begin with a message of the user. */
  readonly userId?: string;
  /** What follows the message. */
  readonly entries: readonly TimelineEntry[];
}

/** Cuts a timeline at the user's messages. Turns that did not change stay the same objects. */
export function groupTurns(timeline: readonly TimelineEntry[], previous: readonly Turn[] = []): Turn[] {
  const known = new Map(previous.map((turn) => [turn.id, turn]));
  const turns: Turn[] = [];
  let userId: string | undefined;
  let entries: TimelineEntry[] = [];
  const close = (): void => {
    const id = userId ?? (entries[0] ? keyOf(entries[0]) : undefined);
    if (id === undefined) return;
    const old = known.get(id);
    const isSame = old !== undefined && old.userId === userId && sameEntries(old.entries, entries);
    turns.push(isSame ? old : { id, entries, ...(userId !== undefined && { userId }) });
  };
  for (const entry of timeline) {
    if (entry.kind === "item" && entry.item === "user") {
      close();
      userId = entry.id;
      entries = [];
    } else entries.push(entry);
  }
  close();
  return turns;
}

/** Place of a turn, by its id or by that of an entry: an older page may show whose turn the entry is. */
export function indexOfTurn(turns: readonly Turn[], id: string): number {
  const index = turns.findIndex((turn) => turn.id === id);
  return index === -1
    ? turns.findIndex(({ entries }) => entries.some((entry) => keyOf(entry) === id))
    : index;
}

function keyOf(entry: TimelineEntry): string {
  return entry.kind === "row" ? `row:${entry.id}` : entry.id;
}

function sameEntries(left: readonly TimelineEntry[], right: readonly TimelineEntry[]): boolean {
  return (
    left.length === right.length &&
    left.every((entry, index) => entry.kind === right[index]?.kind && entry.id === right[index].id)
  );
}
