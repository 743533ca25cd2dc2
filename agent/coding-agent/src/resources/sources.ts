import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { SourceInfo } from "@relay-harness/protocol";
import { expandTilde } from "../base/paths.ts";
import { statReachable } from "../base/reachable.ts";
import type { PackageEntries } from "../packages/packageFiles.ts";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import { canonicalPath, projectDirectories } from "../base/trust/protectedResources.ts";
import type { ResourceType } from "../base/resourceDiagnostic.ts";
import type { ResourceOrigin } from "./sourceInfo.ts";

/** Kinds that are files, by the name of their directory and of their setting. */
export type ResourceFolder = "skills" | "prompts" | "themes";

/** A directory that is searched without being named. */
export interface ResourceRoot {
  dir: string;
  /** Other agents use it too, with rules of its own. */
  isShared?: true;
}

/** What one scope brings. */
export interface ScopeSources {
  scope: SourceInfo["scope"];
  /** Entries resolve from it. */
  baseDir: string;
  /** As the setting has them: paths, globs, `!`, `+` and `-`. */
  entries: readonly string[];
  roots: readonly ResourceRoot[];
}

/** A path that was named: on the command line, by a program or by an extension. */
export interface NamedPath {
  path: string;
  metadata: ResourceOrigin;
}

/** Where one kind is looked for, first to last. */
export interface ResourceSources {
  named: readonly NamedPath[];
  scopes: readonly ScopeSources[];
  /** Those of the command line stand before `scopes`, the others behind it. */
  packages?: readonly PackageEntries[];
  /** Named by extensions. */
  extended: readonly NamedPath[];
}

export interface ScopeLocation {
  cwd: string;
  agentDir: string;
  folder: ResourceFolder;
}

/**
 * The directories of project and user, in order of precedence (cli.md §3.2, §10.1). `all` is the setting
 * as it counts, over all layers.
 */
export function resourceScopes(
  { cwd, agentDir, folder }: ScopeLocation,
  all: readonly string[],
  settings: Pick<SettingsManager, "getIn" | "isProjectTrusted">,
): ScopeSources[] {
  const project = settings.getIn("project", folder) ?? [];
  const user = settings.getIn("user", folder) ?? [];
  // A program's own layer stands before those of the files.
  const overrides = all.slice(0, all.length - project.length - user.length);
  return [
    { scope: "temporary", baseDir: resolve(cwd), entries: overrides, roots: [] },
    ...(settings.isProjectTrusted() ? [projectScope({ cwd, agentDir, folder }, project)] : []),
    userScope({ cwd, agentDir, folder }, user),
  ];
}

export function projectScope(
  { cwd, agentDir, folder }: ScopeLocation,
  entries: readonly string[] = [],
): ScopeSources {
  const baseDir = join(resolve(cwd), ".relay");
  // Where the agent directory is the project's, its resources are the user's.
  const isUsers = canonicalPath(baseDir) === canonicalPath(agentDir);
  const own = isUsers ? [] : [{ dir: join(baseDir, folder) }];
  return {
    scope: "project",
    baseDir,
    entries: isUsers ? [] : entries,
    roots: folder === "skills" ? [...own, ...sharedRoots(cwd)] : own,
  };
}

export function userScope(
  { agentDir, folder }: ScopeLocation,
  entries: readonly string[] = [],
): ScopeSources {
  const shared: ResourceRoot = { dir: join(homedir(), ".agents", "skills"), isShared: true };
  const own = { dir: join(agentDir, folder) };
  return { scope: "user", baseDir: agentDir, entries, roots: folder === "skills" ? [own, shared] : [own] };
}

/** `.agents/skills` of the project, nearest first; the user's own is none of them. */
function sharedRoots(cwd: string): ResourceRoot[] {
  const home = canonicalPath(homedir());
  return projectDirectories(cwd)
    .filter((dir) => canonicalPath(dir) !== home)
    .map((dir) => ({ dir: join(dir, ".agents", "skills"), isShared: true }));
}

/** True when there is something to look at; costs a few `stat` calls. */
export function hasSources({ named, scopes, packages = [], extended }: ResourceSources): boolean {
  return (
    named.length > 0 ||
    extended.length > 0 ||
    packages.some(({ entries }) => entries.length > 0) ||
    scopes.some(
      ({ entries, roots }) =>
        entries.length > 0 || roots.some(({ dir }) => statReachable(dir)?.isDirectory()),
    )
  );
}

/** Paths that a person or a program named, from the directory they were in. */
export function namedPaths(paths: readonly string[] | undefined, cwd: string): NamedPath[] {
  const metadata: ResourceOrigin = { source: "cli", scope: "temporary", origin: "top-level" };
  return (paths ?? []).map((path) => ({ path: resolve(cwd, expandTilde(path)), metadata }));
}

/** What is said about a named path where nothing is. */
export function missingPathMessage(resourceType: ResourceType, path: string): string {
  return `No ${resourceType} at ${path}`;
}
