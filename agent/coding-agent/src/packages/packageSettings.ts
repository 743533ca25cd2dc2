import { isAbsolute, relative, resolve, sep } from "node:path";
import { isJsonObject } from "@relay-harness/protocol";
import type { PackageSource } from "../base/settings/settingsTable.ts";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import { PackageError } from "./packageError.ts";
import { scopeDir, type PackagePlace } from "./packageDirs.ts";
import { sourceOf } from "./packageEntries.ts";
import { identityOf, parseSource, type ParsedSource } from "./packageSource.ts";

export type SettingsScope = "user" | "project";

/** Settings that packages are written to. */
export type PackageSettings = Pick<SettingsManager, "getIn" | "set" | "isProjectTrusted" | "getProblems">;

/** Throws when the settings of the scope cannot take a package: before anything is fetched. */
export function requireWritable(scope: SettingsScope, settings: PackageSettings): void {
  if (scope === "project" && !settings.isProjectTrusted()) {
    throw new PackageError("Project is not trusted. Use --approve or run /trust.");
  }
  const malformed = settings
    .getProblems()
    .find((problem) => problem.scope === scope && isParserMessage(problem.error));
  if (malformed) throw new PackageError(`Cannot write ${malformed.path}: ${malformed.error}`);
}

/** Every other problem names a setting. */
function isParserMessage(error: string): boolean {
  return !error.startsWith("Invalid setting ");
}

/** The source as the settings of a scope hold it: relative paths count from their folder. */
export function storedSource(
  text: string,
  source: ParsedSource,
  scope: SettingsScope,
  place: PackagePlace,
): string {
  const given = text.trim();
  if (source.kind !== "local" || /^(?:~|file:)/.test(given) || isAbsolute(given)) return given;
  const path = relative(scopeDir(scope, place), source.path);
  if (isAbsolute(path)) return path;
  const slashed = path.split(sep).join("/");
  return slashed.startsWith("../") || slashed === ".." ? slashed : `./${slashed}`;
}

/** The list of the scope with the package in it: its entry keeps its filters, a new one stands last. */
export async function writePackage(
  stored: string,
  identity: string,
  scope: SettingsScope,
  settings: PackageSettings,
  place: PackagePlace,
): Promise<void> {
  const entries = settings.getIn(scope, "packages") ?? [];
  const isSame = (entry: PackageSource): boolean => identityIn(scope, entry, place) === identity;
  const next = entries.some(isSame)
    ? entries.map((entry) => (isSame(entry) ? withSource(entry, stored) : entry))
    : [...entries, stored];
  await settings.set("packages", next, scope);
}

/** Takes the package out of the list; the last one takes the list along. */
export async function unwritePackage(
  identity: string,
  scope: SettingsScope,
  settings: PackageSettings,
  place: PackagePlace,
): Promise<void> {
  const entries = settings.getIn(scope, "packages") ?? [];
  const next = entries.filter((entry) => identityIn(scope, entry, place) !== identity);
  await settings.set("packages", next.length === 0 ? undefined : next, scope);
}

/** `undefined` for a source that is none. */
export function identityIn(
  scope: SettingsScope,
  entry: PackageSource,
  place: PackagePlace,
): string | undefined {
  try {
    return identityOf(parseSource(sourceOf(entry), resolve(scopeDir(scope, place))));
  } catch (error) {
    if (PackageError.is(error)) return undefined;
    throw error;
  }
}

function withSource(entry: PackageSource, source: string): PackageSource {
  return isJsonObject(entry) ? { ...entry, source } : source;
}
