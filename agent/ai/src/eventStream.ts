import type { AssistantMessage } from "@relay-harness/protocol";
import { newAssistantMessage } from "./newMessage.ts";
import type { AssistantMessageEvent, AssistantMessageStream } from "./types.ts";

/**
 * Queue between a provider that pushes events and a consumer that takes them. The producer never
 * waits: a response is bounded by the model's output limit, and the consumer drains whole batches.
 */
export class AssistantMessageEventStream implements AssistantMessageStream {
  private queue: AssistantMessageEvent[] = [];
  private ended = false;
  private latest: AssistantMessage | undefined;
  private wake: (() => void) | undefined;
  private readonly final: Promise<AssistantMessage>;
  private resolveFinal!: (message: AssistantMessage) => void;

  constructor() {
    this.final = new Promise((resolve) => (this.resolveFinal = resolve));
  }

  /** True once a terminal event was pushed; later pushes are ignored. */
  get isEnded(): boolean {
    return this.ended;
  }

  push(event: AssistantMessageEvent): void {
    if (this.ended) return;
    this.queue.push(event);
    if ("partial" in event) this.latest = event.partial;
    if (event.type === "done" || event.type === "error") {
      this.ended = true;
      this.resolveFinal(event.type === "done" ? event.message : event.error);
    }
    if (this.wake) {
      const wake = this.wake;
      this.wake = undefined;
      wake();
    }
  }

  /**
   * Says that nothing more comes; after a terminal event there is nothing to say. With a message it is the
   * final one; without any, the answer broke off.
   */
  end(message?: AssistantMessage): void {
    if (this.ended) return;
    if (message) return this.push(finalEvent(message));
    const errorMessage = "The response stream ended without a final event";
    const broken: AssistantMessage = {
      ...(this.latest ?? emptyMessage()),
      stopReason: "error",
      errorMessage,
    };
    this.push({ type: "error", reason: "error", error: broken });
  }

  result(): Promise<AssistantMessage> {
    return this.final;
  }

  takeBatch(): AssistantMessageEvent[] | undefined | Promise<AssistantMessageEvent[] | undefined> {
    if (this.queue.length > 0) {
      const batch = this.queue;
      this.queue = [];
      return batch;
    }
    if (this.ended) return undefined;
    return new Promise((resolve) => {
      this.wake = () => resolve(this.takeBatch());
    });
  }

  async *[Symbol.asyncIterator](): AsyncIterator<AssistantMessageEvent> {
    for (;;) {
      const batch = await this.takeBatch();
      if (!batch) return;
      yield* batch;
    }
  }
}

function finalEvent(message: AssistantMessage): AssistantMessageEvent {
  const { stopReason } = message;
  if (stopReason === "error" || stopReason === "aborted") {
    return { type: "error", reason: stopReason, error: message };
  }
  const isKnown = stopReason === "length" || stopReason === "toolUse" || stopReason === "deferred";
  return { type: "done", reason: isKnown ? stopReason : "stop", message };
}

/** Of a stream that nobody has said anything in. */
function emptyMessage(): AssistantMessage {
  return newAssistantMessage({ api: "", provider: "", id: "" });
}
