import { resolve } from "node:path";
import { resolveAgentDir } from "../../base/agentDir.ts";
import { keepFirstOfName, type ResourceDiagnostic } from "../diagnostics.ts";
import { collectFiles, type ResourceKind } from "../scan/collectFiles.ts";
import type { ResourceOrigin } from "../sourceInfo.ts";
import { namedPaths, projectScope, userScope, type ResourceSources } from "../sources.ts";
import { findAgentsSkillFiles, findSkillFiles } from "./findSkillFiles.ts";
import { readSkill, skillFileName, type Skill } from "./skill.ts";

export interface LoadSkillsResult {
  /** In order of precedence, each name once. */
  skills: Skill[];
  diagnostics: ResourceDiagnostic[];
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
  const skills = collectFiles(kind, sources, diagnostics).flatMap(
    (file) => readSkill(file, diagnostics) ?? [],
  );
  return { skills: keepFirstOfName("skill", skills, diagnostics), diagnostics };
}
