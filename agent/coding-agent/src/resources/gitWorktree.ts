import { readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { statReachable } from "../base/reachable.ts";

/** A linked worktree that lies inside its main working tree. */
export interface NestedWorktree {
  root: string;
  mainRoot: string;
}

/** Nearest directory at or above `dir` with a `.git` entry. */
function gitRoot(dir: string): string | undefined {
  for (let at = dir; ; at = dirname(at)) {
    if (statReachable(join(at, ".git"))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** The worktree that `dir` is in, if it is a linked one below its own main working tree. */
export function nestedWorktree(dir: string): NestedWorktree | undefined {
  const root = gitRoot(dir);
  if (root === undefined || !statReachable(join(root, ".git"))?.isFile()) return undefined;
  const pointer = readIfPresent(join(root, ".git"));
  const gitDir = /^gitdir: (.+?)\r?$/m.exec(pointer ?? "")?.[1];
  if (gitDir === undefined) return undefined;
  const worktreeDir = resolve(root, gitDir);
  const commonDir = readIfPresent(join(worktreeDir, "commondir"))?.trim();
  if (!commonDir) return undefined;
  const common = resolve(worktreeDir, commonDir);
  if (basename(common) !== ".git") return undefined;
  const mainRoot = dirname(common);
  return isInside(root, mainRoot) ? { root, mainRoot } : undefined;
}

function isInside(path: string, ancestor: string): boolean {
  const below = relative(ancestor, path);
  return below !== "" && !below.startsWith("..") && resolve(ancestor, below) === path;
}

function readIfPresent(path: string): string | undefined {
  // A pipe or a device of that name would never end.
  if (!statReachable(path)?.isFile()) return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch {
    // a pointer that leads nowhere is no worktree
    return undefined;
  }
}
