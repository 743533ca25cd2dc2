import { resolveAgentDir } from "../base/agentDir.ts";
import type { ToolDefinition } from "../tools/definition.ts";

export { version as VERSION } from "../base/version.ts";

/** Folder of a project, and below the home directory, that holds Relay's files. */
export const CONFIG_DIR_NAME = ".relay";

/** Absolute path of the directory of the user's files. */
export function getAgentDir(): string {
  return resolveAgentDir(process.env);
}

/** Gives a tool definition its type; returns it as it is. */
export function defineTool<Params, Details>(
  definition: ToolDefinition<Params, Details>,
): ToolDefinition<Params, Details> {
  return definition;
}
