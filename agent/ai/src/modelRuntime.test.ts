import assert from "node:assert/strict";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ProviderConfig } from "./runtime/registration.ts";
import {
  extension,
  finished,
  question,
  reply,
  useModelRuntimes,
} from "../../../test/support/modelRuntimes.ts";

describe("ModelRuntime catalog", () => {
  const runtimes = useModelRuntimes();
  it("loads bundled models only when asked", async () => {
    const runtime = await runtimes.create({}, { env: { GROQ_API_KEY: "k" } });
    assert.equal(runtime.getModel("groq", "openai/gpt-oss-120b"), undefined);
    await runtime.ensureProviders("available");
    assert.equal(runtime.getModel("groq", "openai/gpt-oss-120b")?.provider, "groq");
    assert.deepEqual(runtime.getModels("openai"), []);
    await runtime.ensureProviders("all");
    assert.ok(runtime.getModels().length > 1300);
    assert.deepEqual([...new Set(runtime.getAvailable().map(({ provider }) => provider))], ["groq"]);
  });

  it("finds models under the alias azure", async () => {
    const runtime = await runtimes.create();
    const model = await runtime.findModel("azure", "gpt-6.2-sol");
    assert.equal(model?.provider, "azure-openai-responses");
  });

  it("models.md 11: lists built-in models beside a broken models.json and reports it once", async () => {
    await writeFile(join(runtimes.directory, "models.json"), '{ "providers": ');
    const runtime = await runtimes.create({}, { env: { GROQ_API_KEY: "k" } });
    await runtime.ensureProviders("available");
    assert.match(runtime.getError() ?? "", /models\.json/);
    assert.ok(runtime.getAvailable().length > 0);
  });

  it("reads models.json again on reload", async () => {
    const runtime = await runtimes.create({ models: runtimes.acme() });
    assert.deepEqual(
      runtime.getAvailable().map(({ id }) => id),
      ["m"],
    );
    await writeFile(join(runtimes.directory, "models.json"), '{"providers":{}}');
    await runtime.reload();
    assert.deepEqual(runtime.getAvailable(), []);
  });

  it("leaves models whose API it cannot speak out of the available ones", async () => {
    const runtime = await runtimes.create({ models: runtimes.acme({ api: "alien" }) });
    assert.equal(runtime.getModels("acme").length, 1);
    assert.deepEqual(runtime.getAvailable(), []);
    assert.equal(runtime.hasUsableProvider(), false);
  });

  it("models.md 5: a command counts as credentials and is not run", async () => {
    const marker = join(runtimes.directory, "marker");
    const runtime = await runtimes.create({ models: runtimes.acme({ apiKey: `!touch ${marker}` }) });
    assert.equal(runtime.getAvailable().length, 1);
    assert.deepEqual(runtime.getProviderAuthStatus("acme"), {
      configured: true,
      source: "models_json_command",
      label: "command",
    });
    await assert.rejects(stat(marker), { code: "ENOENT" });
  });

  it("models.md 1: an unset variable leaves a provider unavailable", async () => {
    const env: Record<string, string> = {};
    const runtime = await runtimes.create({ models: runtimes.acme({ apiKey: "$FOO" }) }, { env });
    assert.deepEqual(runtime.getAvailable(), []);
    env.FOO = "abc";
    assert.equal(runtime.getAvailable().length, 1);
    await runtimes.ask(runtime, "acme/m");
    assert.equal(runtimes.sentHeaders().authorization, "Bearer abc");
  });

  it("summarises providers", async () => {
    const runtime = await runtimes.create({ models: { acme: { name: "Acme" } } });
    await runtime.ensureProviders(["anthropic"]);
    assert.deepEqual(runtime.getProvider("anthropic"), {
      id: "anthropic",
      name: "Anthropic",
      keyVariables: ["ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_OAUTH_TOKEN", "ANTHROPIC_API_KEY"],
      defaultModel: "claude-opus-5-5",
      oauth: true,
      acceptsApiKey: true,
    });
    assert.equal(runtime.getProvider("acme")?.name, "Acme");
    assert.equal(runtime.getProvider("nope"), undefined);
    assert.deepEqual(runtime.getProviders()[0]?.id, "anthropic");
  });
});

