import { basename, dirname } from "node:path";
import type { ResourceInfo, ResourceListing, SourceInfo } from "@relay-harness/protocol";
import { packageResourceTypes } from "../packages/packageEntries.ts";
import { shownSource } from "../packages/packageSource.ts";
import type { ResolvedPackage } from "../packages/resolvePackages.ts";
import type { ResourceDiagnostic } from "../base/resourceDiagnostic.ts";
import type { ResourceLoader } from "./resourceLoader.ts";
import type { UnusedResource } from "./unused.ts";

interface Listed {
  diagnostics: readonly ResourceDiagnostic[];
  unused?: readonly UnusedResource[];
}

/** Everything that a loader has, and what it found and left out (rpc-additions.md §4). */
export function listResources(loader: ResourceLoader, agentDir: string): ResourceListing {
  const skills = loader.getSkills();
  const prompts = loader.getPrompts();
  const themes = loader.getThemes();
  const { extensions = [], warnings = [] } = loader.getExtensions?.() ?? {};
  return {
    extensions: extensions.map(({ path, sourceInfo }) => infoOf(basename(path), sourceInfo, [])),
    skills: infosOf(skills.skills, skills),
    prompts: infosOf(prompts.prompts, prompts),
    themes: infosOf(themes.themes, themes),
    contextFiles: loader.getAgentsFiles().agentsFiles.map(({ path }) => contextFileInfo(path, agentDir)),
    packages: (loader.getExtensions?.().packages ?? []).map((pkg) => packageInfo(pkg, warnings)),
    mcpServers: [],
  };
}

function infosOf(
  used: readonly { name: string; sourceInfo: SourceInfo }[],
  { diagnostics, unused = [] }: Listed,
): ResourceInfo[] {
  return [
    ...used.map(({ name, sourceInfo }) => infoOf(name, sourceInfo, diagnostics)),
    ...unused.map(({ name, sourceInfo, isEnabled }) => infoOf(name, sourceInfo, diagnostics, isEnabled)),
  ];
}

function infoOf(
  name: string,
  { path, scope, source }: SourceInfo,
  diagnostics: readonly ResourceDiagnostic[],
  enabled = true,
): ResourceInfo {
  const own = diagnostics.filter((diagnostic) => diagnostic.path === path);
  return {
    name,
    path,
    scope,
    source,
    enabled,
    diagnostics: own.map(({ type, message }) => ({ type, message })),
  };
}

/** Turned off: the settings let nothing of it count. */
function packageInfo(
  { source, scope, root, layers }: ResolvedPackage,
  warnings: readonly { path: string; warning: string }[],
): ResourceInfo {
  const shown = shownSource(source);
  const isOff = packageResourceTypes.every((type) => layers[0]?.filters[type]?.length === 0);
  const own = warnings.filter(({ path }) => path === shown);
  return {
    name: shown,
    path: root,
    scope,
    source: shown,
    enabled: !isOff,
    diagnostics: own.map(({ warning }) => ({ type: "warning", message: warning })),
  };
}

function contextFileInfo(path: string, agentDir: string): ResourceInfo {
  const scope = dirname(path) === agentDir ? "user" : "project";
  return { name: basename(path), path, scope, source: "auto", enabled: true, diagnostics: [] };
}
