import { readdirSync, realpathSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { statReachable } from "../base/reachable.ts";
import { expandTilde } from "../base/paths.ts";
import { isGlob, pathMatcher, readGlob } from "../base/resourcePatterns.ts";
import { discoverEntries, explicitEntries } from "./discovery.ts";

/** A file that a scope brings, and how it was found. */
export interface ScopeEntry {
  path: string;
  source: "local" | "auto";
}

export interface ScopeLocation {
  /** Entries resolve from it; its `extensions` folder is searched. */
  baseDir: string;
  /** The setting `extensions` of the scope. */
  entries: readonly string[];
}

/**
 * Extension files of one scope: those its setting names, then those in its folder; without what `!` and
 * `-` take away, with what `+` adds (cli.md §3.2). `builtin:` entries are none.
 */
export function scopeEntries({ baseDir, entries }: ScopeLocation): ScopeEntry[] {
  const own = entries.filter((entry) => !/^[!+-]?builtin:/.test(entry) && entry !== "");
  const named = own.filter((entry) => !/^[!+-]/.test(entry));
  const withMark = (mark: string): string[] =>
    own.filter((entry) => entry.startsWith(mark)).map((entry) => expandTilde(entry.slice(1)));
  const found: ScopeEntry[] = [
    ...named.flatMap((entry) => namedEntries(baseDir, expandTilde(entry))),
    ...discoverEntries(join(baseDir, "extensions")).map((path) => ({ path, source: "auto" as const })),
  ];
  const isExcluded = pathMatcher(withMark("!"), baseDir);
  const removed = withMark("-").map((path) => resolve(baseDir, path));
  const kept = found.filter(({ path }) => !isExcluded(path));
  const added = withMark("+").flatMap((path) => namedEntries(baseDir, path));
  return [...kept, ...added].filter(
    ({ path }) => !removed.some((gone) => path === gone || path.startsWith(gone + sep)),
  );
}

/** Built-in extensions that a scope's setting turns on or off. */
export function builtinSwitches(entries: readonly string[]): Map<string, boolean> {
  const switches = new Map<string, boolean>();
  for (const entry of entries) {
    const match = /^([!+-]?)builtin:(.+)$/.exec(entry);
    if (match?.[2] !== undefined) switches.set(match[2], match[1] === "" || match[1] === "+");
  }
  return switches;
}

function namedEntries(baseDir: string, entry: string): ScopeEntry[] {
  const paths = isGlob(entry) ? globFiles(baseDir, entry) : [resolve(baseDir, entry)];
  return paths.flatMap(explicitEntries).map((path) => ({ path, source: "local" }));
}

/** Files and folders that a glob matches, in code-unit order; dot-folders and `node_modules` are not entered. */
export function globFiles(baseDir: string, glob: string): string[] {
  const { root, matches } = readGlob(glob, baseDir);
  const found: string[] = [];
  // Links may lead back to where they are.
  const entered = new Set<string>();
  const visit = (folder: string): void => {
    const real = statReachable(folder)?.isDirectory() ? realpathSync.native(folder) : undefined;
    if (real === undefined || entered.has(real)) return;
    entered.add(real);
    for (const name of readNames(folder)) {
      const path = join(folder, name);
      if (matches(path)) found.push(path);
      else visit(path);
    }
  };
  visit(root);
  return found;
}

function readNames(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith(".") && name !== "node_modules")
    .sort((a, b) => (a < b ? -1 : 1));
}
