import { isJsonObject } from "@relay-harness/protocol";
import { compareSessions, type IndexedSession } from "./sessionIndex.ts";
import { sessionMatcher } from "./sessionQuery.ts";

export interface SessionPageRequest {
  query?: string;
  /** Only sessions that have a name. */
  namedOnly?: boolean;
  /** Default 100. */
  limit?: number;
  /** `nextCursor` of the page before. */
  cursor?: string;
}

export interface SessionPage {
  sessions: IndexedSession[];
  /** Absent on the last page. */
  nextCursor?: string;
  /** Matches on all pages. */
  total: number;
}

/**
 * A page of a sorted list. A cursor names the session that the page before ended with, so that sessions
 * that come in between shift nothing. `undefined`: the cursor is none.
 */
export function sessionPage(
  all: readonly IndexedSession[],
  { query = "", namedOnly = false, limit = 100, cursor }: SessionPageRequest,
): SessionPage | undefined {
  const isMatch = sessionMatcher(query);
  const matches = all.filter((session) => (!namedOnly || session.name !== undefined) && isMatch(session));
  const total = matches.length;
  let rest = matches;
  if (cursor !== undefined) {
    const last = readCursor(cursor);
    if (last === undefined) return undefined;
    rest = matches.filter((session) => compareSessions(last, session) < 0);
  }
  const sessions = rest.slice(0, limit);
  const end = sessions.at(-1);
  return {
    sessions,
    ...(end && rest.length > sessions.length && { nextCursor: toCursor(end) }),
    total,
  };
}

type Place = Pick<IndexedSession, "modified" | "path">;

function toCursor({ modified, path }: Place): string {
  return Buffer.from(JSON.stringify({ modified, path })).toString("base64url");
}

function readCursor(cursor: string): Place | undefined {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (!isJsonObject(place)) return undefined;
    const { modified, path } = place;
    return typeof modified === "string" && typeof path === "string" ? { modified, path } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
