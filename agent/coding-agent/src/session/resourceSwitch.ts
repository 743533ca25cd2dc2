import { basename, dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { expandTilde } from "../base/paths.ts";
import { RefusalError } from "./errors.ts";

export interface ResourceSwitch {
  /** As the setting of the scope has them. */
  entries: readonly string[];
  /** Entries resolve from it. */
  baseDir: string;
  /** Absolute. */
  path: string;
  isEnabled: boolean;
}

/**
 * Entries of a resource array that turn one file on or off, and nothing else (cli.md §3.2). Throws where an
 * entry turns off more than the file.
 */
export function switchedEntries({ entries, baseDir, path, isEnabled }: ResourceSwitch): string[] {
  const addressOf = (entry: string): string => resolve(baseDir, expandTilde(entry.slice(1)));
  const own = new Set([path, ...(standsForFolder(path) ? [dirname(path)] : [])]);
  const isOwn = (entry: string, mark: "+" | "-"): boolean =>
    entry.startsWith(mark) && own.has(addressOf(entry));
  if (!isEnabled) {
    const kept = entries.filter((entry) => !isOwn(entry, "+"));
    return kept.some((entry) => isOwn(entry, "-")) ? kept : [...kept, `-${nameFrom(baseDir, path)}`];
  }
  const kept = entries.filter((entry) => !isOwn(entry, "-"));
  const wider = kept.find((entry) => entry.startsWith("-") && path.startsWith(addressOf(entry) + sep));
  if (wider !== undefined) {
    throw new RefusalError(
      "invalid_input",
      `The setting "${wider}" turns off more than ${path}. Change it in the settings file.`,
    );
  }
  const mayBeExcluded = kept.some((entry) => entry.startsWith("!"));
  if (!mayBeExcluded || kept.some((entry) => isOwn(entry, "+"))) return kept;
  return [...kept, `+${nameFrom(baseDir, path)}`];
}

/** An entry of the array names this very file to be left out. */
export function isSwitchedOff({ entries, baseDir, path }: Omit<ResourceSwitch, "isEnabled">): boolean {
  const own = [path, ...(standsForFolder(path) ? [dirname(path)] : [])];
  return entries.some(
    (entry) => entry.startsWith("-") && own.includes(resolve(baseDir, expandTilde(entry.slice(1)))),
  );
}

/** A folder may be named in place of the file that stands for it. */
function standsForFolder(path: string): boolean {
  return /^(SKILL\.md|index\.[cm]?[jt]s)$/.test(basename(path));
}

/** Relative with `/`, absolute for what lies elsewhere. */
function nameFrom(baseDir: string, path: string): string {
  const name = relative(baseDir, path);
  return name.startsWith("..") || isAbsolute(name) ? path : name.split(sep).join("/");
}
