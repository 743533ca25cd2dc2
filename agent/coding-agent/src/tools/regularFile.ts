import { constants, type Stats } from "node:fs";
import { access, stat } from "node:fs/promises";

/**
 * True for pipes, sockets and devices: opening one may wait for ever and take a thread with it, and
 * reading one may never end or take what belongs to someone else, as `/dev/stdin` does.
 */
function isSpecialFile(stats: Stats): boolean {
  return !stats.isFile() && !stats.isDirectory();
}

/** @throws Error for a pipe, a socket or a device; a path where nothing is passes. */
export async function assertNotSpecial(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found && isSpecialFile(found)) throw new Error(`Not a regular file: ${path}`);
}

/**
 * Rejects with the system's error for what is there but may not be looked into: "nothing found" would
 * be a claim about its content.
 */
export async function assertReadable(path: string, isDirectory: boolean): Promise<void> {
  try {
    await access(path, isDirectory ? constants.R_OK | constants.X_OK : constants.R_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
