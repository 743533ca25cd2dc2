import type { LlmMessage, Model, ThinkingLevel, ToolDeclaration } from "@relay-harness/protocol";
import { replaySystem } from "./systemReplay.ts";
import type { Context, ThinkingBudgets } from "./types.ts";

/** Tokens that always remain for the answer beside a thinking budget. */
const answerTokens = 1_024;
/** Most that is asked for when the context leaves less room than the model's limit. */
const maxClampedTokens = 32_768;
const estimateMargin = 1.15;
const charactersPerToken = 4;
const imageTokens = 1_200;

export type BudgetLevel = keyof ThinkingBudgets;

const defaultBudgets: Record<BudgetLevel, number> = { minimal: 1024, low: 2048, medium: 8192, high: 16384 };

/**
 * Thinking tokens of a level (models.md §10). A figure of the user's that is no positive integer
 * counts as absent; `xhigh` and `max` use `high`.
 */
export function thinkingBudget(
  level: Exclude<ThinkingLevel, "off">,
  overrides: ThinkingBudgets = {},
  defaults: Record<BudgetLevel, number> = defaultBudgets,
): number {
  const key = level === "xhigh" || level === "max" ? "high" : level;
  const override = overrides[key];
  return override !== undefined && Number.isInteger(override) && override > 0 ? override : defaults[key];
}

/**
 * Output tokens to ask for: the request's own limit, else the model's, as far as the context leaves
 * room. `undefined` when neither is known.
 */
export function outputLimit(
  model: Pick<Model, "maxTokens" | "contextWindow">,
  requested: number | undefined,
  estimatedInput: number,
): number | undefined {
  const limit = requested ?? (model.maxTokens || undefined);
  return limit === undefined ? undefined : clampToContext(model, limit, estimatedInput);
}

/** Limits output tokens to what the context leaves; an unknown window limits nothing. */
function clampToContext(model: Pick<Model, "contextWindow">, limit: number, estimatedInput: number): number {
  if (model.contextWindow <= 0) return limit;
  const room = model.contextWindow - Math.ceil(estimateMargin * estimatedInput);
  return limit > room ? Math.max(1, Math.min(room, maxClampedTokens)) : limit;
}

export interface SharedCeiling {
  requested: number | undefined;
  /** Thinking tokens wanted. */
  budget: number;
  /** Smallest budget that the API takes; below it there is no thinking. */
  minimumBudget: number;
  estimatedInput: number;
}

/**
 * Output limit and thinking budget where both share one ceiling (models.md §10). Without `budget` in
 * the result the request must not think.
 */
export function shareCeiling(
  model: Pick<Model, "maxTokens" | "contextWindow">,
  { requested, budget, minimumBudget, estimatedInput }: SharedCeiling,
): { maxTokens: number | undefined; budget?: number } {
  const modelMax = model.maxTokens || Infinity;
  const ceiling = requested === undefined ? modelMax : Math.min(requested + budget, modelMax);
  if (ceiling === Infinity) return { maxTokens: undefined, budget };
  const maxTokens = clampToContext(model, ceiling, estimatedInput);
  const shared = Math.min(budget, maxTokens - answerTokens);
  if (shared >= minimumBudget) return { maxTokens, budget: shared };
  return { maxTokens: outputLimit(model, requested, estimatedInput) };
}

/** Rough token count of a text. */
function estimateTextTokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

/** Rough token count of one message, without what its provider reported. */
function estimateMessageTokens(message: LlmMessage): number {
  if (message.role === "system") return estimateSystemTokens(message);
  if (typeof message.content === "string") return estimateTextTokens(message.content);
  let tokens = 0;
  for (const block of message.content) {
    switch (block.type) {
      case "text":
        tokens += estimateTextTokens(block.text);
        break;
      case "thinking":
        tokens += estimateTextTokens(block.thinking);
        break;
      case "image":
        tokens += imageTokens;
        break;
      case "toolCall":
        tokens += estimateTextTokens(block.name + JSON.stringify(block.arguments));
        break;
    }
  }
  return tokens;
}

function estimateSystemTokens(message: Extract<LlmMessage, { role: "system" }>): number {
  const content = typeof message.content === "string" ? [{ text: message.content }] : message.content;
  const sections = Object.values(message.sections ?? {});
  const characters = [...content.map(({ text }) => text), ...sections].reduce(
    (sum, text) => sum + (text?.length ?? 0),
    0,
  );
  return Math.ceil(characters / charactersPerToken) + estimateTools(message.toolsAdded ?? []);
}

function estimateTools(tools: readonly ToolDeclaration[]): number {
  return tools.length === 0 ? 0 : estimateTextTokens(JSON.stringify(tools));
}

export interface ContextEstimate {
  tokens: number;
  /** What a provider reported last. */
  usageTokens: number;
  /** Estimate of the messages behind that report, or of everything. */
  trailingTokens: number;
  /** Index of the message with the report. */
  lastUsageIndex: number | null;
}

/** Prompt size of a request made of `context` (models.md §10). */
export function estimateContext(context: Context): ContextEstimate {
  const { messages } = context;
  const lastUsageIndex = findLastUsage(messages);
  let trailingTokens = 0;
  for (let index = (lastUsageIndex ?? -1) + 1; index < messages.length; index++) {
    const message = messages[index];
    // Without a report, the replayed system state stands for all system messages.
    if (message && (message.role !== "system" || lastUsageIndex !== null)) {
      trailingTokens += estimateMessageTokens(message);
    }
  }
  if (lastUsageIndex === null) {
    const { system, tools } = replaySystem(context);
    trailingTokens += estimateTextTokens(system) + estimateTools(tools);
  }
  const usageTokens = lastUsageIndex === null ? 0 : usageTotal(messages[lastUsageIndex]);
  return { tokens: usageTokens + trailingTokens, usageTokens, trailingTokens, lastUsageIndex };
}

/**
 * The latest report that still describes what precedes it. A report from before a compaction does
 * not: the summary that now stands before it is younger than the report.
 */
function findLastUsage(messages: readonly LlmMessage[]): number | null {
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message?.role !== "assistant" || usageTotal(message) === 0) continue;
    if (message.stopReason === "error" || message.stopReason === "aborted") continue;
    const isStale = messages
      .slice(0, index)
      .some((earlier) => earlier.role !== "system" && earlier.timestamp > message.timestamp);
    return isStale ? null : index;
  }
  return null;
}

function usageTotal(message: LlmMessage | undefined): number {
  if (message?.role !== "assistant") return 0;
  const { totalTokens, input, output, cacheRead, cacheWrite } = message.usage;
  return totalTokens || input + output + cacheRead + cacheWrite;
}
