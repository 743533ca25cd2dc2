import type { AssistantMessage, Model, Usage } from "@relay-harness/protocol";
import { charactersPerToken, estimateUsage, promptText } from "../inProcess/estimateUsage.ts";
import type { Context, StreamOptions } from "../types.ts";

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
    const usage = estimateUsage(context, answer.content);
    if (sessionId !== undefined && cacheRetention !== "none") {
      const prompt = promptText(context);
      const cached = this.cachedPrompts.get(sessionId) ?? "";
      const promptTokens = usage.input;
      usage.cacheRead = Math.floor(sharedLength(cached, prompt) / charactersPerToken);
      usage.cacheWrite = promptTokens - usage.cacheRead;
      usage.input = 0;
      this.cachedPrompts.set(sessionId, prompt);
    }
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

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}
