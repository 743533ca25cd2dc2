import type { AnyAgentTool } from "@relay-harness/agent-core";

import { createBashTool, createBashToolDefinition, type BashToolOptions } from "./bash.ts";
import type { AnyToolDefinition } from "./definition.ts";
import { createEditTool, createEditToolDefinition, type EditToolOptions } from "./edit.ts";
import { createFindTool, createFindToolDefinition, type FindToolOptions } from "./find.ts";
import { createGrepTool, createGrepToolDefinition, type GrepToolOptions } from "./grep.ts";
import { createLsTool, createLsToolDefinition, type LsToolOptions } from "./ls.ts";
import { createPowerShellToolDefinition, type PowerShellToolOptions } from "./powershell.ts";
import { createReadTool, createReadToolDefinition, type ReadToolOptions } from "./read.ts";
import { createWriteTool, createWriteToolDefinition, type WriteToolOptions } from "./write.ts";

/** Options of each built-in tool. */
export interface BuiltinToolOptions {
  read?: ReadToolOptions;
  bash?: BashToolOptions;
  edit?: EditToolOptions;
  write?: WriteToolOptions;
  grep?: GrepToolOptions;
  find?: FindToolOptions;
  ls?: LsToolOptions;
  powershell?: PowerShellToolOptions;
}

export type BuiltinToolName = keyof BuiltinToolOptions;

const definitionFactories: Record<
  BuiltinToolName,
  (cwd: string, options: BuiltinToolOptions) => AnyToolDefinition
> = {
  read: (cwd, { read }) => createReadToolDefinition(cwd, read),
  bash: (cwd, { bash }) => createBashToolDefinition(cwd, bash),
  edit: (cwd, { edit }) => createEditToolDefinition(cwd, edit),
  write: (cwd, { write }) => createWriteToolDefinition(cwd, write),
  grep: (cwd, { grep }) => createGrepToolDefinition(cwd, grep),
  find: (cwd, { find }) => createFindToolDefinition(cwd, find),
  ls: (cwd, { ls }) => createLsToolDefinition(cwd, ls),
  powershell: (cwd, { powershell }) => createPowerShellToolDefinition(cwd, powershell),
};

/** Names of the built-in tools. */
export const builtinToolNames = Object.keys(definitionFactories) as readonly BuiltinToolName[];

/** Tools that are active when nothing else is said, in this order. */
export const defaultToolNames: readonly BuiltinToolName[] = ["read", "bash", "edit", "write"];

/** True for the name of a built-in tool. */
export function isBuiltinToolName(name: string): name is BuiltinToolName {
  return Object.hasOwn(definitionFactories, name);
}

/**
 * Rule that depends on the set of active tools rather than on one of them: with bash and without a
 * search tool, bash lists and searches.
 */
export function bashSearchGuideline(activeNames: readonly string[]): string | undefined {
  const hasSearch = ["grep", "find", "ls"].some((name) => activeNames.includes(name));
  if (!activeNames.includes("bash") || hasSearch) return undefined;
  return "Use bash to list directories, find files and search their content.";
}

/** Definition of one built-in tool. */
export function createBuiltinToolDefinition(
  name: BuiltinToolName,
  cwd: string,
  options: BuiltinToolOptions = {},
): AnyToolDefinition {
  return definitionFactories[name](cwd, options);
}

/** Runnable `read`, `bash`, `edit` and `write`. */
export function createCodingTools(cwd: string, options: BuiltinToolOptions = {}): AnyAgentTool[] {
  return [
    createReadTool(cwd, options.read),
    createBashTool(cwd, options.bash),
    createEditTool(cwd, options.edit),
    createWriteTool(cwd, options.write),
  ];
}

/** Runnable `read`, `grep`, `find` and `ls`. */
export function createReadOnlyTools(cwd: string, options: BuiltinToolOptions = {}): AnyAgentTool[] {
  return [
    createReadTool(cwd, options.read),
    createGrepTool(cwd, options.grep),
    createFindTool(cwd, options.find),
    createLsTool(cwd, options.ls),
  ];
}
