import type {
  AssistantMessage,
  ToolCall,
  ToolExecutionResult,
  ToolResultMessage,
} from "@relay-harness/protocol";
import type { LoopRun } from "./loopRun.ts";
import { deliverMessage, timeOf } from "./loopRun.ts";
import type { PreparedCall, ToolCallOptions, ToolOutcome } from "./runToolCall.ts";
import { executeToolCall, failure, prepareToolCall } from "./runToolCall.ts";

interface ToolBatch {
  /** In source order. */
  messages: ToolResultMessage[];
  /** Every result asked to end the run. */
  terminates: boolean;
}

interface Call {
  toolCall: ToolCall;
  prepared: PreparedCall;
  outcome?: ToolOutcome;
}

/** Runs the calls of one assistant message and reports them in the order of `sessions-and-tools.md` §10.3. */
export async function runToolBatch(
  run: LoopRun,
  assistantMessage: AssistantMessage,
  toolCalls: readonly ToolCall[],
): Promise<ToolBatch> {
  const outcomes: ToolOutcome[] = [];
  const messages: ToolResultMessage[] = [];
  const groups = isSequential(run, toolCalls) ? toolCalls.map((toolCall) => [toolCall]) : [toolCalls];
  for (const group of groups) {
    const calls = await runConcurrently(run, assistantMessage, group);
    for (const { toolCall, outcome } of calls) {
      outcomes.push(outcome);
      messages.push(await deliverMessage(run, resultMessage(run, toolCall, outcome)));
    }
  }
  return { messages, terminates: outcomes.every(({ result }) => result.terminate === true) };
}

function isSequential(run: LoopRun, toolCalls: readonly ToolCall[]): boolean {
  if (run.hooks.toolExecution === "sequential") return true;
  const names = new Set(toolCalls.map((toolCall) => toolCall.name));
  return run.context.tools.some((tool) => tool.executionMode === "sequential" && names.has(tool.name));
}

/** Prepares in source order, then executes what was allowed side by side. */
async function runConcurrently(
  run: LoopRun,
  assistantMessage: AssistantMessage,
  toolCalls: readonly ToolCall[],
): Promise<{ toolCall: ToolCall; outcome: ToolOutcome }[]> {
  const calls: Call[] = [];
  for (const toolCall of toolCalls) {
    await run.emit({
      type: "tool_execution_start",
      toolCallId: toolCall.id,
      toolName: toolCall.name,
      args: toolCall.arguments,
    });
    const prepared = await prepare(run, assistantMessage, toolCall);
    calls.push({ toolCall, prepared });
    if ("rejected" in prepared) await emitEnd(run, toolCall, prepared.rejected);
  }
  return Promise.all(
    calls.map(async ({ toolCall, prepared }) => {
      if ("rejected" in prepared) return { toolCall, outcome: prepared.rejected };
      const outcome = await executeToolCall(toolCall, prepared, callOptions(run, assistantMessage, toolCall));
      await emitEnd(run, toolCall, outcome);
      return { toolCall, outcome };
    }),
  );
}

async function prepare(
  run: LoopRun,
  assistantMessage: AssistantMessage,
  toolCall: ToolCall,
): Promise<PreparedCall> {
  if (assistantMessage.stopReason === "length") return { rejected: failure(truncatedText(toolCall.name)) };
  return prepareToolCall(toolCall, callOptions(run, assistantMessage, toolCall));
}

/** `sessions-and-tools.md` §10.6. */
function truncatedText(name: string): string {
  return `Tool call "${name}" was not executed: the response hit the output token limit, so its arguments may be truncated. Re-issue the tool call with complete arguments.`;
}

function callOptions(run: LoopRun, assistantMessage: AssistantMessage, toolCall: ToolCall): ToolCallOptions {
  const { hooks, context, signal } = run;
  return {
    tools: context.tools,
    assistantMessage,
    context,
    signal,
    beforeToolCall: hooks.beforeToolCall,
    afterToolCall: hooks.afterToolCall,
    toolContext: hooks.toolContext,
    abortGraceMs: hooks.abortGraceMs,
    onUpdate: (partialResult) =>
      void run.emit({
        type: "tool_execution_update",
        toolCallId: toolCall.id,
        toolName: toolCall.name,
        args: toolCall.arguments,
        partialResult,
      }),
  };
}

function emitEnd(run: LoopRun, toolCall: ToolCall, outcome: ToolOutcome): void | Promise<void> {
  const { content, details, structuredContent, usage, terminate } = outcome.result;
  const result: ToolExecutionResult = { content };
  if (details !== undefined) result.details = details;
  if (structuredContent !== undefined) result.structuredContent = structuredContent;
  if (usage !== undefined) result.usage = usage;
  if (terminate !== undefined) result.terminate = terminate;
  return run.emit({
    type: "tool_execution_end",
    toolCallId: toolCall.id,
    toolName: toolCall.name,
    result,
    isError: outcome.isError,
    ...(outcome.durationMs === undefined ? {} : { durationMs: outcome.durationMs }),
  });
}

function resultMessage(run: LoopRun, toolCall: ToolCall, outcome: ToolOutcome): ToolResultMessage {
  const { content, details, usage } = outcome.result;
  return {
    role: "toolResult",
    toolCallId: toolCall.id,
    toolName: toolCall.name,
    content,
    ...(details === undefined ? {} : { details }),
    ...(usage === undefined ? {} : { usage }),
    isError: outcome.isError,
    timestamp: timeOf(run),
    ...(outcome.durationMs === undefined ? {} : { durationMs: outcome.durationMs }),
  };
}
