import { dirname } from "node:path";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import { configuredPackages, type ConfiguredPackage } from "./packageEntries.ts";
import { PackageError } from "./packageError.ts";
import { installedPath, type PackageScope } from "./packageDirs.ts";
import { ensureInstalled, isComplete, mayBeOutdated, updatePackage } from "./fetchPackage.ts";
import { isOfflineEnvironment, npmCommandOf, type PackageHost } from "./packageHost.ts";
import { readManifest, type PackageManifest } from "./packageManifest.ts";
import type { FilterLayer } from "./packageSelection.ts";
import { parseSource, shownSource, type ParsedSource } from "./packageSource.ts";
import { runProgram, type RunProgram } from "./runProgram.ts";

/** A package that is there, with what the settings say about its resources. */
export interface ResolvedPackage {
  /** As it was named. */
  source: string;
  scope: PackageScope;
  /** Its folder; a file for a package of one extension. */
  root: string;
  /** Folder that patterns count from. */
  baseDir: string;
  manifest: PackageManifest;
  layers: readonly FilterLayer[];
}

export interface ResolvedPackages {
  /** Of the command line, of the project, of the user. */
  packages: ResolvedPackage[];
  warnings: { path: string; warning: string }[];
  /** Named on the command line, and not to be had. */
  failures: { source: string; reason: string }[];
}

export interface PackageResolverOptions {
  cwd: string;
  agentDir: string;
  settings: Pick<SettingsManager, "getIn" | "isProjectTrusted">;
  /** Packages of the command line. */
  temporary: readonly string[];
  /** Nothing is fetched. Default: as the environment says. */
  isOffline?: boolean;
  /** Is told `Installing <source>...`. */
  announce?: (line: string) => void;
  run?: RunProgram;
  signal?: AbortSignal;
}

type Fetched = { warnings: string[] } & ({ root: string } | { problem: string });

/** Nothing is filtered. */
const everything: readonly FilterLayer[] = [{ filters: {}, isDelta: false }];

/** Finds the packages of a start, and fetches those that are missing once (cli.md §1.6, §11). */
export class PackageResolver {
  /** By scope and source, so that the second look of a start does not try again. */
  private readonly fetched = new Map<string, Promise<Fetched>>();

  constructor(private readonly options: PackageResolverOptions) {}

  /** As the settings are now: a project counts once it is trusted. */
  async resolve(): Promise<ResolvedPackages> {
    const { settings, temporary, cwd } = this.options;
    const result: ResolvedPackages = { packages: [], warnings: [], failures: [] };
    for (const text of temporary) await this.addTemporary(text, cwd, result);
    const user = configuredPackages("user", settings, this.options);
    const project = settings.isProjectTrusted()
      ? configuredPackages("project", settings, this.options)
      : { packages: [], problems: [] };
    result.warnings.push(...project.problems, ...user.problems);
    for (const { configured, layers } of mergeScopes(project.packages, user.packages)) {
      const fetched = await this.fetch(configured.source, configured.scope, configured.text);
      const problem = addFetched(fetched, configured, layers, result);
      if (problem !== undefined)
        result.warnings.push({ path: shownSource(configured.text), warning: problem });
    }
    return result;
  }

  private async addTemporary(text: string, cwd: string, result: ResolvedPackages): Promise<void> {
    let reason: string | undefined;
    try {
      const fetched = await this.fetch(parseSource(text, cwd), "temporary", text);
      reason = addFetched(fetched, { text, scope: "temporary" }, everything, result);
    } catch (error) {
      if (!PackageError.is(error)) throw error;
      reason = error.message;
    }
    if (reason !== undefined) result.failures.push({ source: text, reason });
  }

  private fetch(source: ParsedSource, scope: PackageScope, text: string): Promise<Fetched> {
    const key = `${scope}\0${text}`;
    const known = this.fetched.get(key);
    if (known) return known;
    const fetching = this.fetchNow(source, scope, text);
    this.fetched.set(key, fetching);
    return fetching;
  }

  private async fetchNow(source: ParsedSource, scope: PackageScope, text: string): Promise<Fetched> {
    const root = installedPath(source, scope, this.options);
    const warnings: string[] = [];
    try {
      if (!isComplete(source, scope, this.options)) await this.complete(source, scope, text, warnings);
      else if (scope === "temporary" && !this.isOffline) await this.refresh(source, warnings);
      return { root, warnings };
    } catch (error) {
      if (!PackageError.is(error)) throw error;
      return { problem: error.message, warnings };
    }
  }

  private async complete(
    source: ParsedSource,
    scope: PackageScope,
    text: string,
    warnings: string[],
  ): Promise<void> {
    if (source.kind !== "local") {
      if (this.isOffline)
        throw new PackageError("It is not installed, and nothing is fetched in offline mode");
      this.options.announce?.(`Installing ${shownSource(text)}...`);
    }
    await ensureInstalled(source, scope, this.host(warnings));
  }

  /** A package of the command line follows its source, as far as that can be reached. */
  private async refresh(source: ParsedSource, warnings: string[]): Promise<void> {
    const host = this.host(warnings);
    try {
      if (await mayBeOutdated(source, host)) await updatePackage(source, "temporary", host);
    } catch (error) {
      if (!PackageError.is(error)) throw error;
      warnings.push(`The copy that is there is used. ${error.message}`);
    }
  }

  private get isOffline(): boolean {
    return this.options.isOffline ?? isOfflineEnvironment(process.env);
  }

  private host(warnings: string[]): PackageHost {
    const { cwd, agentDir, settings, run = runProgram, signal } = this.options;
    const npmCommand = npmCommandOf(settings, (warning) => void warnings.push(warning));
    return { cwd, agentDir, npmCommand, run, output: "capture", signal };
  }
}

/** Adds what was fetched; returns why there is nothing to add. */
function addFetched(
  fetched: Fetched,
  { text, scope }: { text: string; scope: PackageScope },
  layers: readonly FilterLayer[],
  { packages, warnings }: ResolvedPackages,
): string | undefined {
  const path = shownSource(text);
  warnings.push(...fetched.warnings.map((warning) => ({ path, warning })));
  if ("problem" in fetched) return fetched.problem;
  const { root } = fetched;
  const { manifest, warnings: found } = readManifest(root);
  warnings.push(...found.map((warning) => ({ path, warning })));
  const baseDir = manifest.isFile ? dirname(root) : root;
  packages.push({ source: text, scope, root, baseDir, manifest, layers });
  return undefined;
}

/** Each package once: the project's entry stands in for the user's, or changes it (cli.md §11.3). */
function mergeScopes(
  project: readonly ConfiguredPackage[],
  user: readonly ConfiguredPackage[],
): { configured: ConfiguredPackage; layers: FilterLayer[] }[] {
  const layerOf = ({ filters, isDelta }: ConfiguredPackage): FilterLayer => ({ filters, isDelta });
  const inProject = new Map(project.map((one) => [one.identity, one]));
  const inUser = new Set(user.map(({ identity }) => identity));
  return [
    ...project
      .filter(({ isDelta, identity }) => !isDelta || !inUser.has(identity))
      .map((configured) => ({ configured, layers: [layerOf(configured)] })),
    ...user.flatMap((configured) => {
      const own = inProject.get(configured.identity);
      if (own && !own.isDelta) return [];
      return [{ configured, layers: [layerOf(configured), ...(own ? [layerOf(own)] : [])] }];
    }),
  ];
}
