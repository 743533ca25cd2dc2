import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** How long other writers are waited for: longer than the ten seconds after which a dead one counts as gone. */
const lockWaitMs = 15_000;
const lockRetryMs = 25;

/**
 * Replaces a file atomically while no other process writes it. `change` reads what it needs when it is
 * called, under the lock, and returns the new text. The directory is created. Rejects at once when the
 * lock cannot be made, for instance in a directory that cannot be written.
 */
export async function replaceLocked(path: string, change: () => Promise<string> | string): Promise<void> {
  // Loaded here: a start only reads. Defaults, because these are CommonJS packages.
  const [{ default: lockfile }, { default: writeFileAtomic }] = await Promise.all([
    import("proper-lockfile"),
    import("write-file-atomic"),
  ]);
  await mkdir(dirname(path), { recursive: true });
  let isLost = false;
  const deadline = performance.now() + lockWaitMs;
  let release: (() => Promise<void>) | undefined;
  while (!release) {
    try {
      // The default would end the process when another one takes over the lock.
      release = await lockfile.lock(path, { realpath: false, onCompromised: () => (isLost = true) });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ELOCKED" || performance.now() > deadline) throw error;
      await pause(lockRetryMs * (1 + Math.random()));
    }
  }
  try {
    await writeFileAtomic(path, await change());
  } finally {
    if (!isLost) await release();
  }
}
