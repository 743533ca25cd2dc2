import type { Dirent } from "node:fs";
import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";

import type { GlobFilter } from "./ignoreFile.ts";
import {
  ancestorLevels,
  childLevel,
  isIgnored,
  isInsideGitDirectory,
  isInsideRepository,
  type IgnoreLevel,
} from "./ignoreLevels.ts";

export interface WalkEntry {
  /** Relative to the root, with `/`. */
  path: string;
  kind: "file" | "directory" | "symlink" | "other";
}

export interface WalkOptions {
  /** Ignore file of the tool: `.rgignore` or `.fdignore`. */
  ownIgnoreName: string;
  /** Decides before the ignore files do. */
  filter?: GlobFilter;
  signal?: AbortSignal;
}

function kindOf(entry: Dirent): WalkEntry["kind"] {
  if (entry.isSymbolicLink()) return "symlink";
  if (entry.isDirectory()) return "directory";
  return entry.isFile() ? "file" : "other";
}

async function readEntries(directory: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    return entries.sort((left, right) => (left.name < right.name ? -1 : 1));
  } catch {
    // Unreadable, or gone since it was listed: like an empty one.
    return [];
  }
}

interface Pending {
  path: string;
  level: IgnoreLevel | undefined;
}

/**
 * Everything below `root`, hidden or not, except what ignore files exclude and the content of `.git`
 * directories, unless `root` is inside one. Symbolic links are reported, not followed.
 */
export async function* walk(root: string, options: WalkOptions): AsyncGenerator<WalkEntry> {
  const real = await realpath(root);
  const skipsGit = !isInsideGitDirectory(real);
  const bounded = isInsideRepository(real);
  const pending: Pending[] = [{ path: "", level: ancestorLevels(real, options.ownIgnoreName, bounded) }];
  for (let directory = pending.pop(); directory; directory = pending.pop()) {
    options.signal?.throwIfAborted();
    const absolute = join(real, directory.path);
    const entries = await readEntries(absolute);
    const level = childLevel(absolute, {
      path: directory.path,
      names: new Set(entries.map((entry) => entry.name)),
      ownName: options.ownIgnoreName,
      bounded,
      parent: directory.level,
    });
    const subdirectories: Pending[] = [];
    for (const entry of entries) {
      const kind = kindOf(entry);
      if (skipsGit && kind === "directory" && entry.name === ".git") continue;
      const path = directory.path === "" ? entry.name : `${directory.path}/${entry.name}`;
      const isDirectory = kind === "directory";
      const verdict = options.filter?.(path, isDirectory);
      if (verdict === "ignore" || (verdict === undefined && isIgnored(level, path, isDirectory))) continue;
      if (isDirectory) subdirectories.push({ path, level });
      yield { path, kind };
    }
    pending.push(...subdirectories.reverse());
  }
}
