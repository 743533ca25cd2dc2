import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AnyAgentTool } from "@relay-harness/agent-core";
import type { SystemMessage } from "@relay-harness/protocol";
import type { ResourceLoader } from "../resources/resourceLoader.ts";
import type { SessionManager } from "../sessions/sessionManager.ts";
import { bashSearchGuideline, type BuiltinToolOptions } from "../tools/builtinTools.ts";
import type { SessionEnvironment } from "../tools/context.ts";
import type { AnyToolDefinition } from "../tools/definition.ts";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import { PromptSource } from "./promptSource.ts";
import { selectTools, type ToolChoice } from "./selectTools.ts";
import { renderSystemPrompt } from "./systemPrompt/promptSections.ts";

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
}

/** Tools and prompt of a session: everything that a run needs and a start does not. */
export class RunSupport {
  readonly tools: readonly AnyToolDefinition[];
  private readonly source: PromptSource;

  constructor(private readonly options: RunSupportOptions) {
    const { cwd, report } = options;
    this.tools = selectTools({
      cwd,
      settings: options.settings,
      choice: options.selection,
      builtin: builtinToolOptions(options),
      warn: (warning) => report(`Warning: ${warning}`),
    });
    const searchGuideline = bashSearchGuideline(this.tools.map((tool) => tool.name));
    const docsPath = fileURLToPath(new URL("../docs", import.meta.url));
    this.source = new PromptSource({
      cwd,
      resources: options.resources,
      tools: () => this.tools,
      guidelines: searchGuideline ? [searchGuideline] : [],
      docsPath: existsSync(docsPath) ? docsPath : undefined,
      onWarning: report,
    });
  }

  /** The tools as the loop runs them. */
  get agentTools(): AnyAgentTool[] {
    return [...this.tools];
  }

  /** The system prompt that the next request leads with. */
  get systemPrompt(): string {
    return renderSystemPrompt(this.source.currentSections());
  }

  /** What the branch does not declare yet. */
  systemChange(): SystemMessage | undefined {
    return this.source.change(this.options.sessionManager.getSystemState());
  }
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
