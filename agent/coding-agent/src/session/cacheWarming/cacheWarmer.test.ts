import assert from "node:assert/strict";
import { createAssistantMessageEventStream, type StreamOptions } from "@relay-harness/ai";
import type { AssistantMessage, Model, Usage } from "@relay-harness/protocol";
import { CacheWarmer, warmedRequest, type WarmedRequest, type WarmingMode } from "./cacheWarmer.ts";

const usage = (counts: Partial<Usage> = {}): Usage => ({
  input: 0,
  output: 1,
  cacheRead: 200_000,
  cacheWrite: 0,
  totalTokens: 200_001,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0, totalFromProvider: false },
  ...counts,
});
const model = {
  id: "m",
  provider: "p",
  api: "anthropic-messages",
  reasoning: false,
  promptCache: { short: 300, long: 3600 },
  cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
} as unknown as Model;
const answer = (fields: Partial<AssistantMessage> = {}): AssistantMessage => ({
  role: "assistant",
  content: [],
  api: "anthropic-messages",
  provider: "p",
  model: "m",
  stopReason: "stop",
  usage: usage(),
  timestamp: 0,
  ...fields,
});

/** A warmer whose clock and timer the test moves. */
function setUp({ mode = "idle" as WarmingMode, isStreaming = true } = {}) {
  const state = { now: 0, mode, isStreaming, override: undefined as "warm" | "stop" | undefined };
  const sent: StreamOptions[] = [];
  const recorded: Usage[] = [];
  const asked: string[] = [];
  let timer: { at: number; fire: () => void } | undefined;
  let reply = answer({ stopReason: "length" });
  const warmer = new CacheWarmer({
    mode: () => state.mode,
    isStreaming: () => state.isStreaming,
    send: (_, __, options = {}) => {
      sent.push(options);
      const stream = createAssistantMessageEventStream();
      if (reply.stopReason === "error") stream.push({ type: "error", reason: "error", error: reply });
      else stream.push({ type: "done", reason: "length", message: reply });
      return stream;
    },
    ask: ({ action }) => {
      asked.push(action);
      return Promise.resolve(state.override ?? action);
    },
    record: (_, used) => Promise.resolve(void recorded.push(used)),
    now: () => state.now,
    startTimer: (milliseconds, fire) => {
      timer = { at: state.now + milliseconds, fire };
      return () => (timer = undefined);
    },
  });
  return {
    warmer,
    state,
    sent,
    recorded,
    asked,
    timerAt: () => timer?.at,
    answerWith: (fields: Partial<AssistantMessage>) => (reply = answer(fields)),
    /** Lets the timer end, `late` milliseconds after its time, and everything that follows happen. */
    async fire(late = 0) {
      assert.ok(timer, "no timer runs");
      const { at, fire } = timer;
      timer = undefined;
      state.now = at + late;
      fire();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const request: WarmedRequest = {
  model,
  context: { messages: [] },
  options: { maxTokens: 1 },
  promptTokens: 200_000,
  lifetimeMs: 300_000,
  sentAt: 0,
};

describe("keeping a prompt warm", () => {
  it("models.md 36: a request is sent again when its time has come, and again after that", async () => {
    const test = setUp();
    test.warmer.start(request);
    assert.equal(test.timerAt(), 270_000);
    assert.equal(test.warmer.status.nextWarmAt, 270_000);
    await test.fire();
    assert.deepEqual([test.sent.length, test.recorded.length, test.timerAt()], [1, 1, 540_000]);
    assert.equal(test.sent[0]?.maxTokens, 1);
  });

  it("models.md 36: a timer that comes after the cache has expired sends nothing", async () => {
    const test = setUp();
    test.warmer.start(request);
    await test.fire(30_000);
    assert.deepEqual([test.sent.length, test.asked], [0, []]);
    assert.deepEqual(test.warmer.status, { state: "inactive", reason: "The cache has expired" });
  });

  it("an idle session asks, and stops because it would save too little", async () => {
    const test = setUp({ isStreaming: false });
    test.warmer.start(request);
    await test.fire();
    assert.deepEqual([test.asked, test.sent.length], [["stop"], 0]);
    assert.equal(test.warmer.status.reason, "It would save too little");
  });

  it("extension-api.md 24: what an extension decides holds until the next request", async () => {
    const test = setUp();
    test.state.override = "stop";
    test.warmer.start(request);
    await test.fire();
    assert.equal(test.sent.length, 0);
    assert.equal(test.timerAt(), undefined);
    const { state, reason, extensionOverride } = test.warmer.status;
    assert.deepEqual([state, reason, extensionOverride], ["inactive", "An extension decided so", "stop"]);
  });

  it("an extension can have a prompt refreshed that Relay would let expire", async () => {
    const test = setUp({ isStreaming: false });
    test.state.override = "warm";
    test.warmer.start(request);
    await test.fire();
    assert.deepEqual([test.sent.length, test.recorded.length], [1, 1]);
  });

  it("in mode streaming the end of the run ends it", () => {
    const test = setUp({ mode: "streaming" });
    test.warmer.start(request);
    test.state.isStreaming = false;
    test.warmer.review();
    assert.equal(test.timerAt(), undefined);
    assert.deepEqual(test.warmer.status, { state: "inactive", reason: "The run has ended" });
  });

  it("refreshes do not go on for longer than the horizon of the request", async () => {
    const test = setUp();
    test.warmer.start(request);
    while (test.timerAt() !== undefined) await test.fire();
    // 13 times 270 seconds are the last within an hour.
    assert.equal(test.sent.length, 13);
    assert.equal(test.warmer.status.reason, "Kept warm long enough");
  });

  it("a refresh that fails is the last one, and is not counted", async () => {
    const test = setUp();
    test.answerWith({ stopReason: "error", errorMessage: "no" });
    test.warmer.start(request);
    await test.fire();
    assert.deepEqual([test.recorded.length, test.timerAt()], [0, undefined]);
    assert.equal(test.warmer.status.reason, "The refresh failed");
  });
});

describe("which requests can be kept warm", () => {
  const sent = {
    model,
    context: { messages: [] },
    options: {},
    replay: () => ({ maxTokens: 1 }),
    retention: "short" as const,
    sentAt: 5,
  };
  const thinking = { ...sent, model: { ...model, reasoning: true }, options: { reasoning: "high" as const } };
  const adaptive = { ...thinking.model, compat: { forceAdaptiveThinking: true } } as Model;
  const cases: [string, Parameters<typeof warmedRequest>, number | string][] = [
    ["an answered one", [sent, answer()], 300_000],
    ["one with long retention", [{ ...sent, retention: "long" }, answer()], 3_600_000],
    [
      "not one of a model without lifetimes",
      [{ ...sent, model: { ...model, promptCache: undefined } }, answer()],
      "The model does not say how long its prompts are kept",
    ],
    [
      "not one that is not cached",
      [{ ...sent, retention: "none" }, answer()],
      "The model does not say how long its prompts are kept",
    ],
    [
      "not one with a thinking budget",
      [thinking, answer()],
      "A request with a thinking budget cannot be repeated",
    ],
    ["one with adaptive thinking", [{ ...thinking, model: adaptive }, answer()], 300_000],
    ["not a failed one", [sent, answer({ stopReason: "error" })], "The last request failed"],
    [
      "not one of unknown size",
      [sent, answer({ usage: usage({ cacheRead: 0 }) })],
      "The size of the prompt is not known",
    ],
    [
      "not one of a model without prices",
      [
        { ...sent, model: { ...model, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } } },
        answer(),
      ],
      "The prices of the model are not known",
    ],
  ];
  for (const [title, args, expected] of cases) {
    it(title, () => {
      const found = warmedRequest(...args);
      assert.equal(typeof found === "string" ? found : found.lifetimeMs, expected);
    });
  }
});
