import { readFile, rm, stat, writeFile } from "node:fs/promises";

/** Of a larger file the old content is not kept in memory. */
const maxKeptBytes = 256 * 1024 * 1024;

/**
 * Writes a whole file in place: its links, owner and mode stay. When that fails half-way, as on a full
 * disk, the old content is written back, for which there was room; of a new file nothing stays.
 * @throws Error that says what failed and what the file holds now.
 */
export async function replaceContent(path: string, text: string): Promise<void> {
  const old = await contentOf(path);
  try {
    await writeFile(path, text, "utf8");
  } catch (cause) {
    // What could not be opened has not changed.
    if ((cause as NodeJS.ErrnoException).syscall === "open") throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${reason}. ${await putBack(path, old)}`, { cause });
  }
}

/** `undefined`: no such file. `null`: one that cannot be kept. */
async function contentOf(path: string): Promise<Buffer | null | undefined> {
  const size = await stat(path).then(
    (stats) => stats.size,
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    },
  );
  if (size === undefined) return undefined;
  if (size > maxKeptBytes) return null;
  // A file that may be written but not read.
  return readFile(path).catch(() => null);
}

async function putBack(path: string, old: Buffer | null | undefined): Promise<string> {
  if (old === null) return "The file may hold only a part of the new content.";
  try {
    if (old === undefined) await rm(path, { force: true });
    else await writeFile(path, old);
    return old === undefined ? "No file was made." : "The file is as it was.";
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The file holds only a part of the new content, and could not be restored: ${reason}.`;
  }
}
