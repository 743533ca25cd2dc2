import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { answer, dialog, notes, writeExtension } from "../support/extensions.ts";
import { filesBelow } from "../support/files.ts";
import type { AnyRecord, RpcProcess } from "../support/relayProcess.ts";
import { useRpc } from "../support/rpcSuite.ts";

const key = "sk-test-0123456789";

describe("rpc: credentials", () => {
  const suite = useRpc();
  const authFile = (): string => join(suite.workspace.agentDir, "auth.json");
  const isDialog = (record: AnyRecord): boolean => record.type === "extension_ui_request";

  async function infoOf(relay: RpcProcess, id: string): Promise<AnyRecord | undefined> {
    const { providers } = (await relay.request({ type: "get_auth" })).data;
    return (providers as AnyRecord[]).find((provider) => provider.id === id);
  }

  it("get_auth tells where each credential comes from", async () => {
    const relay = suite.start([], { env: { OPENAI_API_KEY: "k" } });
    assert.deepEqual(await infoOf(relay, "openai"), {
      id: "openai",
      name: "OpenAI",
      status: "ready",
      authType: "api_key",
      source: "environment",
      label: "OPENAI_API_KEY",
      envVars: ["OPENAI_API_KEY"],
      canLogin: true,
      canSetKey: true,
    });
    const { status, source } = (await infoOf(relay, "anthropic")) ?? {};
    assert.deepEqual([status, source], ["missing", undefined]);
    assert.equal((await infoOf(relay, "fake"))?.source, "models_json_key");
  });

  it("rpc-additions.md 19: a key that is stored is in auth.json and nowhere else", async () => {
    suite.model.add({ text: "ok" });
    const relay = suite.start([]);
    const response = await relay.request({ type: "set_api_key", provider: "anthropic", key });
    assert.equal(response.success, true);
    assert.deepEqual(relay.records.slice(-2), [
      { type: "auth_changed", provider: "anthropic", status: "ready" },
      response,
    ]);
    assert.equal(JSON.parse(readFileSync(authFile(), "utf8")).anthropic.key, key);
    if (process.platform !== "win32") assert.equal(statSync(authFile()).mode & 0o777, 0o600);
    assert.equal((await infoOf(relay, "anthropic"))?.source, "stored");
    await relay.prompt("hi");
    await relay.request({ type: "get_settings" });
    await relay.request({ type: "bug_report", transcript: "full" });
    assert.doesNotMatch(JSON.stringify(relay.records) + relay.stderr, new RegExp(key));
    for (const [path, content] of filesBelow(suite.workspace.root)) {
      if (path !== authFile()) assert.equal(content.includes(key), false, path);
    }
  });

  it("rpc-additions.md 19: with persist:false it serves this process, ahead of the others", async () => {
    suite.model.add({ text: "ok" });
    const relay = suite.start();
    await relay.request({ type: "set_api_key", provider: "fake", key, persist: false });
    await relay.prompt("hi");
    assert.equal(suite.model.server.requests[0]?.headers.authorization, `Bearer ${key}`);
    assert.equal((await infoOf(relay, "fake"))?.source, "runtime");
    for (const [path, content] of filesBelow(suite.workspace.root)) {
      assert.equal(content.includes(key), false, path);
    }
  });

  it("logout removes what was stored", async () => {
    suite.workspace.writeAgentFile("auth.json", { anthropic: { type: "api_key", key } });
    const relay = suite.start();
    assert.equal((await infoOf(relay, "anthropic"))?.status, "ready");
    const response = await relay.request({ type: "logout", provider: "anthropic" });
    assert.deepEqual(relay.records.slice(-2), [
      { type: "auth_changed", provider: "anthropic", status: "missing" },
      response,
    ]);
    assert.deepEqual(JSON.parse(readFileSync(authFile(), "utf8")), {});
  });

  it("rpc-additions.md 15: while login waits for its dialog, other commands are answered", async () => {
    suite.model.add({ text: "ok" });
    const relay = suite.start();
    const login = relay.request({ type: "login", provider: "anthropic" });
    const dialog = await relay.waitFor(isDialog);
    assert.deepEqual(
      [dialog.method, dialog.context],
      ["input", { kind: "login", provider: "anthropic", secret: true }],
    );
    assert.equal((await relay.request({ type: "set_model", provider: "fake", modelId: "m0" })).success, true);
    await relay.prompt("hi");
    assert.equal((await relay.request({ type: "get_state" })).success, true);
    relay.send({ type: "extension_ui_response", id: dialog.id, cancelled: true });
    assert.deepEqual((await login).data, { status: "cancelled" });
    assert.equal((await infoOf(relay, "anthropic"))?.status, "missing");
  });

  it("login stores the key that the user gives", async () => {
    const relay = suite.start();
    const login = relay.request({ type: "login", provider: "anthropic" });
    const { id } = await relay.waitFor(isDialog);
    relay.send({ type: "extension_ui_response", id, value: ` ${key} ` });
    assert.deepEqual((await login).data, { status: "ready" });
    assert.equal(JSON.parse(readFileSync(authFile(), "utf8")).anthropic.key, key);
  });

  it("refuses providers that it does not know, keys that are none, and what takes no key", async () => {
    const relay = suite.start();
    for (const command of [
      { type: "login", provider: "nobody" },
      { type: "logout", provider: "nobody" },
      { type: "set_api_key", provider: "nobody", key },
    ]) {
      assert.equal((await relay.request(command)).error, "Provider not found: nobody");
    }
    const empty = await relay.request({ type: "set_api_key", provider: "anthropic", key: " \n" });
    assert.equal(empty.error, "The key is empty; nothing was stored.");
    const offline = await relay.request({ type: "login", provider: "offline" });
    assert.match(offline.error, /takes no API key\.$/);
  });

  describe("signing in to a provider of an extension", () => {
    beforeEach(
      () =>
        void writeExtension(
          suite.workspace,
          "account",
          `relay.registerProvider("acme", {
          name: "Acme",
          baseUrl: ${JSON.stringify(suite.model.baseUrl)},
          api: "openai-completions",
          models: [{ id: "a1" }],
          oauth: {
            name: "Acme account",
            async login(callbacks) {
              callbacks.onAuth({ url: "https://acme.test/sign-in", instructions: "Then come back." });
              const plan = await callbacks.onSelect({
                message: "Which plan?",
                options: [{ id: "p", label: "Personal" }, { id: "t", label: "Team" }],
              });
              const code = await callbacks.onManualCodeInput();
              return { access: plan + "-" + code, refresh: "r", expires: Date.now() + 3600000 };
            },
            refreshToken: async (credential) => credential,
            getApiKey: (credential) => credential.access,
          },
        });`,
        ),
    );

    it("extension-api.md §14: login asks by dialogs, stores the credential, and requests carry it", async () => {
      suite.model.add({ text: "ok" });
      const relay = suite.start();
      const response = relay.request({ type: "login", provider: "acme" });
      const method = await dialog(relay, "select");
      assert.deepEqual(method.options, ["Sign in: Acme account", "API key"]);
      let from = relay.records.length;
      answer(relay, method, { value: "Sign in: Acme account" });
      const plan = await dialog(relay, "select", from);
      assert.deepEqual(plan.context, { kind: "login", provider: "acme", url: "https://acme.test/sign-in" });
      from = relay.records.length;
      answer(relay, plan, { value: "Team" });
      answer(relay, await dialog(relay, "input", from), { value: "42" });
      assert.deepEqual((await response).data, { status: "ready" });
      assert.deepEqual(notes(relay.records), ["To sign in, open https://acme.test/sign-in\nThen come back."]);
      const info = await infoOf(relay, "acme");
      assert.deepEqual([info?.status, info?.authType, info?.canLogin], ["ready", "oauth", true]);
      await relay.request({ type: "set_model", provider: "acme", modelId: "a1" });
      await relay.prompt("hi");
      assert.equal(suite.model.server.requests[0]?.headers.authorization, "Bearer t-42");
    });

    it("a dialog that is cancelled ends the sign-in, and nothing is stored", async () => {
      const relay = suite.start();
      const response = relay.request({ type: "login", provider: "acme" });
      const method = await dialog(relay, "select");
      const from = relay.records.length;
      answer(relay, method, { value: "Sign in: Acme account" });
      answer(relay, await dialog(relay, "select", from), { cancelled: true });
      assert.deepEqual((await response).data, { status: "cancelled" });
      assert.equal((await infoOf(relay, "acme"))?.status, "missing");
    });
  });
});

describe("rpc: the selected model", () => {
  const suite = useRpc();

  it("rpc-additions.md §6: model_changed follows the level and precedes the response", async () => {
    const relay = suite.start(["--no-session", "--thinking", "high"]);
    const response = await relay.request({ type: "set_model", provider: "fake", modelId: "m0" });
    assert.deepEqual(relay.records, [
      { type: "thinking_level_changed", level: "off" },
      { type: "model_changed", model: response.data, thinkingLevel: "off" },
      response,
    ]);
    await relay.request({ type: "set_model", provider: "fake", modelId: "m0" });
    assert.equal(relay.records.length, 4);
  });
});
