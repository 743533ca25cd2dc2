import { textOf, type SessionEntry } from "@relay-harness/protocol";

export type TreeFilter = "default" | "no-tools" | "user-only" | "labeled-only" | "all";

export const treeFilters: readonly TreeFilter[] = ["default", "no-tools", "user-only", "labeled-only", "all"];

/** Entries as the session holds them. */
export interface TreeSource {
  getEntries(): readonly SessionEntry[];
  getParent(entry: SessionEntry): SessionEntry | undefined;
  /** Root -> leaf. */
  getBranch(): readonly SessionEntry[];
  getLabelDetails(id: string): { text: string } | undefined;
}

export interface TreeRow {
  entry: SessionEntry;
  /** Number of forks above it. */
  depth: number;
  /** Where the conversation stands; an entry that the filter hides is stood for by the one above it. */
  isCurrent: boolean;
}

const bookkeeping: ReadonlySet<string> = new Set([
  "label",
  "custom",
  "model_change",
  "thinking_level_change",
  "session_info",
  "context_edit",
]);

/** An entry that only keeps the books. */
export function isBookkeeping({ type }: Pick<SessionEntry, "type">): boolean {
  return bookkeeping.has(type);
}

/** Deeper forks are shown at this depth: a line has only so many columns. */
const maxDepth = 12;

/** The tree in the order that it is read, the active branch first among siblings (sessions-and-tools.md §5). */
export function treeRows(source: TreeSource, filter: TreeFilter): TreeRow[] {
  const branch = source.getBranch();
  const active = new Set(branch);
  const shown = new Set(source.getEntries().filter((entry) => isShown(entry, filter, source)));
  const current = branch.findLast((entry) => shown.has(entry));
  const children = childrenOf(source, shown);
  for (const siblings of children.values()) {
    siblings.sort((a, b) => Number(active.has(b)) - Number(active.has(a)));
  }
  const rows: TreeRow[] = [];
  const open = [{ entry: undefined as SessionEntry | undefined, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { entry, depth } = next;
    if (entry) rows.push({ entry, depth, isCurrent: entry === current });
    const below = children.get(entry) ?? [];
    const childDepth = below.length > 1 && entry ? Math.min(depth + 1, maxDepth) : depth;
    for (const child of below.toReversed()) open.push({ entry: child, depth: childDepth });
  }
  return rows;
}

/** By the nearest entry above that is shown; `undefined`: there is none. */
function childrenOf(
  source: TreeSource,
  shown: ReadonlySet<SessionEntry>,
): Map<SessionEntry | undefined, SessionEntry[]> {
  const above = new Map<SessionEntry, SessionEntry | undefined>();
  const children = new Map<SessionEntry | undefined, SessionEntry[]>();
  // A parent stands before its children, so that its own answer is known.
  for (const entry of source.getEntries()) {
    const parent = source.getParent(entry);
    const shownAbove = parent === undefined || shown.has(parent) ? parent : above.get(parent);
    above.set(entry, shownAbove);
    if (!shown.has(entry)) continue;
    const siblings = children.get(shownAbove);
    if (siblings) siblings.push(entry);
    else children.set(shownAbove, [entry]);
  }
  return children;
}

function isShown(entry: SessionEntry, filter: TreeFilter, source: TreeSource): boolean {
  if (entry.type === "usage") return false;
  const role = entry.type === "message" ? entry.message.role : undefined;
  switch (filter) {
    case "all":
      return true;
    case "user-only":
      return role === "user";
    case "labeled-only":
      return source.getLabelDetails(entry.id) !== undefined;
    case "default":
    case "no-tools":
      if (isBookkeeping(entry) || hasOnlyCalls(entry)) return false;
      return filter === "default" || role !== "toolResult";
  }
}

/** An answer that failed is worth a line without any text. */
function hasOnlyCalls(entry: SessionEntry): boolean {
  if (entry.type !== "message" || entry.message.role !== "assistant") return false;
  const { content, stopReason } = entry.message;
  return (
    stopReason !== "error" &&
    stopReason !== "aborted" &&
    content.some(({ type }) => type === "toolCall") &&
    textOf(content).trim() === ""
  );
}
