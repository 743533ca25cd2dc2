import assert from "node:assert/strict";
import type { Model, ToolCall } from "@relay-harness/protocol";
import { loadBundledModels } from "../catalog/catalog.ts";
import { fauxAssistantMessage } from "../faux/fauxMessage.ts";
import { createAssistantMessageEventStream } from "../helpers.ts";
import { ModelRuntime } from "../modelRuntime.ts";
import type { StreamSimple } from "../runtime/registration.ts";
import {
  anthropicMessagesApi,
  complete,
  createProvider,
  getModel,
  getModels,
  getProviders,
  getSupportedThinkingLevels,
  openAICompletionsApi,
  registerApiProvider,
  streamSimpleOpenAICompletions,
  ToolCallArgumentsStream,
  unregisterApiProviders,
} from "../compat.ts";

const model = (fields: Partial<Model> = {}): Model => ({
  id: "m",
  name: "M",
  provider: "own",
  api: "own-api",
  baseUrl: "",
  reasoning: false,
  input: ["text"],
  contextWindow: 1000,
  maxTokens: 100,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  ...fields,
});
const saying =
  (text: string): StreamSimple =>
  () => {
    const stream = createAssistantMessageEventStream();
    stream.push({ type: "done", reason: "stop", message: fauxAssistantMessage(text) });
    return stream;
  };
const question = { messages: [{ role: "user" as const, content: "hi", timestamp: 1 }] };
const textIn = ({ content }: { content: { type: string; text?: string }[] }): string | undefined =>
  content[0]?.text;

