import { RefusalError } from "./errors.ts";

export interface EntryPageRequest {
  /** Entries after this one. */
  since?: string;
  /** Entries before this one. Excludes `since`. */
  before?: string;
  /** At most so many: the first after `since`, else the last. */
  limit?: number;
}

export interface EntryPage<T> {
  entries: T[];
  /** With `limit`: some were left out on the side that was cut. */
  hasMore?: boolean;
}

/** A part of all entries in append order, or of the active path (rpc-additions.md §2). Throws for an id outside of it. */
export function entryPage<T extends { id: string }>(
  list: readonly T[],
  { since, before, limit }: EntryPageRequest,
): EntryPage<T> {
  if (since !== undefined && before !== undefined) {
    throw new RefusalError(
      "invalid_input",
      "Invalid get_entries command: since and before exclude each other",
    );
  }
  const start = since === undefined ? 0 : indexOf(list, since) + 1;
  const end = before === undefined ? list.length : indexOf(list, before);
  if (limit === undefined) return { entries: list.slice(start, end) };
  const entries =
    since === undefined
      ? list.slice(Math.max(start, end - limit), end)
      : list.slice(start, Math.min(end, start + limit));
  return { entries, hasMore: entries.length < end - start };
}

/** Pages are asked for from the end, so the search begins there. */
function indexOf(list: readonly { id: string }[], id: string): number {
  const index = list.findLastIndex((entry) => entry.id === id);
  if (index < 0) throw new RefusalError("invalid_input", `Entry not found: ${id}`);
  return index;
}
