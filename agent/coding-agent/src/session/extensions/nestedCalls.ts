import {
  runToolCall,
  type AgentContext,
  type AgentHooks,
  type AgentToolResult,
  type AnyAgentTool,
} from "@relay-harness/agent-core/loop";
import type { AgentEvent } from "@relay-harness/agent-core";
import type {
  AssistantMessage,
  JsonObject,
  NestedCall,
  ToolCall,
  ToolExecutionResult,
  Usage,
} from "@relay-harness/protocol";
import { addUsage } from "../compaction/summaryRequest.ts";
import type { ExecuteToolOptions, NestedToolOutcome } from "../../extensions/types/tools.ts";

/** Limits of what is kept of nested calls (extension-api.md §10). */
const maxCalls = 256;
const maxArgumentBytes = 8 * 1024;
const maxAllArgumentBytes = 32 * 1024;
const maxErrorLength = 500;

type NestedEvent = Extract<AgentEvent, { type: `tool_execution_${string}` }>;

export interface NestedCallsDeps {
  /** What can be called now. */
  callable: () => readonly AnyAgentTool[];
  hooks: (parentToolCallId: string) => Pick<AgentHooks, "beforeToolCall" | "afterToolCall" | "abortGraceMs">;
  isSequential: () => boolean;
  assistantMessage: () => AssistantMessage;
  context: () => Readonly<AgentContext>;
  /** Tells extensions and listeners. */
  emit: (event: NestedEvent) => void | Promise<void>;
}

/** Calls that tools make of other tools, by the call that the model made. */
export class NestedCalls {
  private readonly scopes = new Map<string, CallScope>();
  private readonly records = new Map<string, CallRecord>();

  constructor(private readonly deps: NestedCallsDeps) {}

  /** The scope of a call that begins to execute: one that a tool made, or else one of the model. */
  enter(toolCallId: string, signal: AbortSignal | undefined): CallScope {
    const nested = this.scopes.get(toolCallId);
    if (nested) return nested;
    const record = new CallRecord();
    this.records.set(toolCallId, record);
    return this.open(toolCallId, record, signal);
  }

  /** What is kept with the result of a call of the model; `undefined` when it called nothing. */
  takeRecord(toolCallId: string): { calls: NestedCall[]; complete: boolean } | undefined {
    const record = this.records.get(toolCallId);
    this.records.delete(toolCallId);
    return record?.result();
  }

  private open(id: string, record: CallRecord, signal: AbortSignal | undefined): CallScope {
    return new CallScope({
      ...this.deps,
      id,
      record,
      signal,
      openNested: (nestedId, nestedSignal) => {
        this.scopes.set(nestedId, this.open(nestedId, record, nestedSignal));
      },
      closeNested: (nestedId) => void this.scopes.delete(nestedId),
    });
  }
}

interface ScopeDeps extends NestedCallsDeps {
  id: string;
  record: CallRecord;
  signal: AbortSignal | undefined;
  openNested: (id: string, signal: AbortSignal) => void;
  closeNested: (id: string) => void;
}

/** One executing call, as far as it calls others. */
export class CallScope {
  private count = 0;
  private readonly settled = new AbortController();
  private line: Promise<unknown> = Promise.resolve();
  private nestedUsage: Usage | undefined;

  constructor(private readonly deps: ScopeDeps) {}

  /** Of the calls that this one made, at every depth. */
  get usage(): Usage | undefined {
    return this.nestedUsage;
  }

  /** Ends what still runs: the call that made it has settled. */
  close(): void {
    this.settled.abort();
  }

