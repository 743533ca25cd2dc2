import { isAbsolute, relative, sep } from "node:path";
import { isJsonObject } from "@relay-harness/protocol";
import type { PackageSource } from "../base/settings/settingsTable.ts";
import { packageResourceTypes, sourceOf, type PackageResourceType } from "./packageEntries.ts";
import type { PackagePlace } from "./packageDirs.ts";
import { identityIn, type SettingsScope } from "./packageSettings.ts";
import { identityOf, type ParsedSource } from "./packageSource.ts";

/** Patterns with the last word about one path: `-name` or `+name`, in place of the opposite. */
export function switchedPatterns(patterns: readonly string[], name: string, isEnabled: boolean): string[] {
  const word = `${isEnabled ? "+" : "-"}${name}`;
  const opposite = `${isEnabled ? "-" : "+"}${name}`;
  return [...patterns.filter((pattern) => pattern !== word && pattern !== opposite), word];
}

/** A path as patterns have it: relative with `/`, absolute for what lies elsewhere. */
export function patternName(baseDir: string, path: string): string {
  const name = relative(baseDir, path);
  return name.startsWith("..") || isAbsolute(name) ? path : name.split(sep).join("/");
}

export interface PackageSwitch {
  /** The list of the scope that is written. */
  entries: readonly PackageSource[];
  scope: SettingsScope;
  place: PackagePlace;
  source: ParsedSource;
  /** As the package's own scope names it. */
  text: string;
  isEnabled: boolean;
  /** One resource; absent: the whole package. */
  resource?: { type: PackageResourceType; name: string };
}

/**
 * The list with a resource of a package, or all of it, turned on or off. A package that the list does not
 * have gets an entry that only changes what the other scope says (cli.md §2).
 */
export function switchedPackages(request: PackageSwitch): PackageSource[] {
  const { entries, scope, place, source, text } = request;
  const identity = identityOf(source);
  const isSame = (entry: PackageSource): boolean => identityIn(scope, entry, place) === identity;
  if (entries.some(isSame)) return entries.map((entry) => (isSame(entry) ? switched(entry, request) : entry));
  // Relative to the folder of the other scope's settings.
  const named = source.kind === "local" ? source.path : text;
  return [...entries, switched({ source: named, autoload: false }, request)];
}

type PackageObject = Exclude<PackageSource, string>;

function switched(entry: PackageSource, { isEnabled, resource }: PackageSwitch): PackageSource {
  const own: PackageObject = isJsonObject(entry) ? { ...entry, source: sourceOf(entry) } : { source: entry };
  if (!resource) return simplified(switchedWhole(own, isEnabled));
  const { type, name } = resource;
  const patterns = stringsIn(own[type]);
  // With marks alone, a filter starts from everything: after nothing, the first one is a name.
  const isFirst = patterns?.length === 0 && own.autoload !== false && isEnabled;
  return { ...own, [type]: isFirst ? [name] : switchedPatterns(patterns ?? [], name, isEnabled) };
}

function switchedWhole(entry: PackageObject, isEnabled: boolean): PackageObject {
  const next = { ...entry };
  for (const type of packageResourceTypes) {
    if (!isEnabled) next[type] = [];
    else if (stringsIn(next[type])?.length === 0) delete next[type];
  }
  return next;
}

/** A string where nothing but the source is left. */
function simplified(entry: PackageObject): PackageSource {
  return Object.keys(entry).length === 1 ? entry.source : entry;
}

function stringsIn(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : undefined;
}
