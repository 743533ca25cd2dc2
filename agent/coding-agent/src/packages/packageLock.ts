import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { PackageError } from "./packageError.ts";

/** How long another process that installs is waited for. */
const lockWaitMs = 10 * 60_000;
const lockRetryMs = 200;

/** Runs `work` while no other process changes the packages below `dir`. */
export async function withPackageLock<T>(
  dir: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { default: lockfile } = await import("proper-lockfile");
  await mkdir(dir, { recursive: true });
  const deadline = performance.now() + lockWaitMs;
  for (;;) {
    let release: () => Promise<void>;
    try {
      release = await lockfile.lock(dir, {
        realpath: false,
        lockfilePath: join(dir, ".relay-packages.lock"),
        // The default would end the process when another one takes over the lock.
        onCompromised: () => undefined,
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ELOCKED") throw error;
      if (performance.now() > deadline) {
        throw new PackageError(`Another process has been changing the packages in ${dir} for too long`, {
          cause: error,
        });
      }
      await pause(lockRetryMs, undefined, { signal });
      continue;
    }
    try {
      return await work();
    } finally {
      // Somebody who took the lock over releases it.
      await release().catch(() => undefined);
    }
  }
}
