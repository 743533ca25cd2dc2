import type { AgentToolResult, ToolUpdate } from "@relay-harness/agent-core";
import type { JsonObject, ToolCall } from "@relay-harness/protocol";
import type { ToolAnnotations, ToolDefinition, ToolExposure, ToolNamespace } from "../../tools/definition.ts";
import type { SourceInfo } from "@relay-harness/protocol";
import type { ExtensionContext } from "./context.ts";
import type { ToolRenderers } from "./renderers.ts";

/** A tool that another tool can call. */
export interface CallableTool {
  name: string;
  description: string;
  parameters: object;
  outputSchema?: object;
  exposure: ToolExposure;
  namespace?: ToolNamespace;
}

export interface ExecuteToolOptions {
  /** Default: that of the calling tool. */
  signal?: AbortSignal;
  onUpdate?: ToolUpdate;
}

/** How a nested call ended. */
export interface NestedToolOutcome {
  toolCall: ToolCall;
  result: AgentToolResult;
  isError: boolean;
  /** Only when the tool ran. */
  durationMs?: number;
}

/** Last argument of `execute`. */
export interface ToolExecutionContext extends ExtensionContext {
  /** What `executeTool` can call. */
  readonly tools: readonly CallableTool[];
  /** Runs another tool; never rejects for what goes wrong with the call. */
  executeTool(name: string, args: JsonObject, options?: ExecuteToolOptions): Promise<NestedToolOutcome>;
}

/** A tool as an extension registers it. */
export interface ExtensionToolDefinition<Params = JsonObject, Details = unknown>
  extends Omit<ToolDefinition<Params, Details>, "execute">, ToolRenderers {
  execute: (
    toolCallId: string,
    params: Params,
    signal: AbortSignal | undefined,
    onUpdate: ToolUpdate<Details> | undefined,
    ctx: ToolExecutionContext,
  ) => Promise<AgentToolResult<Details>>;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- definitions of every parameter type share one list
export type AnyExtensionTool = ExtensionToolDefinition<any, any>;

/** Answer of `getAllTools`. */
export interface ToolInfo {
  name: string;
  description: string;
  parameters: object;
  promptGuidelines?: readonly string[];
  exposure: ToolExposure;
  namespace?: ToolNamespace;
  annotations?: ToolAnnotations;
  reachesTools?: (input: JsonObject) => "all" | string[];
  sourceInfo: SourceInfo;
}
