import type { AssistantMessage, JsonObject, ToolCall } from "@relay-harness/protocol";
import { abandoned, awaitHook, settleOrAbandon } from "./abandon.ts";
import { errorText } from "./loopRun.ts";
import type { AgentContext, AgentHooks, AgentToolResult, AnyAgentTool, ToolUpdate } from "./types.ts";
import { resultProblem } from "./resultProblem.ts";
import { validateArguments } from "./arguments/validateArguments.ts";

/** How a call ended. `durationMs` is there only when `execute` ran. */
export interface ToolOutcome {
  result: AgentToolResult;
  isError: boolean;
  durationMs?: number;
}

export interface ToolCallOptions extends Pick<
  AgentHooks,
  "beforeToolCall" | "afterToolCall" | "toolContext" | "abortGraceMs"
> {
  tools: readonly AnyAgentTool[];
  assistantMessage: AssistantMessage;
  context: Readonly<AgentContext>;
  signal?: AbortSignal;
  /** Progress of `execute`; never called after it has settled. */
  onUpdate?: ToolUpdate;
}

/** A call that passed every check and may execute, or the outcome that rejects it. */
export type PreparedCall = { tool: AnyAgentTool; args: JsonObject } | { rejected: ToolOutcome };

/** `sessions-and-tools.md` §10.1. */
const notStartedText = "Operation aborted";

const neverAborted = new AbortController().signal;

/** One call through the whole pipeline of `extension-api.md` §9.2, without events. Never rejects. */
export async function runToolCall(toolCall: ToolCall, options: ToolCallOptions): Promise<ToolOutcome> {
  const prepared = await prepareToolCall(toolCall, options);
  return "rejected" in prepared ? prepared.rejected : executeToolCall(toolCall, prepared, options);
}

/** Everything before `execute`: look-up, arguments, validation, permission. Never rejects. */
export async function prepareToolCall(toolCall: ToolCall, options: ToolCallOptions): Promise<PreparedCall> {
  const signal = options.signal ?? neverAborted;
  try {
    if (signal.aborted) return reject(notStartedText);
    const tool = options.tools.find((candidate) => candidate.name === toolCall.name);
    if (!tool) return reject(`Tool ${toolCall.name} not found`);
    const checked = await checkArguments(tool, toolCall);
    if ("error" in checked) return reject(checked.error);
    const verdict = await authorize(toolCall, checked.args, options, signal);
    if (signal.aborted) return reject(notStartedText);
    return verdict ?? { tool, args: checked.args };
  } catch (error) {
    return reject(errorText(error));
  }
}

async function checkArguments(
  tool: AnyAgentTool,
  toolCall: ToolCall,
): Promise<{ args: JsonObject } | { error: string }> {
  if (toolCall.argumentsError !== undefined) {
    return { error: `Invalid arguments for tool "${tool.name}": ${toolCall.argumentsError}` };
  }
  return validateArguments(tool, toolCall.arguments);
}

async function authorize(
  toolCall: ToolCall,
  args: JsonObject,
  options: ToolCallOptions,
  signal: AbortSignal,
): Promise<PreparedCall | undefined> {
  if (!options.beforeToolCall) return undefined;
  const { assistantMessage, context } = options;
  const asked = options.beforeToolCall({ assistantMessage, toolCall, args, context, signal });
  const verdict = await awaitHook(asked, signal, options.abortGraceMs);
  if (verdict === abandoned) return reject(notStartedText);
  if (!verdict?.block) return undefined;
  return reject(verdict.reason ?? "Tool execution was blocked", verdict.terminate);
}

/** Executes a prepared call. Never rejects. */
export async function executeToolCall(
  toolCall: ToolCall,
  prepared: { tool: AnyAgentTool; args: JsonObject },
  options: ToolCallOptions,
): Promise<ToolOutcome> {
  const signal = options.signal ?? neverAborted;
  if (signal.aborted) return failure(notStartedText);
  const outcome = await execute(toolCall, prepared, options, signal);
  if (!options.afterToolCall) return outcome;
  const { assistantMessage, context } = options;
  const { result, isError } = outcome;
  try {
    const { args } = prepared;
    const asked = options.afterToolCall({
      assistantMessage,
      toolCall,
      args,
      context,
      signal,
      result,
      isError,
    });
    const patch = await awaitHook(asked, signal, options.abortGraceMs);
    if (!patch || patch === abandoned) return outcome;
    const changed = patched(outcome, patch);
    const problem = resultProblem(changed.result);
    if (problem === undefined) return changed;
    const text = `The result of ${toolCall.name} was changed to one with ${problem}`;
    return { ...failure(text), durationMs: outcome.durationMs };
  } catch (error) {
    return { ...failure(errorText(error)), durationMs: outcome.durationMs };
  }
}

async function execute(
  toolCall: ToolCall,
  { tool, args }: { tool: AnyAgentTool; args: JsonObject },
  options: ToolCallOptions,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  let hasSettled = false;
  const onUpdate: ToolUpdate = (partial) => {
    if (hasSettled) return;
    const problem = resultProblem(partial);
    if (problem !== undefined) throw new TypeError(`Tool ${tool.name} sent an update with ${problem}`);
    options.onUpdate?.(partial);
  };
  const startedAt = performance.now();
  let outcome: ToolOutcome;
  try {
    const running = Promise.resolve(
      tool.execute(toolCall.id, args, signal, onUpdate, options.toolContext?.()),
    );
    const result = await settleOrAbandon(running, signal, options.abortGraceMs);
    outcome = result === abandoned ? failure(notStartedText) : settled(tool, result);
    // A run that was aborted reports no success, even if the tool did not notice (rpc.md §7.5).
    if (signal.aborted) outcome.isError = true;
  } catch (error) {
    const isAbort = signal.aborted && error instanceof Error && error.name === "AbortError";
    outcome = failure(isAbort ? notStartedText : errorText(error));
  }
  hasSettled = true;
  outcome.durationMs = Math.round(performance.now() - startedAt);
  return outcome;
}

function settled(tool: AnyAgentTool, result: AgentToolResult): ToolOutcome {
  const problem = resultProblem(result);
  if (problem !== undefined) return failure(`Tool ${tool.name} returned ${problem}`);
  return { result, isError: result.isError === true };
}

function patched(outcome: ToolOutcome, patch: Partial<AgentToolResult>): ToolOutcome {
  const result = { ...outcome.result };
  if (patch.content !== undefined) {
    result.content = patch.content;
    // New text would contradict the structured form of the old one.
    delete result.structuredContent;
  }
  if (patch.details !== undefined) result.details = patch.details;
  if (patch.structuredContent !== undefined) result.structuredContent = patch.structuredContent;
  if (patch.usage !== undefined) result.usage = patch.usage;
  if (patch.terminate !== undefined) result.terminate = patch.terminate;
  return { ...outcome, result, isError: patch.isError ?? outcome.isError };
}

function reject(text: string, terminate?: boolean): { rejected: ToolOutcome } {
  return { rejected: failure(text, terminate) };
}

/** Error result with the details that every failure without details of its own has. */
export function failure(text: string, terminate?: boolean): ToolOutcome {
  return {
    result: { content: [{ type: "text", text }], details: {}, ...(terminate ? { terminate } : {}) },
    isError: true,
  };
}
