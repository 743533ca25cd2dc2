import assert from "node:assert/strict";
import { decideWarming, hasPrices, warmingDelay, warmingHorizon } from "./warmingDecision.ts";

const cost = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

describe("when a cached prompt is refreshed", () => {
  it("models.md 36: a refresh comes at nine tenths of the cache's life, ten seconds before its end at the latest", () => {
    const seconds = (lifetime: number): number | undefined => {
      const delay = warmingDelay(lifetime * 1000);
      return delay === undefined ? undefined : delay / 1000;
    };
    assert.deepEqual([300, 60, 10, 8].map(seconds), [270, 50, undefined, undefined]);
  });

  it("models.md 36: 200000 tokens are worth a refresh while a run is active, and not while nobody works", () => {
    const decide = (isStreaming: boolean): object => {
      const decision = decideWarming(cost, { promptTokens: 200_000, isStreaming });
      const { warmCost, missCost, expectedSavings } = decision;
      return {
        ...decision,
        warmCost: rounded(warmCost),
        missCost: rounded(missCost),
        expectedSavings: rounded(expectedSavings),
      };
    };
    const costs = { warmCost: 0.060015, missCost: 0.69 };
    assert.deepEqual(decide(false), {
      ...costs,
      continuationProbability: 0.15,
      expectedSavings: 0.043485,
      action: "stop",
    });
    assert.deepEqual(decide(true), {
      ...costs,
      continuationProbability: 1,
      expectedSavings: 0.629985,
      action: "warm",
    });
  });

  it("a provider that asks nothing for writing reads a lost prompt at the price of input", () => {
    const { missCost } = decideWarming(
      { ...cost, cacheWrite: 0 },
      { promptTokens: 1_000_000, isStreaming: true },
    );
    assert.equal(rounded(missCost), 2.7);
  });

  it("the tier of the prompt's size sets the prices", () => {
    const tiers = [{ inputTokensAbove: 100_000, input: 6, output: 30, cacheRead: 0.6, cacheWrite: 7.5 }];
    const { warmCost } = decideWarming({ ...cost, tiers }, { promptTokens: 1_000_000, isStreaming: true });
    assert.equal(rounded(warmCost), 0.60003);
  });

  it("a run keeps its prompt for an hour, an idle session for half of one", () => {
    assert.deepEqual([true, false].map(warmingHorizon), [3_600_000, 1_800_000]);
  });

  it("prices that are all zero are not known", () => {
    const none = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    assert.deepEqual([none, { ...none, input: 1 }].map(hasPrices), [false, true]);
  });
});
