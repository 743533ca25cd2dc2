import assert from "node:assert/strict";
import { RpcClient, type RpcClientEvent, type RpcClientOptions } from "@relay-harness/coding-agent";
import { describeRecordProblem } from "@relay-harness/protocol/records";
import { startScriptedModel, type ScriptedModel } from "../fakes/scriptedModel.ts";
import { relayCli } from "../support/relayProcess.ts";
import { gate } from "../support/rpcSuite.ts";
import { configureFakeModel, createWorkspace, type Workspace } from "../support/workspace.ts";

describe("RpcClient with the agent", () => {
  let workspace: Workspace;
  let model: ScriptedModel;
  let client: RpcClient;
  let events: RpcClientEvent[];

  beforeEach(async () => {
    workspace = createWorkspace();
    model = await startScriptedModel();
    configureFakeModel(workspace, model.baseUrl);
    client = createClient();
  });
  afterEach(async () => {
    await client.stop();
    await model.close();
    workspace.dispose();
    for (const event of events) assert.equal(describeRecordProblem(event), undefined);
  });

  function createClient(options: RpcClientOptions = {}): RpcClient {
    // Nothing of the developer's own configuration.
    const cleared = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));
    const created = new RpcClient({
      cliPath: relayCli,
      cwd: workspace.cwd,
      env: { ...cleared, ...workspace.env },
      args: ["--no-session"],
      forwardStderr: false,
      ...options,
    });
    events = [];
    created.onEvent((event) => events.push(event));
    return created;
  }

  it("has the commands of the harness", async () => {
    model.add({ text: "Noted." });
    await client.start();
    await client.promptAndWait("Never use `any`. Why is it typed?");
    await client.harnessAllowEdits();
    assert.equal((await client.harnessRunCheck("echo checked")).passed, true);
    await client.harnessRetract("c1");
    const { constraints, turn, evidence } = await client.getHarness();
    assert.deepEqual(
      [constraints[0]?.status, turn?.editsAllowed, evidence?.checks.map(({ command }) => command)],
      ["retracted", true, ["echo checked"]],
    );
    await assert.rejects(client.harnessRetract("c1"), new Error("No active rule c1"));
    await assert.rejects(client.harnessRunCheck(), new Error("No verification command is declared"));
  });

  it("prompts and collects the events of the activity", async () => {
    model.add({ text: "Hello" });
    await client.start();
    const collected = await client.promptAndWait("Hi");
    assert.deepEqual(
      [collected[0]?.type, collected.at(-1)],
      ["agent_start", { type: "agent_settled", aborted: false }],
    );
    assert.deepEqual(collected, events);
    assert.equal(await client.getLastAssistantText(), "Hello");
    assert.deepEqual(
      (await client.getMessages()).map(({ role }) => role),
      ["system", "user", "assistant"],
    );
    assert.equal(client.getStderr(), "");
  });

  it("reads and changes state", async () => {
    await client.start();
    assert.equal((await client.getState()).model?.id, "m1");
    assert.deepEqual(
      (await client.getAvailableModels()).map(({ id }) => id),
      ["m1", "m0"],
    );
    assert.equal((await client.setModel("fake", "m0")).id, "m0");
    assert.equal((await client.cycleModel())?.model.id, "m1");
    await client.setThinkingLevel("low");
    assert.deepEqual(await client.getAvailableThinkingLevels(), ["off", "low", "high"]);
    assert.deepEqual(await client.cycleThinkingLevel(), { level: "high" });
    await client.setSteeringMode("all");
    await client.setFollowUpMode("all");
    await client.setAutoRetry(false);
    await client.setAutoCompaction(false);
    await client.setSessionName("Named");
    const state = await client.getState();
    assert.deepEqual(
      [state.thinkingLevel, state.steeringMode, state.followUpMode, state.sessionName],
      ["high", "all", "all", "Named"],
    );
    assert.deepEqual([state.autoRetryEnabled, state.autoCompactionEnabled], [false, false]);
    assert.deepEqual(
      (await client.getCommands()).map(({ name }) => name),
      ["intake", "harness"],
    );
    assert.deepEqual(await client.getForkMessages(), []);
    assert.equal((await client.getSessionStats()).sessionId, state.sessionId);
    const { entries, leafId } = await client.getEntries();
    assert.equal(leafId, entries.at(-1)?.id);
    assert.equal((await client.getTree()).leafId, leafId);
    assert.deepEqual((await client.getEntries(entries.at(-2)?.id)).entries, entries.slice(-1));
  });

  it("steers, queues, clears and aborts", async () => {
    const held = gate();
    model.add({ text: "Working", hold: held.opened });
    await client.start();
    // What is queued before the first request goes out with it.
    const answering = new Promise<void>((resolve) => {
      client.onEvent(({ type }) => type === "message_update" && resolve());
    });
    assert.equal(await client.prompt("Work"), "started");
    const idle = client.waitForIdle();
    await answering;
    assert.equal(await client.steer("Faster"), "queued");
    assert.equal(await client.followUp("And then"), "queued");
    assert.equal(await client.prompt("More", undefined, "steer"), "queued");
    await assert.rejects(client.prompt("No"), /^Error: Agent is already processing\./);
    assert.deepEqual(await client.clearQueue(), { steering: ["Faster", "More"], followUp: ["And then"] });
    await client.abort();
    await idle;
    held.open();
    assert.deepEqual(events.at(-1), { type: "agent_settled", aborted: true });
    await client.abortRetry();
  });

  it("runs commands of the shell, and tells their output under the id that was given", async () => {
    await client.start();
    const result = await client.bash("echo one", { excludeFromContext: true });
    assert.deepEqual([result.output.trim(), result.exitCode, result.cancelled], ["one", 0, false]);
    await client.request({ type: "bash", command: "echo two", id: "mine" });
    const update = events.find((event) => event.type === "bash_execution_update" && event.id === "mine");
    assert.ok(update);
    const sleeping = client.bash("sleep 60");
    await client.abortBash();
    assert.equal((await sleeping).cancelled, true);
  });

  it("replaces the session", async () => {
    model.add({ text: "Hello" });
    await client.start();
    const { sessionId } = await client.getState();
    await client.promptAndWait("Hi");
    assert.deepEqual(await client.newSession(), { cancelled: false });
    const next = await client.getState();
    assert.notEqual(next.sessionId, sessionId);
    assert.equal(next.messageCount, 0);
    assert.deepEqual(await client.clone(), { cancelled: false });
  });

  it("forks from a message and switches back", async () => {
    model.add({ text: "Hello" });
    client = createClient({ args: [] });
    await client.start();
    await client.promptAndWait("Hi");
    const { sessionFile, sessionId } = await client.getState();
    const [message] = await client.getForkMessages();
    await assert.rejects(client.fork("zzz"), { message: "Invalid entry ID for forking" });
    assert.deepEqual(await client.fork(message?.entryId ?? ""), { text: "Hi", cancelled: false });
    assert.deepEqual(await client.switchSession(sessionFile ?? ""), { cancelled: false });
    assert.equal((await client.getState()).sessionId, sessionId);
  });

  it("rejects with the agent's text, also for commands that it does not know", async () => {
    await client.start();
    await assert.rejects(client.setModel("no", "model"), { message: "Model not found: no/model" });
    await assert.rejects(client.request({ type: "dance" }), { message: "Unknown command: dance" });
  });

  it("rpc.md 70: waits of an idle agent give up, and a prompt ends them", async () => {
    model.add({ text: "Hello" });
    await client.start();
    await assert.rejects(
      client.waitForIdle(200),
      /^Error: Timeout waiting for agent to become idle\. Stderr: /,
    );
    const idle = client.waitForIdle();
    const collected = client.collectEvents();
    await client.prompt("Hi");
    await idle;
    assert.equal((await collected).at(-1)?.type, "agent_settled");
  });

  it("rpc.md 68: an agent that is killed rejects what waits and can be started again", async () => {
    const held = gate();
    model.add({ text: "Working", hold: held.opened }, { text: "Hello" });
    await client.start();
    const running = client.promptAndWait("Work");
    await client.prompt("More", undefined, "steer").then(() => client.childProcess?.kill("SIGKILL"));
    const expected = /^Error: Agent process exited \(code=null signal=SIGKILL\)\. Stderr: /;
    await assert.rejects(running, expected);
    await assert.rejects(client.getMessages(), expected);
    held.open();
    await client.start();
    assert.deepEqual(await client.getMessages(), []);
  });

  it("an agent that cannot start says why", async () => {
    client = createClient({ args: ["--no-such-option"] });
    await assert.rejects(
      client.start().then(() => client.getState()),
      /^Error: Agent process exited \(code=1 signal=null\)\. Stderr: .*--no-such-option/,
    );
  });

  it("stop ends a run in progress and hands on its end", async () => {
    const held = gate();
    model.add({ text: "Working", hold: held.opened });
    await client.start();
    await client.prompt("Work");
    await client.stop();
    held.open();
    assert.deepEqual(events.at(-1), { type: "agent_settled", aborted: true });
  });

  it("answers to no dialog leave the agent as it is", async () => {
    await client.start();
    client.respondToExtensionUI({ type: "extension_ui_response", id: "unknown", confirmed: true });
    assert.equal((await client.getState()).isStreaming, false);
    assert.deepEqual(events, []);
  });
});