  /** Never rejects for what goes wrong with the call. */
  async execute(
    name: string,
    args: JsonObject,
    options: ExecuteToolOptions = {},
  ): Promise<NestedToolOutcome> {
    const { deps } = this;
    const toolCall: ToolCall = { type: "toolCall", id: `${deps.id}/${++this.count}`, name, arguments: args };
    const signals = [this.settled.signal, options.signal ?? deps.signal].filter(
      (signal) => signal !== undefined,
    );
    const signal = AbortSignal.any(signals);
    const finish = deps.record.start(toolCall);
    const tool = deps.callable().find((candidate) => candidate.name === name);
    const isAlone = deps.isSequential() || tool?.executionMode === "sequential";
    const run = (): Promise<NestedToolOutcome> => this.run(toolCall, signal, options);
    const work = isAlone ? this.line.then(run, run) : run();
    if (isAlone) this.line = work;
    const outcome = await work;
    // A call that its maker did not wait for stays unfinished.
    if (!this.settled.signal.aborted) finish(outcome);
    const { usage } = outcome.result;
    if (usage) this.nestedUsage = addUsage(this.nestedUsage, usage);
    return outcome;
  }

  private async run(
    toolCall: ToolCall,
    signal: AbortSignal,
    { onUpdate }: ExecuteToolOptions,
  ): Promise<NestedToolOutcome> {
    const { deps } = this;
    const { id: toolCallId, name: toolName, arguments: args } = toolCall;
    const about = { toolCallId, toolName, parentToolCallId: deps.id };
    await deps.emit({ type: "tool_execution_start", ...about, args });
    deps.openNested(toolCallId, signal);
    const { result, isError, durationMs } = await runToolCall(toolCall, {
      ...deps.hooks(deps.id),
      tools: deps.callable(),
      assistantMessage: deps.assistantMessage(),
      context: deps.context(),
      signal,
      onUpdate: (partialResult) => {
        onUpdate?.(partialResult);
        void deps.emit({ type: "tool_execution_update", ...about, args, partialResult });
      },
    });
    deps.closeNested(toolCallId);
    const duration = durationMs !== undefined && { durationMs };
    const shown = executionResult(result);
    await deps.emit({ type: "tool_execution_end", ...about, result: shown, isError, ...duration });
    return { toolCall, result, isError, ...duration };
  }
}

function executionResult({
  content,
  details,
  structuredContent,
  usage,
  terminate,
}: AgentToolResult): ToolExecutionResult {
  return {
    content,
    ...(details !== undefined && { details }),
    ...(structuredContent !== undefined && { structuredContent }),
    ...(usage && { usage }),
    ...(terminate !== undefined && { terminate }),
  };
}

/** The bounded record of what one call of the model led to. */
class CallRecord {
  private readonly calls: NestedCall[] = [];
  private isComplete = true;
  private argumentBytes = 0;

  /** Returns what ends the record of the call. */
  start({ id, name, arguments: args }: ToolCall): (outcome: NestedToolOutcome) => void {
    if (this.calls.length === maxCalls) {
      this.isComplete = false;
      return () => undefined;
    }
    const call: NestedCall = { id, name, ...this.keep(args), status: "unfinished" };
    this.calls.push(call);
    return ({ result, isError, durationMs }) => {
      call.status = isError ? "error" : "ok";
      if (durationMs !== undefined) call.durationMs = durationMs;
      if (isError) call.error = textOfResult(result).slice(0, maxErrorLength);
    };
  }

  result(): { calls: NestedCall[]; complete: boolean } | undefined {
    if (this.calls.length === 0) return undefined;
    return { complete: this.isComplete, calls: this.calls.map((call) => ({ ...call })) };
  }

  private keep(args: JsonObject): Pick<NestedCall, "arguments" | "argumentsBytes"> {
    const text = JSON.stringify(args) ?? "";
    const bytes = Buffer.byteLength(text);
    if (bytes > maxArgumentBytes || this.argumentBytes + bytes > maxAllArgumentBytes) {
      this.isComplete = false;
      return { argumentsBytes: bytes };
    }
    this.argumentBytes += bytes;
    return { arguments: JSON.parse(text) as JsonObject };
  }
}

function textOfResult({ content }: AgentToolResult): string {
  return content.flatMap((block) => (block.type === "text" ? block.text : [])).join("\n");
}
