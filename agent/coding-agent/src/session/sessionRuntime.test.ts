import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyUsage } from "@relay-harness/protocol";
import { SessionManager } from "../sessions/sessionManager.ts";
import type { AgentSession } from "./agentSession.ts";
import { SessionRuntime, type SessionRuntimeDeps } from "./sessionRuntime.ts";

/** What the runtime asks of a session, and in which order. */
class FakeSession {
  constructor(
    readonly sessionManager: SessionManager,
    private readonly calls: string[],
    private readonly name: string,
  ) {}

  get sessionFile(): string | undefined {
    return this.sessionManager.getSessionFile();
  }
  subscribe(): () => void {
    return () => undefined;
  }
  async endWork(): Promise<void> {
    this.calls.push(`${this.name}: end work`);
  }
  async dispose(): Promise<void> {
    this.calls.push(`${this.name}: dispose`);
    this.sessionManager.close();
  }
}

describe("SessionRuntime", () => {
  let root: string;
  let sessions: string;
  let calls: string[];
  let manager: SessionManager;
  let failure: Error | undefined;
  let runtime: SessionRuntime;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "relay-runtime-")));
    sessions = join(root, "sessions");
    calls = [];
    failure = undefined;
    manager = SessionManager.create(root, sessions);
    manager.appendMessage({ role: "user", content: [{ type: "text", text: "one" }], timestamp: 1 });
    manager.appendMessage({
      role: "assistant",
      content: [{ type: "text", text: "two" }],
      api: "a",
      provider: "p",
      model: "m",
      usage: emptyUsage(),
      stopReason: "stop",
      timestamp: 2,
    });
    const deps: Pick<SessionRuntimeDeps, "agentDir" | "sessionDirOf" | "buildNext"> = {
      agentDir: root,
      sessionDirOf: () => sessions,
      buildNext: async (_, next) => {
        calls.push("build");
        if (failure) throw failure;
        return sessionOf(next, "next");
      },
    };
    // Replacing asks for nothing else.
    runtime = new SessionRuntime(sessionOf(manager, "first"), deps as SessionRuntimeDeps);
  });
  afterEach(() => {
    runtime.session.sessionManager.close();
    manager.close();
    rmSync(root, { recursive: true, force: true });
  });

  function sessionOf(sessionManager: SessionManager, name: string): AgentSession {
    return new FakeSession(sessionManager, calls, name) as unknown as AgentSession;
  }

  const onReplacing = (): void => void calls.push("replacing");

  it("rpc.md §4.8: validates, ends the work, builds, and only then lets go of the previous session", async () => {
    assert.deepEqual(await runtime.clone({ onReplacing }), { cancelled: false });
    assert.deepEqual(calls, ["replacing", "first: end work", "build", "first: dispose"]);
    assert.notEqual(runtime.session.sessionManager, manager);
  });

  it("a request that does not hold touches nothing", async () => {
    await assert.rejects(runtime.fork("nowhere", { onReplacing }), {
      message: "Invalid entry ID for forking",
    });
    await assert.rejects(runtime.importSession("nowhere.jsonl", { onReplacing }), {
      message: `File not found: ${join(root, "nowhere.jsonl")}`,
    });
    assert.deepEqual(calls, []);
    assert.equal(runtime.session.sessionManager, manager);
  });

  it("when the next session cannot be built, the current one stays and no copy is left", async () => {
    failure = new Error("no luck");
    const before = readdirSync(sessions);
    const outside = join(root, "outside.jsonl");
    const other = SessionManager.forkFrom(manager.getSessionFile() ?? "", root, join(root, "elsewhere"));
    other.close();
    const source = other.getSessionFile() ?? "";
    for (const replace of [
      () => runtime.clone(),
      () => runtime.fork(manager.getLeafId() ?? "", { position: "at" }),
      () => runtime.importSession(source),
      () => runtime.switchSession(outside),
      () => runtime.newSession(),
    ]) {
      await assert.rejects(replace(), failure);
      assert.equal(runtime.session.sessionManager, manager);
      assert.deepEqual(readdirSync(sessions), before);
    }
    assert.equal(existsSync(outside), false);
    assert.equal(existsSync(source), true);
    assert.equal(calls.includes("first: dispose"), false);
    const id = manager.appendCustomEntry("still", "works");
    assert.equal(SessionManager.open(manager.getSessionFile() ?? "").getLeafId(), id);
  });
});
