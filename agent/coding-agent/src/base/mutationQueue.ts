import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

const tails = new Map<string, Promise<unknown>>();

/**
 * The real path, so that a file and its symlinks share a queue. Of a path that does not exist yet
 * the existing ancestors are resolved: the key stays the same once the file is there.
 */
function queueKey(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync.native(absolute);
  } catch {
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(queueKey(parent), basename(absolute));
  }
}

/**
 * Runs `fn` when every earlier call for the same file has settled, in the order of the calls
 * (extension-api.md §9.5). `path` is absolute; `fn` covers the whole read-modify-write. Different
 * files run in parallel. Not reentrant.
 */
export async function withFileMutationQueue<T>(path: string, fn: () => T | Promise<T>): Promise<T> {
  const key = queueKey(path);
  const before = tails.get(key) ?? Promise.resolve();
  const run = before.then(fn);
  // The next in line waits for this call, whatever became of it.
  const tail = run.then(
    () => undefined,
    () => undefined,
  );
  tails.set(key, tail);
  try {
    return await run;
  } finally {
    if (tails.get(key) === tail) tails.delete(key);
  }
}
