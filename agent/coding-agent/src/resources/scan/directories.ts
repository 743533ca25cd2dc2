import { readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { statReachable } from "../../base/reachable.ts";
import type { ResourceDiagnostic } from "../../base/resourceDiagnostic.ts";
import { errorText, warning } from "../diagnostics.ts";
import { IgnoreRules } from "./ignoreRules.ts";

/** Most directories that one scan enters: a root that was set by mistake must not hold up a start. */
const maxDirectories = 5000;

/** What is directly in a directory and not to be skipped, in ascending order; links count as what they lead to. */
export interface DirectoryListing {
  dir: string;
  /** Absolute paths. */
  files: string[];
  directories: string[];
}

/**
 * Goes through `root` and what is below it, parents first, without dot-directories, `node_modules`, what
 * ignore files name, and directories that were seen before, which ends circles of links. `visit` says
 * whether to go deeper.
 */
export function scanDirectories(
  root: string,
  visit: (listing: DirectoryListing) => boolean,
  diagnostics: ResourceDiagnostic[],
): void {
  const onProblem = (path: string, error: unknown): void =>
    void diagnostics.push(warning(path, `Cannot read ${path}: ${errorText(error)}`));
  const seen = new Set<string>();
  const pending = [{ dir: root, rules: IgnoreRules.none }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    try {
      const real = realpathSync.native(next.dir);
      if (seen.has(real)) continue;
      if (seen.size === maxDirectories) {
        diagnostics.push(warning(root, `Only the first ${maxDirectories} directories were searched`));
        return;
      }
      seen.add(real);
      const rules = next.rules.enter(next.dir, onProblem);
      const listing = listDirectory(next.dir, rules);
      if (!visit(listing)) continue;
      for (const dir of listing.directories.toReversed()) pending.push({ dir, rules });
    } catch (error) {
      onProblem(next.dir, error);
    }
  }
}

function listDirectory(dir: string, rules: IgnoreRules): DirectoryListing {
  const listing: DirectoryListing = { dir, files: [], directories: [] };
  for (const name of readdirSync(dir).sort()) {
    const path = join(dir, name);
    const stats = statReachable(path);
    const isDirectory = stats?.isDirectory() === true;
    if (isDirectory && (name.startsWith(".") || name === "node_modules")) continue;
    if (!isDirectory && !stats?.isFile()) continue;
    if (rules.isIgnored(path, isDirectory)) continue;
    (isDirectory ? listing.directories : listing.files).push(path);
  }
  return listing;
}

/** Files directly in `dir` whose names end in `ending`. */
export function filesIn(dir: string, ending: string, diagnostics: ResourceDiagnostic[]): string[] {
  const found: string[] = [];
  scanDirectories(
    dir,
    ({ files }) => {
      found.push(...files.filter((path) => path.endsWith(ending)));
      return false;
    },
    diagnostics,
  );
  return found;
}
