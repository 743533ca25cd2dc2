import type { ContextFile } from "./contextFiles.ts";
import type { ResourceDiagnostic } from "../base/resourceDiagnostic.ts";
import type { LoadExtensionsResult } from "./extensionLoading.ts";
import type { PromptTemplate } from "./prompts/promptTemplate.ts";
import type { Skill } from "./skills/skill.ts";
import type { NamedPath } from "./sources.ts";
import type { ThemeResource } from "./themes/theme.ts";
import type { UnusedResource } from "./unused.ts";

export interface SkillResources {
  skills: readonly Skill[];
  diagnostics: readonly ResourceDiagnostic[];
  unused?: readonly UnusedResource[];
}

export interface PromptResources {
  prompts: readonly PromptTemplate[];
  diagnostics: readonly ResourceDiagnostic[];
  unused?: readonly UnusedResource[];
}

export interface ThemeResources {
  themes: readonly ThemeResource[];
  diagnostics: readonly ResourceDiagnostic[];
  unused?: readonly UnusedResource[];
}

/** Paths that extensions name; files or directories. */
export interface ResourceExtension {
  skillPaths?: readonly NamedPath[];
  promptPaths?: readonly NamedPath[];
  themePaths?: readonly NamedPath[];
}

export interface ReloadOptions {
  /**
   * Decides about the project, with the extensions that were loaded before it. Absent: the settings
   * manager says it.
   */
  resolveProjectTrust?: (input: { extensionsResult: LoadExtensionsResult }) => Promise<boolean>;
}

/** What a session gets from files, or from the program that embeds it (extension-api.md §20.6). */
export interface ResourceLoader {
  /** Absent: the loader knows no extensions. */
  getExtensions?(): LoadExtensionsResult;
  getSkills(): SkillResources;
  getPrompts(): PromptResources;
  getThemes(): ThemeResources;
  /** Context files as they are now. */
  getAgentsFiles(): { agentsFiles: readonly ContextFile[] };
  /** Takes the place of the default prompt; `undefined` keeps that. */
  getSystemPrompt(): string | undefined;
  /** File that `getSystemPrompt` was read from; `undefined` when there is none. */
  getSystemPromptSource(): string | undefined;
  /** Texts after the prompt. */
  getAppendSystemPrompt(): string[];
  /** Files of the texts of `getAppendSystemPrompt`, `undefined` for one that is from no file. */
  getAppendSystemPromptSources(): (string | undefined)[];
  /** Adds what extensions name, behind everything else, until the next `reload`. */
  extendResources(paths: ResourceExtension): void | Promise<void>;
  /** Reads everything again. */
  reload(options?: ReloadOptions): Promise<void>;
  /** Context files are off, and with them the text that explains them. */
  readonly noContextFiles?: boolean;
  /** Takes what could not be read of context files since the last call. */
  drainWarnings?(): string[];
}
