import type { AssistantMessage, Model, ModelCost, Rates, Usage } from "@relay-harness/protocol";

/** Counts that a provider reported; `null` or absent leaves what an earlier event reported. */
export interface UsageCounts {
  /** Without cached tokens. */
  input?: number | null;
  output?: number | null;
  cacheRead?: number | null;
  cacheWrite?: number | null;
  cacheWrite1h?: number | null;
  reasoning?: number | null;
  /** US dollars that the provider charged for the request. */
  providerCost?: number | null;
}

/**
 * Merges reported counts into `message.usage` and prices them again (models.md §12). `cost` replaces
 * the model's prices, for a request that another model answered.
 */
export function applyUsage(
  message: AssistantMessage,
  model: Model,
  counts: UsageCounts,
  cost: ModelCost = model.cost,
): void {
  const { usage } = message;
  usage.input = merged(counts.input, usage.input);
  usage.output = merged(counts.output, usage.output);
  usage.cacheRead = merged(counts.cacheRead, usage.cacheRead);
  usage.cacheWrite = merged(counts.cacheWrite, usage.cacheWrite);
  usage.reasoning = merged(counts.reasoning, usage.reasoning ?? 0);
  const cacheWrite1h = Math.min(merged(counts.cacheWrite1h, usage.cacheWrite1h ?? 0), usage.cacheWrite);
  if (cacheWrite1h > 0) usage.cacheWrite1h = cacheWrite1h;
  else delete usage.cacheWrite1h;
  usage.totalTokens = usage.input + usage.output + usage.cacheRead + usage.cacheWrite;

  const known = usage.cost.totalFromProvider ? usage.cost.total : undefined;
  usage.cost = priceUsage(usage, cost);
  const total = isCount(counts.providerCost) ? Math.max(0, counts.providerCost) : known;
  if (total !== undefined) usage.cost = { ...usage.cost, total, totalFromProvider: true };
}

/** Cost at catalog prices; the tier of the prompt size applies to the whole request. */
export function priceUsage(usage: Usage, cost: ModelCost): Usage["cost"] {
  const rates = ratesFor(cost, usage.input + usage.cacheRead + usage.cacheWrite);
  const oneHour = usage.cacheWrite1h ?? 0;
  const input = (usage.input * rates.input) / 1e6;
  const output = (usage.output * rates.output) / 1e6;
  const cacheRead = (usage.cacheRead * rates.cacheRead) / 1e6;
  const cacheWrite = ((usage.cacheWrite - oneHour) * rates.cacheWrite + oneHour * 2 * rates.input) / 1e6;
  const total = input + output + cacheRead + cacheWrite;
  return { input, output, cacheRead, cacheWrite, total, totalFromProvider: false };
}

/** Rates for a prompt of that many tokens, cached ones included. */
export function ratesFor(cost: ModelCost, promptTokens: number): Rates {
  let rates: Rates = cost;
  let above = -1;
  for (const tier of cost.tiers ?? []) {
    if (tier.inputTokensAbove < promptTokens && tier.inputTokensAbove > above) {
      rates = tier;
      above = tier.inputTokensAbove;
    }
  }
  return rates;
}

/** More than that, or less than nothing, counts as not reported: sums and prices must stay numbers. */
const maxCount = Number.MAX_SAFE_INTEGER;

function isCount(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) <= maxCount;
}

function merged(reported: number | null | undefined, earlier: number): number {
  return isCount(reported) ? Math.max(0, reported) : earlier;
}
