import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { statReachable } from "../base/reachable.ts";

/** Largest template, theme or skill body: more than that is no text for a prompt. */
const maxResourceBytes = 1024 * 1024;

/** Content of a regular file, without a byte-order mark. Throws when it is no file, too large, or unreadable. */
export function readTextFile(path: string, maxBytes: number = maxResourceBytes): string {
  const stats = statReachable(path);
  // Opening a pipe would wait for its writer.
  if (stats && !stats.isFile()) throw new Error(`Not a file: ${path}`);
  if (stats && stats.size > maxBytes) {
    throw new Error(`File is larger than ${maxBytes / 1024} KiB: ${path}`);
  }
  return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
}

/** The first `maxBytes` of a regular file; the last character may be cut. */
export function readTextHead(path: string, maxBytes: number): string {
  if (statReachable(path)?.isFile() === false) throw new Error(`Not a file: ${path}`);
  const file = openSync(path, "r");
  try {
    const buffer = Buffer.alloc(Math.min(maxBytes, fstatSync(file).size));
    let length = 0;
    while (length < buffer.length) {
      const read = readSync(file, buffer, length, buffer.length - length, length);
      if (read === 0) break;
      length += read;
    }
    return buffer.toString("utf8", 0, length).replace(/^\uFEFF/, "");
  } finally {
    closeSync(file);
  }
}
