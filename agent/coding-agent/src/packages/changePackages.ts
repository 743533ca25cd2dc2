import { isOfflineEnvironment, type PackageHost } from "./packageHost.ts";
import {
  ensureInstalled,
  isInstalled,
  removeFiles,
  updatePackage,
  type PackageChange,
} from "./fetchPackage.ts";
import { configuredPackages, packageResourceTypes, type ConfiguredPackage } from "./packageEntries.ts";
import { PackageError } from "./packageError.ts";
import { installedPath } from "./packageDirs.ts";
import { readManifest } from "./packageManifest.ts";
import {
  requireWritable,
  storedSource,
  unwritePackage,
  writePackage,
  type PackageSettings,
  type SettingsScope,
} from "./packageSettings.ts";
import { identityOf, parseSource, shownSource } from "./packageSource.ts";

export interface PackageContext {
  host: PackageHost;
  settings: PackageSettings;
}

/** Installs a package and names it in the settings of a scope; a failure leaves neither (cli.md §2). */
export async function installPackage(
  text: string,
  scope: SettingsScope,
  { host, settings }: PackageContext,
): Promise<{ warnings: string[] }> {
  const source = parseSource(text, host.cwd);
  requireWritable(scope, settings);
  const wasThere = isInstalled(source, scope, host);
  if (wasThere) await updatePackage(source, scope, host);
  else await ensureInstalled(source, scope, host);
  const stored = storedSource(text, source, scope, host);
  try {
    await writePackage(stored, identityOf(source), scope, settings, host);
  } catch (error) {
    if (!wasThere) await removeFiles(source, scope, host);
    throw error;
  }
  const { manifest, warnings } = readManifest(installedPath(source, scope, host));
  const brings = packageResourceTypes.some((type) => manifest.entries[type].length > 0);
  if (!brings) warnings.push("It brings no extensions, skills, prompts or themes");
  return { warnings };
}

/** Takes a package out of the settings of a scope, with what Relay manages of it. */
export async function removePackage(
  text: string,
  scope: SettingsScope,
  { host, settings }: PackageContext,
): Promise<void> {
  requireWritable(scope, settings);
  const found = findConfigured(text, [scope], settings, host);
  await unwritePackage(found.identity, scope, settings, host);
  await removeFiles(found.source, scope, host);
}

export interface UpdateOutcome {
  changes: PackageChange[];
  failures: { source: string; message: string }[];
  /** Nothing was looked at. */
  isOffline: boolean;
}

export interface UpdateRequest {
  /** One package; default: all of the user's, and of a trusted project. */
  source?: string;
  isOffline?: boolean;
  onChange: (change: PackageChange) => void;
}

/** Brings configured packages to what their sources name now. One that fails does not stop the others. */
export async function updatePackages(
  { source, isOffline = isOfflineEnvironment(process.env), onChange }: UpdateRequest,
  { host, settings }: PackageContext,
): Promise<UpdateOutcome> {
  const scopes: SettingsScope[] = settings.isProjectTrusted() ? ["user", "project"] : ["user"];
  const wanted =
    source === undefined
      ? scopes.flatMap((scope) => configuredPackages(scope, settings, host).packages)
      : [findConfigured(source, scopes, settings, host)];
  const outcome: UpdateOutcome = { changes: [], failures: [], isOffline };
  if (isOffline) return outcome;
  for (const { source: parsed, scope, text } of wanted) {
    try {
      const change = await updatePackage(parsed, scope, host);
      if (!change) continue;
      outcome.changes.push(change);
      onChange(change);
    } catch (error) {
      if (!PackageError.is(error)) throw error;
      outcome.failures.push({ source: shownSource(text), message: error.message });
    }
  }
  return outcome;
}

/** Configured packages with where they lie; a path that does not exist is left out. */
export function listPackages(
  scopes: readonly SettingsScope[],
  { host, settings }: PackageContext,
): (ConfiguredPackage & { path?: string })[] {
  return scopes
    .flatMap((scope) => configuredPackages(scope, settings, host).packages)
    .map((found) => ({
      ...found,
      ...(isInstalled(found.source, found.scope, host) && {
        path: installedPath(found.source, found.scope, host),
      }),
    }));
}

/** The configured package that a text names. Throws with what may have been meant. */
function findConfigured(
  text: string,
  scopes: readonly SettingsScope[],
  settings: PackageSettings,
  host: PackageHost,
): ConfiguredPackage {
  const all = scopes.flatMap((scope) => configuredPackages(scope, settings, host).packages);
  const named = (words: string): ConfiguredPackage | undefined => {
    try {
      const identity = identityOf(parseSource(words, host.cwd));
      return all.find((one) => one.identity === identity);
    } catch (error) {
      if (PackageError.is(error)) return undefined;
      throw error;
    }
  };
  const found = named(text);
  if (found) return found;
  const meant = named(`npm:${text}`) ?? named(`git:${text}`);
  const hint = meant ? `\nDid you mean ${shownSource(meant.text)}?` : "";
  throw new PackageError(`No matching package found for ${shownSource(text)}${hint}`);
}
