import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fauxAssistantMessage, fauxProvider, ModelRuntime, type FauxHandle } from "@relay-harness/ai";
import type { ExtensionAPI } from "../extensions/types/api.ts";
import type { ExtensionContext } from "../extensions/types/context.ts";
import { DefaultResourceLoader } from "../resources/defaultResourceLoader.ts";
import { SettingsManager } from "../base/settings/settingsManager.ts";
import type { AgentSession } from "../session/agentSession.ts";
import { RefusalError } from "../session/errors.ts";
import type { AgentSessionEvent } from "../session/events.ts";
import { SessionManager } from "../sessions/sessionManager.ts";
import { createAgentSession } from "./createAgentSession.ts";

describe("extension-api.md §20.2: AgentSession.reload", () => {
  let root: string;
  let cwd: string;
  let agentDir: string;
  let faux: FauxHandle;
  let session: AgentSession;
  /** What the extension hears and does, in order. */
  let heard: string[];
  let contexts: ExtensionContext[];
  let loads: number;
  let events: AgentSessionEvent[];
  /** The next load of resources fails with it. */
  let failure: Error | undefined;

  const extension = (relay: ExtensionAPI): void => {
    const load = ++loads;
    relay.registerTool({
      name: `tool_${load}`,
      label: "Tool",
      description: "d",
      parameters: { type: "object", properties: {} },
      execute: async () => ({ content: [], details: undefined }),
    });
    relay.on("session_start", ({ reason }, context) => {
      heard.push(`${load} start ${reason}`);
      contexts.push(context);
    });
    relay.on("session_shutdown", ({ reason }) => void heard.push(`${load} shutdown ${reason}`));
    relay.on("resources_discover", ({ reason }) => void heard.push(`${load} discover ${reason}`));
    relay.on("thinking_level_select", ({ level }) => void heard.push(`${load} level ${level}`));
    relay.on("before_agent_start", () => void heard.push(`${load} run`));
  };

  beforeEach(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "relay-reload-")));
    [cwd, agentDir] = [join(root, "project"), join(root, "agent")];
    for (const dir of [cwd, agentDir]) mkdirSync(dir);
    [heard, contexts, loads, events, failure] = [[], [], 0, [], undefined];
    faux = fauxProvider({ models: [{ id: "one", reasoning: true }] });
    const modelRuntime = await ModelRuntime.create({ env: {} });
    modelRuntime.registerNativeProvider(faux.provider);
    modelRuntime.setRuntimeApiKey("faux", "key");
    const settingsManager = SettingsManager.create(cwd, agentDir);
    const resourceLoader = new DefaultResourceLoader({
      cwd,
      agentDir,
      settingsManager,
      extensionFactories: [extension],
      skillsOverride: (base) => {
        if (failure) throw failure;
        return base;
      },
    });
    await resourceLoader.reload();
    const sessionManager = SessionManager.inMemory(cwd);
    const parts = { cwd, agentDir, modelRuntime, settingsManager, resourceLoader, sessionManager };
    ({ session } = await createAgentSession(parts));
    session.subscribe((event) => void events.push(event));
  });
  afterEach(async () => {
    await session.dispose();
    rmSync(root, { recursive: true, force: true });
  });

  it("the extensions end and start anew; conversation, level and listeners stay", async () => {
    await session.bindExtensions({});
    faux.setResponses([fauxAssistantMessage("One"), fauxAssistantMessage("Two")]);
    await session.prompt("First");
    await session.setThinkingLevel("high");
    const { messages } = session;
    heard.length = 0;
    events.length = 0;
    writeFileSync(join(agentDir, "settings.json"), JSON.stringify({ theme: "light" }));
    await session.reload({ beforeSessionStart: () => void heard.push("before start") });
    assert.deepEqual(heard, ["1 shutdown reload", "before start", "2 start reload", "2 discover reload"]);
    assert.deepEqual(events, [{ type: "settings_changed", keys: ["theme"] }]);
    assert.deepEqual([session.messages, session.thinkingLevel], [messages, "high"]);
    assert.ok(session.getActiveToolNames().includes("tool_2"));
    assert.equal(session.getActiveToolNames().includes("tool_1"), false);
    assert.throws(() => contexts[0]?.isIdle(), /stale/);
    await session.prompt("Second");
    await session.setThinkingLevel("low");
    assert.deepEqual(heard.slice(4), ["2 run", "2 level low"]);
    assert.equal(session.getLastAssistantText(), "Two");
    assert.ok(events.some(({ type }) => type === "agent_settled"));
    await session.reload();
    assert.deepEqual(heard.slice(6), ["2 shutdown reload", "3 start reload", "3 discover reload"]);
  });

  it("a session that was never bound tells its extensions nothing of a start", async () => {
    await session.reload();
    assert.deepEqual(heard, ["1 shutdown reload"]);
  });

  it("extension-api.md §2.6: is refused while a response is on its way, and keeps prompts out", async () => {
    await session.bindExtensions({});
    let refusal: unknown;
    faux.setResponses([
      async () => {
        await session.reload().catch((error: unknown) => (refusal = error));
        return fauxAssistantMessage("One");
      },
    ]);
    await session.prompt("First");
    assert.deepEqual(
      refusal,
      new RefusalError("busy", "Wait for the current response to finish before reloading."),
    );
    const first = session.reload();
    await Promise.all([
      assert.rejects(session.prompt("Now"), { code: "busy" }),
      assert.rejects(session.reload(), /compaction or tree navigation/),
      first,
    ]);
    assert.equal(loads, 2);
  });

  it("abort does not wait for it, and dispose ends it", async () => {
    await session.bindExtensions({});
    const reloading = session.reload();
    await session.abort();
    await session.dispose();
    await assert.rejects(reloading, { code: "disposed" });
    assert.equal(heard.includes("2 start reload"), false);
    assert.throws(() => contexts[0]?.isIdle(), /stale/);
  });

  it("when it fails, the session does not go on without what may have guarded it", async () => {
    failure = new Error("no skills today");
    await assert.rejects(session.reload(), failure);
    await assert.rejects(session.prompt("Hi"), { code: "disposed" });
  });
});
