import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { startScriptedModel, type ScriptedModel } from "../fakes/scriptedModel.ts";
import type { AnyRecord } from "../support/relayProcess.ts";
import { gate, isAssistantEnd, isSettled, ofType, outline, useRpc } from "../support/rpcSuite.ts";
import { fakeModels } from "../support/workspace.ts";

/** `models.json` of the suite with more providers. */
function withProviders(baseUrl: string, providers: object): object {
  const own = fakeModels(baseUrl) as { providers: object };
  return { providers: { ...own.providers, ...providers } };
}

function plainProvider(baseUrl: string, apiKey?: string): object {
  return { baseUrl, api: "openai-completions", ...(apiKey && { apiKey }), models: [{ id: "m2" }] };
}

describe("rpc: models and thinking levels", () => {
  const suite = useRpc();
  let other: ScriptedModel;
  beforeEach(async () => {
    other = await startScriptedModel();
  });
  afterEach(() => other.close());

  it("rpc.md 32: without any credentials a prompt is refused and no model is selected", async () => {
    suite.workspace.writeAgentFile("models.json", { providers: {} });
    suite.workspace.writeAgentFile("settings.json", { offlineModel: false });
    const relay = suite.start();
    assert.equal("model" in (await relay.request({ type: "get_state" })).data, false);
    const { success, error } = await relay.request({ type: "prompt", message: "hi" });
    assert.equal(success, false);
    assert.match(error as string, /^No models available/);
    assert.deepEqual(outline(relay.records), ["response:get_state", "response:prompt"]);
    assert.deepEqual((await relay.request({ type: "get_available_models" })).data.models, []);
    assert.deepEqual((await relay.request({ type: "get_available_thinking_levels" })).data, {
      levels: ["off"],
    });
    assert.equal((await relay.request({ type: "cycle_thinking_level" })).data, null);
    assert.equal((await relay.request({ type: "cycle_model" })).data, null);
    const { data } = await relay.request({ type: "get_session_stats" });
    assert.equal("contextUsage" in data, false);
  });

  it("rpc.md 32: without offlineModel:false the offline guide answers", async () => {
    suite.workspace.writeAgentFile("models.json", { providers: {} });
    suite.workspace.writeAgentFile("settings.json", {});
    const relay = suite.start();
    const records = await relay.prompt("hi");
    assert.deepEqual(records[0]?.data, { disposition: "started" });
    const message = records.find(isAssistantEnd)?.message as AnyRecord;
    assert.deepEqual([message.provider, message.model, message.stopReason], ["offline", "guide", "stop"]);
  });

  it("rpc.md 32: a selected model whose key went away is refused by its provider's name", async () => {
    const keys = (key?: string): void =>
      suite.workspace.writeAgentFile("auth.json", {
        ...(key && { gone: { type: "api_key", key } }),
      });
    suite.workspace.writeAgentFile(
      "models.json",
      withProviders(suite.model.baseUrl, { gone: plainProvider(other.baseUrl) }),
    );
    keys("k");
    const relay = suite.start();
    assert.equal((await relay.request({ type: "set_model", provider: "gone", modelId: "m2" })).success, true);
    keys();
    // Reads credentials again.
    await relay.request({ type: "get_available_models" });
    const from = relay.records.length;
    const { success, error } = await relay.request({ type: "prompt", message: "hi" });
    assert.equal(success, false);
    assert.match(error as string, /^No API key found for gone/);
    assert.equal(relay.records.length, from + 1);
  });

  it("rpc.md 46, models.md 23: unknown models and models without credentials are refused", async () => {
    suite.workspace.writeAgentFile(
      "models.json",
      withProviders(suite.model.baseUrl, { keyless: plainProvider(other.baseUrl) }),
    );
    const relay = suite.start();
    const unknown = await relay.request({ type: "set_model", provider: "invalid", modelId: "model" });
    assert.equal(unknown.error, "Model not found: invalid/model");
    const wrongCase = await relay.request({ type: "set_model", provider: "fake", modelId: "M1" });
    assert.equal(wrongCase.error, "Model not found: fake/M1");
    const keyless = await relay.request({ type: "set_model", provider: "keyless", modelId: "m2" });
    assert.match(keyless.error as string, /^No API key found for keyless/);
    const known = await relay.request({ type: "set_model", provider: "openai", modelId: "gpt-4o" });
    assert.match(known.error as string, /^No API key found for openai/);
    assert.equal((await relay.request({ type: "get_state" })).data.model.id, "m1");
    assert.deepEqual(
      relay.records.filter((record) => record.type !== "response"),
      [],
    );
  });

  it("rpc.md 47: thinking levels are clamped to the model and announced when they change", async () => {
    const relay = suite.start(["--no-session", "--thinking", "low"]);
    const changes = async (command: AnyRecord): Promise<[AnyRecord, unknown[]]> => {
      const from = relay.records.length;
      const response = await relay.request(command);
      return [response, relay.records.slice(from, -1)];
    };
    assert.equal((await relay.request({ type: "get_state" })).data.thinkingLevel, "low");
    const max = { type: "set_thinking_level", level: "max" };
    const [raised, events] = await changes(max);
    assert.equal(raised.success, true);
    assert.deepEqual(events, [{ type: "thinking_level_changed", level: "high" }]);
    assert.deepEqual((await changes(max))[1], []);
    assert.deepEqual((await changes({ type: "set_thinking_level", level: "minimal" }))[1], [
      { type: "thinking_level_changed", level: "low" },
    ]);
    const [refused, none] = await changes({ type: "set_thinking_level", level: "huge" });
    assert.equal(refused.success, false);
    assert.deepEqual(none, []);
    const { data } = await relay.request({ type: "get_available_thinking_levels" });
    assert.deepEqual(data, { levels: ["off", "low", "high"] });
    await relay.request({ type: "set_thinking_level", level: "high" });
    const [cycled, cycleEvents] = await changes({ type: "cycle_thinking_level" });
    assert.deepEqual(cycled.data, { level: "off" });
    assert.deepEqual(cycleEvents, [{ type: "thinking_level_changed", level: "off" }]);
  });

  it("rpc.md 48: with one model that does not think there is nothing to cycle", async () => {
    const providers = {
      fake: { baseUrl: suite.model.baseUrl, api: "openai-completions", apiKey: "k", models: [{ id: "m0" }] },
    };
    suite.workspace.writeAgentFile("models.json", { providers });
    suite.workspace.writeAgentFile("settings.json", {
      defaultProvider: "fake",
      defaultModel: "m0",
      offlineModel: false,
    });
    const relay = suite.start();
    const cycled = await relay.request({ type: "cycle_model" });
    assert.deepEqual([cycled.success, cycled.data], [true, null]);
    assert.deepEqual((await relay.request({ type: "get_available_thinking_levels" })).data, {
      levels: ["off"],
    });
    const level = await relay.request({ type: "cycle_thinking_level" });
    assert.deepEqual([level.success, level.data], [true, null]);
    assert.equal((await relay.request({ type: "set_thinking_level", level: "low" })).success, true);
    assert.deepEqual(ofType(relay.records, "thinking_level_changed"), []);
    assert.equal((await relay.request({ type: "get_state" })).data.thinkingLevel, "off");
  });

  it("set_model and cycle_model reach a second provider, and its requests carry its key", async () => {
    suite.workspace.writeAgentFile(
      "models.json",
      withProviders(suite.model.baseUrl, { second: plainProvider(other.baseUrl, "second-key") }),
    );
    const settingsBefore = { defaultProvider: "fake", defaultModel: "m1", offlineModel: false };
    suite.model.add({ text: "from fake" }, { text: "fake again" });
    other.add({ text: "from second" });
    const relay = suite.start([]);
    const { models } = (await relay.request({ type: "get_available_models" })).data;
    assert.deepEqual(models.map((model: AnyRecord) => `${model.provider}/${model.id}`).sort(), [
      "fake/m0",
      "fake/m1",
      "second/m2",
    ]);
    assert.doesNotMatch(JSON.stringify(models), /second-key|test-key/);
    await relay.prompt("one");
    const { data, success } = await relay.request({ type: "set_model", provider: "second", modelId: "m2" });
    assert.equal(success, true);
    assert.deepEqual([data.provider, data.id], ["second", "m2"]);
    const records = await relay.prompt("two");
    const message = records.find(isAssistantEnd)?.message as AnyRecord;
    assert.deepEqual([message.provider, message.model, message.thinkingLevel], ["second", "m2", "off"]);
    assert.equal(other.server.requests[0]?.headers.authorization, "Bearer second-key");
    assert.equal(suite.model.server.requests[0]?.headers.authorization, "Bearer test-key");
    const seen: string[] = [];
    for (let count = 0; count < 3; count++) {
      const { data: choice } = await relay.request({ type: "cycle_model" });
      assert.equal(choice.isScoped, false);
      seen.push(`${choice.model.provider}/${choice.model.id} ${choice.thinkingLevel}`);
    }
    assert.deepEqual([...new Set(seen)].sort(), ["fake/m0 off", "fake/m1 high", "second/m2 off"]);
    assert.equal(seen[2], "second/m2 off");
    const { entries } = (await relay.request({ type: "get_entries" })).data;
    const changes = entries.filter((entry: AnyRecord) => entry.type === "model_change");
    assert.equal(changes.length, 5);
    assert.deepEqual([changes[1].provider, changes[1].modelId], ["second", "m2"]);
    const settings = JSON.parse(readFileSync(`${suite.workspace.agentDir}/settings.json`, "utf8")) as object;
    assert.deepEqual(settings, settingsBefore);
  });

  it("models.md §8.4: the wanted level outlives a model that does not think, and a new session", async () => {
    const relay = suite.start();
    const levelAfter = async (command: AnyRecord): Promise<string> => {
      assert.equal((await relay.request(command)).success, true);
      return (await relay.request({ type: "get_state" })).data.thinkingLevel as string;
    };
    const select = (modelId: string): AnyRecord => ({ type: "set_model", provider: "fake", modelId });
    assert.equal(await levelAfter({ type: "set_thinking_level", level: "low" }), "low");
    assert.equal(await levelAfter(select("m0")), "off");
    assert.equal(await levelAfter(select("m1")), "low");
    assert.equal(await levelAfter(select("m0")), "off");
    assert.equal(await levelAfter({ type: "new_session" }), "off");
    assert.equal(await levelAfter(select("m1")), "low");
  });

  it("a model change during a run applies from the next request", async () => {
    suite.workspace.writeAgentFile(
      "models.json",
      withProviders(suite.model.baseUrl, { second: plainProvider(other.baseUrl, "k") }),
    );
    const held = gate();
    suite.model.add({ calls: [{ name: "bash", arguments: { command: "true" } }], hold: held.opened });
    other.add({ text: "done" });
    const relay = suite.start();
    relay.send({ type: "prompt", message: "p" });
    await suite.model.server.request(0);
    await relay.request({ type: "set_model", provider: "second", modelId: "m2" });
    held.open();
    await relay.waitFor(isSettled);
    assert.deepEqual(
      relay.records.filter(isAssistantEnd).map(({ message }) => message.model),
      ["m1", "m2"],
    );
  });
});
