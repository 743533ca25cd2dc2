import { setTimeout as sleep } from "node:timers/promises";
import { isRetryable, type StreamFunction } from "@relay-harness/ai";
import {
  textOf,
  type AssistantMessage,
  type CompactionReason,
  type Model,
  type ThinkingLevel,
  type Usage,
} from "@relay-harness/protocol";
import type { AgentSessionEvent } from "../events.ts";
import { retryDelayMs, type RetrySettings } from "../retry.ts";
import { summarizerSystemPrompt } from "./prompts.ts";

/** For whom a summary is made, as its retry events name it. */
export type SummarySource = { source: "compaction"; reason: CompactionReason } | { source: "branchSummary" };

/** What every summary request needs. */
export interface SummaryDeps {
  model: Model;
  thinkingLevel: ThinkingLevel;
  stream: StreamFunction;
  retrySettings: () => RetrySettings;
  emit: (event: AgentSessionEvent) => void | Promise<void>;
  signal: AbortSignal;
}

/** A summary that could not be made. The message is the reason, without a lead-in. */
export class SummaryError extends Error {
  override readonly name = "SummaryError";
}

export interface SummaryText {
  text: string;
  usage: Usage;
}

export const aborted = Symbol("aborted");

/** Fails for models that cannot summarize. */
export function assertCanSummarize(model: Model): void {
  if (isOfflineGuide(model)) {
    throw new SummaryError(
      `The offline guide cannot summarize a conversation. Choose another model to compact the session.`,
    );
  }
}

export function isOfflineGuide(model: Pick<Model, "api">): boolean {
  return model.api === "relay-offline";
}

/**
 * Asks for one summary, again after transient failures as `retry.*` allows. `maxTokens`: output limit.
 * Throws `SummaryError` when there is none in the end.
 */
export async function requestSummary(
  prompt: string,
  maxTokens: number | undefined,
  deps: SummaryDeps & { source: SummarySource },
): Promise<SummaryText | typeof aborted> {
  const { model, emit, signal } = deps;
  let attempt = 0;
  try {
    for (;;) {
      const message = await sendRequest(prompt, maxTokens, deps);
      if (signal.aborted) return aborted;
      const settings = deps.retrySettings();
      const isLast = !settings.enabled || attempt >= settings.maxRetries;
      if (isLast || !isRetryable(message, model.contextWindow)) return summaryOf(message);
      attempt++;
      const delayMs = retryDelayMs(attempt, settings);
      const errorMessage = message.errorMessage ?? "";
      await emit({
        type: "summarization_retry_scheduled",
        attempt,
        maxAttempts: settings.maxRetries,
        delayMs,
        errorMessage,
      });
      if (!(await delay(delayMs, signal))) return aborted;
      await emit({ type: "summarization_retry_attempt_start", ...deps.source });
    }
  } finally {
    if (attempt > 0) await emit({ type: "summarization_retry_finished" });
  }
}

function sendRequest(
  prompt: string,
  maxTokens: number | undefined,
  { model, thinkingLevel, stream, signal }: SummaryDeps,
): Promise<AssistantMessage> {
  const content = [{ type: "text" as const, text: prompt }];
  return stream(
    model,
    { systemPrompt: summarizerSystemPrompt, messages: [{ role: "user", content, timestamp: Date.now() }] },
    {
      signal,
      reasoning: thinkingLevel,
      // Its own key keeps the request away from the conversation's place in provider caches.
      sessionId: crypto.randomUUID(),
      cacheRetention: "none",
      ...(maxTokens !== undefined && { maxTokens }),
    },
  ).result();
}

function summaryOf(message: AssistantMessage): SummaryText {
  if (message.stopReason === "error" || message.stopReason === "aborted") {
    throw new SummaryError(message.errorMessage ?? "the request failed");
  }
  if (message.stopReason === "length") {
    throw new SummaryError("generation hit the token cap and the summary is incomplete");
  }
  const text = textOf(message.content).trim();
  if (text === "") throw new SummaryError("empty summary");
  return { text, usage: message.usage };
}

/** False when the signal ended it. */
async function delay(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

/** Sum of the requests of one summary. */
export function addUsage(one: Usage | undefined, other: Usage): Usage {
  if (!one) return other;
  const cost = { ...one.cost };
  for (const key of ["input", "output", "cacheRead", "cacheWrite", "total"] as const) {
    cost[key] += other.cost[key];
  }
  const sum: Usage = { ...one, cost };
  for (const key of ["input", "output", "cacheRead", "cacheWrite", "totalTokens"] as const) {
    sum[key] += other[key];
  }
  for (const key of ["cacheWrite1h", "reasoning"] as const) {
    if (other[key] !== undefined) sum[key] = (one[key] ?? 0) + other[key];
  }
  return sum;
}
