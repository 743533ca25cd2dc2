import { ratesFor } from "@relay-harness/ai";
import type { CacheWarmingDecision, ModelCost } from "@relay-harness/protocol";

/** Dollars that a refresh has to save. */
const leastSaving = 0.05;
/** How likely the conversation goes on before the cache is gone. */
const idleProbability = 0.15;
/** Milliseconds before the end of the cache's life at which it is refreshed at the latest. */
const margin = 10_000;
const streamingHorizon = 60 * 60_000;
const idleHorizon = 30 * 60_000;

/** What a refresh of a cached prompt costs, and what it is expected to save (models.md §11.2). Dollars. */
export function decideWarming(
  cost: ModelCost,
  { promptTokens, isStreaming }: { promptTokens: number; isStreaming: boolean },
): CacheWarmingDecision {
  const rates = ratesFor(cost, promptTokens);
  const rewrite = rates.cacheWrite > 0 ? rates.cacheWrite : rates.input;
  const warmCost = (promptTokens * rates.cacheRead + rates.output) / 1e6;
  const missCost = (promptTokens * (rewrite - rates.cacheRead)) / 1e6;
  const continuationProbability = isStreaming ? 1 : idleProbability;
  const expectedSavings = continuationProbability * missCost - warmCost;
  const action = expectedSavings >= leastSaving ? "warm" : "stop";
  return { warmCost, missCost, continuationProbability, expectedSavings, action };
}

/** Milliseconds from a request to its refresh; `undefined`: the cache lives too short for one. */
export function warmingDelay(lifetimeMs: number): number | undefined {
  const delay = Math.min(0.9 * lifetimeMs, lifetimeMs - margin);
  return delay > 0 ? delay : undefined;
}

/** Milliseconds after the real request beyond which its cache is left to expire. */
export function warmingHorizon(isStreaming: boolean): number {
  return isStreaming ? streamingHorizon : idleHorizon;
}

/** Prices are known: a model without any is one whose prices nobody gave. */
export function hasPrices({ input, output, cacheRead, cacheWrite }: ModelCost): boolean {
  return input > 0 || output > 0 || cacheRead > 0 || cacheWrite > 0;
}
