import type { AssistantMessage, DeferredHandle, Model, ModelCost } from "@relay-harness/protocol";
import { AssistantMessageEventStream } from "../eventStream.ts";
import type { Pacing } from "../inProcess/streamAnswer.ts";
import { endAborted, failAnswer, streamAnswer } from "../inProcess/streamAnswer.ts";
import { newAssistantMessage } from "../newMessage.ts";
import type { AssistantMessageStream, Context, StreamFunction, StreamOptions } from "../types.ts";
import { FauxUsage } from "./fauxUsage.ts";

/** Fields of a faux model; `id` aside, absent ones keep the defaults of models.md §25.1. */
export interface FauxModelConfig {
  id: string;
  name?: string;
  reasoning?: boolean;
  input?: Model["input"];
  cost?: ModelCost;
  contextWindow?: number;
  maxTokens?: number;
}

export interface FauxProviderOptions {
  api?: string;
  provider?: string;
  models?: FauxModelConfig[];
  /** Paces the deltas. Default: each on its own microtask. */
  tokensPerSecond?: number;
  /** Tokens (of 4 characters) per delta; sizes go round from `min` to `max`. Default 3 to 5. */
  tokenSize?: { min: number; max: number };
  /** Deferred responses are pending for `pendingFetches` (default 0) polls. */
  deferred?: { pendingFetches?: number; pollAfterMs?: number };
}

/** What happened so far. */
export interface FauxState {
  callCount: number;
  deferredFetchCount: number;
  /** Ids of the handles that were cancelled. */
  cancelledDeferred: string[];
}

/** One scripted answer, or a function that makes it from the request. A throw is an error message. */
export type FauxStep =
  | AssistantMessage
  | ((
      context: Context,
      options: StreamOptions,
      state: FauxState,
      model: Model,
    ) => AssistantMessage | Promise<AssistantMessage>);

type FetchDeferred = (
  model: Model,
  handle: DeferredHandle,
  options?: StreamOptions & { wait?: number },
) => AssistantMessageStream;

/** A provider in its complete form (models.md §7) that needs no real credentials. */
export interface FauxProvider {
  id: string;
  name: string;
  auth: { apiKey: { name: string; resolve: () => Promise<{ auth: { apiKey: string }; source: string }> } };
  getModels: () => Model[];
  stream: StreamFunction;
  streamSimple: StreamFunction;
  fetchDeferred: FetchDeferred;
  cancelDeferred: (model: Model, handle: DeferredHandle) => Promise<void>;
}

export interface FauxHandle {
  provider: FauxProvider;
  models: Model[];
  /** The first model without `id`. Throws for an unknown id. */
  getModel: (id?: string) => Model;
  state: FauxState;
  /** Replaces the queue. */
  setResponses: (steps: readonly FauxStep[]) => void;
  appendResponses: (steps: readonly FauxStep[]) => void;
  getPendingResponseCount: () => number;
}

/**
 * A provider that answers from a script, for tests (models.md §25.1). Steps are consumed in request
 * order. A step with its own token counts keeps them; otherwise usage is characters / 4.
 */
export function fauxProvider(options: FauxProviderOptions = {}): FauxHandle {
  const script = new FauxScript(options);
  const { provider: id = "faux" } = options;
  const models = (options.models ?? [{ id: "faux-1" }]).map((config) => fauxModel(config, options));
  const stream: StreamFunction = (model, context, request) => script.stream(model, context, request ?? {});
  return {
    provider: {
      id,
      name: "Faux",
      auth: { apiKey: { name: "Faux key", resolve: () => Promise.resolve(fauxCredential) } },
      getModels: () => models,
      stream,
      streamSimple: stream,
      fetchDeferred: (model, handle, request) => script.fetchDeferred(model, handle, request ?? {}),
      cancelDeferred: (_model, handle) => script.cancelDeferred(handle),
    },
    models,
    getModel: (modelId) => {
      const model = modelId === undefined ? models[0] : models.find((candidate) => candidate.id === modelId);
      if (!model) throw new Error(`No faux model "${modelId ?? ""}"`);
      return model;
    },
    state: script.state,
    setResponses: (steps) => script.replace(steps),
    appendResponses: (steps) => script.append(steps),
    getPendingResponseCount: () => script.pendingCount,
  };
}

const fauxCredential = { auth: { apiKey: "faux" }, source: "faux" };

