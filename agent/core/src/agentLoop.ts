import type { StreamFunction, StreamOptions } from "@relay-harness/ai";
import type { AgentMessage, Model, ThinkingLevel } from "@relay-harness/protocol";
import { setMaxListeners } from "node:events";
import { requireStreamFn } from "./defaultStreamFn.ts";
import { EventQueue } from "./eventQueue.ts";
import type { LoopRun } from "./loopRun.ts";
import { MessageQueue } from "./messageQueue.ts";
import { runLoop } from "./runLoop.ts";
import type { AgentContext, AgentEvent, AgentHooks } from "./types.ts";

/** A run without an `Agent`: nothing outlives it but the messages that it returns. */
export interface AgentLoopOptions extends AgentHooks {
  /** Not changed: the run works on a copy of the messages. */
  context: AgentContext;
  model: Model;
  thinkingLevel?: ThinkingLevel;
  /** Default: the one of `setDefaultStreamFn`. */
  streamFn?: StreamFunction;
  /** Options that hold for every request. */
  requestOptions?: Partial<StreamOptions>;
  steering?: MessageQueue;
  followUp?: MessageQueue;
  signal?: AbortSignal;
}

/** Called synchronously and never awaited; a throw fails the run. */
export type AgentEventSink = (event: AgentEvent) => void;

/** Events of a run as they happen; `result` rejects when a hook threw. */
export interface AgentEventStream extends AsyncIterable<AgentEvent> {
  result(): Promise<AgentMessage[]>;
}

/** Starts a run with new messages. */
export function agentLoop(prompts: readonly AgentMessage[], options: AgentLoopOptions): AgentEventStream {
  return streamRun((emit) => runAgentLoop(prompts, options, emit));
}

/** Starts a run that goes on from the messages of the context. */
export function agentLoopContinue(options: AgentLoopOptions): AgentEventStream {
  return streamRun((emit) => runAgentLoopContinue(options, emit));
}

/** Runs with new messages; returns the messages of the run, `prompts` included. */
export async function runAgentLoop(
  prompts: readonly AgentMessage[],
  options: AgentLoopOptions,
  emit: AgentEventSink,
): Promise<AgentMessage[]> {
  const abort = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, abort.signal]) : abort.signal;
  setMaxListeners(0, signal);
  let failure: { error: unknown } | undefined;
  const fail = (error: unknown): void => {
    failure ??= { error };
    abort.abort();
  };
  const run: LoopRun = {
    hooks: options,
    context: { ...options.context, messages: [...options.context.messages] },
    settings: {
      streamFn: requireStreamFn(options.streamFn),
      model: options.model,
      thinkingLevel: options.thinkingLevel ?? "off",
      options: options.requestOptions,
    },
    steering: options.steering ?? new MessageQueue(),
    followUp: options.followUp ?? new MessageQueue(),
    signal,
    emit: (event) => {
      try {
        emit(event);
      } catch (error) {
        fail(error);
      }
    },
    generated: [],
    fail,
  };
  const generated = await runLoop(run, { messages: prompts });
  if (failure) throw failure.error;
  return generated;
}

/** Goes on from the messages of the context, whose last one must not be an assistant message. */
export async function runAgentLoopContinue(
  options: AgentLoopOptions,
  emit: AgentEventSink,
): Promise<AgentMessage[]> {
  const last = options.context.messages.findLast((message) => message.role !== "system");
  if (!last) throw new Error("Cannot continue: there are no messages");
  if (last.role === "assistant") throw new Error("Cannot continue from an assistant message");
  return runAgentLoop([], options, emit);
}

function streamRun(start: (emit: AgentEventSink) => Promise<AgentMessage[]>): AgentEventStream {
  const queue = new EventQueue<AgentEvent>();
  const result = start((event) => queue.push(event)).finally(() => queue.end());
  // Whoever only iterates must not be met by an unhandled rejection; `result` still rejects.
  result.catch(() => undefined);
  return {
    result: () => result,
    [Symbol.asyncIterator]: () => queue[Symbol.asyncIterator](),
  };
}
