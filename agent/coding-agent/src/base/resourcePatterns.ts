import { basename, isAbsolute, relative, resolve, sep } from "node:path";
import picomatch from "picomatch";
import { expandTilde } from "./paths.ts";

/** The entries of one scope's resource array, by what they do (cli.md §3.2). */
export interface ResourceEntries {
  /** Files, directories and globs. */
  plain: string[];
  /** `!pattern` */
  exclude: string[];
  /** `+path` */
  force: string[];
  /** `-path` */
  remove: string[];
}

export function parseEntries(entries: readonly string[]): ResourceEntries {
  const parsed: ResourceEntries = { plain: [], exclude: [], force: [], remove: [] };
  for (const entry of entries) {
    const rest = expandTilde(entry.slice(1));
    if (entry.startsWith("!")) parsed.exclude.push(rest);
    else if (entry.startsWith("+")) parsed.force.push(rest);
    else if (entry.startsWith("-")) parsed.remove.push(rest);
    else if (entry !== "") parsed.plain.push(expandTilde(entry));
  }
  return parsed;
}

export function isGlob(entry: string): boolean {
  return picomatch.scan(slashed(entry)).isGlob;
}

/** The directory that a glob searches, absolute, and the test for paths below it. */
export function readGlob(
  glob: string,
  baseDir: string,
): { root: string; matches: (path: string) => boolean } {
  const { base, glob: pattern } = picomatch.scan(slashed(glob));
  const root = resolve(baseDir, base);
  const isMatch = picomatch(pattern);
  return { root, matches: (path) => isMatch(slashed(relative(root, path))) };
}

/**
 * True for a path that the pattern fits: relative to the base directory, absolute, or by its name alone
 * when the pattern is a bare name.
 */
export function pathMatcher(patterns: readonly string[], baseDir: string): (path: string) => boolean {
  const tests = patterns.map((pattern) => {
    const isMatch = picomatch(slashed(pattern).replace(/^\.\//, "").replace(/\/$/, ""));
    if (isAbsolute(pattern)) return (path: string) => isMatch(slashed(path));
    const isBare = !slashed(pattern).includes("/");
    return (path: string) => isMatch(slashed(relative(baseDir, path))) || (isBare && isMatch(basename(path)));
  });
  return (path) => tests.some((test) => test(path));
}

/** Separators as patterns have them on every system. */
function slashed(path: string): string {
  return sep === "\\" ? path.replaceAll("\\", "/") : path;
}
