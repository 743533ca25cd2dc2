import type { AgentTool, AnyAgentTool } from "@relay-harness/agent-core";
import type { JsonObject, JsonSchema } from "@relay-harness/protocol";

/** How the model reaches a tool; a tool that says nothing is `direct`. */
export type ToolExposure = "direct" | "model-only" | "codemode" | "deferred" | "hidden";

/** A group of related tools. */
export interface ToolNamespace {
  name: string;
  description?: string;
  /** Longer guidance, read on demand. */
  instructions?: string;
  aliases?: string[];
}

/** Unverified hints with the meaning of MCP tool annotations. */
export interface ToolAnnotations {
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

/** A registered tool as a `prepareLoadout` hook sees it. */
export interface ToolLoadout {
  readonly declared: readonly AnyAgentTool[];
  readonly callable: readonly AnyAgentTool[];
  readonly registered: readonly AnyAgentTool[];
  getExposure(name: string): ToolExposure;
  getNamespace(name: string): ToolNamespace | undefined;
  getPromptGuidelines(name: string): readonly string[];
}

/** What a `prepareLoadout` hook may change. */
export interface LoadoutChange {
  descriptions?: Record<string, string>;
  hiddenDeclarations?: string[];
}

/** A tool as it is registered: what the loop runs plus what prompt and registries need. */
export interface ToolDefinition<Params = JsonObject, Details = unknown> extends AgentTool<Params, Details> {
  /** One line in the prompt's `<tools>`; without it the tool is not listed there. */
  promptSnippet?: string;
  /** Bullets of `<rules>` while the tool is active. */
  promptGuidelines?: string[];
  /** JSON Schema of `structuredContent`. */
  outputSchema?: JsonSchema;
  /** Default `direct`. */
  exposure?: ToolExposure;
  namespace?: ToolNamespace;
  annotations?: ToolAnnotations;
  /** Default true; false registers the tool inactive. */
  defaultActive?: boolean;
  /** Tools that a call reaches: all, or those whose name contains one of the words. */
  reachesTools?: (input: JsonObject) => "all" | string[];
  prepareLoadout?: (loadout: ToolLoadout) => LoadoutChange | undefined;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- definitions of every parameter type share one list
export type AnyToolDefinition = ToolDefinition<any, any>;

/** The part of a definition that the loop needs. */
export function runnableTool<Params, Details>(
  definition: ToolDefinition<Params, Details>,
): AgentTool<Params, Details> {
  const {
    name,
    label,
    description,
    parameters,
    constrainedSampling,
    executionMode,
    prepareArguments,
    execute,
  } = definition;
  return {
    name,
    label,
    description,
    parameters,
    ...(constrainedSampling !== undefined && { constrainedSampling }),
    ...(executionMode && { executionMode }),
    ...(prepareArguments && { prepareArguments }),
    execute,
  };
}
