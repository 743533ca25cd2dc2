import {
  isReplayable,
  promptCacheLifetime,
  type Context,
  type StreamFunction,
  type StreamOptions,
} from "@relay-harness/ai";
import type {
  AssistantMessage,
  CacheWarmingDecision,
  CacheWarmingStatus,
  Model,
  Usage,
} from "@relay-harness/protocol";
import type { SentRequest } from "./cacheWarming.ts";
import { decideWarming, hasPrices, warmingDelay, warmingHorizon } from "./warmingDecision.ts";

export type WarmingMode = "off" | "streaming" | "idle";

/** A request whose prompt the provider has cached. */
export interface WarmedRequest {
  model: Model;
  context: Context;
  /** Of the repetition. */
  options: StreamOptions;
  promptTokens: number;
  lifetimeMs: number;
  /** Unix milliseconds. */
  sentAt: number;
}

export interface CacheWarmerDeps {
  mode: () => WarmingMode;
  /** The run that sends the requests is active. */
  isStreaming: () => boolean;
  send: StreamFunction;
  /** Lets extensions decide otherwise. */
  ask: (decision: CacheWarmingDecision) => Promise<"warm" | "stop">;
  /** Stores what a refresh used. */
  record: (model: Model, usage: Usage) => Promise<void>;
  /** Unix milliseconds. Default: the clock of the computer, which goes on while it sleeps. */
  now?: () => number;
  /** Default: a timer that does not keep the process alive. */
  startTimer?: (milliseconds: number, fire: () => void) => () => void;
}

/**
 * Keeps the cached prompt of the last request from expiring by sending the request again, with one token
 * to answer (models.md §11.2). One request at a time; the next real one takes its place.
 */
export class CacheWarmer {
  private current: CacheWarmingStatus = { state: "inactive" };
  private cancelTimer: (() => void) | undefined;
  /** Aborts with what is scheduled or sent. */
  private work = new AbortController();
  private readonly now: () => number;
  private readonly startTimer: NonNullable<CacheWarmerDeps["startTimer"]>;

  constructor(private readonly deps: CacheWarmerDeps) {
    this.now = deps.now ?? Date.now;
    this.startTimer = deps.startTimer ?? startUnrefTimer;
  }

  get status(): CacheWarmingStatus {
    return { ...this.current };
  }

  /** Takes the place of the request so far. */
  start(request: WarmedRequest): void {
    this.stop("");
    this.schedule(request, request.sentAt);
  }

  /** Until the next request. */
  stop(reason: string): void {
    this.work.abort();
    this.work = new AbortController();
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    this.current = { state: "inactive", ...(reason && { reason }) };
  }

  /** The mode or the activity has changed. */
  review(): void {
    if (this.current.state === "inactive") return;
    const obstacle = this.obstacle();
    if (obstacle) this.stop(obstacle);
  }

  private obstacle(): string | undefined {
    const mode = this.deps.mode();
    if (mode === "off") return "Cache warming is off";
    return mode === "streaming" && !this.deps.isStreaming() ? "The run has ended" : undefined;
  }

  private schedule(request: WarmedRequest, cachedAt: number): void {
    const obstacle = this.obstacle();
    if (obstacle) return this.stop(obstacle);
    const delay = warmingDelay(request.lifetimeMs);
    if (delay === undefined) return this.stop("The cache expires too soon");
    const dueAt = cachedAt + delay;
    const isStreaming = this.deps.isStreaming();
    if (dueAt - request.sentAt > warmingHorizon(isStreaming)) return this.stop("Kept warm long enough");
    const decision = decideWarming(request.model.cost, { ...request, isStreaming });
    this.current = { state: "scheduled", nextWarmAt: dueAt, decision };
    const { signal } = this.work;
    this.cancelTimer = this.startTimer(Math.max(0, dueAt - this.now()), () => {
      this.cancelTimer = undefined;
      void this.refresh(request, cachedAt + request.lifetimeMs, signal);
    });
  }

  private async refresh(request: WarmedRequest, expiresAt: number, signal: AbortSignal): Promise<void> {
    try {
      if (!(await this.decide(request, expiresAt, signal))) return;
      const { model, context, options } = request;
      const sentAt = this.now();
      const answer = await this.deps.send(model, context, { ...options, signal }).result();
      const hasFailed = answer.stopReason === "error" || answer.stopReason === "aborted";
      if (!hasFailed) await this.deps.record(model, answer.usage);
      if (signal.aborted) return;
      if (hasFailed) this.stop("The refresh failed");
      else this.schedule(request, sentAt);
    } catch {
      // A refresh is a favour: whatever goes wrong with it ends it, and the conversation goes on.
      if (!signal.aborted) this.stop("The refresh failed");
    }
  }

  /** True: the request is to be sent now. */
  private async decide(request: WarmedRequest, expiresAt: number, signal: AbortSignal): Promise<boolean> {
    const isStreaming = this.deps.isStreaming();
    const obstacle = this.obstacle() ?? this.tooLate(request, expiresAt, isStreaming);
    if (obstacle) {
      this.stop(obstacle);
      return false;
    }
    const decision = decideWarming(request.model.cost, { ...request, isStreaming });
    const action = await this.deps.ask(decision);
    if (signal.aborted) return false;
    const override = action === decision.action ? {} : { extensionOverride: action };
    const late = this.tooLate(request, expiresAt, isStreaming);
    if (action === "stop" || late) {
      this.stop(late ?? "It would save too little");
      Object.assign(this.current, { decision, ...override });
      if (action === "stop" && override.extensionOverride) this.current.reason = "An extension decided so";
      return false;
    }
    this.current = { state: "refreshing", decision, ...override };
    return true;
  }

  private tooLate(request: WarmedRequest, expiresAt: number, isStreaming: boolean): string | undefined {
    const now = this.now();
    if (now >= expiresAt) return "The cache has expired";
    return now - request.sentAt > warmingHorizon(isStreaming) ? "Kept warm long enough" : undefined;
  }
}

/** What is to be kept warm of an answered request; a text says why nothing is. */
export function warmedRequest(
  sent: SentRequest,
  { stopReason, usage }: AssistantMessage,
): WarmedRequest | string {
  const { model, context, options, sentAt, retention } = sent;
  if (stopReason === "error") return "The last request failed";
  const lifetime = promptCacheLifetime(model, retention);
  if (lifetime === undefined) return "The model does not say how long its prompts are kept";
  if (!isReplayable(model, options.reasoning)) return "A request with a thinking budget cannot be repeated";
  const promptTokens = usage.input + usage.cacheRead + usage.cacheWrite;
  if (promptTokens === 0) return "The size of the prompt is not known";
  if (!hasPrices(model.cost)) return "The prices of the model are not known";
  return { model, context, options: sent.replay(), promptTokens, lifetimeMs: lifetime * 1000, sentAt };
}

function startUnrefTimer(milliseconds: number, fire: () => void): () => void {
  const timer = setTimeout(fire, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
}
