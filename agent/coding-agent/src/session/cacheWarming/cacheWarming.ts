import type { CacheRetention, Context, StreamFunction, StreamOptions } from "@relay-harness/ai";
import type { AssistantMessage, CacheWarmingStatus, Model } from "@relay-harness/protocol";
import type { CacheWarmer, CacheWarmerDeps } from "./cacheWarmer.ts";
import { recordOptions } from "./replay.ts";

export interface CacheWarmingDeps extends CacheWarmerDeps {
  /** Of requests that name none. */
  retention: (provider: string) => CacheRetention;
}

/** A request that may be sent again. */
export interface SentRequest {
  model: Model;
  context: Context;
  /** As it was sent. */
  options: StreamOptions;
  /** Options of the repetition; asked for once the request was answered. */
  replay: () => StreamOptions;
  retention: CacheRetention;
  /** Unix milliseconds. */
  sentAt: number;
}

/**
 * Watches the requests of a session's conversation. What keeps their prompts cached is loaded with the
 * first answer of a model that says how long its provider keeps them.
 */
export class CacheWarming {
  private warmer: CacheWarmer | undefined;
  /** Counts requests: what was found about one is of no use once the next one is sent. */
  private latest = 0;

  constructor(private readonly deps: CacheWarmingDeps) {}

  /** `undefined` until a model that can be warmed has answered. */
  get status(): CacheWarmingStatus | undefined {
    return this.warmer?.status;
  }

  /** Sends a request of the conversation. */
  readonly send: StreamFunction = (model, context, options = {}) => {
    this.stop("A request is in progress");
    if (!model.promptCache || options.deferred || this.deps.mode() === "off") {
      return this.deps.send(model, context, options);
    }
    const request = this.latest;
    const sentAt = (this.deps.now ?? Date.now)();
    const retention = options.cacheRetention ?? this.deps.retention(model.provider);
    const { recorded, replay } = recordOptions(options);
    const stream = this.deps.send(model, context, recorded);
    const sent: SentRequest = { model, context, options, replay, retention, sentAt };
    void stream.result().then((answer) => this.follow(request, sent, answer));
    return stream;
  };

  private async follow(request: number, sent: SentRequest, answer: AssistantMessage): Promise<void> {
    const { CacheWarmer, warmedRequest } = await import("./cacheWarmer.ts");
    if (request !== this.latest) return;
    this.warmer ??= new CacheWarmer(this.deps);
    const found = warmedRequest(sent, answer);
    if (typeof found === "string") this.warmer.stop(found);
    else this.warmer.start(found);
  }

  /** The run has ended, or the mode has changed. */
  review(): void {
    this.warmer?.review();
  }

  /** Until the next answer: the prompt of the last request is no longer what the next one begins with. */
  stop(reason: string): void {
    this.latest++;
    this.warmer?.stop(reason);
  }
}
