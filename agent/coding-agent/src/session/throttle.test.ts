import assert from "node:assert/strict";
import { Throttle, type Timer } from "./throttle.ts";

/** A clock that goes on by hand. */
class FakeTimer implements Timer {
  private time = 0;
  private waiting: { at: number; callback: () => void }[] = [];

  now(): number {
    return this.time;
  }
  after(delayMs: number, callback: () => void): () => void {
    const entry = { at: this.time + delayMs, callback };
    this.waiting.push(entry);
    return () => (this.waiting = this.waiting.filter((other) => other !== entry));
  }
  advanceTo(time: number): void {
    const due = this.waiting.filter(({ at }) => at <= time);
    this.waiting = this.waiting.filter(({ at }) => at > time);
    for (const { at, callback } of due) {
      this.time = at;
      callback();
    }
    this.time = time;
  }
}

describe("Throttle", () => {
  let timer: FakeTimer;
  let calls: number[];
  let throttle: Throttle;
  beforeEach(() => {
    timer = new FakeTimer();
    calls = [];
    const options = { intervalMs: 1000, settleMs: 50, timer };
    throttle = new Throttle(() => void calls.push(timer.now()), options);
  });

  function requestAt(...times: number[]): void {
    for (const time of times) {
      timer.advanceTo(time);
      throttle.request();
    }
  }

  it("takes what comes at once together", () => {
    requestAt(0, 1, 49);
    timer.advanceTo(5000);
    assert.deepEqual(calls, [50]);
  });

  it("rpc-additions.md §6: calls at most once per interval, and once more for what came last", () => {
    requestAt(0, 100, 300, 900, 1060, 1070);
    timer.advanceTo(9000);
    assert.deepEqual(calls, [50, 1050, 2050]);
  });

  it("calls soon again after a pause", () => {
    requestAt(0, 4000);
    timer.advanceTo(9000);
    assert.deepEqual(calls, [50, 4050]);
  });

  it("calls no more once it is closed", () => {
    requestAt(0);
    throttle.close();
    timer.advanceTo(9000);
    assert.deepEqual(calls, []);
  });
});
