import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { isJsonObject, type SessionSummary } from "@relay-harness/protocol";
import { statReachable } from "../base/reachable.ts";
import { readSessionDetails } from "./listSessions.ts";
import { defaultSessionDir, sessionsRoot } from "./paths.ts";
import { projectDirsIn, sessionFilesIn } from "./sessionFiles.ts";

/** What the index knows of one session: all but what depends on the process that asks. */
export type IndexedSession = Omit<SessionSummary, "isOpen">;

/** A file as it was when it was read. `session` is absent when it holds none. */
interface IndexRecord {
  mtimeMs: number;
  size: number;
  session?: IndexedSession;
}

export interface IndexQuery {
  agentDir: string;
  /** Only sessions of this directory. */
  cwd?: string;
  /** Custom directory; its files may belong to any project. */
  dir?: string;
}

/** Raised with every change of the format; other versions are as good as missing. */
const formatVersion = 1;
const maxFirstMessageLength = 1000;
const maxOpenFiles = 16;
/** Files that are looked at before other work gets its turn. */
const filesPerTick = 256;
/** Fewer new records than this wait for the next occasion to be written. */
const manyRecords = 20;
const writeIntervalMs = 10_000;

/**
 * What session lists show, kept between lists and in a file. The file is only a cache: a record counts
 * while size and time of its session file are the same, and without the file everything is read again.
 */
export class SessionIndex {
  private records: Map<string, IndexRecord> | undefined;
  private unwritten = 0;
  private writtenAt = -Infinity;
  /** Lists run one by one: two would read the same files. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly cachePath: string) {}

  /** Sessions in the directories of a query, most recently active first. */
  list(query: IndexQuery): Promise<IndexedSession[]> {
    const result = this.last.then(() => this.read(query));
    this.last = result.catch(() => undefined);
    return result;
  }

  private async read(query: IndexQuery): Promise<IndexedSession[]> {
    const records = (this.records ??= readCache(this.cachePath));
    const paths = candidates(query);
    await this.refresh(records, paths);
    const isStandardDir = query.dir === undefined;
    const found: IndexedSession[] = [];
    for (const path of paths) {
      const session = records.get(path)?.session;
      if (session === undefined) continue;
      const isOfCwd = session.cwd === "" ? isStandardDir : session.cwd === query.cwd;
      if (query.cwd === undefined || isOfCwd) found.push(session);
    }
    return found.sort(compareSessions);
  }

  private async refresh(records: Map<string, IndexRecord>, paths: readonly string[]): Promise<void> {
    const stale: { path: string; mtimeMs: number; size: number }[] = [];
    for (const [index, path] of paths.entries()) {
      if (index % filesPerTick === filesPerTick - 1) await setImmediate();
      const stats = statReachable(path);
      if (stats === undefined) {
        records.delete(path);
        continue;
      }
      const { mtimeMs, size } = stats;
      const known = records.get(path);
      if (known?.mtimeMs !== mtimeMs || known.size !== size) stale.push({ path, mtimeMs, size });
    }
    for (let at = 0; at < stale.length; at += maxOpenFiles) {
      const batch = stale.slice(at, at + maxOpenFiles);
      const read = await Promise.all(batch.map(readRecord));
      // In the order of the directory, so that the same files give the same cache.
      for (const [index, { path }] of batch.entries()) {
        const record = read[index];
        if (record) records.set(path, record);
      }
    }
    this.unwritten += stale.length;
    this.write(records);
  }

  private write(records: Map<string, IndexRecord>): void {
    if (this.unwritten === 0) return;
    if (this.unwritten < manyRecords && performance.now() - this.writtenAt < writeIntervalMs) return;
    for (const path of records.keys()) if (statReachable(path) === undefined) records.delete(path);
    const temporary = `${this.cachePath}.${process.pid}.tmp`;
    try {
      const content = JSON.stringify({ version: formatVersion, files: Object.fromEntries(records) });
      writeFileSync(temporary, content, { mode: 0o600 });
      renameSync(temporary, this.cachePath);
      this.unwritten = 0;
      this.writtenAt = performance.now();
    } catch {
      // without a cache the next process reads the session files again
      removeQuietly(temporary);
    }
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // what cannot be removed was not written by this process, or is as unwritable as the cache
  }
}

/** Most recently active first; the path decides between equals. */
export function compareSessions(
  a: Pick<IndexedSession, "modified" | "path">,
  b: Pick<IndexedSession, "modified" | "path">,
): number {
  if (a.modified !== b.modified) return a.modified < b.modified ? 1 : -1;
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

function candidates({ agentDir, cwd, dir }: IndexQuery): string[] {
  if (dir !== undefined) return sessionFilesIn(dir);
  if (cwd !== undefined) return sessionFilesIn(defaultSessionDir(cwd, agentDir));
  return projectDirsIn(sessionsRoot(agentDir)).flatMap(sessionFilesIn);
}

async function readRecord(file: { path: string; mtimeMs: number; size: number }): Promise<IndexRecord> {
  const { path, mtimeMs, size } = file;
  const details = await readSessionDetails(path);
  if (details === undefined) return { mtimeMs, size };
  const { info, model } = details;
  const session: IndexedSession = {
    path,
    id: info.id,
    cwd: info.cwd,
    ...(info.name !== undefined && { name: info.name }),
    firstMessage: info.firstMessage.slice(0, maxFirstMessageLength),
    created: info.created.toISOString(),
    modified: info.modified.toISOString(),
    messageCount: info.messageCount,
    sizeBytes: size,
    ...(info.parentSessionPath !== undefined && { parentSession: info.parentSessionPath }),
    ...(model && { model }),
  };
  return { mtimeMs, size, session };
}

/** The records of a cache file; none when it is missing, torn or of another version. */
function readCache(path: string): Map<string, IndexRecord> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // whatever is wrong with a cache, the session files have it all
    return new Map();
  }
  if (!isJsonObject(content) || content.version !== formatVersion || !isJsonObject(content.files)) {
    return new Map();
  }
  return new Map(
    Object.entries(content.files).filter((pair): pair is [string, IndexRecord] => isRecord(...pair)),
  );
}

function isRecord(path: string, value: unknown): boolean {
  if (!isJsonObject(value) || typeof value.mtimeMs !== "number" || typeof value.size !== "number")
    return false;
  const { session } = value;
  if (session === undefined) return true;
  if (!isJsonObject(session) || session.path !== path) return false;
  const texts = [session.id, session.cwd, session.firstMessage, session.created, session.modified];
  return (
    texts.every((text) => typeof text === "string") &&
    typeof session.messageCount === "number" &&
    session.sizeBytes === value.size &&
    ["name", "parentSession"].every(
      (key) => session[key] === undefined || typeof session[key] === "string",
    ) &&
    (session.model === undefined || isModel(session.model))
  );
}

function isModel(value: unknown): boolean {
  return isJsonObject(value) && typeof value.provider === "string" && typeof value.id === "string";
}
