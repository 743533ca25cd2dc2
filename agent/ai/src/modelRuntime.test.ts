import assert from "node:assert/strict";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AssistantMessage, Model, UserMessage } from "@relay-harness/protocol";
import { emptyUsage } from "@relay-harness/protocol";
import type { OAuthCredential, OAuthImplementation } from "./credentials/types.ts";
import { ModelRuntime, type ModelRuntimeOptions } from "./modelRuntime.ts";
import type { ProviderConfig } from "./runtime/registration.ts";
import { findStandInModel } from "./selection/standIn.ts";
import type { AssistantMessageEvent, StreamOptions } from "./types.ts";

interface Received {
  url: string;
  headers: IncomingHttpHeaders;
}

let directory: string;
let server: Server;
let origin: string;
let received: Received[];

const answers: Record<string, string> = {
  "/chat/completions":
    'data: {"choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
  "/messages":
    'event: message_start\ndata: {"type":"message_start","message":{"id":"m","model":"x","usage":{"input_tokens":1,"output_tokens":1}}}\n\n' +
    'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n' +
    'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"hi"}}\n\n' +
    'event: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\n' +
    'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1}}\n\n' +
    'event: message_stop\ndata: {"type":"message_stop"}\n\n',
};

before(async () => {
  server = createServer((request, response) => {
    const url = request.url ?? "";
    received.push({ url, headers: request.headers });
    request.resume();
    const path = Object.keys(answers).find((end) => url.endsWith(end));
    response.writeHead(path ? 200 : 404, { "content-type": "text/event-stream" });
    response.end(path ? answers[path] : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

after(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(async () => {
  received = [];
  directory = await mkdtemp(join(tmpdir(), "relay-runtime-"));
});

afterEach(() => rm(directory, { recursive: true, force: true }));

interface Files {
  auth?: unknown;
  models?: Record<string, unknown>;
}

async function create(files: Files = {}, options: ModelRuntimeOptions = {}): Promise<ModelRuntime> {
  if (files.auth !== undefined) await writeFile(join(directory, "auth.json"), JSON.stringify(files.auth));
  if (files.models) {
    await writeFile(join(directory, "models.json"), JSON.stringify({ providers: files.models }));
  }
  return ModelRuntime.create({ agentDir: directory, env: {}, ...options });
}

const question: UserMessage = { role: "user", content: [{ type: "text", text: "hello" }], timestamp: 1 };

async function ask(
  runtime: ModelRuntime,
  reference: string,
  options?: StreamOptions,
): Promise<AssistantMessage> {
  const slash = reference.indexOf("/");
  const model = await runtime.findModel(reference.slice(0, slash), reference.slice(slash + 1));
  assert.ok(model, `${reference} is unknown`);
  return runtime.complete(model, { messages: [question] }, options);
}

/** Headers of the only request that was sent. */
function sentHeaders(): IncomingHttpHeaders {
  assert.equal(received.length, 1);
  return received[0]?.headers ?? {};
}

function acme(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    acme: {
      baseUrl: `${origin}/v1`,
      api: "openai-completions",
      apiKey: "k",
      models: [{ id: "m" }],
      ...fields,
    },
  };
}

describe("ModelRuntime catalog", () => {
  it("loads bundled models only when asked", async () => {
    const runtime = await create({}, { env: { GROQ_API_KEY: "k" } });
    assert.equal(runtime.getModel("groq", "openai/gpt-oss-120b"), undefined);
    await runtime.ensureProviders("available");
    assert.equal(runtime.getModel("groq", "openai/gpt-oss-120b")?.provider, "groq");
    assert.deepEqual(runtime.getModels("openai"), []);
    await runtime.ensureProviders("all");
    assert.ok(runtime.getModels().length > 1300);
    assert.deepEqual([...new Set(runtime.getAvailable().map(({ provider }) => provider))], ["groq"]);
  });

  it("finds models under the alias azure", async () => {
    const runtime = await create();
    const model = await runtime.findModel("azure", "gpt-6.2-sol");
    assert.equal(model?.provider, "azure-openai-responses");
  });

  it("models.md 11: lists built-in models beside a broken models.json and reports it once", async () => {
    await writeFile(join(directory, "models.json"), '{ "providers": ');
    const runtime = await create({}, { env: { GROQ_API_KEY: "k" } });
    await runtime.ensureProviders("available");
    assert.match(runtime.getError() ?? "", /models\.json/);
    assert.ok(runtime.getAvailable().length > 0);
  });

  it("reads models.json again on reload", async () => {
    const runtime = await create({ models: acme() });
    assert.deepEqual(
      runtime.getAvailable().map(({ id }) => id),
      ["m"],
    );
    await writeFile(join(directory, "models.json"), '{"providers":{}}');
    await runtime.reload();
    assert.deepEqual(runtime.getAvailable(), []);
  });

  it("leaves models whose API it cannot speak out of the available ones", async () => {
    const runtime = await create({ models: acme({ api: "alien" }) });
    assert.equal(runtime.getModels("acme").length, 1);
    assert.deepEqual(runtime.getAvailable(), []);
    assert.equal(runtime.hasUsableProvider(), false);
  });

  it("models.md 5: a command counts as credentials and is not run", async () => {
    const marker = join(directory, "marker");
    const runtime = await create({ models: acme({ apiKey: `!touch ${marker}` }) });
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
    const runtime = await create({ models: acme({ apiKey: "$FOO" }) }, { env });
    assert.deepEqual(runtime.getAvailable(), []);
    env.FOO = "abc";
    assert.equal(runtime.getAvailable().length, 1);
    await ask(runtime, "acme/m");
    assert.equal(sentHeaders().authorization, "Bearer abc");
  });

  it("summarises providers", async () => {
    const runtime = await create({ models: { acme: { name: "Acme" } } });
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

describe("ModelRuntime credentials", () => {
  it("models.md 3: a command of auth.json runs once, one of models.json at every request", async () => {
    const commands: string[] = [];
    const runCommand = (command: string): Promise<string> => {
      commands.push(command);
      return Promise.resolve("k");
    };
    const auth = { acme: { type: "api_key", key: "!stored" } };
    const stored = await create({ auth, models: acme() }, { runCommand });
    await ask(stored, "acme/m");
    await ask(stored, "acme/m");
    assert.deepEqual(commands, ["stored"]);

    commands.length = 0;
    const configured = await create({ auth: {}, models: acme({ apiKey: "!configured" }) }, { runCommand });
    await ask(configured, "acme/m");
    await ask(configured, "acme/m");
    assert.deepEqual(commands, ["configured", "configured"]);
  });

  it("models.md 3: a stored command that fails is not tried again and nothing else is used", async () => {
    let runs = 0;
    const runCommand = (): Promise<undefined> => {
      runs++;
      return Promise.resolve(undefined);
    };
    const auth = { acme: { type: "api_key", key: "!stored" } };
    const runtime = await create({ auth, models: acme() }, { runCommand });
    const text =
      "No API key found for acme. The stored key could not be resolved: its command failed or printed nothing. Use /login to add one.";
    assert.equal((await ask(runtime, "acme/m")).errorMessage, text);
    assert.equal((await ask(runtime, "acme/m")).errorMessage, text);
    assert.equal(runs, 1);
    assert.deepEqual(received, []);
  });

  it("models.md 6: a failed renewal uses no other key and leaves the file alone", async () => {
    const auth = { xai: { type: "oauth", access: "a", refresh: "r", expires: 0 } };
    const flow: OAuthImplementation = {
      name: "xAI",
      refresh: () => Promise.reject(new Error("invalid_grant")),
      toAuth: ({ access }) => ({ apiKey: access }),
    };
    const models = { xai: { baseUrl: origin } };
    const runtime = await create(
      { auth, models },
      { env: { XAI_API_KEY: "env" }, oauth: new Map([["xai", flow]]) },
    );
    const before = await readFile(join(directory, "auth.json"), "utf8");
    const message = await ask(runtime, "xai/grok-4.7");
    assert.equal(message.stopReason, "error");
    assert.equal(message.errorMessage, "OAuth refresh failed for xai: invalid_grant");
    assert.deepEqual(received, []);
    assert.equal(await readFile(join(directory, "auth.json"), "utf8"), before);
  });

  it("uses a renewed sign-in as its flow says", async () => {
    const auth = { acme: { type: "oauth", access: "a", refresh: "r", expires: 0 } };
    const flow: OAuthImplementation = {
      name: "Acme",
      refresh: (old): Promise<OAuthCredential> => Promise.resolve({ ...old, access: "new", expires: 9e15 }),
      toAuth: ({ access }) => ({ apiKey: access, headers: { "X-Account": "a1" }, baseUrl: `${origin}/own` }),
    };
    const runtime = await create({ auth, models: acme() }, { oauth: new Map([["acme", flow]]) });
    assert.equal(runtime.isUsingOAuth("acme"), true);
    await ask(runtime, "acme/m");
    const { authorization, "x-account": account } = sentHeaders();
    assert.deepEqual(
      [authorization, account, received[0]?.url],
      ["Bearer new", "a1", "/own/chat/completions"],
    );
  });

  it("a sign-in that the provider does not support is no credential", async () => {
    const auth = { groq: { type: "oauth", access: "a", refresh: "r", expires: 9e15 } };
    const runtime = await create({ auth }, { env: { GROQ_API_KEY: "env" } });
    assert.equal(runtime.hasConfiguredAuth("groq"), false);
    assert.match(
      (await ask(runtime, "groq/openai/gpt-oss-120b")).errorMessage ?? "",
      /^No API key found for groq\./,
    );
  });

  it("models.md 7: a runtime key precedes a stored one and is not stored", async () => {
    const auth = { acme: { type: "api_key", key: "Y" } };
    const runtime = await create({ auth, models: acme() });
    runtime.setRuntimeApiKey("acme", "X");
    assert.deepEqual(await runtime.checkAuth("acme"), {
      configured: true,
      source: "runtime",
      label: "--api-key",
    });
    await ask(runtime, "acme/m");
    assert.equal(sentHeaders().authorization, "Bearer X");
    assert.deepEqual(JSON.parse(await readFile(join(directory, "auth.json"), "utf8")), auth);
    runtime.removeRuntimeApiKey("acme");
    assert.equal((await runtime.checkAuth("acme")).source, "stored");
  });

  it("models.md 10: the credential's variables fill the URL before those of the process", async () => {
    const auth = {
      "cloudflare-workers-ai": { type: "api_key", key: "k", env: { CLOUDFLARE_ACCOUNT_ID: "a" } },
    };
    const models = {
      "cloudflare-workers-ai": {
        baseUrl: `${origin}/accounts/{CLOUDFLARE_ACCOUNT_ID}/ai/v1`,
        models: [{ id: "m" }],
      },
    };
    const runtime = await create({ auth, models }, { env: { CLOUDFLARE_ACCOUNT_ID: "b" } });
    await ask(runtime, "cloudflare-workers-ai/m");
    assert.equal(received[0]?.url, "/accounts/a/ai/v1/chat/completions");
  });

  it("a Cloudflare key without its account is no credential", async () => {
    const runtime = await create({}, { env: { CLOUDFLARE_API_KEY: "k" } });
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
        baseUrl: `${origin}/{CLOUDFLARE_GATEWAY_ID}/compat`,
        api: "openai-completions",
        headers: { Authorization: "Bearer upstream" },
        models: [{ id: "m" }],
      },
    };
    await ask(await create({ models }, { env }), "cloudflare-ai-gateway/m");
    const { authorization, "cf-aig-authorization": gateway } = sentHeaders();
    assert.deepEqual(
      [received[0]?.url, authorization, gateway],
      ["/g/compat/chat/completions", "Bearer upstream", "Bearer k"],
    );
  });

  it("an API key entry without key takes the key of the environment and keeps its variables", async () => {
    const auth = { acme: { type: "api_key", env: { ACME: "stored" } } };
    const runtime = await create({ auth, models: acme({ apiKey: "$ACME" }) }, { env: { ACME: "process" } });
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
      const runtime = await create({}, { env });
      assert.deepEqual(await runtime.getAuth("anthropic"), auth);
    });
  }

  it("models.md §3.4: Anthropic is told of a sign-in token beside other betas", async () => {
    const runtime = await create(
      { models: { anthropic: { baseUrl: origin } } },
      { env: { ANTHROPIC_API_KEY: "sk-ant-oat01-x" } },
    );
    await ask(runtime, "anthropic/claude-haiku-4-5", { reasoning: "low" });
    const { authorization, "x-api-key": key, "anthropic-beta": betas } = sentHeaders();
    assert.deepEqual([authorization, key], ["Bearer sk-ant-oat01-x", undefined]);
    assert.equal(betas, "interleaved-thinking-2025-05-14,oauth-2025-04-20");
  });

  it("models.md §3.4: the address of Azure comes from the environment, else from models.json", async () => {
    const models = { azure: { baseUrl: `${origin}/configured` } };
    const env: Record<string, string> = { AZURE_OPENAI_API_KEY: "k" };
    const runtime = await create({ models }, { env });
    await ask(runtime, "azure/gpt-6.2-sol");
    env.AZURE_OPENAI_BASE_URL = `${origin}/own`;
    await ask(runtime, "azure/gpt-6.2-sol");
    assert.deepEqual(
      received.map(({ url, headers }) => [url, headers["api-key"]]),
      [
        ["/configured/responses?api-version=v1", "k"],
        ["/own/responses?api-version=v1", "k"],
      ],
    );
  });

  it("an Azure key without an address is no credential", async () => {
    const runtime = await create({}, { env: { AZURE_OPENAI_API_KEY: "k" } });
    assert.equal(runtime.hasConfiguredAuth("azure"), false);
  });

  it("knows ambient cloud credentials", async () => {
    const env = { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "s" };
    const runtime = await create({}, { env });
    assert.deepEqual(runtime.getProviderAuthStatus("amazon-bedrock"), {
      configured: true,
      source: "fallback",
      label: "AWS_ACCESS_KEY_ID",
    });
    assert.equal(
      (await create({}, { env: { AWS_ACCESS_KEY_ID: "a" } })).hasConfiguredAuth("amazon-bedrock"),
      false,
    );
  });

  it("stores and removes keys, and lists them without values", async () => {
    const runtime = await create({}, { env: { GROQ_API_KEY: "env" } });
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

describe("ModelRuntime requests", () => {
  it("ends without credentials in an error that names provider and remedy", async () => {
    const runtime = await create();
    const events: AssistantMessageEvent[] = [];
    const model = await runtime.findModel("groq", "openai/gpt-oss-120b");
    assert.ok(model);
    for await (const event of runtime.stream(model, { messages: [question] })) events.push(event);
    assert.deepEqual(
      events.map((event) => (event.type === "error" ? [event.reason, event.error.errorMessage] : event.type)),
      [["error", "No API key found for groq. Use /login or set GROQ_API_KEY."]],
    );
  });

  it("ends in an error that names an API without implementation", async () => {
    const runtime = await create({ models: acme({ api: "alien" }) });
    assert.equal((await ask(runtime, "acme/m")).errorMessage, 'No API implementation for "alien"');
  });

  it("ends as aborted while credentials are still being fetched", async () => {
    const controller = new AbortController();
    const runCommand = (): Promise<string> => {
      controller.abort();
      return new Promise(() => undefined);
    };
    const runtime = await create({ models: acme({ apiKey: "!slow" }) }, { runCommand });
    const message = await ask(runtime, "acme/m", { signal: controller.signal });
    assert.equal(message.stopReason, "aborted");
    assert.deepEqual(received, []);
  });

  it("streams an answer in batches", async () => {
    const runtime = await create({ models: acme() });
    const model = runtime.getModel("acme", "m");
    assert.ok(model);
    const stream = runtime.stream(model, { messages: [question] });
    const types: string[] = [];
    for (let batch = await stream.takeBatch(); batch; batch = await stream.takeBatch()) {
      types.push(...batch.map(({ type }) => type));
    }
    assert.deepEqual(types, ["start", "text_start", "text_delta", "text_end", "done"]);
    assert.equal((await stream.result()).stopReason, "stop");
  });

  it("models.md 16: a base URL that ends in /v1 is not doubled", async () => {
    const env = { ANTHROPIC_API_KEY: "k" };
    const runtime = await create({ models: { anthropic: { baseUrl: `${origin}/v1` } } }, { env });
    await ask(runtime, "anthropic/claude-opus-5-5");
    assert.equal(received[0]?.url, "/v1/messages");
    assert.equal(sentHeaders()["x-api-key"], "k");
  });

  it("models.md 17: authHeader sends the key as bearer", async () => {
    const runtime = await create({ models: acme({ api: "anthropic-messages", authHeader: true }) });
    await ask(runtime, "acme/m");
    const { authorization, "x-api-key": key } = sentHeaders();
    assert.deepEqual([authorization, key], ["Bearer k", undefined]);
  });

  it("models.md 18: header names meet whatever their case, the later layer wins, null removes", async () => {
    const models = acme({
      headers: { "X-A": "$ONE", "X-P": "p" },
      models: [{ id: "m", headers: { "x-a": "2" } }],
    });
    const runtime = await create({ models }, { env: { ONE: "1" } });
    await ask(runtime, "acme/m");
    assert.equal(sentHeaders()["x-a"], "2");
    assert.equal(sentHeaders()["x-p"], "p");
    received = [];
    await ask(runtime, "acme/m", { headers: { "X-a": null } });
    assert.equal(sentHeaders()["x-a"], undefined);
    assert.doesNotMatch(JSON.stringify(runtime.getAvailable()), /x-a|\$ONE/i);
  });

  it("the key precedes a provider header of its name, a model header does not", async () => {
    const runtime = await create({
      models: acme({
        headers: { Authorization: "Bearer provider" },
        models: [{ id: "m" }, { id: "n", headers: { Authorization: "Bearer model" } }],
      }),
    });
    await ask(runtime, "acme/m");
    assert.equal(sentHeaders().authorization, "Bearer k");
    received = [];
    await ask(runtime, "acme/n");
    assert.equal(sentHeaders().authorization, "Bearer model");
  });

  it("models.md §3.2: a header that cannot be resolved fails the request by name", async () => {
    const runtime = await create({ models: acme({ headers: { "X-Team": "$TEAM" } }) });
    assert.equal(
      (await ask(runtime, "acme/m")).errorMessage,
      "Header X-Team of acme could not be resolved: environment variable TEAM is not set",
    );
    assert.deepEqual(received, []);
  });

  it("models.md §3.4: tells Copilot who asked and whether images are sent", async () => {
    const env = { COPILOT_GITHUB_TOKEN: "t" };
    const runtime = await create({ models: { "github-copilot": { baseUrl: origin } } }, { env });
    const model = await runtime.findModel("github-copilot", "claude-sonnet-4.6");
    assert.ok(model);
    const image = { type: "image", data: "AAAA", mimeType: "image/png" } as const;
    await runtime.complete(model, { messages: [{ ...question, content: [image] }] });
    const { authorization, "x-initiator": initiator, "copilot-vision-request": vision } = sentHeaders();
    assert.deepEqual([authorization, initiator, vision], ["Bearer t", "user", "true"]);
  });

  it("asks the settings at every request", async () => {
    const seen: StreamOptions[] = [];
    let maxRetries = 1;
    const runtime = await create(
      {},
      {
        env: { RELAY_TELEMETRY: "no" },
        settings: () => ({
          httpProxy: "http://proxy",
          httpIdleTimeoutMs: 7,
          retry: { provider: { maxRetries } },
          images: { blockImages: true },
        }),
      },
    );
    runtime.registerProvider(
      "ext",
      extension((_model, _context, options) => {
        seen.push(options);
        return finished();
      }),
    );
    await ask(runtime, "ext/x");
    maxRetries = 2;
    await ask(runtime, "ext/x", { idleTimeoutMs: 9, maxTokens: undefined });
    const common = {
      httpProxy: "http://proxy",
      blockImages: true,
      attribution: false,
      apiKey: "k",
      bearer: undefined,
      env: { RELAY_TELEMETRY: "no" },
      headers: {},
    };
    assert.deepEqual(seen, [
      { ...common, idleTimeoutMs: 7, maxRetries: 1 },
      { ...common, idleTimeoutMs: 9, maxRetries: 2 },
    ]);
  });
});

type StreamSimple = NonNullable<ProviderConfig["streamSimple"]>;

function extension(streamSimple: StreamSimple): ProviderConfig {
  return { api: "ext-api", apiKey: "k", models: [{ id: "x" }], streamSimple };
}

function reply(text: string): AssistantMessage {
  return {
    role: "assistant",
    content: [{ type: "text", text }],
    api: "ext-api",
    provider: "ext",
    model: "x",
    usage: emptyUsage(),
    stopReason: "stop",
    timestamp: 1,
  };
}

async function* finished(): AsyncGenerator<AssistantMessageEvent> {
  yield await Promise.resolve({ type: "done", reason: "stop", message: reply("from the extension") });
}

describe("ModelRuntime registrations", () => {
  it("sends requests of a custom API to the extension, prompt and tools as a system message", async () => {
    const runtime = await create();
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
    const runtime = await create();
    runtime.registerProvider(
      "ext",
      extension(() => {
        throw new Error("no session");
      }),
    );
    assert.equal((await ask(runtime, "ext/x")).errorMessage, "no session");
    runtime.registerProvider(
      "ext",
      extension(async function* () {
        yield await Promise.resolve({ type: "start", partial: reply("") } as const);
      }),
    );
    assert.equal((await ask(runtime, "ext/x")).errorMessage, "Provider stream ended without a final event");
    runtime.registerProvider(
      "ext",
      extension(async function* () {
        yield await Promise.resolve({ type: "start", partial: reply("") } as const);
        throw new Error("broke");
      }),
    );
    assert.equal((await ask(runtime, "ext/x")).errorMessage, "broke");
  });

  it("redirects a built-in provider, keeps its models and restores it", async () => {
    const runtime = await create({}, { env: { GROQ_API_KEY: "k" } });
    const before = await runtime.findModel("groq", "openai/gpt-oss-120b");
    runtime.registerProvider("groq", { baseUrl: `${origin}/v1`, headers: { "X-E": "e" } });
    await ask(runtime, "groq/openai/gpt-oss-120b");
    assert.equal(received[0]?.url, "/v1/chat/completions");
    assert.equal(sentHeaders()["x-e"], "e");
    runtime.unregisterProvider("groq");
    runtime.unregisterProvider("groq");
    assert.deepEqual(runtime.getModel("groq", "openai/gpt-oss-120b"), before);
  });

  it("lies below models.json", async () => {
    const models = {
      ext: { baseUrl: `${origin}/v1`, apiKey: "mine", modelOverrides: { x: { name: "Mine" } } },
    };
    const runtime = await create({ models });
    runtime.registerProvider("ext", {
      api: "openai-completions",
      baseUrl: "http://127.0.0.1:9",
      apiKey: "theirs",
      models: [{ id: "x", name: "Theirs" }],
    });
    assert.deepEqual(
      runtime.getModels("ext").map(({ id, name, baseUrl }) => [id, name, baseUrl]),
      [["x", "Mine", `${origin}/v1`]],
    );
    await ask(runtime, "ext/x");
    assert.equal(sentHeaders().authorization, "Bearer mine");
  });

  it("rejects models without an API or an address", async () => {
    const runtime = await create();
    const register = (config: ProviderConfig) => () => runtime.registerProvider("ext", config);
    assert.throws(register({ baseUrl: "http://h", models: [{ id: "x" }] }), { code: "provider" });
    assert.throws(register({ api: "openai-completions", models: [{ id: "x" }] }), { code: "provider" });
    const image = { baseUrl: "http://h", api: "openai-completions", models: [{ id: "draw", type: "image" }] };
    assert.throws(register(image as ProviderConfig), { code: "provider" });
    assert.equal(runtime.getProvider("ext"), undefined);
  });
});

describe("stand-in model", () => {
  const local = { provider: "ollama", name: "Ollama", baseUrl: "http://127.0.0.1:1/v1", models: ["a", "b"] };
  const reference = (model: Model | undefined): string | undefined =>
    model && `${model.provider}/${model.id}`;

  it("models.md 80: is the guide when nothing answers, and available only while selected", async () => {
    const runtime = await create();
    const findServer = (): Promise<undefined> => Promise.resolve(undefined);
    const guide = await findStandInModel(runtime, { findServer });
    assert.equal(reference(guide), "offline/guide");
    assert.deepEqual(runtime.getAvailable(), []);
    assert.deepEqual(runtime.getAvailable(guide), [guide]);
  });

  it("models.md 80: is the first model of a local server", async () => {
    const runtime = await create();
    const model = await findStandInModel(runtime, { findServer: () => Promise.resolve(local) });
    assert.equal(reference(model), "ollama/a");
    assert.deepEqual(
      runtime.getAvailable().map(({ id }) => id),
      ["a", "b"],
    );
  });

  it("models.md 80: nothing is asked with a usable key, without permission or offline", async () => {
    const findServer = (): Promise<typeof local> => assert.fail("must not be asked");
    const withKey = await create({}, { env: { GROQ_API_KEY: "k" } });
    assert.equal(await findStandInModel(withKey, { findServer }), undefined);
    const without = await create();
    assert.equal(await findStandInModel(without, { findServer, offlineModel: false }), undefined);
    assert.equal(
      reference(await findStandInModel(without, { findServer, isOffline: true })),
      "offline/guide",
    );
  });
});
