import assert from "node:assert/strict";
import type { AnyRecord } from "../support/relayProcess.ts";
import { isAssistantEnd, isSettled, milestones, ofType, responseTo, useRpc } from "../support/rpcSuite.ts";

const overloaded = { status: 529, errorBody: { error: { message: "Overloaded", type: "overloaded_error" } } };

describe("rpc: automatic retry", () => {
  const suite = useRpc({ retry: { baseDelayMs: 10 } });

  it("rpc.md 33: two failures are retried, announced and left out of context", async () => {
    suite.model.add(overloaded, overloaded, { text: "ok" });
    const relay = suite.start();
    const records = await relay.prompt("p");
    assert.deepEqual(milestones(records), [
      "response:prompt", "agent_start", "turn_start", "end:system", "end:user",
      "end:assistant", "turn_end", "agent_end", "auto_retry_start", "entry_appended",
      "agent_start", "turn_start", "end:assistant", "turn_end", "agent_end", "auto_retry_start", "entry_appended",
      "agent_start", "turn_start", "end:assistant", "auto_retry_end", "turn_end", "agent_end", "agent_settled",
    ]); // prettier-ignore
    assert.deepEqual(
      records.filter(isAssistantEnd).map(({ message }) => message.stopReason),
      ["error", "error", "stop"],
    );
    assert.deepEqual(
      ofType(records, "agent_end").map((end) => end.willRetry),
      [true, true, false],
    );
    assert.deepEqual(
      ofType(records, "auto_retry_start").map(({ attempt, maxAttempts, delayMs }) => ({
        attempt,
        maxAttempts,
        delayMs,
      })),
      [
        { attempt: 1, maxAttempts: 3, delayMs: 10 },
        { attempt: 2, maxAttempts: 3, delayMs: 20 },
      ],
    );
    for (const { entry } of ofType(records, "entry_appended")) {
      assert.deepEqual([entry.type, entry.replacement], ["context_edit", null]);
    }
    assert.deepEqual(ofType(records, "auto_retry_end"), [
      { type: "auto_retry_end", success: true, attempt: 2 },
    ]);
    const { messages } = (await relay.request({ type: "get_messages" })).data;
    assert.deepEqual(
      messages.map((message: AnyRecord) => message.stopReason ?? message.role),
      ["system", "user", "stop"],
    );
    const { entries } = (await relay.request({ type: "get_entries" })).data;
    const attempts = entries.filter((entry: AnyRecord) => entry.message?.role === "assistant");
    assert.deepEqual(
      attempts.map((entry: AnyRecord) => entry.message.stopReason),
      ["error", "error", "stop"],
    );
  });

  it("models.md 51: the fourth failure stands, the third attempt may succeed, and a later failure begins anew", async () => {
    suite.model.add(overloaded, overloaded, overloaded, overloaded);
    const relay = suite.start();
    const failed = await relay.prompt("p");
    assert.deepEqual(
      ofType(failed, "auto_retry_start").map(({ attempt, delayMs }) => [attempt, delayMs]),
      [
        [1, 10],
        [2, 20],
        [3, 40],
      ],
    );
    const [end] = ofType(failed, "auto_retry_end");
    assert.deepEqual([end?.success, end?.attempt, suite.model.requests.length], [false, 3, 4]);
    suite.model.add(overloaded, overloaded, { calls: [{ name: "ls", arguments: {} }] }, overloaded, {
      text: "ok",
    });
    const mended = await relay.prompt("q");
    assert.deepEqual(
      ofType(mended, "auto_retry_end").map(({ success, attempt }) => [success, attempt]),
      [
        [true, 2],
        [true, 1],
      ],
    );
  });

  it("rpc.md 36, models.md 52: without automatic retry a failure settles at once", async () => {
    suite.model.add(overloaded, { text: "ok" });
    const relay = suite.start();
    await relay.request({ type: "set_auto_retry", enabled: false });
    assert.equal((await relay.request({ type: "get_state" })).data.autoRetryEnabled, false);
    const records = await relay.prompt("p");
    assert.deepEqual(milestones(records).slice(-4), [
      "end:assistant",
      "turn_end",
      "agent_end",
      "agent_settled",
    ]);
    assert.equal(ofType(records, "agent_end")[0]?.willRetry, false);
    assert.equal(suite.model.requests.length, 1);
    assert.deepEqual(records.at(-1), { type: "agent_settled", aborted: false });
  });
});

