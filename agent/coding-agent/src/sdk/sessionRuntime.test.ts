import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fauxAssistantMessage, fauxProvider, ModelRuntime, type FauxHandle } from "@relay-harness/ai";
import { textOf, type UserMessage } from "@relay-harness/protocol";
import { SettingsManager } from "../base/settings/settingsManager.ts";
import {
  createAgentSessionRuntime,
  type AgentSessionRuntime,
  type CreateAgentSessionRuntimeFactory,
} from "../session/agentSessionRuntime.ts";
import { SessionManager } from "../sessions/sessionManager.ts";
import { createAgentSessionFromServices } from "./createAgentSessionFromServices.ts";
import { createAgentSessionServices } from "./createAgentSessionServices.ts";

describe("services and session runtime", () => {
  let root: string;
  let cwd: string;
  let agentDir: string;
  let faux: FauxHandle;
  let modelRuntime: ModelRuntime;
  let runtime: AgentSessionRuntime | undefined;

  beforeEach(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "relay-sdk-runtime-")));
    cwd = join(root, "project");
    agentDir = join(root, "agent");
    mkdirSync(cwd);
    mkdirSync(agentDir);
    faux = fauxProvider({ models: [{ id: "one" }, { id: "two" }] });
    modelRuntime = await ModelRuntime.create({ env: {} });
    modelRuntime.registerNativeProvider(faux.provider);
    modelRuntime.setRuntimeApiKey("faux", "key");
  });
  afterEach(async () => {
    await runtime?.dispose();
    runtime = undefined;
    rmSync(root, { recursive: true, force: true });
  });

  const factory: CreateAgentSessionRuntimeFactory = async (request) => {
    const services = await createAgentSessionServices({
      cwd: request.cwd,
      agentDir: request.agentDir,
      modelRuntime,
    });
    const { sessionManager, sessionStartEvent } = request;
    const created = await createAgentSessionFromServices({ services, sessionManager, sessionStartEvent });
    return { ...created, services, diagnostics: services.diagnostics };
  };

  async function start(sessionManager = SessionManager.inMemory(cwd)): Promise<AgentSessionRuntime> {
    runtime = await createAgentSessionRuntime(factory, { cwd, agentDir, sessionManager });
    return runtime;
  }

  const texts = ({ session }: AgentSessionRuntime): string[] =>
    session.messages
      .filter((message) => message.role === "user" || message.role === "assistant")
      .map(({ content }) => (typeof content === "string" ? content : textOf(content)));

  const note = (text: string): UserMessage => ({
    role: "user",
    content: [{ type: "text", text }],
    timestamp: 1,
  });

  it("makes services with what is given and what is found", async () => {
    writeFileSync(join(agentDir, "settings.json"), JSON.stringify({ steeringMode: "some" }));
    const services = await createAgentSessionServices({
      cwd,
      agentDir,
      modelRuntime,
      resourceLoaderOptions: { systemPrompt: "You are a poet." },
    });
    assert.deepEqual([services.cwd, services.agentDir], [cwd, agentDir]);
    assert.equal(services.modelRuntime, modelRuntime);
    assert.equal(services.resourceLoader.getSystemPrompt(), "You are a poet.");
    assert.equal(services.diagnostics.length, 1);
    assert.equal(services.diagnostics[0]?.type, "warning");
    assert.match(services.diagnostics[0].message, /settings\.json: .*steeringMode/);
    const settingsManager = SettingsManager.inMemory();
    settingsManager.setProjectTrusted(false);
    const given = await createAgentSessionServices({ cwd, agentDir, settingsManager, modelRuntime });
    assert.deepEqual([given.settingsManager, settingsManager.isProjectTrusted()], [settingsManager, false]);
    const resourceLoaderReloadOptions = { resolveProjectTrust: () => Promise.resolve(true) };
    await createAgentSessionServices({
      cwd,
      agentDir,
      settingsManager,
      modelRuntime,
      resourceLoaderReloadOptions,
    });
    assert.equal(settingsManager.isProjectTrusted(), true);
  });

  it("sessions of the same services each have their own state", async () => {
    const services = await createAgentSessionServices({ cwd, agentDir, modelRuntime });
    const create = (id: string) =>
      createAgentSessionFromServices({
        services,
        sessionManager: SessionManager.inMemory(cwd),
        model: faux.getModel(id),
        tools: ["read"],
      });
    const [one, two] = [await create("one"), await create("two")];
    assert.deepEqual([one.session.model?.id, two.session.model?.id], ["one", "two"]);
    assert.deepEqual(one.session.getActiveToolNames(), ["read"]);
    assert.deepEqual(one.session.startEvent, { type: "session_start", reason: "startup" });
    await Promise.all([one.session.dispose(), two.session.dispose()]);
  });

  it("extension-api.md 48: withSession goes on in the new session, which setup has begun", async () => {
    const held = await start();
    const { session: old } = held;
    const told: string[] = [];
    held.subscribe((event) => void (event.type === "agent_start" && told.push(held.session.sessionId)));
    let sent: string[] = [];
    faux.setResponses([
      fauxAssistantMessage("one"),
      ({ messages }) => {
        sent = messages.filter(({ role }) => role !== "system").map(({ role }) => role);
        return fauxAssistantMessage("two");
      },
    ]);
    await old.prompt("first");
    const outcome = await held.newSession({
      setup: (sessionManager) => void sessionManager.appendMessage(note("from before")),
      withSession: (context) => context.sendUserMessage("second"),
    });
    assert.deepEqual(outcome, { cancelled: false });
    assert.deepEqual(texts(held), ["from before", "second", "two"]);
    assert.deepEqual(told, [old.sessionId, held.session.sessionId]);
    assert.equal(held.session.startEvent.reason, "new");
    assert.deepEqual(sent, ["user", "user"]);
  });

  it("switches, forks and imports; each session runs where it belongs", async () => {
    const held = await start(SessionManager.create(cwd, join(root, "sessions")));
    faux.setResponses([fauxAssistantMessage("one"), fauxAssistantMessage("two")]);
    await held.session.prompt("first");
    const file = held.session.sessionFile ?? "";
    const [message] = held.session.getUserMessagesForForking();
    assert.deepEqual(await held.fork(message?.entryId ?? ""), { cancelled: false, selectedText: "first" });
    assert.deepEqual(texts(held), []);
    await held.switchSession(file);
    assert.deepEqual(texts(held), ["first", "one"]);
    const elsewhere = join(root, "other");
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, "AGENTS.md"), "Use tabs.");
    await held.importFromJsonl(file, elsewhere);
    assert.deepEqual([held.cwd, held.services.cwd], [elsewhere, elsewhere]);
    assert.deepEqual(texts(held), ["first", "one"]);
    assert.match(held.session.systemPrompt, /Use tabs\./);
    await held.session.prompt("second");
    assert.deepEqual(texts(held), ["first", "one", "second", "two"]);
  });

  it("a subscription of a session ends with it", async () => {
    const held = await start();
    const heard: string[] = [];
    held.session.subscribe((event) => void heard.push(event.type));
    await held.newSession();
    faux.setResponses([fauxAssistantMessage("one")]);
    await held.session.prompt("first");
    assert.deepEqual(heard, []);
  });
});
