import { waitingFor } from "../base/pendingWork.ts";
import { dirname } from "node:path";
import { realpathSync } from "node:fs";
import { statReachable } from "../base/reachable.ts";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import { listCandidates, type Candidate, type CandidateSources } from "./candidates.ts";
import { resolveConflicts } from "./conflicts.ts";
import { errorText } from "./errors.ts";
import type { EventBus } from "./eventBus.ts";
import { createExtensionApi } from "./extensionApi.ts";
import { newExtension, type Extension } from "./extension.ts";
import { dependencyWarning } from "./hostPackages.ts";
import { hasPackageSources, isRemoteSource } from "../base/extensionSources.ts";
import type { PackageResolver, ResolvedPackage, ResolvedPackages } from "../packages/resolvePackages.ts";
import type { ModuleLoader } from "./moduleLoader.ts";
import { ExtensionRuntime } from "./runtime.ts";
import type { ExtensionFactory, InlineExtension } from "./types/api.ts";
import type { ResourceDiagnostic } from "../base/resourceDiagnostic.ts";

export interface ExtensionLoadError {
  path: string;
  error: string;
  /** What was thrown, without what was being done. */
  reason: string;
  /** Named on the command line or by the program: a gate that is missing must not fail open. */
  isExplicit?: true;
}

/** What loading came to. A bad extension never stops the others. */
export interface LoadExtensionsResult {
  /** In load order. */
  extensions: Extension[];
  errors: ExtensionLoadError[];
  warnings?: { path: string; warning: string }[];
  /** Names that several extensions have. */
  diagnostics: ResourceDiagnostic[];
  /** Packages of the session, for what else they bring. */
  packages: readonly ResolvedPackage[];
  runtime: ExtensionRuntime;
}

export interface LoadExtensionsOptions extends Partial<
  Pick<CandidateSources, "additionalPaths" | "factories" | "noExtensions" | "disabledBuiltinExtensions">
> {
  cwd: string;
  agentDir: string;
  /** Resource arrays of user and project, and whether the project is trusted. */
  settings: Pick<SettingsManager, "getIn" | "isProjectTrusted">;
  /**
   * Decides about the project with what is loaded so far, by changing `settings`. Absent: they say it
   * already, and everything loads in order.
   */
  resolveTrust?: (loaded: LoadExtensionsResult) => Promise<void>;
  /** Outlives the result. */
  eventBus?: EventBus;
  /** Packages that are missing stay so. Default: as `RELAY_OFFLINE` says. */
  isOffline?: boolean;
  /** Is told which package is being installed. */
  announce?: (line: string) => void;
}

/** Loads the extensions of a session (extension-api.md §2). Nothing of an untrusted project is read. */
export async function loadExtensions(options: LoadExtensionsOptions): Promise<LoadExtensionsResult> {
  const loading = new Loading(options);
  const { resolveTrust, settings } = options;
  await loading.findPackages();
  if (resolveTrust) {
    await loading.load(loading.candidates(false).filter(({ needsTrust }) => !needsTrust));
    await resolveTrust(loading.result(loading.candidates(false)));
    if (settings.isProjectTrusted()) await loading.findPackages();
  }
  const candidates = loading.candidates(settings.isProjectTrusted());
  await loading.load(candidates);
  return loading.result(candidates);
}

/** As `loadExtensions`, for programs that name the extensions themselves. */
export function loadExtensionFactories(
  factories: readonly InlineExtension[],
  { cwd, agentDir, eventBus }: { cwd: string; agentDir: string; eventBus?: EventBus },
): Promise<LoadExtensionsResult> {
  const settings = { getIn: () => undefined, isProjectTrusted: () => false };
  return loadExtensions({ cwd, agentDir, settings, factories, noExtensions: true, eventBus });
}

type Loaded = { extension: Extension } | { error: ExtensionLoadError };

class Loading {
  private readonly runtime: ExtensionRuntime;
  /** By identity: a factory runs once, whichever phase it was loaded in. */
  private readonly loaded = new Map<string, Loaded>();
  private readonly warnings: { path: string; warning: string }[] = [];
  private modules: Promise<ModuleLoader> | undefined;
  private resolver: PackageResolver | undefined;
  private found: ResolvedPackages = { packages: [], warnings: [], failures: [] };

  constructor(private readonly options: LoadExtensionsOptions) {
    this.runtime = new ExtensionRuntime({ cwd: options.cwd, eventBus: options.eventBus });
  }

  /** Packages as the settings have them now; what is missing is installed. */
  async findPackages(): Promise<void> {
    const { cwd, agentDir, settings, additionalPaths = [], isOffline, announce } = this.options;
    const temporary = additionalPaths.filter(isRemoteSource);
    if (temporary.length === 0 && !hasPackageSources(settings)) return;
    if (!this.resolver) {
      const { PackageResolver } = await import("../packages/resolvePackages.ts");
      this.resolver = new PackageResolver({ cwd, agentDir, settings, temporary, isOffline, announce });
    }
    this.found = await this.resolver.resolve();
  }

