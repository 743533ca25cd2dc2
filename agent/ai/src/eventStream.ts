import type { AssistantMessage } from "@relay-harness/protocol";
import type { AssistantMessageEvent, AssistantMessageStream } from "./types.ts";

/**
 * Queue between a provider that pushes events and a consumer that takes them. The producer never
 * waits: a response is bounded by the model's output limit, and the consumer drains whole batches.
 */
export class AssistantMessageEventStream implements AssistantMessageStream {
  private queue: AssistantMessageEvent[] = [];
  private ended = false;
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
