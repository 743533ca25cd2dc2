import assert from "node:assert/strict";
import { EventHub } from "./eventHub.ts";
import { EventWait } from "./eventWait.ts";

const settled = { type: "agent_settled", aborted: false } as const;
const limit = { timeoutMs: 0, createTimeoutError: () => new Error("too late") };

describe("EventWait", () => {
  it("rpc.md 70: leaves no listener behind, however it ends", async () => {
    const hub = new EventHub();
    const waits = [0, 0, 0].map(() => new EventWait(hub, limit));
    const timed = new EventWait(hub, { ...limit, timeoutMs: 1 });
    await assert.rejects(timed.done, { message: "too late" });
    assert.equal(hub.size, 3);
    waits[0]?.complete();
    waits[1]?.fail(new Error("gone"));
    await assert.rejects(waits[1]?.done ?? Promise.resolve(), { message: "gone" });
    assert.equal(hub.size, 1);
    hub.dispatch(settled);
    assert.equal(hub.size, 0);
    assert.deepEqual(await Promise.all([waits[0]?.done, waits[2]?.done]), [[], [settled]]);
  });

  it("ends with the activity that ends after it is armed", async () => {
    const hub = new EventHub();
    const wait = new EventWait(hub, limit);
    wait.disarm();
    hub.dispatch(settled);
    wait.arm();
    hub.dispatch({ type: "turn_start" });
    hub.dispatch(settled);
    assert.deepEqual(await wait.done, [settled, { type: "turn_start" }, settled]);
  });
});