describe("what extensions import for models of their own", () => {
  it("getModel gives a model of the build without waiting, the same as the catalog has", async () => {
    const [first] = await loadBundledModels("anthropic");
    assert.ok(first);
    assert.deepEqual(getModel("anthropic", first.id), first);
    assert.deepEqual(getModels("openrouter"), await loadBundledModels("openrouter"));
    assert.equal(getModel("anthropic", "nobody"), undefined);
    assert.equal(getModel("nobody", "m"), undefined);
    assert.ok(getProviders().includes("anthropic"));
  });

  it("what is changed of such a model changes no other", () => {
    const [first] = getModels("anthropic");
    assert.ok(first);
    first.cost.input = 99;
    assert.notEqual(getModels("anthropic")[0]?.cost.input, 99);
  });

  it("createProvider: a runtime lists its models and sends their requests to it", async () => {
    const runtime = await ModelRuntime.create({ env: {} });
    runtime.registerNativeProvider(
      createProvider({
        id: "own",
        baseUrl: "http://own",
        auth: { apiKey: { name: "Own", check: () => true, resolve: () => Promise.resolve({ auth: {} }) } },
        models: [model(), model({ id: "n", api: "second" })],
        api: { "own-api": saying("one"), second: { streamSimple: saying("two") } },
      }),
    );
    const found = runtime.getModels("own");
    assert.deepEqual(
      found.map(({ id, provider, baseUrl }) => [id, provider, baseUrl]),
      [
        ["m", "own", "http://own"],
        ["n", "own", "http://own"],
      ],
    );
    const answers = await Promise.all(found.map((one) => runtime.complete(one, question)));
    assert.deepEqual(answers.map(textIn), ["one", "two"]);
  });

  it("createProvider: models that it fetches take the place of the first ones, and are kept", async () => {
    const provider = createProvider({
      id: "own",
      auth: {},
      models: [model()],
      fetchModels: () => Promise.resolve([model({ id: "fetched" })]),
      filterModels: (models) => models.filter(({ id }) => id !== "hidden"),
      api: saying("x"),
    });
    const published: object[] = [];
    const { signal } = new AbortController();
    const publish = (change: { persist?: object | null; update?: () => void }): Promise<boolean> => {
      if (change.persist) published.push(change.persist);
      change.update?.();
      return Promise.resolve(true);
    };
    await provider.refreshModels?.({ allowNetwork: true, signal, publish });
    assert.deepEqual(
      provider.getModels().map(({ id }) => id),
      ["fetched"],
    );
    assert.equal(published.length, 1);
    await provider.refreshModels?.({
      allowNetwork: false,
      signal,
      publish,
      stored: { models: [model({ id: "kept" })] },
    });
    assert.deepEqual(
      provider.getModels().map(({ id }) => id),
      ["kept"],
    );
    assert.deepEqual(provider.filterModels?.([model({ id: "hidden" })], undefined), []);
  });

  it("createProvider refuses a provider that nothing speaks for, and images go to their implementation", async () => {
    assert.throws(() => createProvider({ id: "own", auth: {}, models: [] }), /needs an implementation/);
    const result = { output: [], api: "i", provider: "own", model: "m", stopReason: "stop" as const };
    const provider = createProvider({
      id: "own",
      auth: {},
      models: [],
      images: { i: { generateImages: () => Promise.resolve(result as never) } },
    });
    assert.equal(await provider.generateImages?.({ api: "i" } as never, { input: [] }, {}), result);
    assert.equal(provider.streamSimple, undefined);
  });

  it("registerApiProvider: every model of the API goes through it until it is taken away", async () => {
    registerApiProvider({ api: "own-api", streamSimple: saying("through it") }, "test");
    try {
      assert.equal(textIn(await complete(model(), question, { apiKey: "k" })), "through it");
      const runtime = await ModelRuntime.create({ env: {} });
      const answer = await runtime.complete(model(), question, { apiKey: "k" });
      assert.equal(textIn(answer), "through it");
    } finally {
      unregisterApiProviders("test");
    }
    const { stopReason, errorMessage } = await complete(model(), question, { apiKey: "k" });
    assert.deepEqual([stopReason, errorMessage], ["error", 'No API implementation for "own-api"']);
    assert.throws(() => registerApiProvider({ api: "x" }), /needs stream/);
  });

  it("the APIs of the build send what the model's own API would", async () => {
    const bodies: string[] = [];
    const send = ((_: unknown, init?: RequestInit) => {
      bodies.push(String(init?.body));
      return Promise.resolve(new Response("{}", { status: 500 }));
    }) as typeof fetch;
    for (const api of [anthropicMessagesApi(), openAICompletionsApi()]) {
      const stream = api.streamSimple(model({ baseUrl: "http://x" }), question, { apiKey: "k", fetch: send });
      assert.equal((await stream.result()).stopReason, "error");
    }
    assert.deepEqual(
      bodies.map((body) => Object.keys(JSON.parse(body) as object).includes("messages")),
      [true, true],
    );
  });

  it("a stream that is ended has a final event, whether one was sent or not", async () => {
    const message = fauxAssistantMessage("x");
    const sent = createAssistantMessageEventStream();
    sent.push({ type: "done", reason: "stop", message });
    sent.end();
    assert.equal(await sent.result(), message);
    const given = createAssistantMessageEventStream();
    given.end({ ...message, stopReason: "length" });
    assert.deepEqual(
      (await given.takeBatch())?.map(({ type }) => type),
      ["done"],
    );
    const broken = createAssistantMessageEventStream();
    broken.push({ type: "start", partial: message });
    broken.end();
    const { stopReason, content, errorMessage } = await broken.result();
    assert.deepEqual([stopReason, content], ["error", message.content]);
    assert.match(errorMessage ?? "", /without a final event/);
    const silent = createAssistantMessageEventStream();
    silent.end();
    assert.equal((await silent.result()).stopReason, "error");
  });

  it("an API can be called by its own name, for a model that says another", async () => {
    const asked = new Promise<string>((resolve) => {
      const fetch: typeof globalThis.fetch = (url) => {
        resolve(url instanceof Request ? url.url : url.toString());
        return Promise.reject(new Error("offline"));
      };
      streamSimpleOpenAICompletions(model({ baseUrl: "http://own/v1" }), question, { apiKey: "k", fetch });
    });
    assert.equal(await asked, "http://own/v1/chat/completions");
  });

  it("a model's thinking levels are those that it supports", () => {
    assert.deepEqual(getSupportedThinkingLevels(model()), ["off"]);
    const thinking = model({ reasoning: true, thinkingLevelMap: { minimal: null } });
    assert.deepEqual(getSupportedThinkingLevels(thinking).slice(0, 3), ["off", "low", "medium"]);
  });

  it("ToolCallArgumentsStream shows arguments as they come", () => {
    const call: ToolCall = { type: "toolCall", id: "c", name: "t", arguments: {} };
    const stream = new ToolCallArgumentsStream(call);
    stream.push('{"path":"a/');
    assert.deepEqual(call.arguments, { path: "a/" });
    stream.push('b"}');
    assert.deepEqual(stream.end(), { type: "toolCall", id: "c", name: "t", arguments: { path: "a/b" } });
    const broken = new ToolCallArgumentsStream({ ...call });
    broken.push("[1]");
    assert.ok(broken.end().argumentsError);
  });
});
