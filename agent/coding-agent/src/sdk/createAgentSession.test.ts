import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fauxAssistantMessage, fauxProvider, fauxToolCall, ModelRuntime } from "@relay-harness/ai";
import type { FauxHandle } from "@relay-harness/ai";
import { textOf } from "@relay-harness/protocol";
import { SettingsManager } from "../base/settings/settingsManager.ts";
import { DefaultResourceLoader } from "../resources/defaultResourceLoader.ts";
import type { ExtensionFactory } from "../extensions/types/api.ts";
import { SessionManager } from "../sessions/sessionManager.ts";
import type { AgentSession } from "../session/agentSession.ts";
import { createAgentSession, type CreateAgentSessionOptions } from "./createAgentSession.ts";
import { defineTool } from "./names.ts";

const weather = defineTool<{ city: string }, undefined>({
  name: "weather",
  label: "Weather",
  description: "Tells the weather of a city.",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  promptSnippet: "Ask for the weather",
  execute: async (_id, { city }) => ({
    content: [{ type: "text", text: `Sunny in ${city}` }],
    details: undefined,
  }),
});

describe("createAgentSession", () => {
  let root: string;
  let cwd: string;
  let agentDir: string;
  let faux: FauxHandle;
  let sessions: AgentSession[] = [];

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "relay-sdk-")));
    cwd = join(root, "project");
    agentDir = join(root, "agent");
    mkdirSync(cwd);
    faux = fauxProvider({
      models: [
        { id: "one", reasoning: true },
        { id: "two", reasoning: true },
      ],
    });
  });
  afterEach(async () => {
    await Promise.all(sessions.map((session) => session.dispose()));
    sessions = [];
    rmSync(root, { recursive: true, force: true });
  });

  async function create(
    options: CreateAgentSessionOptions = {},
  ): Promise<{ session: AgentSession; modelFallbackMessage?: string }> {
    const modelRuntime = await ModelRuntime.create({ env: {} });
    modelRuntime.registerNativeProvider(faux.provider);
    modelRuntime.setRuntimeApiKey("faux", "key");
    const result = await createAgentSession({
      cwd,
      agentDir,
      modelRuntime,
      sessionManager: SessionManager.inMemory(cwd),
      ...options,
    });
    sessions.push(result.session);
    return result;
  }

  it("prompts, tells events and gives the last answer", async () => {
    const { session, modelFallbackMessage } = await create();
    faux.setResponses([fauxAssistantMessage("Hello")]);
    const types: string[] = [];
    session.subscribe((event) => void types.push(event.type));
    await session.prompt("Hi");
    assert.equal(session.getLastAssistantText(), "Hello");
    assert.deepEqual([types[0], types.at(-1)], ["agent_start", "agent_settled"]);
    assert.equal(modelFallbackMessage, undefined);
  });

  it("tells what it can be forked from, and how full the context is", async () => {
    const { session } = await create();
    faux.setResponses([fauxAssistantMessage("Hello")]);
    assert.deepEqual(session.getUserMessagesForForking(), []);
    await session.prompt("Hi");
    const [message] = session.getUserMessagesForForking();
    assert.equal(message?.text, "Hi");
    assert.equal(session.sessionManager.getEntry(message?.entryId ?? "")?.type, "message");
    assert.ok((session.getContextUsage()?.tokens ?? 0) > 0);
    assert.equal(session.supportsThinking(), true);
    assert.deepEqual([session.retryAttempt, session.hasPendingBashMessages], [0, false]);
  });

  it("chooses the first available model, and another one on request", async () => {
    assert.equal((await create()).session.model?.id, "one");
    const { session } = await create({ model: faux.getModel("two"), thinkingLevel: "high" });
    assert.deepEqual([session.model?.id, session.thinkingLevel], ["two", "high"]);
  });

  it("says why it is not the configured or recorded model", async () => {
    const configured = SettingsManager.inMemory({ defaultProvider: "faux", defaultModel: "three" });
    assert.equal(
      (await create({ settingsManager: configured })).modelFallbackMessage,
      "Default model faux/three is not available.",
    );
    const sessionManager = SessionManager.inMemory(cwd);
    sessionManager.appendModelChange("gone", "model");
    assert.equal(
      (await create({ sessionManager })).modelFallbackMessage,
      "Could not restore model gone/model. Using faux/one",
    );
  });

  it("goes on with the model and level of the session", async () => {
    const sessionManager = SessionManager.inMemory(cwd);
    sessionManager.appendModelChange("faux", "two");
    sessionManager.appendThinkingLevelChange("low");
    const { session } = await create({ sessionManager });
    assert.deepEqual([session.model?.id, session.thinkingLevel], ["two", "low"]);
  });

  it("cycles through the scope that it is given", async () => {
    const { session } = await create({
      scopedModels: [{ model: faux.getModel("two") }, { model: faux.getModel("one"), thinkingLevel: "low" }],
    });
    assert.equal(session.model?.id, "two");
    const next = await session.cycleModel();
    assert.deepEqual([next?.model.id, next?.thinkingLevel, next?.isScoped], ["one", "low", true]);
  });

  it("setModel counts for the session, and for the next ones when it is to persist", async () => {
    const settingsManager = SettingsManager.inMemory();
    const { session } = await create({ settingsManager });
    await session.setModel(faux.getModel("two"));
    assert.equal(session.model?.id, "two");
    assert.equal(settingsManager.get("defaultModel"), undefined);
    await session.setModel(faux.getModel("one"), { persist: true });
    assert.deepEqual(
      [settingsManager.get("defaultProvider"), settingsManager.get("defaultModel")],
      ["faux", "one"],
    );
    await assert.rejects(session.setModel({ ...faux.getModel(), provider: "keyless" }), {
      code: "no_api_key",
    });
  });

  const selections: [title: string, options: CreateAgentSessionOptions, names: string[]][] = [
    ["the default tools and custom ones", {}, ["read", "bash", "edit", "write", "weather"]],
    ["only named tools", { tools: ["grep", "weather"] }, ["grep", "weather"]],
    ["tools that a pattern names", { tools: ["we*", "l*"] }, ["weather", "ls"]],
    ["no tools for an empty list", { tools: [] }, []],
    ["a changed default set", { tools: ["+grep", "-bash"] }, ["read", "edit", "write", "weather", "grep"]],
    ["a default set without a custom tool", { tools: ["-weather"] }, ["read", "bash", "edit", "write"]],
    ["no built-in tools", { noTools: "builtin" }, ["weather"]],
    ["no tools at all", { noTools: "all" }, []],
    [
      "no excluded tools",
      { tools: ["+ls"], excludeTools: ["b*", "ls"] },
      ["read", "edit", "write", "weather"],
    ],
  ];
  for (const [title, options, names] of selections) {
    it(`activates ${title}`, async () => {
      const { session } = await create({ customTools: [weather], ...options });
      assert.deepEqual(session.getActiveToolNames(), names);
    });
  }

  it("keeps a custom tool inactive that says so, until it is named", async () => {
    const customTools = [{ ...weather, defaultActive: false }];
    const inactive = await create({ customTools, tools: ["-bash"] });
    assert.deepEqual(inactive.session.getActiveToolNames(), ["read", "edit", "write"]);
    const active = await create({ customTools, tools: ["+weather"] });
    assert.ok(active.session.getActiveToolNames().includes("weather"));
  });

  it("extension-api.md 50: refuses names mixed with changes; changes, none and no built-in ones", async () => {
    await assert.rejects(create({ tools: ["read", "+grep"] }), {
      message: "tools cannot mix names with +name and -name",
    });
    const active = async (options: CreateAgentSessionOptions): Promise<string[]> =>
      (await create(options)).session.getActiveToolNames();
    assert.deepEqual(await active({ tools: ["+grep", "-write"] }), ["read", "bash", "edit", "grep"]);
    assert.deepEqual(await active({ tools: [] }), []);
    const inline = async (): Promise<DefaultResourceLoader> => {
      const extension: ExtensionFactory = (relay) => relay.registerTool({ ...weather, name: "forecast" });
      const loader = new DefaultResourceLoader({ cwd, agentDir, extensionFactories: [extension] });
      await loader.reload();
      return loader;
    };
    assert.deepEqual(
      await active({ noTools: "builtin", customTools: [weather], resourceLoader: await inline() }),
      ["forecast", "weather"],
    );
  });

  it("extension-api.md 51: a busy session refuses a prompt without a place for it, and a queued command", async () => {
    const extension: ExtensionFactory = (relay) =>
      relay.registerCommand("cmd", { handler: () => Promise.resolve() });
    const resourceLoader = new DefaultResourceLoader({ cwd, agentDir, extensionFactories: [extension] });
    await resourceLoader.reload();
    const { session } = await create({ resourceLoader });
    let refused: Promise<void> | undefined;
    faux.setResponses([
      () => {
        refused = assert.rejects(session.prompt("x"), { code: "busy" });
        return fauxAssistantMessage("ok");
      },
    ]);
    await session.prompt("p");
    assert.ok(refused);
    await refused;
    await assert.rejects(session.steer("/cmd"), /Extension command "\/cmd" cannot be queued\./);
  });

  it("runs custom tools, also in place of a built-in one", async () => {
    const read = { ...weather, name: "read" };
    const { session } = await create({ customTools: [read] });
    faux.setResponses([
      fauxAssistantMessage(fauxToolCall("read", { city: "Lima" })),
      fauxAssistantMessage("ok"),
    ]);
    await session.prompt("How is the weather?");
    const result = session.messages.find((message) => message.role === "toolResult");
    assert.equal(result && textOf(result.content), "Sunny in Lima");
  });

  it("finds instructions where the command does", async () => {
    mkdirSync(agentDir);
    writeFileSync(join(agentDir, "APPEND_SYSTEM.md"), "Be kind.");
    writeFileSync(join(cwd, "AGENTS.md"), "Use tabs.");
    const { session } = await create();
    assert.match(session.systemPrompt, /<append>\nBe kind\.\n<\/append>/);
    assert.match(session.systemPrompt, /Use tabs\./);
    writeFileSync(join(cwd, "AGENTS.md"), "Use spaces.");
    assert.match(session.systemPrompt, /Use spaces\./);
  });

  it("takes instructions from a loader", async () => {
    writeFileSync(join(cwd, "AGENTS.md"), "Use tabs.");
    const resourceLoader = new DefaultResourceLoader({
      cwd,
      agentDir,
      systemPrompt: "You are a poet.",
      appendSystemPromptOverride: (base) => [...base, "Rhyme."],
      agentsFilesOverride: ({ agentsFiles }) => ({
        agentsFiles: [...agentsFiles, { path: "/virtual/AGENTS.md", content: "Be short." }],
      }),
    });
    await resourceLoader.reload();
    const { session } = await create({ resourceLoader });
    assert.match(session.systemPrompt, /^You are a poet\.\n\n<append>\nRhyme\.\n<\/append>/);
    assert.match(session.systemPrompt, /Use tabs\.[^]*Be short\./);
  });

  it("does without context files when the loader says so", async () => {
    writeFileSync(join(cwd, "AGENTS.md"), "Use tabs.");
    const resourceLoader = new DefaultResourceLoader({
      cwd,
      agentDir,
      noContextFiles: true,
      systemPromptOverride: () => "Bare.",
    });
    await resourceLoader.reload();
    const { session } = await create({ resourceLoader, tools: [] });
    assert.equal(session.systemPrompt, `Bare.\n\n<cwd>\n${cwd}\n</cwd>`);
  });

  it("saves a session where the command looks for it", async () => {
    const { session } = await create({ sessionManager: undefined });
    faux.setResponses([fauxAssistantMessage("Hello")]);
    await session.prompt("Hi");
    assert.equal(dirname(dirname(session.sessionFile ?? "")), join(agentDir, "sessions"));
    const [found] = await SessionManager.list(cwd, dirname(session.sessionFile ?? ""));
    assert.deepEqual([found?.id, found?.firstMessage], [session.sessionId, "Hi"]);
  });

  it("leaves settings of an untrusted project alone", async () => {
    mkdirSync(join(cwd, ".relay"));
    writeFileSync(join(cwd, ".relay/settings.json"), JSON.stringify({ defaultModel: "two" }));
    const diagnostics: string[] = [];
    const { session } = await create({ onDiagnostic: (line) => diagnostics.push(line) });
    assert.equal(session.model?.id, "one");
    assert.match(diagnostics.join("\n"), /^Warning: Project is not trusted/);
  });

  it("ends running work with the session", async () => {
    const { session } = await create();
    faux.setResponses([fauxAssistantMessage(fauxToolCall("bash", { command: "sleep 60" }))]);
    const settled: boolean[] = [];
    session.subscribe((event) => {
      if (event.type === "tool_execution_start") void session.dispose();
      if (event.type === "agent_settled") settled.push(event.aborted);
    });
    await session.prompt("Sleep");
    assert.deepEqual(settled, [true]);
  });
});
