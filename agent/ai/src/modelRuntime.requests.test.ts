import assert from "node:assert/strict";
import type { AssistantMessageEvent, StreamOptions } from "./types.ts";
import { extension, finished, question, useModelRuntimes } from "../../../test/support/modelRuntimes.ts";

describe("ModelRuntime requests", () => {
  const runtimes = useModelRuntimes();
  it("ends without credentials in an error that names provider and remedy", async () => {
    const runtime = await runtimes.create();
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
    const runtime = await runtimes.create({ models: runtimes.acme({ api: "alien" }) });
    assert.equal((await runtimes.ask(runtime, "acme/m")).errorMessage, 'No API implementation for "alien"');
  });

  it("ends as aborted while credentials are still being fetched", async () => {
    const controller = new AbortController();
    const runCommand = (): Promise<string> => {
      controller.abort();
      return new Promise(() => undefined);
    };
    const runtime = await runtimes.create({ models: runtimes.acme({ apiKey: "!slow" }) }, { runCommand });
    const message = await runtimes.ask(runtime, "acme/m", { signal: controller.signal });
    assert.equal(message.stopReason, "aborted");
    assert.deepEqual(runtimes.received, []);
  });

  it("streams an answer in batches", async () => {
    const runtime = await runtimes.create({ models: runtimes.acme() });
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
    const runtime = await runtimes.create(
      { models: { anthropic: { baseUrl: `${runtimes.origin}/v1` } } },
      { env },
    );
    await runtimes.ask(runtime, "anthropic/claude-opus-5-5");
    assert.equal(runtimes.received[0]?.url, "/v1/messages");
    assert.equal(runtimes.sentHeaders()["x-api-key"], "k");
  });

  it("models.md 17: authHeader sends the key as bearer", async () => {
    const runtime = await runtimes.create({
      models: runtimes.acme({ api: "anthropic-messages", authHeader: true }),
    });
    await runtimes.ask(runtime, "acme/m");
    const { authorization, "x-api-key": key } = runtimes.sentHeaders();
    assert.deepEqual([authorization, key], ["Bearer k", undefined]);
  });

  it("models.md 18: header names meet whatever their case, the later layer wins, null removes", async () => {
    const models = runtimes.acme({
      headers: { "X-A": "$ONE", "X-P": "p" },
      models: [{ id: "m", headers: { "x-a": "2" } }],
    });
    const runtime = await runtimes.create({ models }, { env: { ONE: "1" } });
    await runtimes.ask(runtime, "acme/m");
    assert.equal(runtimes.sentHeaders()["x-a"], "2");
    assert.equal(runtimes.sentHeaders()["x-p"], "p");
    runtimes.received = [];
    await runtimes.ask(runtime, "acme/m", { headers: { "X-a": null } });
    assert.equal(runtimes.sentHeaders()["x-a"], undefined);
    assert.doesNotMatch(JSON.stringify(runtime.getAvailable()), /x-a|\$ONE/i);
  });

  it("the key precedes a provider header of its name, a model header does not", async () => {
    const runtime = await runtimes.create({
      models: runtimes.acme({
        headers: { Authorization: "Bearer provider" },
        models: [{ id: "m" }, { id: "n", headers: { Authorization: "Bearer model" } }],
      }),
    });
    await runtimes.ask(runtime, "acme/m");
    assert.equal(runtimes.sentHeaders().authorization, "Bearer k");
    runtimes.received = [];
    await runtimes.ask(runtime, "acme/n");
    assert.equal(runtimes.sentHeaders().authorization, "Bearer model");
  });

  it("models.md §3.2: a header that cannot be resolved fails the request by name", async () => {
    const runtime = await runtimes.create({ models: runtimes.acme({ headers: { "X-Team": "$TEAM" } }) });
    assert.equal(
      (await runtimes.ask(runtime, "acme/m")).errorMessage,
      "Header X-Team of acme could not be resolved: environment variable TEAM is not set",
    );
    assert.deepEqual(runtimes.received, []);
  });

  it("models.md §3.4: tells Copilot who asked and whether images are sent", async () => {
    const env = { COPILOT_GITHUB_TOKEN: "t" };
    const runtime = await runtimes.create(
      { models: { "github-copilot": { baseUrl: runtimes.origin } } },
      { env },
    );
    const model = await runtime.findModel("github-copilot", "claude-sonnet-4.6");
    assert.ok(model);
    const image = { type: "image", data: "AAAA", mimeType: "image/png" } as const;
    await runtime.complete(model, { messages: [{ ...question, content: [image] }] });
    const {
      authorization,
      "x-initiator": initiator,
      "copilot-vision-request": vision,
    } = runtimes.sentHeaders();
    assert.deepEqual([authorization, initiator, vision], ["Bearer t", "user", "true"]);
  });

  it("asks the settings at every request", async () => {
    const seen: StreamOptions[] = [];
    let maxRetries = 1;
    const runtime = await runtimes.create(
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
    await runtimes.ask(runtime, "ext/x");
    maxRetries = 2;
    await runtimes.ask(runtime, "ext/x", { idleTimeoutMs: 9, maxTokens: undefined });
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