describe("ModelRuntime registrations", () => {
  const runtimes = useModelRuntimes();
  it("sends requests of a custom API to the extension, prompt and tools as a system message", async () => {
    const runtime = await runtimes.create();
    const roles: string[] = [];
    runtime.registerProvider(
      "ext",
      extension((_model, { messages }) => {
        roles.push(...messages.map(({ role }) => role));
        return finished();
      }),
    );
    assert.deepEqual(
      runtime.getAvailable().map(({ id }) => id),
      ["x"],
    );
    const model = runtime.getModel("ext", "x");
    assert.ok(model);
    const message = await runtime.complete(model, { systemPrompt: "be brief", messages: [question] });
    assert.deepEqual(message.content, [{ type: "text", text: "from the extension" }]);
    assert.deepEqual(roles, ["system", "user"]);
  });

  it("turns a throwing or unfinished extension stream into an error event", async () => {
    const runtime = await runtimes.create();
    runtime.registerProvider(
      "ext",
      extension(() => {
        throw new Error("no session");
      }),
    );
    assert.equal((await runtimes.ask(runtime, "ext/x")).errorMessage, "no session");
    runtime.registerProvider(
      "ext",
      extension(async function* () {
        yield await Promise.resolve({ type: "start", partial: reply("") } as const);
      }),
    );
    assert.equal(
      (await runtimes.ask(runtime, "ext/x")).errorMessage,
      "Provider stream ended without a final event",
    );
    runtime.registerProvider(
      "ext",
      extension(async function* () {
        yield await Promise.resolve({ type: "start", partial: reply("") } as const);
        throw new Error("broke");
      }),
    );
    assert.equal((await runtimes.ask(runtime, "ext/x")).errorMessage, "broke");
  });

  it("redirects a built-in provider, keeps its models and restores it", async () => {
    const runtime = await runtimes.create({}, { env: { GROQ_API_KEY: "k" } });
    const before = await runtime.findModel("groq", "openai/gpt-oss-120b");
    runtime.registerProvider("groq", { baseUrl: `${runtimes.origin}/v1`, headers: { "X-E": "e" } });
    await runtimes.ask(runtime, "groq/openai/gpt-oss-120b");
    assert.equal(runtimes.received[0]?.url, "/v1/chat/completions");
    assert.equal(runtimes.sentHeaders()["x-e"], "e");
    runtime.unregisterProvider("groq");
    runtime.unregisterProvider("groq");
    assert.deepEqual(runtime.getModel("groq", "openai/gpt-oss-120b"), before);
  });

  it("lies below models.json", async () => {
    const models = {
      ext: { baseUrl: `${runtimes.origin}/v1`, apiKey: "mine", modelOverrides: { x: { name: "Mine" } } },
    };
    const runtime = await runtimes.create({ models });
    runtime.registerProvider("ext", {
      api: "openai-completions",
      baseUrl: "http://127.0.0.1:9",
      apiKey: "theirs",
      models: [{ id: "x", name: "Theirs" }],
    });
    assert.deepEqual(
      runtime.getModels("ext").map(({ id, name, baseUrl }) => [id, name, baseUrl]),
      [["x", "Mine", `${runtimes.origin}/v1`]],
    );
    await runtimes.ask(runtime, "ext/x");
    assert.equal(runtimes.sentHeaders().authorization, "Bearer mine");
  });

  it("rejects models without an API or an address", async () => {
    const runtime = await runtimes.create();
    const register = (config: ProviderConfig) => () => runtime.registerProvider("ext", config);
    assert.throws(register({ baseUrl: "http://h", models: [{ id: "x" }] }), { code: "provider" });
    assert.throws(register({ api: "openai-completions", models: [{ id: "x" }] }), { code: "provider" });
    const image = { baseUrl: "http://h", api: "openai-completions", models: [{ id: "draw", type: "image" }] };
    assert.throws(register(image as ProviderConfig), { code: "provider" });
    assert.equal(runtime.getProvider("ext"), undefined);
  });
});
