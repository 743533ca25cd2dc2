import type { AssistantMessage, Model, Usage } from "@relay-harness/protocol";
import { emptyUsage } from "@relay-harness/protocol";
import type { Context, StreamOptions } from "../types.ts";

const charactersPerToken = 4;

/** Estimates usage as characters / 4 and plays a prompt cache per session. */
export class FauxUsage {
  private readonly cachedPrompts = new Map<string, string>();

  /** Usage of one request; a session's prompt is cached by it. */
  measure(
    context: Context,
    answer: AssistantMessage,
    model: Model,
    { sessionId, cacheRetention = "short" }: Pick<StreamOptions, "sessionId" | "cacheRetention">,
  ): Usage {
    const prompt = JSON.stringify([context.systemPrompt, context.tools, context.messages]);
    const promptTokens = toTokens(prompt.length);
    const usage = emptyUsage();
    usage.output = toTokens(JSON.stringify(answer.content).length);
    if (sessionId !== undefined && cacheRetention !== "none") {
      const cached = this.cachedPrompts.get(sessionId) ?? "";
      usage.cacheRead = Math.min(promptTokens, Math.floor(sharedLength(cached, prompt) / charactersPerToken));
      usage.cacheWrite = promptTokens - usage.cacheRead;
      this.cachedPrompts.set(sessionId, prompt);
    } else usage.input = promptTokens;
    usage.totalTokens = promptTokens + usage.output;
    price(usage, model);
    return usage;
  }
}

function price(usage: Usage, { cost: rates }: Model): void {
  const { cost } = usage;
  for (const part of ["input", "output", "cacheRead", "cacheWrite"] as const) {
    cost[part] = (usage[part] * rates[part]) / 1_000_000;
    cost.total += cost[part];
  }
}

function toTokens(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}
