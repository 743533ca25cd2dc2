import { constants } from "node:fs";
import { access, link, mkdir, open, rename, rm } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { basename, dirname, join } from "node:path";
import type { OutputPath } from "./outputPath.ts";

/** Something else took the name between the look and the write. */
export class NameTakenError extends Error {
  override readonly name = "NameTakenError";

  constructor(path: string, options?: ErrorOptions) {
    super(`Cannot write ${path}: there is something else of that name`, options);
  }

  static is(error: unknown): error is NameTakenError {
    return error instanceof NameTakenError;
  }
}

/**
 * Writes a whole file or none: into a new file beside it, which then takes the name. Rejects with what failed on
 * which path. Another file that took the name meanwhile is left alone, unless the user named this one.
 */
export async function writeDocument({ path, overwrites }: OutputPath, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path);
  // Not longer than the name itself may be.
  const temporary = join(folder, `.relay-${randomUUID()}.tmp`);
  try {
    await makeFolder(folder);
    if (overwrites) await demandClosed(path);
    const file = await open(temporary, "wx");
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    if (overwrites) await replace(temporary, path);
    else await claim(temporary, path);
  } catch (cause) {
    if (!overwrites && codeOf(cause) === "EEXIST") throw new NameTakenError(path, { cause });
    throw new Error(`Cannot write ${path}: ${reasonOf(cause)}`, { cause });
  } finally {
    await rm(temporary, { force: true }).catch(() => {
      // Where it could not be removed it could not be made either, and that was told.
    });
  }
}

/** Word and LibreOffice leave a file beside a document that they have open; what they save would undo this. */
async function demandClosed(path: string): Promise<void> {
  const name = basename(path);
  for (const lock of [`.~lock.${name}#`, `~$${name.slice(2)}`]) {
    const isThere = await access(join(dirname(path), lock)).then(
      () => true,
      () => false,
    );
    if (isThere) throw new Error(`another program has it open; if not, remove ${lock}`);
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (cause) {
    if (codeOf(cause) !== "EEXIST") throw cause;
    throw Object.assign(new Error("a part of the path is a file", { cause }), { code: "ENOTDIR" });
  }
}

async function replace(temporary: string, path: string): Promise<void> {
  // A rename asks the folder alone: what the file itself forbids has to be asked for.
  await access(path, constants.W_OK).catch((error: unknown) => {
    if (codeOf(error) !== "ENOENT") throw error;
  });
  await rename(temporary, path);
}

/** Takes a name that nobody has; where there are no links, whoever is late replaces what is there. */
async function claim(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if (!["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"].includes(codeOf(error))) throw error;
    await rename(temporary, path);
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "no permission",
  EPERM: "no permission, or another program has it open",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  EISDIR: "there is a folder of that name",
  ENOTDIR: "a part of the path is a file",
  EEXIST: "there is something else of that name",
  ENAMETOOLONG: "the name is too long",
  EBUSY: "another program has it open",
};

function reasonOf(cause: unknown): string {
  return reasons[codeOf(cause)] ?? (cause instanceof Error ? cause.message : String(cause));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