  candidates(isProjectTrusted: boolean): Candidate[] {
    const { cwd, agentDir, settings, additionalPaths = [], factories = [] } = this.options;
    const { noExtensions = false, disabledBuiltinExtensions = [] } = this.options;
    const { packages } = this.found;
    const sources = { cwd, agentDir, settings, additionalPaths, factories, packages };
    return listCandidates({ ...sources, noExtensions, disabledBuiltinExtensions }, isProjectTrusted);
  }

  /** One after another: each factory may wait. */
  async load(candidates: readonly Candidate[]): Promise<void> {
    for (const candidate of candidates) {
      if (this.loaded.has(candidate.identity)) continue;
      this.loaded.set(candidate.identity, await this.loadOne(candidate, candidates));
    }
  }

  result(candidates: readonly Candidate[]): LoadExtensionsResult {
    const extensions: Extension[] = [];
    const errors = this.found.failures.map(({ source, reason }): ExtensionLoadError => {
      return { path: source, error: `Failed to load extension: ${reason}`, reason, isExplicit: true };
    });
    for (const { identity } of candidates) {
      const loaded = this.loaded.get(identity);
      if (!loaded) continue;
      if ("extension" in loaded) extensions.push(loaded.extension);
      else errors.push(loaded.error);
    }
    const resolved = resolveConflicts(extensions);
    for (const dropped of extensions.filter((extension) => !resolved.extensions.includes(extension))) {
      rollBack(dropped, this.runtime);
    }
    return {
      extensions: resolved.extensions,
      errors,
      packages: this.found.packages,
      warnings: [...this.found.warnings, ...this.warnings, ...resolved.warnings],
      diagnostics: resolved.diagnostics,
      runtime: this.runtime,
    };
  }

  private async loadOne(candidate: Candidate, all: readonly Candidate[]): Promise<Loaded> {
    const { path, sourceInfo, hidden, replaceable, isExplicit } = candidate;
    const fail = (reason: string, lead = ""): Loaded => ({
      error: { path, error: `${lead}${reason}`, reason, ...(isExplicit && { isExplicit }) },
    });
    let factory: ExtensionFactory | undefined;
    let resolvedPath = path;
    try {
      if (!candidate.factory) {
        const stats = statReachable(path);
        if (!stats) throw new Error("File not found");
        // Reading a device or a pipe may never end.
        if (!stats.isFile()) throw new Error("This is no file");
        resolvedPath = realpathSync.native(path);
      }
      factory = candidate.factory ?? factoryOf(await (await this.moduleLoader(all)).import(resolvedPath));
    } catch (error) {
      return fail(errorText(error), "Failed to load extension: ");
    }
    if (!factory) return fail("Extension does not export a factory function");
    const warning = candidate.factory ? undefined : dependencyWarning(resolvedPath);
    if (warning !== undefined) this.warnings.push({ path, warning });
    const extension = newExtension({ path, resolvedPath, sourceInfo, hidden, replaceable });
    const listExtensions = (): Extension[] =>
      [...this.loaded.values()].flatMap((loaded) => ("extension" in loaded ? loaded.extension : []));
    try {
      const made = Promise.resolve(factory(createExtensionApi(extension, this.runtime, listExtensions)));
      await waitingFor(() => `the extension ${path}`, made);
    } catch (error) {
      rollBack(extension, this.runtime);
      return fail(errorText(error));
    }
    return { extension };
  }

  /** Loaded for the first file. */
  private moduleLoader(all: readonly Candidate[]): Promise<ModuleLoader> {
    const folders = all.filter(({ factory }) => !factory).map(({ identity }) => dirname(identity));
    this.modules ??= import("./moduleLoader.ts").then(({ createModuleLoader }) =>
      createModuleLoader({ agentDir: this.options.agentDir, folders }),
    );
    return this.modules;
  }
}

/** Nothing of the extension stays. */
function rollBack(extension: Extension, runtime: ExtensionRuntime): void {
  const { path, handlers, tools, commands, flags, shortcuts } = extension;
  for (const registered of [handlers, tools, commands, flags, shortcuts]) registered.clear();
  for (const unsubscribe of extension.busSubscriptions) unsubscribe();
  extension.busSubscriptions.clear();
  runtime.providers.discard(path);
  runtime.mcpServers.discard(path);
}

/** The default export, or the module itself. */
function factoryOf(module: unknown): ExtensionFactory | undefined {
  if (typeof module === "function") return module as ExtensionFactory;
  if (typeof module !== "object" || module === null) return undefined;
  let value: unknown = "default" in module ? module.default : undefined;
  // A CommonJS module that was compiled from an ES one.
  if (typeof value === "object" && value !== null && "default" in value) value = value.default;
  return typeof value === "function" ? (value as ExtensionFactory) : undefined;
}
