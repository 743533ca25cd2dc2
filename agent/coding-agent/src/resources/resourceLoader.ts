import { resolveAgentDir } from "../base/agentDir.ts";
import { SettingsManager } from "../base/settings/settingsManager.ts";
import { ContextFiles, type ContextFile } from "./contextFiles.ts";
import { loadPromptParts, type PromptParts } from "./systemPromptFiles.ts";

/** Where a session's instructions come from (extension-api.md §20.6). */
export interface ResourceLoader {
  /** Context files as they are now. */
  getAgentsFiles(): { agentsFiles: readonly ContextFile[] };
  /** Takes the place of the default prompt; `undefined` keeps that. */
  getSystemPrompt(): string | undefined;
  /** Texts after the prompt. */
  getAppendSystemPrompt(): string[];
  /** Reads everything again. */
  reload(): Promise<void>;
  /** Context files are off, and with them the text that explains them. */
  readonly noContextFiles?: boolean;
  /** Takes what could not be read since the last call. */
  drainWarnings?(): string[];
}

export interface DefaultResourceLoaderOptions {
  cwd: string;
  agentDir?: string;
  /** Says whether the project is trusted. */
  settingsManager?: SettingsManager;
  noContextFiles?: boolean;
  /** Text, or the path of a file; takes the place of `SYSTEM.md`. */
  systemPrompt?: string;
  /** Texts or paths, after `APPEND_SYSTEM.md`. */
  appendSystemPrompt?: readonly string[];
  /** Each override gets what was found and returns what counts. */
  agentsFilesOverride?: (base: { agentsFiles: readonly ContextFile[] }) => {
    agentsFiles: readonly ContextFile[];
  };
  systemPromptOverride?: (base: string | undefined) => string | undefined;
  appendSystemPromptOverride?: (base: string[]) => string[];
}

/** Finds instructions where the `relay` command does. Nothing is read before `reload`. */
export class DefaultResourceLoader implements ResourceLoader {
  private readonly settings: SettingsManager;
  private readonly agentDir: string;
  private contextFiles: ContextFiles | undefined;
  private parts: PromptParts = { append: [] };

  constructor(private readonly options: DefaultResourceLoaderOptions) {
    this.agentDir = options.agentDir ?? resolveAgentDir(process.env);
    this.settings = options.settingsManager ?? SettingsManager.create(options.cwd, this.agentDir);
  }

  get noContextFiles(): boolean {
    return this.options.noContextFiles === true;
  }

  getAgentsFiles(): { agentsFiles: readonly ContextFile[] } {
    this.contextFiles?.refresh();
    const base = { agentsFiles: this.contextFiles?.files ?? [] };
    return this.options.agentsFilesOverride?.(base) ?? base;
  }

  getSystemPrompt(): string | undefined {
    const { customPrompt } = this.parts;
    const { systemPromptOverride } = this.options;
    return systemPromptOverride ? systemPromptOverride(customPrompt) : customPrompt;
  }

  getAppendSystemPrompt(): string[] {
    const { append } = this.parts;
    return this.options.appendSystemPromptOverride?.([...append]) ?? [...append];
  }

  async reload(): Promise<void> {
    const { cwd, systemPrompt, appendSystemPrompt } = this.options;
    const { agentDir } = this;
    const isProjectTrusted = this.settings.isProjectTrusted();
    this.parts = loadPromptParts({ cwd, agentDir, isProjectTrusted, systemPrompt, appendSystemPrompt });
    this.contextFiles = this.noContextFiles ? undefined : new ContextFiles({ cwd, agentDir });
  }

  drainWarnings(): string[] {
    return this.contextFiles?.drainWarnings() ?? [];
  }
}
