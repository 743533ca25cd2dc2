import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AnyAgentTool } from "@relay-harness/agent-core";
import { alignmentGuidelines } from "@relay-harness/agent-core/guidelines";
import type { SystemMessage } from "@relay-harness/protocol";
import type { ResourceLoader } from "../resources/resourceLoader.ts";
import type { Skill } from "../resources/skills/skill.ts";
import type { ToolInfo } from "../extensions/types/tools.ts";
import type { SessionManager } from "../sessions/sessionManager.ts";
import { bashSearchGuideline, type BuiltinToolOptions } from "../tools/builtinTools.ts";
import type { SessionEnvironment } from "../tools/context.ts";
import type { AnyToolDefinition } from "../tools/definition.ts";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import { PromptSource } from "./promptSource.ts";
import { selectTools, type StartTools, type ToolChoice } from "./selectTools.ts";
import { SessionTools } from "./sessionTools.ts";
import { renderSystemPrompt, type PromptInput } from "./systemPrompt/promptSections.ts";

export interface RunSupportOptions {
  cwd: string;
  agentDir: string;
  sessionManager: SessionManager;
  settings: SettingsManager;
  selection: ToolChoice;
  /** Loaded. */
  resources: ResourceLoader;
  /** Variables of a command that the model runs, read when it starts. */
  sessionEnvironment: () => SessionEnvironment;
  report: (warning: string) => void;
  /** Of a session that has extensions; without it none are registered beside those of the start. */
  toolSet?: RunTools;
  /** The prompt says how developer and agent work together. */
  isAligned: () => boolean;
}

/** Tools of a session. A list that changes is a new one. */
export interface RunTools {
  /** Takes over what the session starts with. */
  start(tools: StartTools): void;
  /** In their order. */
  readonly active: readonly AnyToolDefinition[];
  /** Active ones that requests declare, as they declare them. */
  readonly declared: readonly AnyToolDefinition[];
  /** Tools beside the built-in ones: those of the program, and of extensions. */
  readonly added: readonly AnyToolDefinition[];
  /** All that are registered. */
  infos(): ToolInfo[];
  /** Unknown, hidden and forbidden names do not count; tools that stay keep their places. */
  setActive(names: readonly string[]): void;
  /** Takes over the set of the active branch. */
  restore(): void;
}

/** The tools of a session as a reload finds them. */
export interface ToolSnapshot {
  active: readonly string[];
  /** What was active by default. */
  defaults: readonly string[];
  registered: readonly string[];
}

/** Tools and prompt of a session: everything that a run needs and a start does not. */
export class RunSupport {
  private readonly source: PromptSource;
  private toolSet: RunTools;
  private readonly start: StartTools;
  private readonly defaults: readonly string[];

  constructor(private readonly options: RunSupportOptions) {
    const { cwd, report, selection } = options;
    const toolSet = options.toolSet ?? toolsWithoutExtensions(options);
    this.toolSet = toolSet;
    const builtin = builtinToolOptions(options);
    this.start = selectTools({
      cwd,
      settings: options.settings,
      choice: { ...selection, customTools: toolSet.added },
      builtin,
      warn: (warning) => report(`Warning: ${warning}`),
    });
    toolSet.start(this.start);
    this.defaults = this.start.active.map(({ name }) => name);
    const docsPath = fileURLToPath(new URL("../docs", import.meta.url));
    this.source = new PromptSource({
      cwd,
      resources: options.resources,
      tools: () => this.declaredTools,
      guidelines: () => {
        const guideline = bashSearchGuideline(this.tools.map((tool) => tool.name));
        return [...(guideline ? [guideline] : []), ...(options.isAligned() ? alignmentGuidelines : [])];
      },
      isSkillRouter: options.settings.get("harnessCore.skills"),
      docsPath: existsSync(docsPath) ? docsPath : undefined,
      onWarning: report,
    });
  }

  /** Active, in their order. */
  get tools(): readonly AnyToolDefinition[] {
    return this.toolSet.active;
  }

  /** Active ones that requests declare, as they declare them. */
  get declaredTools(): readonly AnyToolDefinition[] {
    return this.toolSet.declared;
  }

  /** All that are registered, and whether they are active. */
  get toolInfos(): (ToolInfo & { active: boolean })[] {
    const active = new Set(this.tools.map(({ name }) => name));
    return this.toolSet.infos().map((info) => ({ ...info, active: active.has(info.name) }));
  }

  /** Extensions joined a session that had none: their tools may become active, what is active stays so. */
  useTools(toolSet: RunTools): void {
    const before = this.tools.map(({ name }) => name);
    toolSet.start(this.start);
    toolSet.setActive([...before, ...toolSet.active.map(({ name }) => name)]);
    this.toolSet = toolSet;
  }

  setActiveTools(names: readonly string[]): void {
    this.toolSet.setActive(names);
  }

  get snapshot(): ToolSnapshot {
    const names = (tools: readonly { name: string }[]): string[] => tools.map(({ name }) => name);
    return {
      active: names(this.tools),
      defaults: this.defaults,
      registered: names(this.toolSet.infos()),
    };
  }

  /**
   * What was active before a reload stays so, and what is new becomes active: in the defaults, or registered
   * (extension-api.md §18).
   */
  takeOver({ active, defaults, registered }: ToolSnapshot): void {
    const fresh = this.tools.map(({ name }) => name).filter((name) => !registered.includes(name));
    const added = this.defaults.filter((name) => !defaults.includes(name));
    this.toolSet.setActive([...active, ...added, ...fresh]);
  }

  /** The leaf moved: its branch says which tools are active. */
  restoreTools(): void {
    this.toolSet.restore();
  }

  /** The tools as the loop runs them. */
  get agentTools(): AnyAgentTool[] {
    return [...this.tools];
  }

  /** The system prompt that the next request leads with. */
  get systemPrompt(): string {
    return renderSystemPrompt(this.source.currentSections());
  }

  /** What the prompt is made of, without the changes of a run. */
  get promptInput(): PromptInput {
    return this.source.input();
  }

  /** Skills that the prompt names. */
  get skills(): readonly Skill[] {
    return this.source.skills();
  }

  /** Changes the prompt until it is called again; nothing takes the change back. */
  adjustPrompt(adjust: ((input: PromptInput) => PromptInput) | undefined): void {
    this.source.adjust = adjust;
  }

  /** What the branch does not declare yet. */
  systemChange(): SystemMessage | undefined {
    return this.source.change(this.options.sessionManager.getSystemState());
  }
}

function toolsWithoutExtensions({ sessionManager, selection, report }: RunSupportOptions): SessionTools {
  return new SessionTools({
    runner: {
      getTools: () => new Map(),
      runtime: { report: (source, event, error) => report(`Error: ${source}: ${event}: ${String(error)}`) },
    },
    customTools: selection.customTools ?? [],
    withContext: (definition) => definition,
    branch: () => sessionManager.getBranch(),
    declaredNames: () => sessionManager.getSystemState()?.tools.map(({ name }) => name),
  });
}

function builtinToolOptions({
  agentDir,
  settings,
  sessionEnvironment,
}: RunSupportOptions): BuiltinToolOptions {
  const shell = { agentDir, sessionEnvironment };
  const search = { agentDir };
  return {
    bash: {
      ...shell,
      commandPrefix: () => settings.get("shellCommandPrefix"),
      shellPath: () => settings.get("shellPath"),
    },
    powershell: shell,
    grep: search,
    find: search,
  };
}
