import assert from "node:assert/strict";
import { Emitter } from "./emitter.ts";
import { deferred } from "./testing/testAgent.ts";
import type { AgentEvent, AgentListener } from "./types.ts";

const { signal } = new AbortController();
const start: AgentEvent = { type: "agent_start" };
const turn: AgentEvent = { type: "turn_start" };
const unexpected = (error: unknown): void => assert.fail(String(error));

describe("Emitter", () => {
  it("is synchronous while no listener returns a promise", () => {
    const emitter = new Emitter();
    const seen: string[] = [];
    emitter.subscribe((event) => void seen.push(event.type));
    const emit = emitter.emitterFor(signal, unexpected);
    assert.equal(emit(start), undefined);
    assert.deepEqual(seen, ["agent_start"]);
  });

  it("keeps events that come from several sides in one order for every listener", async () => {
    const emitter = new Emitter();
    const gate = deferred();
    const seen: string[] = [];
    emitter.subscribe(async (event) => {
      if (event.type === "agent_start") await gate.promise;
      seen.push(`1 ${event.type}`);
    });
    emitter.subscribe((event) => void seen.push(`2 ${event.type}`));
    const emit = emitter.emitterFor(signal, unexpected);
    const first = emit(start);
    const second = emit(turn);
    gate.resolve();
    await first;
    await second;
    assert.deepEqual(seen, ["1 agent_start", "2 agent_start", "1 turn_start", "2 turn_start"]);
    assert.equal(emit(start) instanceof Promise, true);
  });

  it("becomes synchronous again after a listener that had to be awaited", async () => {
    const emitter = new Emitter();
    const emit = emitter.emitterFor(signal, unexpected);
    const unsubscribe = emitter.subscribe(() => Promise.resolve());
    await emit(start);
    unsubscribe();
    assert.equal(emit(start), undefined);
  });

  it("reports what listeners throw or reject with and goes on to the next one", async () => {
    const emitter = new Emitter();
    const errors: unknown[] = [];
    const seen: string[] = [];
    emitter.subscribe(() => {
      throw new Error("sync");
    });
    emitter.subscribe(() => Promise.reject(new Error("async")));
    emitter.subscribe((event) => void seen.push(event.type));
    await emitter.emitterFor(signal, (error) => errors.push((error as Error).message))(start);
    assert.deepEqual([errors, seen], [["sync", "async"], ["agent_start"]]);
  });

  it("takes no notice of what a listener returns unless it is a promise", () => {
    const emitter = new Emitter();
    const seen: string[] = [];
    emitter.subscribe(((event: AgentEvent) => seen.push(event.type)) as unknown as AgentListener);
    assert.equal(emitter.emitterFor(signal, unexpected)(start), undefined);
    assert.deepEqual(seen, ["agent_start"]);
  });

  it("hands the signal of the run to listeners, and keeps two subscriptions of one function apart", () => {
    const emitter = new Emitter();
    const seen: AbortSignal[] = [];
    const listener = (_event: AgentEvent, own: AbortSignal): void => void seen.push(own);
    const unsubscribe = emitter.subscribe(listener);
    emitter.subscribe(listener);
    unsubscribe();
    void emitter.emitterFor(signal, unexpected)(start);
    assert.deepEqual(seen, [signal]);
  });
});
