import { createReadStream, constants, readFileSync } from "node:fs";
import { access, readFile, stat } from "node:fs/promises";

import { assertNotSpecial } from "./regularFile.ts";

/** How `read` reaches files; all paths are absolute. */
export interface ReadOperations {
  readFile: (path: string) => Promise<Buffer>;
  /** Rejects when the file cannot be read. */
  access: (path: string) => Promise<void>;
  /** Type of an image by its content; `undefined` or `null` for everything else. Default: the first bytes decide. */
  detectImageMimeType?: (path: string) => Promise<string | null | undefined>;
  /** Without it the whole file is read at once. */
  createReadStream?: (path: string, options: { signal?: AbortSignal }) => AsyncIterable<Buffer | string>;
}

/** The local file system. */
export const localReadOperations: ReadOperations = {
  readFile: (path) => readFile(path),
  access: async (path) => {
    await access(path, constants.R_OK);
    await assertNotSpecial(path);
  },
  createReadStream: (path, { signal }) => readLocal(path, signal),
};

/** Most files a model reads are smaller: for them a stream costs more than the reading. */
const smallFileBytes = 128 * 1024;

async function* readLocal(path: string, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  const stats = await stat(path);
  // Files of the kernel have no size, and reading one may wait for what never comes.
  if (stats.isFile() && stats.size > 0 && stats.size <= smallFileBytes) yield readFileSync(path);
  else yield* createReadStream(path, { highWaterMark: 256 * 1024, signal }) as AsyncIterable<Buffer>;
}

/** Bytes that tell an image from text. */
const sniffBytes = 64;

/** Chunks of a file, the first of them long enough to recognise an image. */
export async function* readChunks(
  operations: ReadOperations,
  path: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  if (!operations.createReadStream) {
    yield await operations.readFile(path);
    return;
  }
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const data of operations.createReadStream(path, { signal })) {
    const chunk = typeof data === "string" ? Buffer.from(data) : data;
    if (!head) {
      yield chunk;
      continue;
    }
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    if (head.length < sniffBytes) continue;
    yield head;
    head = undefined;
  }
  if (head) yield head;
}
