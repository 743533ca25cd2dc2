import assert from "node:assert/strict";
import { assistantMessage, fakeModel } from "../../../test/fakes/models.ts";
import { applyUsage, ratesFor } from "./usage.ts";

const rates = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const model = fakeModel({ cost: rates });
const closeTo = (actual: number, expected: number): void => assert.ok(Math.abs(actual - expected) < 1e-12);

describe("applyUsage", () => {
  it("models.md 34: counts that no request has leave numbers that can be stored", () => {
    const message = assistantMessage(model, "x");
    applyUsage(message, model, { input: 5, output: 7 });
    applyUsage(message, model, { input: 1e308, output: 1e308, cacheRead: Number.NaN, providerCost: -3 });
    const { cost, ...counts } = message.usage;
    assert.deepEqual([counts.input, counts.output, counts.totalTokens], [5, 7, 12]);
    assert.equal(cost.total, 0);
  });

  it("models.md 34: prices each part, one-hour writes at twice the input rate", () => {
    const message = assistantMessage(model, "x");
    applyUsage(message, model, {
      input: 1000,
      output: 500,
      cacheRead: 10000,
      cacheWrite: 2000,
      cacheWrite1h: 500,
    });
    const { cost, ...counts } = message.usage;
    assert.deepEqual(counts, {
      input: 1000,
      output: 500,
      cacheRead: 10000,
      cacheWrite: 2000,
      cacheWrite1h: 500,
      reasoning: 0,
      totalTokens: 13500,
    });
    closeTo(cost.input, 0.003);
    closeTo(cost.output, 0.0075);
    closeTo(cost.cacheRead, 0.003);
    closeTo(cost.cacheWrite, 0.008625);
    closeTo(cost.total, 0.022125);
    assert.equal(cost.totalFromProvider, false);
  });

  it("models.md 35: a tier applies to the whole request, only above its limit", () => {
    const tier = { input: 6, output: 22.5, cacheRead: 0.6, cacheWrite: 7.5, inputTokensAbove: 200_000 };
    const higher = { ...tier, input: 9, inputTokensAbove: 400_000 };
    const cost = { ...rates, tiers: [higher, tier] };
    assert.equal(ratesFor(cost, 210_000), tier);
    assert.equal(ratesFor(cost, 200_000), cost);
    assert.equal(ratesFor(cost, 400_001), higher);
    const message = assistantMessage(model, "x");
    applyUsage(message, { ...model, cost }, { input: 150_000, cacheRead: 60_000, output: 1000 });
    closeTo(message.usage.cost.total, (150_000 * 6 + 60_000 * 0.6 + 1000 * 22.5) / 1e6);
  });

  it("keeps earlier counts where a later report has none, and clamps negative ones", () => {
    const message = assistantMessage(model, "x");
    applyUsage(message, model, { input: 25, output: 1, cacheRead: 3 });
    applyUsage(message, model, { input: null, output: 89, cacheRead: undefined, reasoning: 20 });
    assert.deepEqual(
      [message.usage.input, message.usage.output, message.usage.cacheRead, message.usage.reasoning],
      [25, 89, 3, 20],
    );
    applyUsage(message, model, { input: -5 });
    assert.equal(message.usage.input, 0);
    assert.equal("cacheWrite1h" in message.usage, false);
  });

  it("takes the provider's total and keeps the parts as estimates", () => {
    const message = assistantMessage(model, "x");
    applyUsage(message, model, { input: 1000, providerCost: 0.5 });
    applyUsage(message, model, { output: 10 });
    closeTo(message.usage.cost.input, 0.003);
    assert.deepEqual([message.usage.cost.total, message.usage.cost.totalFromProvider], [0.5, true]);
    applyUsage(message, model, { providerCost: Number.NaN });
    assert.equal(message.usage.cost.total, 0.5);
  });

  it("prices an answer of another model at that model's rates", () => {
    const message = assistantMessage(model, "x");
    applyUsage(message, model, { input: 1_000_000 }, { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 });
    assert.equal(message.usage.cost.total, 1);
  });
});
