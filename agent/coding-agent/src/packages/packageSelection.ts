import { dirname, relative, resolve } from "node:path";
import { parseEntries, pathMatcher } from "../base/resourcePatterns.ts";
import type { PackageResourceType } from "./packageEntries.ts";

/** One entry's say about the resources of a package, lowest first. */
export interface FilterLayer {
  filters: Partial<Record<PackageResourceType, readonly string[]>>;
  /** Adds to and takes from what the layers below let through; else it starts from everything. */
  isDelta: boolean;
}

/** Whether the settings let a file of the package count (cli.md §11.3). `path` is absolute. */
export type IsSelected = (path: string) => boolean;

export function packageSelection(
  layers: readonly FilterLayer[],
  type: PackageResourceType,
  root: string,
): IsSelected {
  return layers.reduce<IsSelected>(
    (below, { filters, isDelta }) => {
      const patterns = filters[type];
      if (isDelta) return deltaSelection(below, patterns ?? [], root);
      return patterns === undefined ? () => true : narrowedSelection(patterns, root);
    },
    () => false,
  );
}

/** What the patterns leave of everything. Only marks: they start from the whole. */
function narrowedSelection(patterns: readonly string[], root: string): IsSelected {
  if (patterns.length === 0) return () => false;
  const { isNamed, isExcluded, isForced, isRemoved, hasNames } = matchers(patterns, root);
  return (path) => {
    const isKept = (!hasNames || isNamed(path)) && !isExcluded(path);
    return (isKept || isForced(path)) && !isRemoved(path);
  };
}

function deltaSelection(below: IsSelected, patterns: readonly string[], root: string): IsSelected {
  const { isNamed, isExcluded, isForced, isRemoved } = matchers(patterns, root);
  return (path) => {
    const isKept = (below(path) || isNamed(path)) && !isExcluded(path);
    return (isKept || isForced(path)) && !isRemoved(path);
  };
}

interface Matchers {
  hasNames: boolean;
  isNamed: IsSelected;
  isExcluded: IsSelected;
  isForced: IsSelected;
  isRemoved: IsSelected;
}

function matchers(patterns: readonly string[], root: string): Matchers {
  const { plain, exclude, force, remove } = parseEntries(patterns);
  const byPattern = (globs: readonly string[]): IsSelected => {
    const matches = pathMatcher(globs, root);
    return (path) => addresses(path, root).some(matches);
  };
  const byPath = (paths: readonly string[]): IsSelected => {
    const exact = new Set(paths.map((path) => resolve(root, path)));
    return (path) => addresses(path, root).some((address) => exact.has(address));
  };
  return {
    hasNames: plain.length > 0,
    isNamed: byPattern(plain),
    isExcluded: byPattern(exclude),
    isForced: byPath(force),
    isRemoved: byPath(remove),
  };
}

/** A file, and the folders of the package that it lies in: a pattern may mean any of them. */
function addresses(path: string, root: string): string[] {
  const found = [path];
  for (let at = dirname(path); isInside(at, root) && at !== root; at = dirname(at)) found.push(at);
  return found;
}

function isInside(path: string, root: string): boolean {
  const name = relative(root, path);
  return name !== "" && !name.startsWith("..");
}
