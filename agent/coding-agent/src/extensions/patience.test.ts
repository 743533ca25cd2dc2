import assert from "node:assert/strict";
import { withPatience } from "./patience.ts";

describe("waiting for handlers", () => {
  const forever = (): Promise<never> => new Promise(() => undefined);
  // Timers that a wait depends on are not alive by themselves.
  let alive: NodeJS.Timeout;
  before(() => (alive = setInterval(() => undefined, 1000)));
  after(() => clearInterval(alive));

  it("lasts as long as the work while nothing was stopped, and passes on what it gives", async () => {
    const { signal } = new AbortController();
    assert.equal(await withPatience(Promise.resolve(1), signal, 0), 1);
    await assert.rejects(withPatience(Promise.reject(new Error("own")), signal, 0), /own/);
  });

  it("ends some time after the stop, also when that was before", async () => {
    const controller = new AbortController();
    const waiting = withPatience(forever(), controller.signal, 5);
    controller.abort();
    const text = "It takes longer than 0.005 s and is no longer waited for";
    await assert.rejects(waiting, { message: text });
    await assert.rejects(withPatience(forever(), AbortSignal.abort(), 5), { message: text });
  });

  it("work that ends after the stop, and in time, counts", async () => {
    const controller = new AbortController();
    let finish = (_: string): void => undefined;
    const work = new Promise<string>((resolve) => (finish = resolve));
    const waiting = withPatience(work, controller.signal, 60_000);
    controller.abort();
    finish("late");
    assert.equal(await waiting, "late");
  });
});
