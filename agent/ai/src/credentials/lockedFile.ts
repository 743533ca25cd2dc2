import type { Stats } from "node:fs";
import { basename, dirname, join } from "node:path";
import { loadOnce } from "../loadOnce.ts";

const lockWaitMs = 60_000;
const lockRetryMs = 25;
const loadFs = loadOnce(() => import("node:fs/promises"));

/** Identity of a file's contents, cheap to compare. */
export type FileStamp = string;

/** Stamp of a file; `undefined` when it does not exist. */
export async function fileStamp(path: string): Promise<FileStamp | undefined> {
  const stats = await statIfPresent(path);
  return stats && `${stats.ino}:${stats.size}:${stats.mtimeMs}`;
}

async function statIfPresent(path: string): Promise<Stats | undefined> {
  const { stat } = await loadFs();
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Text of a file; `undefined` when it does not exist. */
export async function readTextIfPresent(path: string): Promise<string | undefined> {
  const { readFile } = await loadFs();
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}

/** The path with symbolic links resolved, also when the file itself does not exist yet. */
async function resolveLinks(path: string): Promise<string> {
  const { realpath } = await loadFs();
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return join(await realpath(dirname(path)), basename(path));
  }
}

/**
 * Runs `work` while holding the lock of a file, shared across processes and taken on the resolved path.
 * Waits while others hold it; creates the directory (mode 0700). `signal` cancels only the wait.
 * @throws Error when the lock was not free within a minute.
 */
export async function withFileLock<T>(
  path: string,
  work: (resolvedPath: string) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const [
    { mkdir },
    {
      default: { lock },
    },
  ] = await Promise.all([loadFs(), import("proper-lockfile")]);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const resolvedPath = await resolveLinks(path);
  let compromised: Error | undefined;
  const deadline = performance.now() + lockWaitMs;
  let release: (() => Promise<void>) | undefined;
  while (!release) {
    signal?.throwIfAborted();
    try {
      release = await lock(resolvedPath, {
        realpath: false,
        onCompromised: (error) => (compromised = error),
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ELOCKED") throw error;
      if (performance.now() > deadline) throw new Error(`Could not lock ${path}`, { cause: error });
      await pause(lockRetryMs * (1 + Math.random()), signal);
    }
  }
  try {
    return await work(resolvedPath);
  } finally {
    // A lock that was taken over is not ours to release.
    if (!compromised) await release();
  }
}

async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const { setTimeout } = await import("node:timers/promises");
  await setTimeout(milliseconds, undefined, signal ? { signal } : undefined);
}

/** Replaces a file's text atomically. A new file gets mode 0600, an existing one keeps its mode. */
export async function writeTextAtomically(path: string, text: string): Promise<void> {
  const { default: writeFileAtomic } = await import("write-file-atomic");
  const exists = (await statIfPresent(path)) !== undefined;
  await writeFileAtomic(path, text, exists ? {} : { mode: 0o600 });
}
