import assert from "node:assert/strict";
import { classOf, CommandScheduler, type ScheduledHandler } from "./scheduler.ts";

/** A promise with its resolver outside. */
function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

describe("CommandScheduler", () => {
  it("checks inputs in arrival order and lets the next one start at release", async () => {
    const scheduler = new CommandScheduler();
    scheduler.markBound();
    const order: string[] = [];
    const first = deferred();
    scheduler.schedule("input", async ({ release }) => {
      order.push("a checked");
      release();
      await first.promise;
      order.push("a done");
    });
    scheduler.schedule("input", async () => {
      order.push("b checked");
      first.resolve();
    });
    await scheduler.whenIdle();
    assert.deepEqual(order, ["a checked", "b checked", "a done"]);
  });

  it("runs config commands one by one", async () => {
    const scheduler = new CommandScheduler();
    scheduler.markBound();
    const order: string[] = [];
    const gate = deferred();
    scheduler.schedule("config", async () => {
      await gate.promise;
      order.push("first");
    });
    scheduler.schedule("config", async () => void order.push("second"));
    scheduler.schedule("instant", async () => {
      order.push("instant");
      gate.resolve();
    });
    await scheduler.whenIdle();
    assert.deepEqual(order, ["instant", "first", "second"]);
  });

  it("rpc.md §1: only instant and control commands run before extensions are bound", async () => {
    const scheduler = new CommandScheduler();
    const order: string[] = [];
    scheduler.schedule("input", async () => void order.push("input"));
    scheduler.schedule("instant", async () => void order.push("instant"));
    scheduler.schedule("control", async () => void order.push("control"));
    await scheduler.whenIdle();
    assert.deepEqual(order, ["instant", "control"]);
    scheduler.markBound();
    await scheduler.whenIdle();
    assert.deepEqual(order, ["instant", "control", "input"]);
  });

  it("starts a command in the tick of its arrival when nothing is before it", async () => {
    const scheduler = new CommandScheduler();
    scheduler.markBound();
    const order: string[] = [];
    for (const kind of ["input", "control", "config", "instant", "replace", "bash"] as const) {
      scheduler.schedule(kind, async () => void order.push(kind));
    }
    assert.deepEqual(order, ["input", "control", "config", "instant", "replace", "bash"]);
    await scheduler.whenIdle();
  });

  it("holds everything but control commands while the session is replaced", async () => {
    const scheduler = new CommandScheduler();
    scheduler.markBound();
    const order: string[] = [];
    const replaced = deferred();
    scheduler.schedule("replace", async ({ hold }) => {
      hold();
      await replaced.promise;
      order.push("replaced");
    });
    scheduler.schedule("instant", async () => void order.push("instant"));
    scheduler.schedule("control", async () => {
      order.push("control");
      replaced.resolve();
    });
    await scheduler.whenIdle();
    assert.deepEqual(order, ["control", "replaced", "instant"]);
  });

  it("tells of every start, also of commands that were kept back", async () => {
    const scheduler = new CommandScheduler();
    scheduler.markBound();
    const order: string[] = [];
    const named =
      (name: string): ScheduledHandler =>
      async () => {
        order.push(name);
      };
    const replaced = deferred();
    scheduler.schedule("replace", async ({ hold }) => {
      hold();
      await replaced.promise;
    });
    scheduler.schedule("bash", named("bash"));
    scheduler.schedule("input", named("input"));
    scheduler.onStarted = () => order.push("told");
    replaced.resolve();
    await scheduler.whenIdle();
    assert.deepEqual(order, ["bash", "told", "input", "told"]);
  });

  it("keeps the order of commands among several replacements", async () => {
    const scheduler = new CommandScheduler();
    scheduler.markBound();
    const order: string[] = [];
    const replacement =
      (name: string): ScheduledHandler =>
      async ({ hold }) => {
        hold();
        order.push(`${name} begins`);
        await Promise.resolve();
        await Promise.resolve();
        order.push(`${name} ends`);
      };
    scheduler.schedule("replace", replacement("first"));
    scheduler.schedule("instant", async () => void order.push("instant 1"));
    scheduler.schedule("replace", replacement("second"));
    scheduler.schedule("input", async () => void order.push("input"));
    scheduler.schedule("instant", async () => void order.push("instant 2"));
    await scheduler.whenIdle();
    assert.deepEqual(order, [
      "first begins", "first ends", "instant 1", "second begins", "second ends", "input", "instant 2",
    ]); // prettier-ignore
  });

  it("rpc-additions.md §2: an export of a stored session delays nothing, one of the open session is instant", () => {
    assert.equal(classOf({ type: "export_html", outputPath: "a.html" }), "instant");
    assert.equal(classOf({ type: "export_html", sessionPath: "/s/a.jsonl" }), "io");
    assert.equal(classOf({ type: "export_jsonl" }), "io");
  });
});
