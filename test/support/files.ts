import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Paths and contents of every regular file below a folder. */
export function filesBelow(folder: string): [path: string, content: Buffer][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path, readFileSync(path)]);
}
