import assert from "node:assert/strict";
import { OpenSession } from "../session/openSession.ts";
import { SessionManager } from "./sessionManager.ts";
import type { Surface } from "./sessionManager.ts";

const log = { trace: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {
  // Nothing reads this log.
}

function setUp(max = 2) {
  let timers: { milliseconds: number; run: () => void }[] = [];
  const clock = {
    now: () => 0,
    after: (milliseconds: number, run: () => void) => {
      const timer = { milliseconds, run };
      timers.push(timer);
      return () => void (timers = timers.filter((other) => other !== timer));
    },
  };
  const manager = new SessionManager({
    log,
    clock,
    maxAgents: () => max,
    create: (cwd, path) =>
      new OpenSession(
        {
          log,
          clock,
          cwd,
          isTrusted: () => true,
          isTracing: () => false,
          launch: () => Promise.reject(new Error("No agent in this test")),
          onStarted: ignore,
        },
        path,
      ),
  });
  return { manager, timers: () => timers };
}

function surfaceOf(session: OpenSession): Surface & { reveals: number } {
  let shown = session;
  return {
    reveals: 0,
    get session() {
      return shown;
    },
    show(next) {
      shown = next;
    },
    reveal() {
      this.reveals++;
    },
  };
}

function setRunning(session: OpenSession, isRunning: boolean): void {
  session.store.set({ run: { ...session.state.run, isRunning } });
}

describe("sessions of a window", () => {
  it("vscode.md 3: a session that is open is shown where it is, never twice", async () => {
    const { manager } = setUp();
    const [first, second] = [manager.open("/work", "/a.jsonl"), manager.open("/work", "/b.jsonl")];
    const [left, right] = [surfaceOf(first), surfaceOf(second)];
    manager.addSurface(left);
    manager.addSurface(right);
    await manager.resume(left, "/b.jsonl", "/work");
    assert.deepEqual([left.session, right.reveals], [first, 1]);
  });

  it("vscode.md 3: one that nobody sees ends two minutes after its work", () => {
    const { manager, timers } = setUp();
    const [session, other] = [manager.open("/work"), manager.open("/work")];
    const surface = surfaceOf(session);
    manager.addSurface(surface);
    setRunning(session, true);
    manager.show(surface, other);
    assert.deepEqual(timers(), []);
    setRunning(session, false);
    session.signals.emit({ type: "settled", aborted: false });
    assert.deepEqual(
      timers().map(({ milliseconds }) => milliseconds),
      [120_000],
    );
    timers()[0]?.run();
    assert.deepEqual(manager.all, [other]);
  });

  it("vscode.md 3: makes room by ending an idle one that nobody sees, and says when it cannot", () => {
    const { manager } = setUp(2);
    const [shown, hidden] = [manager.open("/work"), manager.open("/work")];
    manager.addSurface(surfaceOf(shown));
    const third = manager.open("/work");
    assert.deepEqual(manager.all, [shown, third]);
    assert.ok(!manager.all.includes(hidden));
    setRunning(third, true);
    assert.throws(() => manager.open("/work"), /2 sessions are open already.*relay\.maxAgents/);
  });

  it("acts on the view that had the focus last", () => {
    const { manager } = setUp();
    const [first, second] = [surfaceOf(manager.open("/a")), surfaceOf(manager.open("/b"))];
    manager.addSurface(first);
    manager.addSurface(second);
    manager.setActive(second);
    assert.equal(manager.active, second.session);
    manager.removeSurface(second);
    assert.equal(manager.active, first.session);
  });
});
