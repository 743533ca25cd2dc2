import { createHash } from "node:crypto";
import {
  appendFile,
  chmod,
  lstat,
  mkdir,
  readFile,
  readdir,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { isJsonObject } from "@relay-harness/protocol";
import { localize } from "../base/localize.ts";

const maxFileBytes = 5 * 1024 * 1024;
const maxTotalBytes = 200 * 1024 * 1024;

/** What a file was: its bytes by hash, or that it was not there. `null`: not kept, because it is too large. */
export type FileImage = { hash: string; mode: number; isKept: boolean } | "absent";

/** One change by an edit or write call. */
export interface FileChangeRecord {
  toolCallId: string;
  /** Entry of the user message that began the run. */
  turnId: string;
  /** Absolute. */
  path: string;
  before: FileImage;
  /** Known once the call has ended. */
  after?: FileImage;
}

/**
 * What the agent's edits replaced, kept outside of the workspace: contents by hash, and a log of changes per
 * session. All of it is a copy that may be deleted at any time (vscode.md 8).
 */
export class ChangeLog {
  private readonly records: FileChangeRecord[] = [];

  private constructor(
    private readonly folder: string,
    private readonly root: string,
  ) {}

  /** `root` holds the folders of all sessions. */
  static async open(root: string, sessionId: string): Promise<ChangeLog> {
    const folder = join(root, sessionId.replace(/[^\w-]/g, "_"));
    const log = new ChangeLog(folder, root);
    await log.load();
    return log;
  }

  get all(): readonly FileChangeRecord[] {
    return this.records;
  }

  /** To be called before the file is written; the change is known once this resolves. */
  async begin(change: { toolCallId: string; turnId: string; path: string }): Promise<void> {
    const before = await this.keep(change.path);
    this.records.push({ ...change, before });
  }

  /** The call has ended: what the file is now belongs to the agent. */
  async end(toolCallId: string): Promise<FileChangeRecord | undefined> {
    const record = this.records.findLast((candidate) => candidate.toolCallId === toolCallId);
    if (!record || record.after !== undefined) return undefined;
    record.after = await this.keep(record.path);
    await mkdir(this.folder, { recursive: true });
    await appendFile(join(this.folder, "changes.jsonl"), `${JSON.stringify(record)}\n`);
    return record;
  }

  async bytes(image: FileImage): Promise<Buffer | undefined> {
    if (image === "absent" || !image.isKept) return undefined;
    try {
      return await readFile(this.blobPath(image.hash));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  private async keep(path: string): Promise<FileImage> {
    const image = await imageOf(path);
    if (image === "absent" || image.bytes.length > maxFileBytes) {
      return image === "absent" ? image : { hash: image.hash, mode: image.mode, isKept: false };
    }
    const blob = this.blobPath(image.hash);
    await mkdir(dirname(blob), { recursive: true });
    await writeFile(blob, image.bytes, { mode: 0o600 });
    await pruneBlobs(this.root, blob);
    return { hash: image.hash, mode: image.mode, isKept: true };
  }

  private blobPath(hash: string): string {
    return join(this.folder, "blobs", hash);
  }

  private async load(): Promise<void> {
    let text: string;
    try {
      text = await readFile(join(this.folder, "changes.jsonl"), "utf8");
    } catch (error) {
      if (isMissing(error)) return;
      throw error;
    }
    for (const line of text.split("\n")) {
      const record = parseRecord(line);
      if (record) this.records.push(record);
    }
  }
}

/** Content and mode of a file now. Throws for what is no regular file. */
export async function imageOf(
  path: string,
): Promise<"absent" | { bytes: Buffer; hash: string; mode: number }> {
  try {
    const { mode } = await stat(path);
    const bytes = await readFile(path);
    return { bytes, hash: createHash("sha256").update(bytes).digest("hex"), mode: mode & 0o7777 };
  } catch (error) {
    if (isMissing(error)) return "absent";
    throw error;
  }
}

/** Puts a file back as it was, and reads it back. Throws when the disk does not hold what it should. */
export async function writeImage(path: string, image: FileImage, bytes: Buffer | undefined): Promise<void> {
  if (image === "absent") {
    await rm(path, { force: true });
  } else {
    if (!bytes) throw new Error(localize("The earlier content of {0} is no longer kept", path));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
    await chmod(path, image.mode);
  }
  const now = await imageOf(path);
  const isRight =
    image === "absent"
      ? now === "absent"
      : now !== "absent" && now.hash === image.hash && now.mode === image.mode;
  if (!isRight) throw new Error(localize("{0} could not be restored: it reads back otherwise", path));
}

/** Same content and mode. */
export function isSameImage(left: FileImage, right: FileImage): boolean {
  if (left === "absent" || right === "absent") return left === right;
  return left.hash === right.hash && left.mode === right.mode;
}

/** Deletes the oldest contents of all sessions until they fit; never the one just written. */
async function pruneBlobs(root: string, newest: string): Promise<void> {
  await utimes(newest, new Date(), new Date());
  const blobs: { path: string; size: number; time: number }[] = [];
  for (const session of await readdir(root)) {
    const folder = join(root, session, "blobs");
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      const { size, mtimeMs: time } = await lstat(path);
      blobs.push({ path, size, time });
    }
  }
  let total = blobs.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size } of blobs.sort((left, right) => left.time - right.time)) {
    if (total <= maxTotalBytes) return;
    if (path === newest) continue;
    await rm(path, { force: true });
    total -= size;
  }
}

function parseRecord(line: string): FileChangeRecord | undefined {
  if (line === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // A line that was being written when the window ended.
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const { toolCallId, turnId, path, before, after } = value;
  if (typeof toolCallId !== "string" || typeof turnId !== "string" || typeof path !== "string")
    return undefined;
  if (!isImage(before) || !isImage(after)) return undefined;
  return { toolCallId, turnId, path, before, after };
}

function isImage(value: unknown): value is FileImage {
  if (value === "absent") return true;
  if (!isJsonObject(value)) return false;
  const { hash, mode, isKept } = value;
  // The hash names a file.
  return (
    typeof hash === "string" &&
    /^[0-9a-f]{64}$/.test(hash) &&
    typeof mode === "number" &&
    typeof isKept === "boolean"
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
