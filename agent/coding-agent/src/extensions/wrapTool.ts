import type { AgentToolResult, ToolUpdate } from "@relay-harness/agent-core";
import type { JsonObject } from "@relay-harness/protocol";
import type { AnyToolDefinition } from "../tools/definition.ts";
import type { ExtensionRunner, RegisteredTool } from "./extensionRunner.ts";
import type { NestedToolOutcome } from "./types/tools.ts";

/**
 * A tool of an extension for an agent of one's own: its context is that of the runner. Without a session no
 * other tool can be called through it.
 */
export function wrapRegisteredTool(
  { definition }: RegisteredTool,
  runner: ExtensionRunner,
): AnyToolDefinition {
  return {
    ...definition,
    execute: (
      toolCallId: string,
      params: JsonObject,
      signal?: AbortSignal,
      onUpdate?: ToolUpdate,
    ): Promise<AgentToolResult> => {
      const call = { tools: () => [], executeTool: refuse(toolCallId), images: defaultImages };
      const context = runner.createToolContext(call, signal ? { signal } : {});
      return definition.execute(toolCallId, params, signal, onUpdate, context);
    },
  };
}

/** All tools of a runner, in the order of their names' winners. */
export function wrapRegisteredTools(
  tools: Iterable<RegisteredTool>,
  runner: ExtensionRunner,
): AnyToolDefinition[] {
  return [...tools].map((tool) => wrapRegisteredTool(tool, runner));
}

const defaultImages = (): { autoResize: boolean; blockImages: boolean } => ({
  autoResize: true,
  blockImages: false,
});

function refuse(toolCallId: string): (name: string, args: JsonObject) => Promise<NestedToolOutcome> {
  return (name, args) =>
    Promise.resolve({
      toolCall: { type: "toolCall", id: `${toolCallId}/1`, name, arguments: args },
      result: {
        content: [{ type: "text", text: `${name} cannot be called: there is no session` }],
        details: undefined,
      },
      isError: true,
    });
}
