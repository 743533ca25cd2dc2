import type { AssistantMessage, Model } from "@relay-harness/protocol";
import { AssistantMessageEventStream } from "../eventStream.ts";
import { newAssistantMessage } from "../newMessage.ts";
import type { AssistantMessageEvent, AssistantMessageStream } from "../types.ts";

/**
 * Stands in for a stream that is still being set up. Once it is there, batches come straight from it,
 * so the detour costs nothing per event.
 */
export class LazyStream implements AssistantMessageStream {
  private stream: AssistantMessageStream | undefined;
  private readonly ready: Promise<AssistantMessageStream>;

  /** `ready` must not reject: failures are streams too. */
  constructor(ready: Promise<AssistantMessageStream>) {
    this.ready = ready.then((stream) => (this.stream = stream));
  }

  async result(): Promise<AssistantMessage> {
    return (await this.ready).result();
  }

  takeBatch(): AssistantMessageEvent[] | undefined | Promise<AssistantMessageEvent[] | undefined> {
    return this.stream ? this.stream.takeBatch() : this.ready.then((stream) => stream.takeBatch());
  }

  async *[Symbol.asyncIterator](): AsyncIterator<AssistantMessageEvent> {
    yield* await this.ready;
  }
}

/** A stream that ends at once with an error. */
export function errorStream(
  model: Model,
  errorMessage: string,
  reason: "error" | "aborted" = "error",
): AssistantMessageStream {
  const stream = new AssistantMessageEventStream();
  stream.push({ type: "error", reason, error: failedMessage(model, errorMessage, reason) });
  return stream;
}

/** The message of a request that failed before the provider answered. */
export function failedMessage(
  model: Model,
  errorMessage: string,
  stopReason: "error" | "aborted" = "error",
): AssistantMessage {
  return { ...newAssistantMessage(model), stopReason, errorMessage };
}
