import { existsSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  installGit,
  isAtCommit,
  reconcileGit,
  removeGit,
  lacksDependencies,
  repairDependencies,
} from "./gitPackages.ts";
import { installNpm, installedVersion, newestNpm, uninstallNpm } from "./npmPackages.ts";
import { PackageError } from "./packageError.ts";
import {
  gitRoot,
  installedPath,
  npmRoot,
  scopeDir,
  temporaryRoot,
  type PackagePlace,
  type PackageScope,
} from "./packageDirs.ts";
import type { PackageHost } from "./packageHost.ts";
import { withPackageLock } from "./packageLock.ts";
import { identityOf, type ParsedSource } from "./packageSource.ts";
import { compareVersions } from "./versions.ts";

/** A package went from one version or commit to another; `from` is absent for one that was not there. */
export interface PackageChange {
  name: string;
  from?: string;
  to: string;
}

const shortCommit = 7;

export function isInstalled(source: ParsedSource, scope: PackageScope, place: PackagePlace): boolean {
  return existsSync(installedPath(source, scope, place));
}

/** A package that is there lacks nothing: a look that costs no lock. */
export function isComplete(source: ParsedSource, scope: PackageScope, place: PackagePlace): boolean {
  if (!isInstalled(source, scope, place)) return false;
  return source.kind !== "git" || !lacksDependencies(installedPath(source, scope, place));
}

/** Puts a package there that is not, and what it lacks of its dependencies. Local ones must exist. */
export async function ensureInstalled(
  source: ParsedSource,
  scope: PackageScope,
  host: PackageHost,
): Promise<void> {
  if (source.kind === "local") {
    if (existsSync(source.path)) return;
    throw new PackageError(`There is nothing at ${source.path}`);
  }
  await locked(source, scope, host, async () => {
    const isThere = isInstalled(source, scope, host);
    if (source.kind === "npm") {
      if (!isThere) await installNpm(source, scope, host);
    } else if (isThere) await repairDependencies(installedPath(source, scope, host), host);
    else await installGit(source, scope, host);
  });
}

/** Brings a package to what its source names now; `undefined`: nothing changed (cli.md §2). */
export async function updatePackage(
  source: ParsedSource,
  scope: PackageScope,
  host: PackageHost,
): Promise<PackageChange | undefined> {
  if (source.kind === "local") {
    await ensureInstalled(source, scope, host);
    return undefined;
  }
  return locked(source, scope, host, async () => {
    const name = identityOf(source);
    if (source.kind === "npm") {
      const from = installedVersion(source, scope, host);
      const to = source.isPinned ? source.wanted.replace(/^[v=]/, "") : await newestNpm(source, host);
      // The newest may be older than what is there, when a version was withdrawn.
      if (from === to || (from !== undefined && !source.isPinned && compareVersions(to, from) < 0))
        return undefined;
      await installNpm(source, scope, host, to);
      return { name, ...(from !== undefined && { from }), to };
    }
    if (!isInstalled(source, scope, host)) {
      await installGit(source, scope, host);
      return { name, to: source.ref ?? "head" };
    }
    const { from, to } = await reconcileGit(source, scope, host);
    return from === to ? undefined : { name, from: from.slice(0, shortCommit), to: to.slice(0, shortCommit) };
  });
}

/** Whether a temporary package could have changed since it was fetched. */
export async function mayBeOutdated(source: ParsedSource, host: PackageHost): Promise<boolean> {
  if (source.kind === "local") return false;
  if (source.kind === "npm") return !source.isPinned;
  return !(await isAtCommit(source, installedPath(source, "temporary", host), host));
}

/** Takes away what Relay manages of a package; a local one stays where it is. */
export async function removeFiles(
  source: ParsedSource,
  scope: PackageScope,
  host: PackageHost,
): Promise<void> {
  if (source.kind === "local") return;
  await locked(source, scope, host, () =>
    source.kind === "npm" ? uninstallNpm(source, scope, host) : removeGit(source, scope, host),
  );
}

async function locked<T>(
  source: Exclude<ParsedSource, { kind: "local" }>,
  scope: PackageScope,
  host: PackageHost,
  work: () => Promise<T>,
): Promise<T> {
  const dir = source.kind === "npm" ? npmRoot(source, scope, host) : gitRoot(source, scope, host);
  await prepareManaged(dir, scope, host);
  return withPackageLock(dir, work, host.signal);
}

/** Managed folders of a project are not for its repository; those of the command line are for nobody else. */
async function prepareManaged(dir: string, scope: PackageScope, place: PackagePlace): Promise<void> {
  if (scope === "temporary") {
    await mkdir(temporaryRoot(place), { recursive: true, mode: 0o700 });
    await chmod(temporaryRoot(place), 0o700);
  }
  await mkdir(dir, { recursive: true });
  const ignoreFile = join(dir, ".gitignore");
  if (scope === "project" && dir.startsWith(scopeDir("project", place)) && !existsSync(ignoreFile)) {
    await writeFile(ignoreFile, "*\n");
  }
}
