import { realpathSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { SourceInfo } from "@relay-harness/protocol";
import { expandTilde } from "../base/paths.ts";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import { isRemoteSource } from "../base/extensionSources.ts";
import { canonicalPath } from "../base/trust/protectedResources.ts";
import { explicitEntries } from "./discovery.ts";
import type { ResolvedPackage } from "../packages/resolvePackages.ts";
import { packageExtensions } from "./packageCandidates.ts";
import { builtinSwitches, scopeEntries } from "./settingsEntries.ts";
import type { ExtensionFactory, InlineExtension } from "./types/api.ts";

/** An extension that may be loaded. */
export interface Candidate {
  /** Absolute, `builtin:<name>` or `<inline:NAME>`. */
  path: string;
  /** The same for everything that leads to one extension. */
  identity: string;
  sourceInfo: SourceInfo;
  /** Absent for files. */
  factory?: ExtensionFactory;
  hidden?: boolean;
  replaceable?: boolean;
  /** Named on the command line or by the program: one that fails ends the start. */
  isExplicit?: true;
  /** Loads once trust is decided, and cannot take part in that. */
  needsTrust?: true;
}

export interface CandidateSources {
  cwd: string;
  agentDir: string;
  settings: Pick<SettingsManager, "getIn">;
  /** `-e` and its like: paths, sources of packages or `builtin:<name>`, relative to `cwd`. */
  additionalPaths: readonly string[];
  factories: readonly InlineExtension[];
  /** Those that are there, as the settings are now. */
  packages: readonly ResolvedPackage[];
  /** Only explicit and inline ones. */
  noExtensions: boolean;
  disabledBuiltinExtensions: readonly string[];
}

/** Every candidate in load order (extension-api.md §2.2); one that is reached twice keeps its first place. */
export function listCandidates(sources: CandidateSources, isProjectTrusted: boolean): Candidate[] {
  const { noExtensions } = sources;
  const all = [
    ...explicitCandidates(sources),
    ...(noExtensions || !isProjectTrusted ? [] : projectCandidates(sources)),
    ...(noExtensions ? [] : userCandidates(sources)),
    ...(noExtensions ? [] : packageCandidates(sources, isProjectTrusted)),
    ...builtinCandidates(sources, isProjectTrusted),
    ...inlineCandidates(sources.factories),
  ];
  const seen = new Set<string>();
  return all.filter(({ identity }) => {
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}

function explicitCandidates(sources: CandidateSources): Candidate[] {
  const { cwd, additionalPaths } = sources;
  return additionalPaths.flatMap((given): Candidate[] => {
    if (given.startsWith("builtin:")) {
      const name = given.slice("builtin:".length);
      if (sources.disabledBuiltinExtensions.includes(name)) return [];
      return [{ ...builtinCandidate(name, sources.factories), isExplicit: true }];
    }
    if (isRemoteSource(given)) {
      return sources.packages
        .filter(({ source, scope }) => scope === "temporary" && source === given)
        .flatMap(candidatesOf)
        .map((candidate) => ({ ...candidate, isExplicit: true }));
    }
    return explicitEntries(resolve(cwd, expandTilde(given))).map((path) => ({
      ...fileCandidate(path, { source: "cli", scope: "temporary", baseDir: dirname(path) }),
      isExplicit: true,
    }));
  });
}

function projectCandidates({ cwd, agentDir, settings }: CandidateSources): Candidate[] {
  const baseDir = join(resolve(cwd), ".relay");
  // Where the agent directory is the project's, its extensions are the user's.
  if (canonicalPath(baseDir) === canonicalPath(agentDir)) return [];
  const entries = settings.getIn("project", "extensions") ?? [];
  return scopeEntries({ baseDir, entries }).map(({ path, source }) => ({
    ...fileCandidate(path, { source, scope: "project", baseDir }),
    needsTrust: true,
  }));
}

function userCandidates({ agentDir, settings }: CandidateSources): Candidate[] {
  const entries = settings.getIn("user", "extensions") ?? [];
  return scopeEntries({ baseDir: agentDir, entries }).map(({ path, source }) =>
    fileCandidate(path, { source, scope: "user", baseDir: agentDir }),
  );
}

/** Of the project, then of the user. */
function packageCandidates({ packages }: CandidateSources, isProjectTrusted: boolean): Candidate[] {
  const ofScope = (scope: SourceInfo["scope"]): Candidate[] =>
    packages.filter((pkg) => pkg.scope === scope).flatMap(candidatesOf);
  const ofProject = isProjectTrusted ? ofScope("project") : [];
  return [
    ...ofProject.map((candidate): Candidate => ({ ...candidate, needsTrust: true })),
    ...ofScope("user"),
  ];
}

function candidatesOf(pkg: ResolvedPackage): Candidate[] {
  return packageExtensions(pkg).map(({ path, metadata }) => ({
    path,
    identity: fileIdentity(path),
    sourceInfo: { path, ...metadata },
  }));
}

/** Those that neither settings nor the command line turn off; the project has the last word. */
function builtinCandidates(
  { settings, factories, noExtensions, disabledBuiltinExtensions }: CandidateSources,
  isProjectTrusted: boolean,
): Candidate[] {
  const switches = new Map([
    ...builtinSwitches(settings.getIn("user", "extensions") ?? []),
    ...(isProjectTrusted ? builtinSwitches(settings.getIn("project", "extensions") ?? []) : []),
  ]);
  const isOn = (name: string): boolean =>
    !noExtensions && switches.get(name) !== false && !disabledBuiltinExtensions.includes(name);
  return factories
    .filter((inline) => typeof inline !== "function")
    .filter(({ name, builtin, permanent }) => builtin === true && (permanent === true || isOn(name)))
    .map(({ name }) => builtinCandidate(name, factories));
}

function builtinCandidate(name: string, factories: readonly InlineExtension[]): Candidate {
  const path = `builtin:${name}`;
  const found = factories.find(
    (inline) => typeof inline !== "function" && inline.builtin === true && inline.name === name,
  );
  const inline = typeof found === "function" ? undefined : found;
  return {
    path,
    identity: path,
    sourceInfo: { path, source: "builtin", scope: "temporary", origin: "top-level" },
    needsTrust: true,
    factory:
      inline?.factory ??
      (() => {
        throw new Error(`There is no built-in extension "${name}"`);
      }),
    hidden: inline?.hidden,
    replaceable: inline?.replaceable,
  };
}

function inlineCandidates(factories: readonly InlineExtension[]): Candidate[] {
  let unnamed = 0;
  return factories.flatMap((inline): Candidate[] => {
    const own = typeof inline === "function" ? undefined : inline;
    if (own?.builtin) return [];
    const path = `<inline:${own?.name ?? ++unnamed}>`;
    return [
      {
        path,
        identity: path,
        sourceInfo: { path, source: "inline", scope: "temporary", origin: "top-level" },
        factory: typeof inline === "function" ? inline : inline.factory,
        hidden: own?.hidden,
        replaceable: own?.replaceable,
      },
    ];
  });
}

function fileCandidate(path: string, source: Pick<SourceInfo, "source" | "scope" | "baseDir">): Candidate {
  return { path, identity: fileIdentity(path), sourceInfo: { path, origin: "top-level", ...source } };
}

/** Real path; what does not exist stands for itself. On Windows and macOS names differ by more than case. */
function fileIdentity(path: string): string {
  let real = path;
  try {
    real = realpathSync.native(path);
  } catch {
    // Loading it will say what is wrong.
  }
  return isAbsolute(real) && foldsCase ? real.toLowerCase() : real;
}

const foldsCase = process.platform === "win32" || process.platform === "darwin";
