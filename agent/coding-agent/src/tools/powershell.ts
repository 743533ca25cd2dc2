import type { AgentTool } from "@relay-harness/agent-core";

import { createLocalPowerShellOperations, type PowerShellOperations } from "../base/shell/shellOperations.ts";
import { runnableTool, type ToolDefinition } from "./definition.ts";
import type { ShellToolDetails } from "./shellOutput.ts";
import {
  runShellTool,
  shellOutputSchema,
  shellParameters,
  type ShellToolInput,
  type ShellToolOptions,
} from "./shellTool.ts";

export type PowerShellToolInput = ShellToolInput;
export type PowerShellToolDetails = ShellToolDetails;

export interface PowerShellToolOptions extends ShellToolOptions {
  operations?: PowerShellOperations;
}

/** Definition of `powershell` (sessions-and-tools.md §13.2). Calls fail outside native Windows. */
export function createPowerShellToolDefinition(
  cwd: string,
  options: PowerShellToolOptions = {},
): ToolDefinition<PowerShellToolInput, PowerShellToolDetails> {
  return {
    name: "powershell",
    label: "powershell",
    description:
      "Runs a command with PowerShell in the working directory; every call is a new process without input. " +
      "Returns all output streams together: the last 2000 lines or 50KB, whichever is reached first. Longer " +
      "output is saved to a file that the result names. There is no time limit unless `timeout` (seconds) sets one.",
    parameters: shellParameters,
    outputSchema: shellOutputSchema,
    constrainedSampling: { type: "json_schema", strict: "prefer" },
    promptSnippet: "Run PowerShell commands",
    promptGuidelines: [
      "In powershell the RELAY_* environment variables describe the current model and session.",
    ],
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    execute: (_toolCallId, input, signal, onUpdate, context) =>
      runShellTool(
        {
          ...options,
          operations: options.operations ?? createLocalPowerShellOperations(),
          filePrefix: "relay-powershell",
        },
        cwd,
        input,
        { signal, onUpdate, context },
      ),
  };
}

/** Runnable `powershell`. `cwd` is where commands run. */
export function createPowerShellTool(
  cwd: string,
  options?: PowerShellToolOptions,
): AgentTool<PowerShellToolInput, PowerShellToolDetails> {
  return runnableTool(createPowerShellToolDefinition(cwd, options));
}
