import { readdirSync, statSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import { expandTilde } from "../base/paths.ts";
import { compileGlob } from "../tools/search/globPattern.ts";
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
  const excluded = withMark("!").map((pattern) => matcher(baseDir, pattern));
  const removed = withMark("-").map((path) => resolve(baseDir, path));
  const kept = found.filter(({ path }) => !excluded.some((isMatch) => isMatch(path)));
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

export function isGlob(entry: string): boolean {
  return /[*?[{]/.test(entry);
}

/** Against the path from the base folder; a bare pattern also matches a file's name. */
function matcher(baseDir: string, pattern: string): (path: string) => boolean {
  const expression = compileGlob(pattern.split(sep).join("/"));
  return (path) => {
    const name = relative(baseDir, path).split(sep).join("/");
    return expression.test(name) || (!pattern.includes("/") && expression.test(basename(path)));
  };
}

/** Files and folders that a glob matches, in code-unit order; dot-folders and `node_modules` are not entered. */
export function globFiles(baseDir: string, glob: string): string[] {
  const parts = glob.split("/");
  const fixed = parts.slice(0, parts.findIndex(isGlob));
  const root = resolve(baseDir, fixed.join("/") || (glob.startsWith("/") ? "/" : "."));
  const expression = compileGlob(parts.slice(fixed.length).join("/"));
  const found: string[] = [];
  const visit = (folder: string, prefix: string): void => {
    for (const name of readNames(folder)) {
      const path = join(folder, name);
      const own = prefix + name;
      if (expression.test(own)) found.push(path);
      else if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) visit(path, `${own}/`);
    }
  };
  visit(root, "");
  return found;
}

function readNames(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .filter((name) => !name.startsWith(".") && name !== "node_modules")
    .sort((a, b) => (a < b ? -1 : 1));
}
