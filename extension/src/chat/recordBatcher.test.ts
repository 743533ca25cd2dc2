import assert from "node:assert/strict";
import type { ChatRecord, RecordBatch } from "@relay-harness/protocol/webview";
import { RecordBatcher } from "./recordBatcher.ts";

/** A clock whose timers run when a test says so. */
function setUp() {
  const batches: RecordBatch[] = [];
  let stalls = 0;
  let timers: { milliseconds: number; run: () => void }[] = [];
  const batcher = new RecordBatcher({
    clock: {
      now: () => 0,
      after: (milliseconds, run) => {
        const timer = { milliseconds, run };
        timers.push(timer);
        return () => void (timers = timers.filter((other) => other !== timer));
      },
    },
    post: (batch) => batches.push(batch),
    onStalled: () => stalls++,
  });
  const fire = (milliseconds: number): void => {
    const due = timers.filter((timer) => timer.milliseconds === milliseconds);
    timers = timers.filter((timer) => timer.milliseconds !== milliseconds);
    for (const { run } of due) run();
  };
  return { batcher, batches, fire, timers: () => timers.length, stalls: () => stalls };
}

const gone = (rowId: string): ChatRecord => ({ kind: "rowGone", rowId });

describe("records for a view", () => {
  it("vscode.md 4: go out in order, a batch per 16 ms, numbered", () => {
    const { batcher, batches, fire } = setUp();
    assert.deepEqual(batcher.open(), { epoch: 1, nextSequence: 1 });
    batcher.push(gone("a"));
    batcher.push(gone("b"));
    fire(16);
    batcher.push(gone("c"));
    fire(16);
    assert.deepEqual(batches, [
      { epoch: 1, sequence: 1, records: [gone("a"), gone("b")] },
      { epoch: 1, sequence: 2, records: [gone("c")] },
    ]);
  });

  it("vscode.md 4: stop while over 2 MB are not acknowledged, then go on with all of them", () => {
    const { batcher, batches, fire } = setUp();
    batcher.open();
    batcher.push(gone("x".repeat(2 * 1024 * 1024)));
    fire(16);
    batcher.push(gone("a"));
    fire(16);
    assert.equal(batches.length, 1);
    batcher.ack(1);
    batcher.push(gone("b"));
    fire(16);
    assert.deepEqual(batches[1], { epoch: 1, sequence: 2, records: [gone("a"), gone("b")] });
  });

  it("vscode.md 4: report a view that acknowledges nothing for 10 s", () => {
    const { batcher, fire, stalls } = setUp();
    batcher.open();
    batcher.push(gone("a"));
    fire(16);
    batcher.ack(1);
    fire(10_000);
    assert.equal(stalls(), 0);
    batcher.push(gone("b"));
    fire(16);
    fire(10_000);
    assert.equal(stalls(), 1);
  });

  it("of an earlier opening are not sent, and closed there is no timer", () => {
    const { batcher, batches, fire, timers } = setUp();
    batcher.push(gone("before"));
    batcher.open();
    batcher.push(gone("a"));
    assert.deepEqual(batcher.open(), { epoch: 2, nextSequence: 1 });
    fire(16);
    assert.deepEqual(batches, []);
    batcher.push(gone("b"));
    fire(16);
    batcher.close();
    assert.deepEqual([batches.length, timers()], [1, 0]);
  });
});
