import type { StreamFunction, StreamOptions } from "@relay-harness/ai";
import type { AgentMessage, AssistantMessage, Model, ThinkingLevel } from "@relay-harness/protocol";
import { emptyUsage } from "@relay-harness/protocol";
import type { MessageQueue } from "./messageQueue.ts";
import type { AgentContext, AgentEvent, AgentHooks } from "./types.ts";

/** Where requests of a run go. Read anew for every request. */
export interface RequestSettings {
  readonly streamFn: StreamFunction;
  readonly model: Model | undefined;
  readonly thinkingLevel: ThinkingLevel;
  readonly options?: Partial<StreamOptions>;
  readonly getApiKey?: (provider: string) => string | undefined | Promise<string | undefined>;
}

/** Never throws or rejects. A promise has to be awaited before the run goes on. */
export type Emit = (event: AgentEvent) => void | Promise<void>;

/** One run of the loop: what it reads, where it reports, and what it has produced. */
export interface LoopRun {
  readonly hooks: AgentHooks;
  readonly context: AgentContext;
  readonly settings: RequestSettings;
  readonly steering: MessageQueue;
  readonly followUp: MessageQueue;
  readonly signal: AbortSignal;
  readonly emit: Emit;
  /** Messages of this run, its starting messages included. */
  readonly generated: AgentMessage[];
  /** Aborts the run, because a hook or listener threw: it ends in order and then rejects with `error`. */
  readonly fail: (error: unknown) => void;
}

/** Awaits a hook; a throw fails the run. */
export async function guardHook<T>(run: LoopRun, hook: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await hook();
  } catch (error) {
    run.fail(error);
    return undefined;
  }
}

export function timeOf(run: LoopRun): number {
  return run.hooks.now ? run.hooks.now() : Date.now();
}

/** Reports a complete message and appends it to the transcript. Returns it as it was stored. */
export async function deliverMessage<M extends AgentMessage>(run: LoopRun, message: M): Promise<M> {
  await run.emit({ type: "message_start", message: startSnapshot(message) });
  return closeMessage(run, message);
}

/** Second half of `deliverMessage`, for a message whose `message_start` was emitted earlier. */
export async function closeMessage<M extends AgentMessage>(run: LoopRun, message: M): Promise<M> {
  const finalize = run.hooks.finalizeMessage;
  const replaced = finalize && (await guardHook(run, () => finalize(message, run.signal)));
  // The hook keeps the role by contract, and the role decides the type.
  const final = replaced?.role === message.role ? (replaced as M) : message;
  run.context.messages.push(final);
  run.generated.push(final);
  await run.emit({ type: "message_end", message: final });
  return final;
}

/**
 * What `message_start` carries: of an assistant message a copy without content, because the live one
 * goes on changing while late readers look at the event.
 */
export function startSnapshot(message: AgentMessage): AgentMessage {
  if (message.role !== "assistant") return message;
  const usage = { ...message.usage, cost: { ...message.usage.cost } };
  const snapshot: AgentMessage = { ...message, usage, content: [], stopReason: "pending" };
  delete snapshot.errorMessage;
  delete snapshot.durationMs;
  return snapshot;
}

/** Assistant message of a request that did not get as far as a provider message. */
export function failedMessage(
  run: LoopRun,
  stopReason: "error" | "aborted",
  errorMessage: string,
  model: Model | undefined = run.settings.model,
): AssistantMessage {
  return {
    role: "assistant",
    content: [],
    api: model?.api ?? "unknown",
    provider: model?.provider ?? "unknown",
    model: model?.id ?? "unknown",
    thinkingLevel: model?.reasoning ? run.settings.thinkingLevel : "off",
    usage: emptyUsage(),
    stopReason,
    errorMessage,
    timestamp: timeOf(run),
    durationMs: 0,
  };
}

/** `models.md` §17. */
export const abortedText = "Request was aborted";

/** Text of anything that can be thrown; never throws itself. */
export function errorText(error: unknown): string {
  try {
    return textOfThrown(error);
  } catch {
    return "An error that cannot be described";
  }
}

function textOfThrown(error: unknown): string {
  if (typeof error === "string") return error;
  if (error instanceof Error) return error.message || error.name;
  if (typeof error === "object" && error !== null && "message" in error) return String(error.message);
  return String(error);
}
