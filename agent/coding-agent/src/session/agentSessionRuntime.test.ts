import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyUsage } from "@relay-harness/protocol";
import { MissingSessionCwdError, SessionImportFileNotFoundError } from "../sessions/errors.ts";
import { SessionManager } from "../sessions/sessionManager.ts";
import type { AgentSession } from "./agentSession.ts";
import {
  createAgentSessionRuntime,
  type CreateAgentSessionRuntimeFactory,
  type SessionRuntime,
  type SessionRuntimeRequest,
} from "./agentSessionRuntime.ts";
import type { SessionLifecycle } from "./sessionLifecycle.ts";
import type { SessionServices } from "./sessionServices.ts";

/** What the runtime asks of a session, and in which order. */
class FakeSession {
  lifecycle: SessionLifecycle | undefined;

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
  refreshContext(): void {
    this.calls.push(`${this.name}: refresh`);
  }
  async sendUserMessage(text: string): Promise<void> {
    this.calls.push(`${this.name}: ${text}`);
  }
  async endWork(): Promise<void> {
    this.calls.push(`${this.name}: end work`);
  }
  async dispose(): Promise<void> {
    this.calls.push(`${this.name}: dispose`);
    this.sessionManager.close();
  }
  /** Lets this session have extensions. */
  extend({ cancel = false } = {}): void {
    this.lifecycle = {
      beforeReplace: async (event) => {
        this.calls.push(JSON.stringify(event));
        return cancel;
      },
      shutdown: async (event) => void this.calls.push(JSON.stringify(event)),
      invalidate: () => void this.calls.push(`${this.name}: invalidate`),
    };
  }
}

