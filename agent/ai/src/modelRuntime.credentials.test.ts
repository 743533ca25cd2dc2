import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { OAuthCredential, OAuthImplementation } from "./credentials/types.ts";
import { useModelRuntimes } from "../../../test/support/modelRuntimes.ts";

describe("ModelRuntime credentials", () => {
  const runtimes = useModelRuntimes();
  it("models.md 3: a command of auth.json runs once, one of models.json at every request", async () => {
    const commands: string[] = [];
    const runCommand = (command: string): Promise<string> => {
      commands.push(command);
      return Promise.resolve("k");
    };
    const auth = { acme: { type: "api_key", key: "!stored" } };
    const stored = await runtimes.create({ auth, models: runtimes.acme() }, { runCommand });
    await runtimes.ask(stored, "acme/m");
    await runtimes.ask(stored, "acme/m");
    assert.deepEqual(commands, ["stored"]);

    commands.length = 0;
    const configured = await runtimes.create(
      { auth: {}, models: runtimes.acme({ apiKey: "!configured" }) },
      { runCommand },
    );
    await runtimes.ask(configured, "acme/m");
    await runtimes.ask(configured, "acme/m");
    assert.deepEqual(commands, ["configured", "configured"]);
  });

  it("models.md 3: a stored command that fails is not tried again and nothing else is used", async () => {
    let runs = 0;
    const runCommand = (): Promise<undefined> => {
      runs++;
      return Promise.resolve(undefined);
    };
    const auth = { acme: { type: "api_key", key: "!stored" } };
    const runtime = await runtimes.create({ auth, models: runtimes.acme() }, { runCommand });
    const text =
      "No API key found for acme. The stored key could not be resolved: its command failed or printed nothing. Use /login to add one.";
    assert.equal((await runtimes.ask(runtime, "acme/m")).errorMessage, text);
    assert.equal((await runtimes.ask(runtime, "acme/m")).errorMessage, text);
    assert.equal(runs, 1);
    assert.deepEqual(runtimes.received, []);
  });

  it("models.md 6: a failed renewal uses no other key and leaves the file alone", async () => {
    const auth = { xai: { type: "oauth", access: "a", refresh: "r", expires: 0 } };
    const flow: OAuthImplementation = {
      name: "xAI",
      refresh: () => Promise.reject(new Error("invalid_grant")),
      toAuth: ({ access }) => ({ apiKey: access }),
    };
    const models = { xai: { baseUrl: runtimes.origin } };
    const runtime = await runtimes.create(
      { auth, models },
      { env: { XAI_API_KEY: "env" }, oauth: new Map([["xai", flow]]) },
    );
    const before = await readFile(join(runtimes.directory, "auth.json"), "utf8");
    const message = await runtimes.ask(runtime, "xai/grok-4.7");
    assert.equal(message.stopReason, "error");
    assert.equal(message.errorMessage, "OAuth refresh failed for xai: invalid_grant");
    assert.deepEqual(runtimes.received, []);
    assert.equal(await readFile(join(runtimes.directory, "auth.json"), "utf8"), before);
  });

  it("uses a renewed sign-in as its flow says", async () => {
    const auth = { acme: { type: "oauth", access: "a", refresh: "r", expires: 0 } };
    const flow: OAuthImplementation = {
      name: "Acme",
      refresh: (old): Promise<OAuthCredential> => Promise.resolve({ ...old, access: "new", expires: 9e15 }),
      toAuth: ({ access }) => ({
        apiKey: access,
        headers: { "X-Account": "a1" },
        baseUrl: `${runtimes.origin}/own`,
      }),
    };
    const runtime = await runtimes.create(
      { auth, models: runtimes.acme() },
      { oauth: new Map([["acme", flow]]) },
    );
    assert.equal(runtime.isUsingOAuth("acme"), true);
    await runtimes.ask(runtime, "acme/m");
    const { authorization, "x-account": account } = runtimes.sentHeaders();
    assert.deepEqual(
      [authorization, account, runtimes.received[0]?.url],
      ["Bearer new", "a1", "/own/chat/completions"],
    );
  });

  it("a sign-in that the provider does not support is no credential", async () => {
    const auth = { groq: { type: "oauth", access: "a", refresh: "r", expires: 9e15 } };
    const runtime = await runtimes.create({ auth }, { env: { GROQ_API_KEY: "env" } });
    assert.equal(runtime.hasConfiguredAuth("groq"), false);
    assert.match(
      (await runtimes.ask(runtime, "groq/openai/gpt-oss-120b")).errorMessage ?? "",
      /^No API key found for groq\./,
    );
  });

  it("models.md 7: a runtime key precedes a stored one and is not stored", async () => {
    const auth = { acme: { type: "api_key", key: "Y" } };
    const runtime = await runtimes.create({ auth, models: runtimes.acme() });
    runtime.setRuntimeApiKey("acme", "X");
    assert.deepEqual(await runtime.checkAuth("acme"), {
      configured: true,
      source: "runtime",
      label: "--api-key",
    });
    await runtimes.ask(runtime, "acme/m");
    assert.equal(runtimes.sentHeaders().authorization, "Bearer X");
    assert.deepEqual(JSON.parse(await readFile(join(runtimes.directory, "auth.json"), "utf8")), auth);
    runtime.removeRuntimeApiKey("acme");
    assert.equal((await runtime.checkAuth("acme")).source, "stored");
  });

  it("models.md 10: the credential's variables fill the URL before those of the process", async () => {
    const auth = {
      "cloudflare-workers-ai": { type: "api_key", key: "k", env: { CLOUDFLARE_ACCOUNT_ID: "a" } },
    };
    const models = {
      "cloudflare-workers-ai": {
        baseUrl: `${runtimes.origin}/accounts/{CLOUDFLARE_ACCOUNT_ID}/ai/v1`,
        models: [{ id: "m" }],
      },
    };
    const runtime = await runtimes.create({ auth, models }, { env: { CLOUDFLARE_ACCOUNT_ID: "b" } });
    await runtimes.ask(runtime, "cloudflare-workers-ai/m");
    assert.equal(runtimes.received[0]?.url, "/accounts/a/ai/v1/chat/completions");
  });

  it("a Cloudflare key without its account is no credential", async () => {
    const runtime = await runtimes.create({}, { env: { CLOUDFLARE_API_KEY: "k" } });
    assert.equal(runtime.hasConfiguredAuth("cloudflare-workers-ai"), false);
    await assert.rejects(runtime.getAuth("cloudflare-workers-ai"), {
      message:
        "No API key found for cloudflare-workers-ai. CLOUDFLARE_ACCOUNT_ID is not set. Use /login or set CLOUDFLARE_API_KEY.",
    });
  });

  it("a Cloudflare gateway key leaves the authorization header to the user", async () => {
    const env = { CLOUDFLARE_API_KEY: "k", CLOUDFLARE_ACCOUNT_ID: "a", CLOUDFLARE_GATEWAY_ID: "g" };
    const models = {
      "cloudflare-ai-gateway": {
        baseUrl: `${runtimes.origin}/{CLOUDFLARE_GATEWAY_ID}/compat`,
        api: "openai-completions",
        headers: { Authorization: "Bearer upstream" },
        models: [{ id: "m" }],
      },
    };
    await runtimes.ask(await runtimes.create({ models }, { env }), "cloudflare-ai-gateway/m");
    const { authorization, "cf-aig-authorization": gateway } = runtimes.sentHeaders();
    assert.deepEqual(
      [runtimes.received[0]?.url, authorization, gateway],
      ["/g/compat/chat/completions", "Bearer upstream", "Bearer k"],
    );
  });

  it("an API key entry without key takes the key of the environment and keeps its variables", async () => {
    const auth = { acme: { type: "api_key", env: { ACME: "stored" } } };
    const runtime = await runtimes.create(
      { auth, models: runtimes.acme({ apiKey: "$ACME" }) },
      { env: { ACME: "process" } },
    );
    assert.deepEqual(await runtime.getAuth("acme"), { apiKey: "stored", env: { ACME: "stored" } });
  });

  const anthropic: [title: string, env: Record<string, string>, auth: unknown][] = [
    [
      "the auth token first",
      { ANTHROPIC_AUTH_TOKEN: "t", ANTHROPIC_OAUTH_TOKEN: "o", ANTHROPIC_API_KEY: "k" },
      { apiKey: "t", bearer: true },
    ],
    [
      "then the sign-in token",
      { ANTHROPIC_OAUTH_TOKEN: "o", ANTHROPIC_API_KEY: "k" },
      { apiKey: "o", bearer: true },
    ],
    ["then the key", { ANTHROPIC_AUTH_TOKEN: "", ANTHROPIC_API_KEY: "k" }, { apiKey: "k" }],
    [
      "a sign-in token as key",
      { ANTHROPIC_API_KEY: "sk-ant-oat01-x" },
      { apiKey: "sk-ant-oat01-x", bearer: true },
    ],
  ];
  for (const [title, env, auth] of anthropic) {
    it(`models.md §3.4: Anthropic uses ${title}`, async () => {
      const runtime = await runtimes.create({}, { env });
      assert.deepEqual(await runtime.getAuth("anthropic"), auth);
    });
  }

  it("models.md §3.4: Anthropic is told of a sign-in token beside other betas", async () => {
    const runtime = await runtimes.create(
      { models: { anthropic: { baseUrl: runtimes.origin } } },
      { env: { ANTHROPIC_API_KEY: "sk-ant-oat01-x" } },
    );
    await runtimes.ask(runtime, "anthropic/claude-haiku-4-5", { reasoning: "low" });
    const { authorization, "x-api-key": key, "anthropic-beta": betas } = runtimes.sentHeaders();
    assert.deepEqual([authorization, key], ["Bearer sk-ant-oat01-x", undefined]);
    assert.equal(betas, "interleaved-thinking-2025-05-14,oauth-2025-04-20");
  });

  it("models.md §3.4: the address of Azure comes from the environment, else from models.json", async () => {
    const models = { azure: { baseUrl: `${runtimes.origin}/configured` } };
    const env: Record<string, string> = { AZURE_OPENAI_API_KEY: "k" };
    const runtime = await runtimes.create({ models }, { env });
    await runtimes.ask(runtime, "azure/gpt-6.2-sol");
    env.AZURE_OPENAI_BASE_URL = `${runtimes.origin}/own`;
    await runtimes.ask(runtime, "azure/gpt-6.2-sol");
    assert.deepEqual(
      runtimes.received.map(({ url, headers }) => [url, headers["api-key"]]),
      [
        ["/configured/responses?api-version=v1", "k"],
        ["/own/responses?api-version=v1", "k"],
      ],
    );
  });

  it("an Azure key without an address is no credential", async () => {
    const runtime = await runtimes.create({}, { env: { AZURE_OPENAI_API_KEY: "k" } });
    assert.equal(runtime.hasConfiguredAuth("azure"), false);
  });

  it("knows ambient cloud credentials", async () => {
    const env = { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "s" };
    const runtime = await runtimes.create({}, { env });
    assert.deepEqual(runtime.getProviderAuthStatus("amazon-bedrock"), {
      configured: true,
      source: "fallback",
      label: "AWS_ACCESS_KEY_ID",
    });
    assert.equal(
      (await runtimes.create({}, { env: { AWS_ACCESS_KEY_ID: "a" } })).hasConfiguredAuth("amazon-bedrock"),
      false,
    );
  });

  it("stores and removes keys, and lists them without values", async () => {
    const runtime = await runtimes.create({}, { env: { GROQ_API_KEY: "env" } });
    await runtime.saveCredential("groq", { type: "api_key", key: "stored" });
    assert.deepEqual(runtime.listCredentials(), [{ providerId: "groq", type: "api_key" }]);
    assert.deepEqual(await runtime.getAuth("groq"), { apiKey: "stored" });
    await runtime.logout("groq");
    assert.deepEqual(runtime.getProviderAuthStatus("groq"), {
      configured: true,
      source: "environment",
      label: "GROQ_API_KEY",
    });
  });
});
