import type { SessionSummary } from "@relay-harness/protocol";

export interface ThreadedSession {
  session: SessionSummary;
  /** 0: no other session of the list is its parent. */
  depth: number;
}

/** Deeper copies are shown at this depth: a line has only so many columns. */
const maxDepth = 5;

/**
 * Copies below the session that they were made of; families in the order of their latest activity, as are
 * the children of one parent. `sessions` come most recently active first.
 */
export function threadSessions(sessions: readonly SessionSummary[]): ThreadedSession[] {
  const byPath = new Map(sessions.map((session) => [session.path, session]));
  const children = new Map<SessionSummary, SessionSummary[]>();
  // The first of a family is its most recent one: that gives the family its place.
  const families = new Set<SessionSummary>();
  for (const session of sessions) {
    const root = rootOf(session, byPath);
    families.add(root);
    const parent = session === root ? undefined : byPath.get(session.parentSession ?? "");
    if (!parent) continue;
    const siblings = children.get(parent);
    if (siblings) siblings.push(session);
    else children.set(parent, [session]);
  }
  const rows: ThreadedSession[] = [];
  // Files that name each other as parents are shown once, wherever they are met first.
  const shown = new Set<SessionSummary>();
  for (const root of families) {
    const open: ThreadedSession[] = [{ session: root, depth: 0 }];
    for (let row = open.pop(); row; row = open.pop()) {
      if (shown.has(row.session)) continue;
      shown.add(row.session);
      rows.push(row);
      const depth = Math.min(row.depth + 1, maxDepth);
      for (const session of (children.get(row.session) ?? []).toReversed()) open.push({ session, depth });
    }
  }
  return rows;
}

/** In files that name each other, one of them. */
function rootOf(session: SessionSummary, byPath: ReadonlyMap<string, SessionSummary>): SessionSummary {
  const seen = new Set<SessionSummary>();
  let root = session;
  for (;;) {
    seen.add(root);
    const parent = byPath.get(root.parentSession ?? "");
    if (!parent || seen.has(parent)) return root;
    root = parent;
  }
}
