import { resolveAgentDir } from "../base/agentDir.ts";
import { hasExtensionSources, type ExtensionSources } from "../base/extensionSources.ts";
import type { EventBus } from "../extensions/eventBus.ts";
import type { InlineExtension } from "../extensions/types/api.ts";
import { SettingsManager } from "../base/settings/settingsManager.ts";
import { ContextFiles, type ContextFile } from "./contextFiles.ts";
import type { LoadExtensions, LoadExtensionsResult } from "./extensionLoading.ts";
import type { PackageEntries } from "../packages/packageFiles.ts";
import type {
  PromptResources,
  ReloadOptions,
  ResourceExtension,
  ResourceLoader,
  SkillResources,
  ThemeResources,
} from "./resourceLoader.ts";
import {
  hasSources,
  namedPaths,
  resourceScopes,
  type ResourceFolder,
  type ResourceSources,
  type ScopeSources,
} from "./sources.ts";
import { loadPromptParts, type PromptParts } from "./systemPromptFiles.ts";

export interface DefaultResourceLoaderOptions {
  cwd: string;
  /** Default: the user's. */
  agentDir?: string;
  /** Says whether the project is trusted, and holds the resource arrays. */
  settingsManager?: SettingsManager;
  /** Loads extensions in Relay's place. */
  loadExtensions?: LoadExtensions;
  /** Extensions that are functions of the program. */
  extensionFactories?: readonly InlineExtension[];
  /** That extensions talk over; outlives them. */
  eventBus?: EventBus;
  /** Loaded first, whatever is turned off. Relative paths count from `cwd`. */
  additionalExtensionPaths?: readonly string[];
  additionalSkillPaths?: readonly string[];
  additionalPromptTemplatePaths?: readonly string[];
  additionalThemePaths?: readonly string[];
  /** Nothing that is found or configured. */
  noExtensions?: boolean;
  noSkills?: boolean;
  noPromptTemplates?: boolean;
  noThemes?: boolean;
  noContextFiles?: boolean;
  disabledBuiltinExtensions?: readonly string[];
  /** Text, or the path of a file; takes the place of `SYSTEM.md`. */
  systemPrompt?: string;
  /** Texts or paths, after `APPEND_SYSTEM.md`. */
  appendSystemPrompt?: readonly string[];
  /** Each override gets what was found and returns what counts. */
  extensionsOverride?: (base: LoadExtensionsResult) => LoadExtensionsResult;
  skillsOverride?: (base: SkillResources) => SkillResources;
  promptsOverride?: (base: PromptResources) => PromptResources;
  themesOverride?: (base: ThemeResources) => ThemeResources;
  agentsFilesOverride?: (base: { agentsFiles: readonly ContextFile[] }) => {
    agentsFiles: readonly ContextFile[];
  };
  systemPromptOverride?: (base: string | undefined) => string | undefined;
  appendSystemPromptOverride?: (base: string[]) => string[];
}

interface Found {
  skills: SkillResources;
  prompts: PromptResources;
  themes: ThemeResources;
}

const noExtensions: LoadExtensionsResult = { extensions: [], errors: [] };

const nothing: Found = {
  skills: { skills: [], diagnostics: [] },
  prompts: { prompts: [], diagnostics: [] },
  themes: { themes: [], diagnostics: [] },
};

/** Finds resources where the `relay` command does. Nothing is read before `reload`. */
export class DefaultResourceLoader implements ResourceLoader {
  private readonly settings: SettingsManager;
  private readonly agentDir: string;
  private extensions = noExtensions;
  private found = nothing;
  private extended: Required<ResourceExtension> = { skillPaths: [], promptPaths: [], themePaths: [] };
  private contextFiles: ContextFiles | undefined;
  private parts: PromptParts = { append: [] };

  constructor(private readonly options: DefaultResourceLoaderOptions) {
    this.agentDir = options.agentDir ?? resolveAgentDir(process.env);
    this.settings = options.settingsManager ?? SettingsManager.create(options.cwd, this.agentDir);
  }

  get noContextFiles(): boolean {
    return this.options.noContextFiles === true;
  }

  getExtensions(): LoadExtensionsResult {
    return this.extensions;
  }

  getSkills(): SkillResources {
    return this.found.skills;
  }

  getPrompts(): PromptResources {
    return this.found.prompts;
  }

  getThemes(): ThemeResources {
    return this.found.themes;
  }

  getAgentsFiles(): { agentsFiles: readonly ContextFile[] } {
    this.contextFiles?.refresh();
    const base = { agentsFiles: this.contextFiles?.files ?? [] };
    return this.options.agentsFilesOverride?.(base) ?? base;
  }

  getSystemPrompt(): string | undefined {
    const text = this.parts.customPrompt?.text;
    const { systemPromptOverride } = this.options;
    return systemPromptOverride ? systemPromptOverride(text) : text;
  }

  getSystemPromptSource(): string | undefined {
    const { customPrompt } = this.parts;
    return this.getSystemPrompt() === customPrompt?.text ? customPrompt?.source : undefined;
  }

  getAppendSystemPrompt(): string[] {
    const texts = this.parts.append.map(({ text }) => text);
    return this.options.appendSystemPromptOverride?.(texts) ?? texts;
  }

  getAppendSystemPromptSources(): (string | undefined)[] {
    const sources = new Map(this.parts.append.map(({ text, source }) => [text, source]));
    return this.getAppendSystemPrompt().map((text) => sources.get(text));
  }

