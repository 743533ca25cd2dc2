import {
  currentSessionVersion,
  isJsonObject,
  type CompactionEntry,
  type SessionEntry,
} from "@relay-harness/protocol";
import { migrateRecords } from "../sessions/migrateSession.ts";
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

/** Brings the records of a session file, its header first, to the current version, in place. */
export function migrateSessionEntries(records: readonly unknown[]): void {
  const [header, ...entries] = records.filter(isJsonObject);
  if (header?.type !== "session") return;
  const version = typeof header.version === "number" ? header.version : 1;
  if (version < currentSessionVersion) migrateRecords(header, entries, version);
}
