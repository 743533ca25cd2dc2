import type { CompactionEntry, SessionEntry } from "@relay-harness/protocol";
import { parseSession } from "../sessions/parseSession.ts";
import { SessionManager, type SessionContext } from "../sessions/sessionManager.ts";

/** Entries of a session file, older versions brought up to date. Empty when the text is no session. */
export function parseSessionEntries(text: string): SessionEntry[] {
  return [...(parseSession(text)?.entries ?? [])];
}

/** What the model gets of these entries, and what it was chosen with. The last entry is the leaf. */
export function buildSessionContext(entries: readonly SessionEntry[]): SessionContext {
  return SessionManager.inMemory(process.cwd(), {}, entries).buildSessionContext();
}

/** The last compaction of a path. */
export function getLatestCompactionEntry(path: readonly SessionEntry[]): CompactionEntry | undefined {
  return path.findLast((entry) => entry.type === "compaction");
}