describe("AgentSessionRuntime", () => {
  let root: string;
  let sessions: string;
  let calls: string[];
  let requests: SessionRuntimeRequest[];
  let manager: SessionManager;
  let first: FakeSession;
  /** What the next builds throw. */
  let failures: Error[];
  let runtime: SessionRuntime;
  beforeEach(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "relay-runtime-")));
    sessions = join(root, "sessions");
    calls = [];
    requests = [];
    failures = [];
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
    const modelRuntime = { settleCredentialWrites: async () => void calls.push("settle") };
    const factory: CreateAgentSessionRuntimeFactory<SessionServices> = async (request) => {
      const { sessionManager, cwd, agentDir } = request;
      requests.push(request);
      calls.push("build");
      const failure = failures.shift();
      if (failure) throw failure;
      const session = new FakeSession(sessionManager, calls, requests.length === 1 ? "first" : "next");
      if (requests.length === 1) first = session;
      return {
        session: session as unknown as AgentSession,
        // Replacing asks for nothing else.
        services: { cwd, agentDir, modelRuntime } as unknown as SessionServices,
        diagnostics: [{ type: "info", message: `build ${requests.length}` }],
      };
    };
    runtime = await createAgentSessionRuntime(factory, {
      cwd: root,
      agentDir: root,
      sessionManager: manager,
      sessionDirOf: () => sessions,
    });
    calls.length = 0;
  });
  afterEach(() => {
    runtime.session.sessionManager.close();
    manager.close();
    rmSync(root, { recursive: true, force: true });
  });

  const onReplacing = (): void => void calls.push("replacing");
  const lastRequest = (): SessionRuntimeRequest | undefined => requests.at(-1);

  /** A session file outside of the session directory. */
  function outsideFile(cwd = root): string {
    const other = SessionManager.forkFrom(manager.getSessionFile() ?? "", cwd, join(root, "elsewhere"));
    other.close();
    return other.getSessionFile() ?? "";
  }

  it("rpc.md §4.8: validates, ends the work, builds, and only then lets go of the previous session", async () => {
    assert.deepEqual(await runtime.clone({ onReplacing }), { cancelled: false });
    assert.deepEqual(calls, ["replacing", "first: end work", "build", "first: dispose"]);
    assert.notEqual(runtime.session.sessionManager, manager);
  });

  it("a request that does not hold touches nothing", async () => {
    await assert.rejects(runtime.fork("nowhere", { onReplacing }), {
      message: "Invalid entry ID for forking",
    });
    assert.deepEqual(calls, []);
    assert.equal(runtime.session.sessionManager, manager);
  });

  it("extension-api.md 55: a file to import that is not there has an error of its own", async () => {
    const filePath = join(root, "nowhere.jsonl");
    await assert.rejects(runtime.importFromJsonl("nowhere.jsonl"), (error) => {
      assert.ok(error instanceof SessionImportFileNotFoundError);
      assert.deepEqual([error.filePath, error.message], [filePath, `File not found: ${filePath}`]);
      return true;
    });
    assert.deepEqual(calls, []);
    assert.equal(runtime.session.sessionManager, manager);
  });

  it("a session whose folder is gone is opened in another one on request only", async () => {
    const gone = join(root, "gone");
    const source = outsideFile(gone);
    for (const attempt of [() => runtime.importFromJsonl(source), () => runtime.switchSession(source)]) {
      await assert.rejects(attempt(), MissingSessionCwdError);
    }
    await assert.rejects(runtime.importFromJsonl(source, "gone"), {
      name: "MissingSessionCwdError",
      message: `Working directory does not exist: ${gone}`,
    });
    assert.deepEqual(calls, []);
    assert.deepEqual(await runtime.importFromJsonl(source, root), { cancelled: false });
    assert.deepEqual([runtime.cwd, lastRequest()?.cwd], [root, root]);
    mkdirSync(join(root, "other"));
    await runtime.switchSession(source, { cwdOverride: "other" });
    assert.equal(runtime.cwd, join(root, "other"));
  });

  it("when the next session cannot be built, the current one stays and no copy is left", async () => {
    const before = readdirSync(sessions);
    const outside = join(root, "outside.jsonl");
    const source = outsideFile();
    const failure = new Error("no luck");
    for (const replace of [
      () => runtime.clone(),
      () => runtime.fork(manager.getLeafId() ?? "", { position: "at" }),
      () => runtime.importFromJsonl(source),
      () => runtime.switchSession(outside),
      () => runtime.newSession(),
    ]) {
      failures = [failure];
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

  it("extension-api.md §18: extensions hear of it in order, and the host binds before withSession", async () => {
    first.extend();
    runtime.setBeforeSessionInvalidate(() => void calls.push("before invalidate"));
    runtime.setRebindSession((session) => {
      assert.equal(session, runtime.session);
      calls.push("rebind");
    });
    const outcome = await runtime.newSession({
      parentSession: "mother",
      setup: (sessionManager) => {
        assert.equal(sessionManager, lastRequest()?.sessionManager);
        calls.push("setup");
      },
      withSession: async (context) => {
        calls.push("with session");
        assert.equal(context.sessionManager, lastRequest()?.sessionManager);
        await context.sendUserMessage("go on");
      },
    });
    assert.deepEqual(outcome, { cancelled: false });
    assert.deepEqual(calls, [
      '{"type":"session_before_switch","reason":"new"}',
      "first: end work",
      '{"type":"session_shutdown","reason":"new"}',
      "before invalidate",
      "first: invalidate",
      "build",
      "setup",
      "next: refresh",
      "first: dispose",
      "rebind",
      "with session",
      "next: go on",
    ]);
    assert.equal(runtime.session.sessionManager.getHeader().parentSession, "mother");
    assert.deepEqual(lastRequest()?.sessionStartEvent, {
      type: "session_start",
      reason: "new",
      previousSessionFile: manager.getSessionFile(),
    });
  });

  it("extension-api.md §6.1: an extension that cancels leaves everything as it was", async () => {
    first.extend({ cancel: true });
    const source = outsideFile();
    const entryId = manager.getEntries()[0]?.id ?? "";
    assert.deepEqual(await runtime.newSession({ onReplacing }), { cancelled: true });
    assert.deepEqual(await runtime.switchSession(source, { onReplacing }), { cancelled: true });
    assert.deepEqual(await runtime.importFromJsonl(source), { cancelled: true });
    assert.deepEqual(await runtime.fork(entryId, { onReplacing }), { cancelled: true });
    assert.deepEqual(await runtime.clone({ onReplacing }), { cancelled: true });
    const resume = JSON.stringify({
      type: "session_before_switch",
      reason: "resume",
      targetSessionFile: source,
    });
    assert.deepEqual(calls, [
      '{"type":"session_before_switch","reason":"new"}',
      resume,
      resume,
      JSON.stringify({ type: "session_before_fork", entryId, position: "before" }),
      JSON.stringify({ type: "session_before_fork", entryId: manager.getLeafId(), position: "at" }),
    ]);
    assert.equal(runtime.session.sessionManager, manager);
  });

  it("fork gives back the message that it stops before, and nothing for any other entry", async () => {
    const [user, assistant] = manager.getEntries();
    assert.deepEqual(await runtime.fork(assistant?.id ?? "", { position: "at" }), { cancelled: false });
    const copied = runtime.session.sessionManager;
    assert.deepEqual(await runtime.fork(user?.id ?? ""), { cancelled: false, selectedText: "one" });
    assert.deepEqual(lastRequest()?.sessionStartEvent, {
      type: "session_start",
      reason: "fork",
      previousSessionFile: copied.getSessionFile(),
    });
  });

  it("a session whose extensions were shut down is opened anew when the next one fails", async () => {
    first.extend();
    runtime.setRebindSession(() => void calls.push("rebind"));
    failures = [new Error("no luck")];
    await assert.rejects(runtime.newSession(), { message: "no luck" });
    assert.deepEqual(calls.slice(-4), ["build", "build", "first: dispose", "rebind"]);
    assert.equal(runtime.session.sessionManager, manager);
    assert.equal(lastRequest()?.sessionStartEvent?.reason, "resume");
  });

  it("says so when neither the next session nor the previous one can be opened", async () => {
    first.extend();
    failures = [new Error("no luck"), new Error("none at all")];
    await assert.rejects(runtime.newSession(), {
      message: "Neither the next session nor the previous one could be opened: no luck; none at all",
    });
    assert.deepEqual(calls.slice(-3), ["build", "build", "first: dispose"]);
    await assert.rejects(runtime.clone(), /^AggregateError: Neither/);
    await runtime.dispose();
    // It has been told of its end: not once more.
    assert.deepEqual(calls.slice(-2), ["first: dispose", "settle"]);
  });

  it("a setup that fails leaves the current session", async () => {
    const failure = new Error("not like that");
    await assert.rejects(
      runtime.newSession({
        setup: () => {
          throw failure;
        },
      }),
      failure,
    );
    assert.equal(runtime.session.sessionManager, manager);
    assert.deepEqual(calls, ["first: end work", "build", "next: dispose"]);
  });

  it("replacements run one after another, and withSession may ask for the next one", async () => {
    const order: string[] = [];
    await Promise.all([
      runtime.newSession({
        setup: () => void order.push("setup 1"),
        withSession: async (context) => {
          await context.newSession({ setup: () => void order.push("setup 3") });
        },
      }),
      runtime.newSession({ setup: () => void order.push("setup 2") }),
    ]);
    assert.deepEqual(order, ["setup 1", "setup 2", "setup 3"]);
  });

  it("asks for trust on behalf of the folder that a session moves to", async () => {
    const other = join(root, "other");
    mkdirSync(other);
    await runtime.switchSession(outsideFile(other), {
      projectTrustContextFactory: (cwd) => ({ cwd, mode: "rpc", hasUI: true, ui: runtime.dialogs }),
    });
    assert.deepEqual(
      [lastRequest()?.cwd, lastRequest()?.projectTrustContext?.cwd, runtime.services.cwd],
      [other, other, other],
    );
  });

  it("reports what there was to say about each start once", async () => {
    await runtime.newSession();
    assert.deepEqual(runtime.diagnostics, [{ type: "info", message: "build 2" }]);
    assert.deepEqual(runtime.takeUnreportedDiagnostics(), [
      { type: "info", message: "build 1" },
      { type: "info", message: "build 2" },
    ]);
    assert.deepEqual(runtime.takeUnreportedDiagnostics(), []);
  });

  it("dispose tells extensions, waits for credentials, and ends replacing", async () => {
    first.extend();
    await Promise.all([runtime.dispose(), runtime.dispose()]);
    assert.deepEqual(calls, [
      "first: end work",
      '{"type":"session_shutdown","reason":"quit"}',
      "first: invalidate",
      "first: dispose",
      "settle",
    ]);
    await assert.rejects(runtime.newSession(), {
      message: "The session cannot be replaced: its runtime has been disposed.",
    });
  });

  it("a session that was built while the runtime ended ends too", async () => {
    await assert.rejects(runtime.newSession({ setup: () => runtime.dispose() }), /has been disposed/);
    assert.deepEqual(calls.slice(-3), ["settle", "next: refresh", "next: dispose"]);
  });
});
