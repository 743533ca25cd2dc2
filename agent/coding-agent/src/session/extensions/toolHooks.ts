import type { AgentHooks, AgentToolResult, ToolUpdate } from "@relay-harness/agent-core";
import type { AgentMessage, JsonObject } from "@relay-harness/protocol";
import type { DispatchOptions } from "../../extensions/dispatcher.ts";
import { errorText } from "../../extensions/errors.ts";
import type { ExtensionRunner } from "../../extensions/extensionRunner.ts";
import type { CallableTool } from "../../extensions/types/tools.ts";
import type { ToolContext } from "../../tools/context.ts";
import type { AnyToolDefinition } from "../../tools/definition.ts";
import { addUsage } from "../compaction/summaryRequest.ts";
import type { CallScope, NestedCalls } from "./nestedCalls.ts";

export interface ToolHooksDeps {
  runner: ExtensionRunner;
  nested: NestedCalls;
  callable: () => readonly AnyToolDefinition[];
  images: () => ToolContext["images"];
  dispatch: () => DispatchOptions;
}

export type CallHooks = Required<Pick<AgentHooks, "beforeToolCall" | "afterToolCall">>;

/** `tool_call` and `tool_result` around every call, and the context that tools of extensions get. */
export class ToolHooks {
  readonly hooks: CallHooks = this.hooksOf(undefined);

  constructor(private readonly deps: ToolHooksDeps) {}

  /** Stands behind the hooks of nested calls, as it does behind those of the model's own. */
  guard: ((hooks: CallHooks) => Partial<CallHooks>) | undefined;

  /** Hooks of calls that another call makes. */
  forNested(parentToolCallId: string): Partial<CallHooks> {
    const hooks = this.hooksOf(parentToolCallId);
    return this.guard?.(hooks) ?? hooks;
  }

  /** The tool with an `execute` that gets what extensions expect as its last argument. */
  withContext(definition: AnyToolDefinition): AnyToolDefinition {
    const { runner, nested, dispatch, images } = this.deps;
    return {
      ...definition,
      execute: async (
        toolCallId: string,
        params: JsonObject,
        signal?: AbortSignal,
        onUpdate?: ToolUpdate,
      ): Promise<AgentToolResult> => {
        const scope = nested.enter(toolCallId, signal);
        const call = {
          tools: () => this.callableTools(),
          executeTool: scope.execute.bind(scope),
          images,
        };
        const options = signal ? { signal } : dispatch();
        const context = runner.createToolContext(call, options);
        try {
          const result: AgentToolResult = await definition.execute(
            toolCallId,
            params,
            signal,
            onUpdate,
            context,
          );
          return withUsage(result, scope);
        } catch (error) {
          if (!scope.usage) throw error;
          // What nested calls have cost counts, whatever became of the call.
          return withUsage(failedResult(error), scope);
        } finally {
          scope.close();
        }
      },
    };
  }

  /** A result of a call of the model, with the record of the calls that it led to. */
  withNestedCalls(message: AgentMessage): AgentMessage {
    if (message.role !== "toolResult") return message;
    const nestedCalls = this.deps.nested.takeRecord(message.toolCallId);
    return nestedCalls ? { ...message, nestedCalls } : message;
  }

  private callableTools(): CallableTool[] {
    return this.deps
      .callable()
      .map(({ name, description, parameters, outputSchema, exposure = "direct", namespace }) => ({
        name,
        description,
        parameters,
        ...(outputSchema && { outputSchema }),
        exposure,
        ...(namespace && { namespace }),
      }));
  }

  private hooksOf(parentToolCallId: string | undefined): CallHooks {
    const parent = parentToolCallId !== undefined && { parentToolCallId };
    return {
      beforeToolCall: async ({ toolCall, args }) => {
        const { runner, dispatch } = this.deps;
        if (!runner.hasHandlers("tool_call")) return undefined;
        const { id: toolCallId, name: toolName } = toolCall;
        // Handlers may keep what they get: what is judged and run after them is out of their reach.
        const input = structuredClone(args);
        const event = { type: "tool_call" as const, toolCallId, toolName, input, ...parent };
        const verdict = await runner.toolCall(event, dispatch());
        for (const name of Object.keys(args)) delete args[name];
        Object.assign(args, structuredClone(input));
        return verdict;
      },
      afterToolCall: ({ toolCall, args, result, isError }) => {
        const { runner, dispatch } = this.deps;
        if (!runner.hasHandlers("tool_result")) return undefined;
        const { id: toolCallId, name: toolName } = toolCall;
        const { content, details, structuredContent, usage } = result;
        return runner.toolResult(
          {
            type: "tool_result",
            toolCallId,
            toolName,
            input: args,
            content,
            details,
            ...(structuredContent !== undefined && { structuredContent }),
            isError,
            ...(usage && { usage }),
            ...parent,
          },
          dispatch(),
        );
      },
    };
  }
}

function withUsage(result: AgentToolResult, { usage }: CallScope): AgentToolResult {
  // What is no result at all is reported by whoever called the tool.
  if (!usage || typeof result !== "object" || result === null) return result;
  return { ...result, usage: addUsage(result.usage, usage) };
}

function failedResult(error: unknown): AgentToolResult {
  return { content: [{ type: "text", text: errorText(error) }], details: {}, isError: true };
}
