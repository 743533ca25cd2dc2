import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { SessionError } from "./errors.ts";
import type { EntryRecord } from "./entryCollector.ts";
import type { ParsedSession } from "./parseSession.ts";
import { scanSession } from "./scanSession.ts";
import type { FileState } from "./sessionWriter.ts";

/**
 * Reads a session file for use and brings an older one to the current version. Throws
 * `invalid-file` when it is no session.
 */
export function readSessionFile(
  path: string,
): (ParsedSession<EntryRecord> & { file: FileState }) | "absent" | "empty" {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return "absent";
  if (!stats.isFile()) throw invalidSessionFile(path);
  if (stats.size === 0) return "empty";
  const content = readFileSync(path);
  const parsed = scanSession(content);
  if (parsed === undefined) throw invalidSessionFile(path);
  if (parsed.migrated === undefined) return { ...parsed, file: { ...fileOf(stats), size: content.length } };
  replaceFile(path, parsed.migrated, stats.mode);
  return { ...parsed, file: fileOf(statSync(path)) };
}

function fileOf({ dev, ino, size }: FileState): FileState {
  return { dev, ino, size };
}

/** `path` is absolute. */
function invalidSessionFile(path: string): SessionError {
  return new SessionError("invalid-file", `Session file is not a valid relay session: ${path}`);
}

/** Through a temporary file beside it, so that a crash leaves the old or the new file. */
function replaceFile(path: string, content: string, mode: number): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, content, { mode });
    renameSync(temporary, path);
  } catch (cause) {
    rmSync(temporary, { force: true });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SessionError("migration", `Cannot migrate session file ${path}: ${reason}`, { cause });
  }
}
