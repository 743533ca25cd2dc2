import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/** How long writers of other processes are waited for: about ten seconds in all. */
const lockRetries = { retries: 40, minTimeout: 20, maxTimeout: 300 };

/**
 * Replaces a file atomically while no other process writes it. `change` reads what it needs when it is
 * called, under the lock, and returns the new text. The directory is created.
 */
export async function replaceLocked(path: string, change: () => Promise<string> | string): Promise<void> {
  // Loaded here: a start only reads. Defaults, because these are CommonJS packages.
  const [{ default: lockfile }, { default: writeFileAtomic }] = await Promise.all([
    import("proper-lockfile"),
    import("write-file-atomic"),
  ]);
  await mkdir(dirname(path), { recursive: true });
  const release = await lockfile.lock(path, { realpath: false, retries: lockRetries });
  try {
    await writeFileAtomic(path, await change());
  } finally {
    await release();
  }
}
