import type { AgentTool } from "@relay-harness/agent-core";

import { createLocalBashOperations, type BashOperations } from "../base/shell/shellOperations.ts";
import { current, type Lazy } from "./context.ts";
import { runnableTool, type ToolDefinition } from "./definition.ts";
import type { ShellToolDetails } from "./shellOutput.ts";
import {
  runShellTool,
  shellOutputSchema,
  shellParameters,
  type ShellToolInput,
  type ShellToolOptions,
} from "./shellTool.ts";

export type BashToolInput = ShellToolInput;
export type BashToolDetails = ShellToolDetails;

export interface BashToolOptions extends ShellToolOptions {
  operations?: BashOperations;
  /** Lines put before every command. Read when a command starts. */
  commandPrefix?: Lazy<string | undefined>;
  /** Shell instead of the platform's Bash. Read when a command starts. */
  shellPath?: Lazy<string | undefined>;
}

/** Definition of `bash` (sessions-and-tools.md §13.1). */
export function createBashToolDefinition(
  cwd: string,
  options: BashToolOptions = {},
): ToolDefinition<BashToolInput, BashToolDetails> {
  return {
    name: "bash",
    label: "bash",
    description:
      "Runs a command with bash in the working directory; every call is a new process without input. Returns " +
      "stdout and stderr together: the last 2000 lines or 50KB, whichever is reached first. Longer output is " +
      "saved to a file that the result names. There is no time limit unless `timeout` (seconds) sets one.",
    parameters: shellParameters,
    outputSchema: shellOutputSchema,
    constrainedSampling: { type: "json_schema", strict: "prefer" },
    promptSnippet: "Run shell commands",
    promptGuidelines: ["In bash the RELAY_* environment variables describe the current model and session."],
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    execute: (_toolCallId, input, signal, onUpdate, context) =>
      runShellTool(
        {
          ...options,
          operations:
            options.operations ?? createLocalBashOperations({ shellPath: current(options.shellPath) }),
          filePrefix: "relay-bash",
          commandPrefix: current(options.commandPrefix),
        },
        cwd,
        input,
        { signal, onUpdate, context },
      ),
  };
}

/** Runnable `bash`. `cwd` is where commands run. */
export function createBashTool(
  cwd: string,
  options?: BashToolOptions,
): AgentTool<BashToolInput, BashToolDetails> {
  return runnableTool(createBashToolDefinition(cwd, options));
}