  async extendResources(paths: ResourceExtension): Promise<void> {
    const { skillPaths = [], promptPaths = [], themePaths = [] } = paths;
    this.extended = {
      skillPaths: [...this.extended.skillPaths, ...skillPaths],
      promptPaths: [...this.extended.promptPaths, ...promptPaths],
      themePaths: [...this.extended.themePaths, ...themePaths],
    };
    this.found = await this.find();
  }

  async reload({ resolveProjectTrust }: ReloadOptions = {}): Promise<void> {
    const { cwd, systemPrompt, appendSystemPrompt } = this.options;
    const { agentDir } = this;
    this.extensions = await this.loadExtensions(async (extensionsResult) => {
      if (resolveProjectTrust)
        this.settings.setProjectTrusted(await resolveProjectTrust({ extensionsResult }));
    }, resolveProjectTrust !== undefined);
    const isProjectTrusted = this.settings.isProjectTrusted();
    this.parts = loadPromptParts({ cwd, agentDir, isProjectTrusted, systemPrompt, appendSystemPrompt });
    this.contextFiles = this.noContextFiles ? undefined : new ContextFiles({ cwd, agentDir });
    this.extended = { skillPaths: [], promptPaths: [], themePaths: [] };
    this.found = await this.find();
  }

  drainWarnings(): string[] {
    return this.contextFiles?.drainWarnings() ?? [];
  }

  private async loadExtensions(
    resolveTrust: (loaded: LoadExtensionsResult) => Promise<void>,
    mayBecomeTrusted: boolean,
  ): Promise<LoadExtensionsResult> {
    const { cwd, extensionsOverride, ...options } = this.options;
    const request = {
      cwd,
      agentDir: this.agentDir,
      settings: this.settings,
      additionalPaths: options.additionalExtensionPaths ?? [],
      noExtensions: options.noExtensions === true,
      disabledBuiltinExtensions: options.disabledBuiltinExtensions ?? [],
      resolveTrust,
    };
    // What is not trusted yet may be so by the time that it is asked for.
    const sources = mayBecomeTrusted ? { ...request, settings: trusted(this.settings) } : request;
    const loadExtensions = options.loadExtensions ?? this.findLoader(sources);
    if (!loadExtensions) await resolveTrust(noExtensions);
    const loaded = loadExtensions ? await loadExtensions(request) : noExtensions;
    return extensionsOverride?.(loaded) ?? loaded;
  }

  /** Relay's own, loaded when there is something for it. */
  private findLoader(sources: ExtensionSources): LoadExtensions | undefined {
    const { extensionFactories: factories = [], eventBus } = this.options;
    if (factories.length === 0 && !hasExtensionSources(sources)) return undefined;
    return async (request) => {
      const { loadExtensions } = await import("../extensions/loadExtensions.ts");
      return loadExtensions({ ...request, factories, eventBus });
    };
  }

  /** What is needed to look into a directory is loaded when there is one. */
  private async find(): Promise<Found> {
    const { options, extended, settings } = this;
    const skillPackages = await this.packages("skills", options.noSkills);
    const promptPackages = await this.packages("prompts", options.noPromptTemplates);
    const themePackages = await this.packages("themes", options.noThemes);
    const skills: ResourceSources = {
      named: namedPaths(options.additionalSkillPaths, options.cwd),
      scopes: options.noSkills ? [] : this.scopes("skills", settings.get("skills")),
      packages: skillPackages,
      extended: extended.skillPaths,
    };
    const prompts: ResourceSources = {
      named: namedPaths(options.additionalPromptTemplatePaths, options.cwd),
      scopes: options.noPromptTemplates ? [] : this.scopes("prompts", settings.get("prompts")),
      packages: promptPackages,
      extended: extended.promptPaths,
    };
    const themes: ResourceSources = {
      named: namedPaths(options.additionalThemePaths, options.cwd),
      scopes: options.noThemes ? [] : this.scopes("themes", settings.get("themes")),
      packages: themePackages,
      extended: extended.themePaths,
    };
    return this.overridden({
      skills: hasSources(skills)
        ? (await import("./skills/loadSkills.ts")).loadSkillSources(skills)
        : nothing.skills,
      prompts: hasSources(prompts)
        ? (await import("./prompts/loadPrompts.ts")).loadPromptSources(prompts)
        : nothing.prompts,
      themes: hasSources(themes)
        ? (await import("./themes/loadThemes.ts")).loadThemeSources(themes)
        : nothing.themes,
    });
  }

  /** What packages bring of a kind; with it turned off, only those of the command line. */
  private async packages(folder: ResourceFolder, isOff = false): Promise<PackageEntries[]> {
    const wanted = (this.extensions.packages ?? []).filter(({ scope }) => !isOff || scope === "temporary");
    if (wanted.length === 0) return [];
    const { packageEntries } = await import("../packages/packageFiles.ts");
    return wanted.map((pkg) => packageEntries(pkg, folder));
  }

  private scopes(folder: ResourceFolder, entries: readonly string[]): ScopeSources[] {
    const { cwd } = this.options;
    return resourceScopes({ cwd, agentDir: this.agentDir, folder }, entries, this.settings);
  }

  private overridden({ skills, prompts, themes }: Found): Found {
    const { skillsOverride, promptsOverride, themesOverride } = this.options;
    return {
      skills: skillsOverride?.(skills) ?? skills,
      prompts: promptsOverride?.(prompts) ?? prompts,
      themes: themesOverride?.(themes) ?? themes,
    };
  }
}

/** The settings as they would be for a project that is trusted. */
function trusted(settings: SettingsManager): ExtensionSources["settings"] {
  return { getIn: (scope, key) => settings.getIn(scope, key), isProjectTrusted: () => true };
}
