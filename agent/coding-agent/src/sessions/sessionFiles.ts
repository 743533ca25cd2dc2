import { type Dirent, closeSync, openSync, readdirSync, readSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { SessionHeader } from "@relay-harness/protocol";
import { statReachable } from "../base/reachable.ts";
import { parseHeader } from "./parseSession.ts";

/** Sizes of successive reads: most headers fit the first. */
const headerChunkBytes = [4096, 65536, 1_000_000];

/** A session file whose header is known. */
export interface SessionFile {
  path: string;
  header: SessionHeader;
}

/** The `.jsonl` files that lie directly in a directory, one path per real file; none if it is absent. */
export function sessionFilesIn(dir: string): string[] {
  const entries = entriesOf(dir).filter(({ name }) => name.endsWith(".jsonl"));
  const paths = entries.filter((entry) => entry.isFile()).map(({ name }) => join(dir, name));
  const links = entries.filter((entry) => entry.isSymbolicLink());
  if (links.length === 0) return paths;
  const seen = new Set(paths.map(realPath));
  for (const { name } of links) {
    const path = join(dir, name);
    const real = realPath(path);
    if (real === undefined || seen.has(real) || !statReachable(real)?.isFile()) continue;
    seen.add(real);
    paths.push(path);
  }
  return paths;
}

/** Every project directory under the root of the default sessions. */
export function projectDirsIn(root: string): string[] {
  return entriesOf(root)
    .map(({ name }) => join(root, name))
    .filter((path) => statReachable(path)?.isDirectory());
}

/** Header of a file; `undefined` when it is no session or cannot be read. */
export function readHeader(path: string): SessionHeader | undefined {
  let fd: number;
  try {
    fd = openSync(path, "r");
  } catch {
    // a file that vanished or is not readable is no candidate
    return undefined;
  }
  try {
    return parseHeader(firstLines(fd));
  } catch {
    // neither is a directory or a device that cannot be read
    return undefined;
  } finally {
    closeSync(fd);
  }
}

/** Sessions of a directory; with `cwd`, only those that were started there or name no directory. */
export function readHeaders(dir: string, cwd?: string): SessionFile[] {
  const files: SessionFile[] = [];
  for (const path of sessionFilesIn(dir)) {
    const header = readHeader(path);
    if (header !== undefined && (cwd === undefined || belongsTo(header, cwd))) files.push({ path, header });
  }
  return files;
}

/**
 * The three lines about the stored working directory of a session that is gone (sessions-and-tools.md
 * §1.5); `undefined` when it is there.
 */
export function missingCwdText(path: string, currentCwd: string): string | undefined {
  const stored = readHeader(path)?.cwd;
  if (stored === undefined || statReachable(stored)?.isDirectory()) return undefined;
  return [
    `Stored session working directory does not exist: ${stored}`,
    `Session file: ${path}`,
    `Current working directory: ${currentCwd}`,
  ].join("\n");
}

function belongsTo(header: SessionHeader, cwd: string): boolean {
  return header.cwd === undefined || header.cwd === cwd;
}

/** The session file of `cwd` that changed last. */
export function findNewestSession(dir: string, cwd: string): string | undefined {
  const candidates = sessionFilesIn(dir)
    .map((path) => ({ path, mtime: statReachable(path)?.mtimeMs ?? 0 }))
    .sort((a, b) => b.mtime - a.mtime);
  return candidates.find(({ path }) => {
    const header = readHeader(path);
    return header !== undefined && belongsTo(header, cwd);
  })?.path;
}

/** The session file of `cwd` with exactly this id. */
export function findSessionById(dir: string, cwd: string, id: string): string | undefined {
  return readHeaders(dir, cwd).find(({ header }) => header.id === id)?.path;
}

/** The beginning of a file, as far as its first record may reach. */
function firstLines(fd: number): string {
  const chunks: Buffer[] = [];
  for (const size of headerChunkBytes) {
    const chunk = Buffer.alloc(size);
    const length = readSync(fd, chunk, 0, size, null);
    chunks.push(chunk.subarray(0, length));
    const text = Buffer.concat(chunks).toString("utf8");
    if (length < size || parseHeader(text.slice(0, text.lastIndexOf("\n") + 1)) !== undefined) return text;
  }
  return Buffer.concat(chunks).toString("utf8");
}

function entriesOf(dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP" || code === "EACCES";
}
