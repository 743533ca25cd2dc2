import assert from "node:assert/strict";
import { emptyUsage } from "@relay-harness/protocol";
import {
  assistantMessage,
  fakeModel,
  systemMessage,
  toolCall,
  toolResult,
  userMessage,
} from "../../../test/fakes/models.ts";
import { estimateContext, outputLimit, shareCeiling, thinkingBudget } from "./budgets.ts";

const model = fakeModel();
const withTotal = (totalTokens: number, timestamp = 1): ReturnType<typeof assistantMessage> =>
  assistantMessage(model, "x", { usage: { ...emptyUsage(), totalTokens }, timestamp });

describe("thinkingBudget", () => {
  it("has defaults per level; xhigh and max use high", () => {
    const levels = ["minimal", "low", "medium", "high", "xhigh", "max"] as const;
    assert.deepEqual(
      levels.map((level) => thinkingBudget(level)),
      [1024, 2048, 8192, 16384, 16384, 16384],
    );
  });

  it("takes overrides that are positive integers", () => {
    assert.equal(thinkingBudget("max", { high: 20000 }), 20000);
    assert.deepEqual(
      [0, -1, 1.5, Number.NaN].map((low) => thinkingBudget("low", { low })),
      [2048, 2048, 2048, 2048],
    );
  });
});

describe("outputLimit", () => {
  it("models.md 32: is clamped to what the context leaves", () => {
    assert.equal(outputLimit({ contextWindow: 10000, maxTokens: 16384 }, undefined, 4000), 5400);
    assert.equal(outputLimit({ contextWindow: 0, maxTokens: 16384 }, undefined, 4000), 16384);
  });

  it("asks for at least one and, when clamped, for at most 32768 tokens", () => {
    assert.equal(outputLimit({ contextWindow: 1000, maxTokens: 500 }, undefined, 5000), 1);
    assert.equal(outputLimit({ contextWindow: 100_000, maxTokens: 100_000 }, undefined, 1000), 32768);
    assert.equal(outputLimit({ contextWindow: 200_000, maxTokens: 64_000 }, undefined, 1000), 64_000);
  });

  it("prefers the request's own limit and knows no limit without either", () => {
    assert.equal(outputLimit({ contextWindow: 0, maxTokens: 16384 }, 10, 0), 10);
    assert.equal(outputLimit({ contextWindow: 0, maxTokens: 0 }, undefined, 0), undefined);
  });
});

describe("shareCeiling", () => {
  const share = (
    maxTokens: number,
    requested: number | undefined,
    budget: number,
  ): ReturnType<typeof shareCeiling> =>
    shareCeiling(
      { maxTokens, contextWindow: 0 },
      { requested, budget, minimumBudget: 1024, estimatedInput: 0 },
    );

  it("models.md 28: leaves 1024 tokens for the answer", () => {
    assert.deepEqual(share(64000, undefined, 8192), { maxTokens: 64000, budget: 8192 });
    assert.deepEqual(share(3000, 2000, 16384), { maxTokens: 3000, budget: 1976 });
  });

  it("gives up thinking below the API's minimum", () => {
    assert.deepEqual(share(2047, undefined, 8192), { maxTokens: 2047 });
    assert.deepEqual(share(2048, undefined, 8192), { maxTokens: 2048, budget: 1024 });
    assert.deepEqual(share(2000, 500, 8192), { maxTokens: 500 });
  });
});

describe("estimateContext", () => {
  it("estimates everything when nothing was reported", () => {
    const messages = [
      userMessage("12345678"),
      assistantMessage(model, [{ type: "thinking", thinking: "1234" }, toolCall("c", "read", { a: 1 })]),
      toolResult("c", [{ type: "image", data: "x", mimeType: "image/png" }]),
    ];
    const tokens = 2 + 1 + Math.ceil('read{"a":1}'.length / 4) + 1200 + 1;
    assert.deepEqual(estimateContext({ systemPrompt: "1234", messages }), {
      tokens,
      usageTokens: 0,
      trailingTokens: tokens,
      lastUsageIndex: null,
    });
  });

  it("builds on the latest report that is no failure", () => {
    const failed = { ...withTotal(999), stopReason: "error" as const };
    const messages = [userMessage("hi"), withTotal(100), userMessage("1234"), failed, userMessage("1234")];
    assert.deepEqual(estimateContext({ messages }), {
      tokens: 103,
      usageTokens: 100,
      trailingTokens: 3,
      lastUsageIndex: 1,
    });
  });

  it("ignores a report from before a compaction", () => {
    const messages = [userMessage("summary", 10), withTotal(190_000, 5), userMessage("next", 11)];
    assert.equal(estimateContext({ messages }).lastUsageIndex, null);
    const prompt = [systemMessage("prompt", { timestamp: 99 }), withTotal(100, 5)];
    assert.equal(estimateContext({ messages: prompt }).lastUsageIndex, 1);
  });
});
