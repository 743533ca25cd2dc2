import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";

/**
 * True for pipes, sockets and devices: opening one may wait for ever and take a thread with it, and
 * reading one may never end or take what belongs to someone else, as `/dev/stdin` does.
 */
export function isSpecialFile(stats: Stats): boolean {
  return !stats.isFile() && !stats.isDirectory();
}

/** @throws Error for a pipe, a socket or a device; a path where nothing is passes. */
export async function assertNotSpecial(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found && isSpecialFile(found)) throw new Error(`Not a regular file: ${path}`);
}
