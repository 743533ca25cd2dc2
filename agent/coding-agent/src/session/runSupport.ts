import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AnyAgentTool } from "@relay-harness/agent-core";
import type { SystemMessage } from "@relay-harness/protocol";
import { ContextFiles } from "../resources/contextFiles.ts";
import { loadSystemPromptTexts } from "../resources/systemPromptFiles.ts";
import type { SessionManager } from "../sessions/sessionManager.ts";
import {
  bashSearchGuideline,
  builtinToolNames,
  createBuiltinToolDefinition,
  isBuiltinToolName,
  type BuiltinToolOptions,
} from "../tools/builtinTools.ts";
import type { SessionEnvironment } from "../tools/context.ts";
import type { AnyToolDefinition } from "../tools/definition.ts";
import { resolveToolSelection, type ToolSelectionInput } from "../tools/toolSelection.ts";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import { PromptSource } from "./promptSource.ts";

export interface PromptOptions {
  /** Value of `--system-prompt`: text, or the path of a file. */
  systemPrompt?: string;
  appendSystemPrompt?: readonly string[];
  /** No context files and no development guide. */
  noContextFiles?: boolean;
}

/** What the command line says about tools. */
export type CliToolSelection = Pick<
  ToolSelectionInput,
  "cliTools" | "excludeTools" | "noTools" | "noBuiltinTools"
>;

export interface RunSupportOptions {
  cwd: string;
  agentDir: string;
  sessionManager: SessionManager;
  settings: SettingsManager;
  selection: CliToolSelection;
  prompt: PromptOptions;
  /** Variables of a command that the model runs, read when it starts. */
  sessionEnvironment: () => SessionEnvironment;
  report: (warning: string) => void;
}

/** Tools and prompt of a session: everything that a run needs and a start does not. */
export class RunSupport {
  readonly tools: readonly AnyToolDefinition[];
  private readonly source: PromptSource;

  constructor(private readonly options: RunSupportOptions) {
    const { cwd, agentDir, settings, prompt } = options;
    this.tools = selectTools(options);
    const searchGuideline = bashSearchGuideline(this.tools.map((tool) => tool.name));
    const docsPath = fileURLToPath(new URL("../docs", import.meta.url));
    this.source = new PromptSource({
      cwd,
      texts: loadSystemPromptTexts({
        cwd,
        agentDir,
        isProjectTrusted: settings.isProjectTrusted(),
        ...prompt,
      }),
      contextFiles: prompt.noContextFiles ? undefined : new ContextFiles({ cwd, agentDir }),
      tools: () => this.tools,
      guidelines: searchGuideline ? [searchGuideline] : [],
      docsPath: existsSync(docsPath) ? docsPath : undefined,
      onWarning: options.report,
    });
  }

  /** The tools as the loop runs them. */
  get agentTools(): AnyAgentTool[] {
    return [...this.tools];
  }

  /** What the branch does not declare yet. */
  systemChange(): SystemMessage | undefined {
    return this.source.change(this.options.sessionManager.getSystemState());
  }
}

function selectTools(options: RunSupportOptions): AnyToolDefinition[] {
  const { settings, selection, cwd, report } = options;
  const { names, warnings } = resolveToolSelection({
    ...selection,
    userDefaultTools: settings.getIn("user", "defaultTools"),
    projectDefaultTools: settings.getIn("project", "defaultTools"),
    knownNames: builtinToolNames,
  });
  for (const warning of warnings) report(`Warning: ${warning}`);
  const toolOptions = builtinToolOptions(options);
  return names.filter(isBuiltinToolName).map((name) => createBuiltinToolDefinition(name, cwd, toolOptions));
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
