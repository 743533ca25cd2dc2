import { isJsonObject } from "@relay-harness/protocol";
import type { PackageSource } from "../base/settings/settingsTable.ts";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import { PackageError } from "./packageError.ts";
import { scopeDir, type PackagePlace } from "./packageDirs.ts";
import { identityOf, parseSource, shownSource, type ParsedSource } from "./packageSource.ts";

/** What a package can bring, by the name of its settings and manifest keys. */
export const packageResourceTypes = ["extensions", "skills", "prompts", "themes"] as const;
export type PackageResourceType = (typeof packageResourceTypes)[number];

/** Patterns of an entry by kind; a kind without patterns is not filtered. */
export type PackageFilters = Partial<Record<PackageResourceType, readonly string[]>>;

/** A package that the settings name. */
export interface ConfiguredPackage {
  /** As the settings have it. */
  entry: PackageSource;
  text: string;
  source: ParsedSource;
  identity: string;
  scope: "user" | "project";
  filters: PackageFilters;
  /** The filters add to what there is, instead of narrowing the whole. */
  isDelta: boolean;
}

export interface ConfiguredPackages {
  packages: ConfiguredPackage[];
  problems: { path: string; warning: string }[];
}

/** Packages of one scope in the order of its settings, each once. */
export function configuredPackages(
  scope: "user" | "project",
  settings: Pick<SettingsManager, "getIn">,
  place: PackagePlace,
): ConfiguredPackages {
  const result: ConfiguredPackages = { packages: [], problems: [] };
  const seen = new Set<string>();
  for (const entry of settings.getIn(scope, "packages") ?? []) {
    const text = sourceOf(entry);
    try {
      const source = parseSource(text, scopeDir(scope, place));
      const identity = identityOf(source);
      if (seen.has(identity)) continue;
      seen.add(identity);
      const { filters, problems } = readFilters(entry);
      result.problems.push(...problems.map((warning) => ({ path: text, warning })));
      const isDelta = typeof entry === "object" && entry.autoload === false;
      result.packages.push({ entry, text, source, identity, scope, filters, isDelta });
    } catch (error) {
      if (!PackageError.is(error)) throw error;
      result.problems.push({ path: shownSource(text), warning: error.message });
    }
  }
  return result;
}

export function sourceOf(entry: PackageSource): string {
  return typeof entry === "string" ? entry : entry.source;
}

function readFilters(entry: PackageSource): { filters: PackageFilters; problems: string[] } {
  const filters: PackageFilters = {};
  const problems: string[] = [];
  if (!isJsonObject(entry)) return { filters, problems };
  for (const type of packageResourceTypes) {
    const value = entry[type];
    if (value === undefined || value === null) continue;
    if (Array.isArray(value) && value.every((item) => typeof item === "string")) filters[type] = value;
    else problems.push(`"${type}" is ignored: expected an array of strings`);
  }
  return { filters, problems };
}