describe("rpc: the end of automatic retry", () => {
  const suite = useRpc({ retry: { baseDelayMs: 10, maxRetries: 1 } });

  it("rpc.md 34: after the last attempt the error stands and the activity settles", async () => {
    suite.model.add(
      overloaded,
      { ...overloaded, errorBody: { error: { message: "Still overloaded" } } },
      { text: "ok" },
    );
    const relay = suite.start();
    const records = await relay.prompt("p");
    const [end, retryEnd, settled] = records.slice(-3);
    assert.deepEqual([end?.type, end?.willRetry], ["agent_end", false]);
    const finalError = records.filter(isAssistantEnd).at(-1)?.message.errorMessage as string;
    assert.match(finalError, /Still overloaded/);
    assert.deepEqual(retryEnd, { type: "auto_retry_end", success: false, attempt: 1, finalError });
    assert.deepEqual(settled, { type: "agent_settled", aborted: false });
    assert.equal(suite.model.requests.length, 2);
    // The budget is per activity.
    suite.model.add({ text: "more" });
    const next = await relay.prompt("q");
    assert.equal(next.filter(isAssistantEnd).at(-1)?.message.stopReason, "stop");
  });

  it("an error that no repetition mends is not retried", async () => {
    suite.model.add({ status: 400, errorBody: { error: { message: "bad request" } } });
    const relay = suite.start();
    const records = await relay.prompt("p");
    assert.deepEqual(ofType(records, "auto_retry_start"), []);
    assert.equal(ofType(records, "agent_end")[0]?.willRetry, false);
  });
});

describe("rpc: cancelling a retry", () => {
  const suite = useRpc({ retry: { baseDelayMs: 60_000, maxAgentDelayMs: 60_000 } });

  for (const [type, aborted] of [
    ["abort_retry", false],
    ["abort", true],
  ] as const) {
    it(`rpc.md 35, models.md 52: ${type} during the delay ends the activity without another request`, async () => {
      suite.model.add(overloaded, { text: "ok" });
      const relay = suite.start();
      relay.send({ type: "prompt", message: "p" });
      await relay.waitFor((record) => record.type === "entry_appended");
      const { isStreaming, isRetrying } = (await relay.request({ type: "get_state" })).data;
      assert.deepEqual({ isStreaming, isRetrying }, { isStreaming: true, isRetrying: true });
      const from = relay.records.length;
      assert.equal((await relay.request({ type })).success, true);
      await relay.waitFor(isSettled);
      const events = relay.records.slice(from).filter((record) => record.type !== "response");
      assert.deepEqual(events, [
        { type: "auto_retry_end", success: false, attempt: 1, finalError: "Retry cancelled" },
        { type: "agent_settled", aborted },
      ]);
      if (type === "abort")
        assert.ok(relay.records.findIndex(responseTo("abort")) > relay.records.findIndex(isSettled));
      assert.equal(suite.model.requests.length, 1);
      const records = await relay.prompt("q");
      assert.equal(records.find(isAssistantEnd)?.message.stopReason, "stop");
    });
  }

  it("a prompt during the delay is refused, a steering one waits for the next run", async () => {
    suite.model.add(overloaded, { text: "ok" }, { text: "ok" });
    const relay = suite.start();
    relay.send({ type: "prompt", message: "p" });
    await relay.waitFor((record) => record.type === "entry_appended");
    assert.match(
      (await relay.request({ type: "prompt", message: "x" })).error as string,
      /^Agent is already processing/,
    );
    const queued = await relay.request({ type: "prompt", message: "x", streamingBehavior: "steer" });
    assert.deepEqual(queued.data, { disposition: "queued" });
    await relay.request({ type: "abort" });
    assert.equal((await relay.request({ type: "get_state" })).data.pendingMessageCount, 1);
  });
});