function fauxModel(config: FauxModelConfig, { api = "faux", provider = "faux" }: FauxProviderOptions): Model {
  return {
    id: config.id,
    name: config.name ?? config.id,
    api,
    provider,
    baseUrl: "",
    reasoning: config.reasoning ?? true,
    input: config.input ?? ["text", "image"],
    cost: config.cost ?? { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: config.contextWindow ?? 128_000,
    maxTokens: config.maxTokens ?? 16_384,
  };
}

interface Deferred {
  answer: AssistantMessage;
  pendingFetches: number;
}

class FauxScript {
  readonly state: FauxState = { callCount: 0, deferredFetchCount: 0, cancelledDeferred: [] };
  private readonly options: FauxProviderOptions;
  private readonly usage = new FauxUsage();
  private readonly deferred = new Map<string, Deferred>();
  private queue: FauxStep[] = [];
  private deferredCount = 0;

  constructor(options: FauxProviderOptions) {
    this.options = options;
  }

  get pendingCount(): number {
    return this.queue.length;
  }

  replace(steps: readonly FauxStep[]): void {
    this.queue = [...steps];
  }

  append(steps: readonly FauxStep[]): void {
    this.queue.push(...steps);
  }

  stream(model: Model, context: Context, options: StreamOptions): AssistantMessageStream {
    this.state.callCount++;
    const step = this.queue.shift();
    return this.run(model, options, async (partial) => {
      if (!step) throw new Error("No more faux responses queued");
      await options.onPayload?.({ model: model.id, ...context }, model);
      const scripted = typeof step === "function" ? await step(context, options, this.state, model) : step;
      await options.onResponse?.({ status: 200, headers: {} }, model);
      const measured = this.usage.measure(context, scripted, model, options);
      const usage = scripted.usage.totalTokens > 0 ? scripted.usage : measured;
      if (options.reasoning) partial.thinkingLevel = options.reasoning;
      const answer = { ...scripted, usage };
      return options.deferred ? this.defer(model, answer) : answer;
    });
  }

  fetchDeferred(model: Model, handle: DeferredHandle, options: StreamOptions): AssistantMessageStream {
    this.state.deferredFetchCount++;
    return this.run(model, options, (partial) => {
      const found = this.deferred.get(handle.id);
      if (!found) throw new Error(`Unknown deferred response: ${handle.id}`);
      if (found.pendingFetches-- > 0) {
        return { content: [], stopReason: "deferred", usage: partial.usage, deferred: handle };
      }
      this.deferred.delete(handle.id);
      return found.answer;
    });
  }

  cancelDeferred(handle: DeferredHandle): Promise<void> {
    this.deferred.delete(handle.id);
    this.state.cancelledDeferred.push(handle.id);
    return Promise.resolve();
  }

  private defer(model: Model, answer: AssistantMessage): AnswerToSend {
    const { pendingFetches = 0, pollAfterMs } = this.options.deferred ?? {};
    const id = `deferred_${++this.deferredCount}`;
    this.deferred.set(id, { answer, pendingFetches });
    const handle: DeferredHandle = { provider: model.provider, modelId: model.id, api: model.api, id };
    if (pollAfterMs !== undefined) handle.pollAfterMs = pollAfterMs;
    return { content: [], stopReason: "deferred", usage: newAssistantMessage(model).usage, deferred: handle };
  }

  /** Starts a stream whose answer `prepare` makes; what `prepare` throws becomes the error message. */
  private run(
    model: Model,
    options: StreamOptions,
    prepare: (partial: AssistantMessage) => AnswerToSend | Promise<AnswerToSend>,
  ): AssistantMessageStream {
    const stream = new AssistantMessageEventStream();
    const partial = newAssistantMessage(model);
    const send = async (): Promise<void> => {
      if (options.signal?.aborted) return endAborted(stream, partial);
      const answer = await prepare(partial);
      if (options.signal?.aborted) return endAborted(stream, partial);
      await streamAnswer(stream, partial, answer, { ...options, model, pacing: this.pacing(options.signal) });
    };
    send().catch((error: unknown) => {
      failAnswer(stream, partial, error instanceof Error ? error.message : String(error));
    });
    return stream;
  }

  private pacing(signal: AbortSignal | undefined): Pacing {
    const { tokensPerSecond } = this.options;
    const { min, max } = this.options.tokenSize ?? { min: 3, max: 5 };
    let tokens = min - 1;
    const nextSize = (): number => {
      tokens = tokens >= max ? min : tokens + 1;
      return tokens * 4;
    };
    if (!tokensPerSecond) return { nextSize };
    return { nextSize, wait: () => delay((tokens / tokensPerSecond) * 1000, signal) };
  }
}

type AnswerToSend = Parameters<typeof streamAnswer>[2];

/** Resolves after `ms`, or at once on abort. */
function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal?.addEventListener("abort", finish, { once: true });
  });
}
