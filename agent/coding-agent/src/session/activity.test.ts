import { Agent } from "@relay-harness/agent-core/loop";
import assert from "node:assert/strict";
import { Activity } from "./activity.ts";
import { SessionEvents } from "./events.ts";

/** An activity without a model: every run ends with an error message. */
function createActivity(): { activity: Activity; events: SessionEvents } {
  const events = new SessionEvents((error) => {
    throw error;
  });
  const activity = new Activity({
    agent: new Agent({ streamFn: () => assert.fail("no model is called") }),
    events,
    store: () => "e1",
    omit: () => undefined,
    context: () => [],
    retrySettings: () => ({ enabled: false, maxRetries: 0, baseDelayMs: 0, maxAgentDelayMs: 0 }),
    isRetryable: () => false,
    announceContext: () => undefined,
    compaction: {
      beforePrompt: () => Promise.resolve(),
      betweenTurns: () => Promise.resolve(),
      afterRun: () => Promise.resolve("none"),
    },
  });
  return { activity, events };
}

describe("Activity", () => {
  it("that begins while a slow listener hears of the last one's end settles on its own", async () => {
    const { activity, events } = createActivity();
    let readOn: () => void = () => undefined;
    const reading = new Promise<void>((resolve) => (readOn = resolve));
    let settledCount = 0;
    const secondBegan = new Promise<void>((resolve) => {
      events.subscribe((event) => {
        if (event.type !== "agent_settled" || settledCount++ > 0) return;
        queueMicrotask(() => {
          activity.begin();
          resolve();
        });
        return reading;
      });
    });
    activity.begin();
    const first = activity.run([]);
    const firstSettled = activity.waitForIdle();
    await secondBegan;
    let secondIsSettled = false;
    const secondSettled = activity.waitForIdle().then(() => (secondIsSettled = true));
    readOn();
    await first;
    await firstSettled;
    await Promise.resolve();
    assert.deepEqual([activity.isActive, secondIsSettled], [true, false]);
    await activity.run([]);
    await secondSettled;
    assert.equal(activity.isActive, false);
  });
});
