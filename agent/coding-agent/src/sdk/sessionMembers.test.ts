import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fauxAssistantMessage, fauxProvider, ModelRuntime, type FauxHandle } from "@relay-harness/ai";
import { textOf, type JsonObject } from "@relay-harness/protocol";
import { SettingsManager } from "../base/settings/settingsManager.ts";
import type { AgentSession } from "../session/agentSession.ts";
import { SessionManager } from "../sessions/sessionManager.ts";
import { createAgentSession } from "./createAgentSession.ts";

describe("extension-api.md §20.2: members of AgentSession", () => {
  let root: string;
  let cwd: string;
  let faux: FauxHandle;
  let settings: SettingsManager;
  let session: AgentSession;

  beforeEach(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "relay-members-")));
    cwd = join(root, "project");
    mkdirSync(cwd);
    faux = fauxProvider({
      models: [
        { id: "one", reasoning: true },
        { id: "two", reasoning: true },
      ],
    });
    await open();
  });
  afterEach(async () => {
    await session.dispose();
    rmSync(root, { recursive: true, force: true });
  });

  async function open(stored: JsonObject = {}): Promise<void> {
    const modelRuntime = await ModelRuntime.create({ env: {} });
    modelRuntime.registerNativeProvider(faux.provider);
    modelRuntime.setRuntimeApiKey("faux", "key");
    settings = SettingsManager.inMemory(stored);
    ({ session } = await createAgentSession({
      cwd,
      agentDir: join(root, "agent"),
      modelRuntime,
      settingsManager: settings,
      sessionManager: SessionManager.inMemory(cwd),
      sessionStartEvent: { type: "session_start", reason: "resume", previousSessionFile: "/s/a.jsonl" },
    }));
  }

  const roles = (): string[] =>
    session.messages.filter(({ role }) => role !== "system").map(({ role }) => role);

  async function say(answer: string, text = "Hi"): Promise<void> {
    faux.setResponses([fauxAssistantMessage(answer)]);
    await session.prompt(text);
  }

  it("harness-core.md: harnessCore has the ledgers and the state of the harness", async () => {
    await say("Noted.", "Never use `any`");
    const { harnessCore } = session;
    assert.deepEqual(
      harnessCore?.core.constraints?.all.map(({ id, text }) => ({ id, text })),
      [{ id: "c1", text: "Never use `any`" }],
    );
    assert.deepEqual(harnessCore?.state.learnings, ["Never use `any`"]);
    assert.deepEqual(
      [harnessCore?.core.evidence?.state()?.status, harnessCore?.core.context?.stats.results],
      [null, 0],
    );
    assert.deepEqual(harnessCore?.core.skills?.usage, []);
  });

  it("state is that of the loop, startEvent why the session began", async () => {
    assert.equal(session.state, session.agent.state);
    assert.deepEqual(session.startEvent, {
      type: "session_start",
      reason: "resume",
      previousSessionFile: "/s/a.jsonl",
    });
  });

  it("refreshContext takes over what was appended to the session", async () => {
    session.sessionManager.appendMessage({ role: "user", content: "Before", timestamp: 1 });
    assert.deepEqual(session.state.messages, []);
    session.refreshContext();
    assert.deepEqual(session.state.messages, session.messages);
    assert.deepEqual(roles(), ["user"]);
  });

  it("sendUserMessage sends text and images, and refuses while busy unless it may wait", async () => {
    const image = { type: "image" as const, data: "R0lGODlhAQABAAAAACw=", mimeType: "image/gif" };
    faux.setResponses([
      ({ messages }) => {
        const last = messages.at(-1);
        const content = last?.role === "user" && typeof last.content !== "string" ? last.content : [];
        return fauxAssistantMessage(content.map(({ type }) => type).join());
      },
      fauxAssistantMessage("again"),
    ]);
    await Promise.all([
      session.sendUserMessage([{ type: "text", text: "Look" }, image]),
      assert.rejects(session.sendUserMessage("Now"), { code: "busy" }),
      session.sendUserMessage("Later", { deliverAs: "followUp" }),
    ]);
    assert.deepEqual(roles(), ["user", "assistant", "user", "assistant"]);
    const answers = session.messages.filter((message) => message.role === "assistant");
    assert.match(textOf(answers[0]?.content ?? []), /^text/);
  });

  it("recordBashResult puts a command of the program into the session", async () => {
    const result = { output: "hello\n", exitCode: 0, cancelled: false, truncated: false };
    session.recordBashResult("echo hello", result);
    session.recordBashResult("cat secrets", result, { excludeFromContext: true });
    const recorded = session.messages.filter((message) => message.role === "bashExecution");
    assert.deepEqual(
      recorded.map(({ timestamp, ...message }) => [message, timestamp > 0]),
      [
        [{ role: "bashExecution", command: "echo hello", ...result }, true],
        [{ role: "bashExecution", command: "cat secrets", ...result, excludeFromContext: true }, true],
      ],
    );
  });

  it("persist makes a model the default, also one that was cycled to", async () => {
    await session.cycleModel("forward", { persist: true });
    assert.deepEqual([session.model?.id, settings.get("defaultModel")], ["two", "two"]);
    await session.cycleModel("backward");
    assert.deepEqual([session.model?.id, settings.get("defaultModel")], ["one", "two"]);
    assert.equal(settings.get("defaultProvider"), "faux");
  });

  it("persist makes a level the default: that of the model where it has one, else that of all", async () => {
    await session.setThinkingLevel("high");
    assert.equal(settings.get("defaultThinkingLevel"), "medium");
    await session.setThinkingLevel("low", { persist: true });
    assert.equal(settings.get("defaultThinkingLevel"), "low");
    await session.dispose();
    await open({ modelThinkingLevels: { "faux/one": "high", "faux/two": "off" } });
    await session.setThinkingLevel("minimal", { persist: true });
    assert.deepEqual(settings.get("modelThinkingLevels"), { "faux/one": "minimal", "faux/two": "off" });
    assert.equal(settings.get("defaultThinkingLevel"), "medium");
  });

  it("exports the active branch, and the page of the session", async () => {
    await assert.rejects(session.exportToHtml(), { code: "nothing-to-export" });
    await say("Hello");
    const jsonl = await session.exportToJsonl("out/branch.jsonl");
    assert.equal(jsonl, join(cwd, "out/branch.jsonl"));
    const [header, ...entries] = readFileSync(jsonl, "utf8").trimEnd().split("\n");
    assert.equal((JSON.parse(header ?? "") as { id: string }).id, session.sessionId);
    assert.deepEqual(
      entries.map((line) => (JSON.parse(line) as { id: string }).id),
      session.sessionManager.getBranch().map(({ id }) => id),
    );
    const page = await session.exportToHtml();
    assert.equal(page, join(cwd, `relay-session-${session.sessionId}.html`));
    assert.ok(existsSync(page));
  });

  it("navigateTree gives the entry of the summary that it made", async () => {
    await say("one");
    const [first] = session.getUserMessagesForForking();
    faux.setResponses([fauxAssistantMessage("What happened")]);
    const { summaryEntry, summaryEntryId, ...rest } = await session.navigateTree(first?.entryId ?? "", {
      summarize: true,
    });
    assert.equal(summaryEntry?.type, "branch_summary");
    assert.deepEqual(
      [summaryEntry.id, rest],
      [summaryEntryId, { cancelled: false, editorText: "Hi", leafId: summaryEntryId }],
    );
  });

  it("abortBranchSummary ends a summary of the tree, abortCompaction does not", async () => {
    await say("one");
    const [first] = session.getUserMessagesForForking();
    faux.setResponses([
      async (_, { signal }) => {
        await session.abortCompaction();
        assert.equal(signal?.aborted, false);
        void session.abortBranchSummary();
        return fauxAssistantMessage("too late");
      },
    ]);
    const outcome = await session.navigateTree(first?.entryId ?? "", { summarize: true });
    assert.deepEqual([outcome.cancelled, outcome.aborted, session.isCompacting], [true, true, false]);
  });

  it("what is of the wrong kind is refused, and spoils nothing", async () => {
    const attempts: (() => Promise<unknown>)[] = [
      ...[undefined, null, 5, {}].map((text) => () => session.prompt(text as never)),
      () => session.prompt("Look", { images: [5, null, { type: "image" }] as never }),
      () => session.steer(5 as never),
      () => session.followUp("Look", [{ type: "image", data: 5 }] as never),
      () => session.setModel({} as never),
      () => session.setModel(null as never),
      () => session.setThinkingLevel("ultra" as never),
      () => session.setSessionName(5 as never),
      () => session.executeBash(undefined as never),
    ];
    for (const attempt of attempts) {
      await assert.rejects(attempt(), { code: "invalid_input" }, attempt.toString());
    }
    await say("Fine");
    assert.deepEqual([roles(), session.thinkingLevel], [["user", "assistant"], "medium"]);
  });

  it("a session that has been disposed of refuses work, and its extensions are stale", async () => {
    const disposed = { code: "disposed", message: "The session has been disposed of." };
    await session.dispose();
    await session.dispose();
    const attempts: (() => Promise<unknown>)[] = [
      () => session.prompt("Hi"),
      () => session.sendUserMessage("Hi"),
      () => session.sendCustomMessage({ customType: "a", content: "b", display: true }),
      () => session.steer("Hi"),
      () => session.followUp("Hi"),
      () => session.compact(),
      () => session.executeBash("echo"),
      () => session.navigateTree(null),
      () => session.bindExtensions(),
      () => session.reload(),
    ];
    for (const attempt of attempts) await assert.rejects(attempt(), disposed, attempt.toString());
    assert.deepEqual([session.isIdle, session.messages], [true, []]);
    await session.abort();
  });
});
