import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { abandoned, awaitHook, settleOrAbandon } from "./abandon.ts";
import { deferred } from "./testing/testAgent.ts";

describe("settleOrAbandon", () => {
  it("passes the outcome on and leaves no listener behind", async () => {
    const { signal } = new AbortController();
    assert.equal(await settleOrAbandon(Promise.resolve(1), signal), 1);
    await assert.rejects(settleOrAbandon(Promise.reject(new Error("no")), signal), /no/);
    assert.equal(getEventListeners(signal, "abort").length, 0);
  });

  it("still waits for work that ends within the grace period after the abort", async () => {
    const controller = new AbortController();
    const work = deferred<string>();
    const waiting = settleOrAbandon(work.promise, controller.signal, 60_000);
    controller.abort();
    work.resolve("late");
    assert.equal(await waiting, "late");
  });

  it("abandons work that goes on, and ignores what becomes of it", async () => {
    for (const abortFirst of [true, false]) {
      const controller = new AbortController();
      const work = deferred();
      if (abortFirst) controller.abort();
      const waiting = settleOrAbandon(work.promise, controller.signal, 1);
      controller.abort();
      assert.equal(await waiting, abandoned);
      work.reject(new Error("too late"));
      await new Promise(setImmediate);
    }
  });

  it("does not wait for hooks that answer at once", () => {
    assert.equal(awaitHook(5, AbortSignal.abort()), 5);
    assert.equal(awaitHook(undefined, AbortSignal.abort()), undefined);
  });
});
