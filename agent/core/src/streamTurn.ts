import type { AssistantMessageEvent, AssistantMessageStream } from "@relay-harness/ai";
import type { AssistantMessage, Model } from "@relay-harness/protocol";
import { emptyUsage } from "@relay-harness/protocol";
import { abandoned, awaitHook, settleOrAbandon } from "./abandon.ts";
import { convertToLlm as defaultConvertToLlm } from "./convertToLlm.ts";
import type { LoopRun } from "./loopRun.ts";
import {
  abortedText,
  closeMessage,
  deliverMessage,
  errorText,
  failedMessage,
  startSnapshot,
  timeOf,
} from "./loopRun.ts";
import { systemDelta } from "./systemDelta.ts";
import type { AssistantStreamUpdate } from "./types.ts";

/**
 * Sends one request and reports its response. Never throws: whatever fails becomes an assistant
 * message with `stopReason` `error` or `aborted` (`rpc.md` §7.6).
 */
export async function streamTurn(run: LoopRun): Promise<AssistantMessage> {
  let stream: AssistantMessageStream;
  let model: Model | undefined;
  try {
    const request = await openRequest(run);
    if (!request) return deliverMessage(run, failedMessage(run, "aborted", abortedText));
    ({ stream, model } = request);
  } catch (error) {
    // What fails because of the abort is part of it.
    if (run.signal.aborted) return deliverMessage(run, failedMessage(run, "aborted", abortedText));
    return deliverMessage(run, failedMessage(run, "error", errorText(error)));
  }
  const response = new Response(run, model);
  try {
    await readStream(run, stream, response);
  } catch (error) {
    response.fail(errorText(error));
  }
  return response.close();
}

/** `undefined` when the run was aborted before the request could be sent. */
async function openRequest(
  run: LoopRun,
): Promise<{ stream: AssistantMessageStream; model: Model } | undefined> {
  const { hooks, settings, context, signal } = run;
  if (signal.aborted) return undefined;
  const prepared = await awaitHook(hooks.prepareRequest?.(signal), signal, hooks.abortGraceMs);
  if (prepared === abandoned) return undefined;
  for (const message of prepared?.inject ?? []) await deliverMessage(run, message);
  await declareSystem(run);
  const model = prepared?.model ?? settings.model;
  if (!model) throw new Error("No model selected");
  const transformed = hooks.transformContext
    ? await awaitHook(hooks.transformContext(context.messages.slice(), signal), signal, hooks.abortGraceMs)
    : context.messages;
  if (transformed === abandoned) return undefined;
  const messages = await (hooks.convertToLlm ?? defaultConvertToLlm)(transformed);
  const apiKey = await settings.getApiKey?.(model.provider);
  if (signal.aborted) return undefined;
  const options = {
    ...settings.options,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...hooks.streamOptions?.(),
    reasoning: prepared?.thinkingLevel ?? settings.thinkingLevel,
    ...prepared?.options,
    signal,
  };
  return { stream: settings.streamFn(model, { messages }, options), model };
}

/** Appends what the transcript does not yet declare of the prompt and the tools. */
export async function declareSystem(run: LoopRun): Promise<void> {
  if (run.hooks.systemMessages === "manual") return;
  const delta = systemDelta(run.context, timeOf(run));
  if (delta) await deliverMessage(run, delta);
}

async function readStream(run: LoopRun, stream: AssistantMessageStream, response: Response): Promise<void> {
  const nextBatch = batchReader(stream);
  while (!response.isDone) {
    const taken = nextBatch();
    const batch =
      taken instanceof Promise ? await settleOrAbandon(taken, run.signal, run.hooks.abortGraceMs) : taken;
    if (batch === undefined || batch === abandoned) return;
    for (const event of batch) {
      const pause = response.add(event);
      if (pause) await pause;
      if (response.isDone) return;
    }
  }
}

type Batch = readonly AssistantMessageEvent[] | undefined;

/** Streams that other code made may only be iterable. */
function batchReader(stream: AssistantMessageStream): () => Batch | Promise<Batch> {
  if (typeof stream.takeBatch === "function") return () => stream.takeBatch();
  const iterator = stream[Symbol.asyncIterator]();
  return async () => {
    const next = await iterator.next();
    return next.done ? undefined : [next.value];
  };
}

/** Turns provider events into message events. */
class Response {
  isDone = false;
  private hasStarted = false;
  private live: AssistantMessage | undefined;
  private final: AssistantMessage | undefined;
  private readonly run: LoopRun;
  private readonly model: Model | undefined;

  constructor(run: LoopRun, model: Model | undefined) {
    this.run = run;
    this.model = model;
  }

  /** A promise when a listener has to be awaited. */
  add(event: AssistantMessageEvent): void | Promise<void> {
    switch (event.type) {
      case "done":
        return this.finish(event.message);
      case "error":
        return this.finish(event.error);
      case "start":
        return this.hasStarted ? undefined : this.start(event.partial);
      default: {
        this.live = event.partial;
        const started = this.hasStarted ? undefined : this.start(event.partial);
        if (started) return started.then(() => this.update(event));
        return this.update(event);
      }
    }
  }

  fail(message: string): void {
    if (!this.isDone) this.finish(this.failure("error", message));
  }

  async close(): Promise<AssistantMessage> {
    const final =
      this.ownFinal() ??
      (this.run.signal.aborted
        ? this.failure("aborted", abortedText)
        : this.failure("error", "The response stream ended without a final event"));
    if (!this.hasStarted) await this.start(final);
    return closeMessage(this.run, final);
  }

  /** An abort beats an error that came with it (`models.md` §17). */
  private ownFinal(): AssistantMessage | undefined {
    if (this.final?.stopReason !== "error" || !this.run.signal.aborted) return this.final;
    return { ...this.final, stopReason: "aborted", errorMessage: abortedText };
  }

  private start(message: AssistantMessage): void | Promise<void> {
    this.hasStarted = true;
    this.live ??= message;
    return this.run.emit({ type: "message_start", message: startSnapshot(message) });
  }

  private update(event: AssistantStreamUpdate): void | Promise<void> {
    return this.run.emit({ type: "message_update", message: event.partial, assistantMessageEvent: event });
  }

  private finish(message: AssistantMessage): void {
    this.isDone = true;
    this.final = message;
  }

  /** What came so far stays. */
  private failure(stopReason: "error" | "aborted", errorMessage: string): AssistantMessage {
    const base = failedMessage(this.run, stopReason, errorMessage, this.model);
    if (!this.live) return base;
    const { content, usage = emptyUsage(), ...live } = this.live;
    return { ...base, ...live, content: [...content], usage, stopReason, errorMessage };
  }
}
