import { basename, dirname, resolve } from "node:path";
import { resolveAgentDir } from "../../base/agentDir.ts";
import type { ResourceDiagnostic } from "../../base/resourceDiagnostic.ts";
import { keepFirstOfName } from "../diagnostics.ts";
import { collectFiles, type FoundFile, type ResourceKind } from "../scan/collectFiles.ts";
import type { ResourceOrigin } from "../sourceInfo.ts";
import { namedPaths, projectScope, userScope, type ResourceSources } from "../sources.ts";
import { unusedResources, type UnusedResource } from "../unused.ts";
import { findAgentsSkillFiles, findSkillFiles } from "./findSkillFiles.ts";
import { readSkill, skillFileName, type Skill } from "./skill.ts";

export interface LoadSkillsResult {
  /** In order of precedence, each name once. */
  skills: Skill[];
  diagnostics: ResourceDiagnostic[];
  /** Found beside them. */
  unused: UnusedResource[];
}

export interface LoadSkillsOptions {
  /** Default: `process.cwd()`. */
  cwd?: string;
  /** Default: the user's. */
  agentDir?: string;
  /** Files or directories, relative to `cwd`; they come first. */
  skillPaths?: readonly string[];
  /** Also the directories of project and user. Default: true. The caller vouches for the project. */
  includeDefaults?: boolean;
}

export interface LoadSkillsFromDirOptions {
  dir: string;
  /** Where the skills are said to come from. */
  source: string;
}

const kind: ResourceKind = {
  resourceType: "skill",
  find: findSkillFiles,
  findShared: findAgentsSkillFiles,
  ending: ".md",
  entryFile: skillFileName,
};

/** Skills of named paths, of the project and of the user. Nobody is asked whether the project is trusted. */
export function loadSkills({
  cwd = process.cwd(),
  agentDir = resolveAgentDir(process.env),
  skillPaths = [],
  includeDefaults = true,
}: LoadSkillsOptions = {}): LoadSkillsResult {
  const location = { cwd, agentDir, folder: "skills" } as const;
  return loadSkillSources({
    named: namedPaths(skillPaths, cwd),
    scopes: includeDefaults ? [projectScope(location), userScope(location)] : [],
    extended: [],
  });
}

/** Skills of one directory. */
export function loadSkillsFromDir({ dir, source }: LoadSkillsFromDirOptions): LoadSkillsResult {
  const path = resolve(dir);
  const metadata: ResourceOrigin = { source, scope: "temporary", origin: "top-level", baseDir: path };
  return loadSkillSources({ named: [{ path, metadata }], scopes: [], extended: [] });
}

export function loadSkillSources(sources: ResourceSources): LoadSkillsResult {
  const diagnostics: ResourceDiagnostic[] = [];
  const collected = collectFiles(kind, sources, diagnostics);
  const read = collected.files.flatMap((file) => readSkill(file, diagnostics) ?? []);
  const skills = keepFirstOfName("skill", read, diagnostics);
  return { skills, diagnostics, unused: unusedResources(collected, skills, diagnostics, nameOf) };
}

/** A skill that cannot be read has the name it would have by default. */
function nameOf(file: FoundFile): string | undefined {
  const { path } = file;
  const fallback = basename(path) === skillFileName ? basename(dirname(path)) : undefined;
  return readSkill(file, [])?.name ?? (file.isNamed ? basename(path, ".md") : fallback);
}
