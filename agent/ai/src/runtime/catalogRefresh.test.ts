import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AssistantMessage, Model } from "@relay-harness/protocol";
import { emptyUsage } from "@relay-harness/protocol";
import { ModelRuntime, type ModelRuntimeOptions } from "../modelRuntime.ts";
import type { AssistantMessageEvent, StreamOptions } from "../types.ts";
import type { NativeProvider, RefreshContext } from "./nativeProvider.ts";

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "relay-refresh-"));
});

afterEach(() => rm(directory, { recursive: true, force: true }));

function create(options: ModelRuntimeOptions = {}): Promise<ModelRuntime> {
  return ModelRuntime.create({ agentDir: directory, env: {}, now: () => 5, ...options });
}

function ids(runtime: ModelRuntime, provider = "ext"): string[] {
  return runtime.getModels(provider).map(({ id }) => id);
}

async function stored(): Promise<unknown> {
  return JSON.parse(await readFile(join(directory, "models-store.json"), "utf8"));
}

const config = { api: "openai-completions", baseUrl: "http://127.0.0.1:9/v1", apiKey: "k" };

function model(id: string): Model {
  return {
    id,
    name: id,
    api: "openai-completions",
    provider: "native",
    baseUrl: "http://127.0.0.1:9/v1",
    reasoning: false,
    input: ["text"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 1000,
    maxTokens: 100,
  };
}

/** Waits for nothing but the signal. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("aborted")));
  });
}

describe("refresh of a registration that lists its models", () => {
  it("replaces the models, keeps them and gives them to the next process without network", async () => {
    const runtime = await create();
    const refreshModels = (): Promise<{ id: string }[]> => Promise.resolve([{ id: "b" }, { id: "c" }]);
    runtime.registerProvider("ext", { ...config, models: [{ id: "a" }], refreshModels });
    assert.deepEqual(ids(runtime), ["a"]);
    assert.deepEqual(await runtime.refresh({ allowNetwork: true }), { aborted: false, errors: new Map() });
    assert.deepEqual(ids(runtime), ["b", "c"]);
    assert.deepEqual(await stored(), { ext: { models: [{ id: "b" }, { id: "c" }], checkedAt: 5 } });

    const next = await create();
    const fail = (): Promise<never> => assert.fail("nothing may be sent");
    next.registerProvider("ext", { ...config, models: [{ id: "a" }], refreshModels: fail });
    await next.refresh();
    assert.deepEqual(ids(next), ["b", "c"]);
    next.unregisterProvider("ext");
    assert.deepEqual(ids(next), []);
  });

  it("keeps the previous models of a provider that fails and reports it", async () => {
    const runtime = await create();
    const refreshModels = (): Promise<never> => Promise.reject(new Error("down"));
    runtime.registerProvider("ext", { ...config, models: [{ id: "a" }], refreshModels });
    const { aborted, errors } = await runtime.refresh({ allowNetwork: true });
    assert.equal(aborted, false);
    assert.deepEqual(
      [...errors].map(([id, { message }]) => [id, message]),
      [["ext", "down"]],
    );
    assert.deepEqual(ids(runtime), ["a"]);
  });

  it("does not wait for a provider beyond its limit or an abort", async () => {
    const hang = (): Promise<never> => new Promise(() => undefined);
    const limited = await create({ modelRefreshTimeoutMs: 10 });
    limited.registerProvider("ext", { ...config, refreshModels: hang });
    assert.deepEqual([...(await limited.refresh({ allowNetwork: true })).errors.keys()], ["ext"]);

    const runtime = await create();
    const controller = new AbortController();
    const refreshModels = ({ signal }: RefreshContext): Promise<never> => {
      controller.abort();
      return untilAborted(signal);
    };
    runtime.registerProvider("ext", { ...config, refreshModels });
    const { aborted } = await runtime.refresh({ allowNetwork: true, signal: controller.signal });
    assert.equal(aborted, true);
  });

  it("ignores a store that does not parse and models of unknown type", async () => {
    const path = join(directory, "models-store.json");
    await writeFile(path, "{");
    const runtime = await create();
    runtime.registerProvider("ext", {
      ...config,
      models: [{ id: "a" }],
      refreshModels: () => Promise.resolve([]),
    });
    assert.deepEqual((await runtime.refresh()).errors, new Map());
    assert.deepEqual(ids(runtime), ["a"]);
    const models = [{ id: "x", type: "hologram" }, { id: "y", type: "chat" }, { name: "no id" }];
    await writeFile(path, JSON.stringify({ ext: { models } }));
    await runtime.refresh();
    assert.deepEqual(ids(runtime), ["y"]);
  });
});

describe("complete provider", () => {
  interface Native extends NativeProvider {
    models: Model[];
  }

  function native(fields: Partial<NativeProvider> = {}): Native {
    return {
      id: "native",
      name: "Native",
      models: [model("a")],
      auth: { apiKey: { name: "Native key", resolve: () => Promise.resolve({ auth: { apiKey: "own" } }) } },
      getModels(): Model[] {
        return this.models;
      },
      ...fields,
    };
  }

  it("lists its current models below models.json, and none when it throws", async () => {
    const overrides = { a: { name: "Mine" } };
    await writeFile(
      join(directory, "models.json"),
      JSON.stringify({ providers: { native: { modelOverrides: overrides } } }),
    );
    const runtime = await create();
    const provider = native();
    runtime.registerNativeProvider(provider);
    assert.equal(runtime.getModel("native", "a")?.name, "Mine");
    assert.equal(runtime.getModel("native", "a"), runtime.getModel("native", "a"));
    provider.models = [model("b")];
    assert.deepEqual(ids(runtime, "native"), ["b"]);
    runtime.registerNativeProvider(
      native({
        getModels: () => {
          throw new Error("broken");
        },
      }),
    );
    assert.deepEqual(ids(runtime, "native"), []);
  });

  it("decides itself whether and which credential there is", async () => {
    const env: Record<string, string> = {};
    const runtime = await create({ env });
    const apiKey: NonNullable<NativeProvider["auth"]["apiKey"]> = {
      name: "Server address",
      check: ({ env: lookup }) => lookup("SERVER") !== undefined,
      resolve: ({ env: lookup }) => {
        const baseUrl = lookup("SERVER");
        return Promise.resolve(baseUrl === undefined ? undefined : { auth: { baseUrl } });
      },
    };
    runtime.registerNativeProvider(native({ auth: { apiKey } }));
    assert.deepEqual(runtime.getAvailable(), []);
    await assert.rejects(runtime.getAuth("native"), {
      message: "No API key found for native. Use /login to add one.",
    });
    env.SERVER = "http://h";
    assert.deepEqual(
      runtime.getAvailable().map(({ id }) => id),
      ["a"],
    );
    assert.deepEqual(runtime.getProviderAuthStatus("native"), {
      configured: true,
      source: "fallback",
      label: "Server address",
    });
    assert.deepEqual(await runtime.getAuth("native"), { baseUrl: "http://h", env: {} });
  });

  it("offers only the models that the account may use", async () => {
    const runtime = await create();
    const provider = native({ filterModels: (models) => models.filter(({ id }) => id !== "a") });
    provider.models = [model("a"), model("b")];
    runtime.registerNativeProvider(provider);
    await runtime.saveCredential("native", { type: "api_key", key: "k" });
    assert.deepEqual(
      runtime.getAvailable().map(({ id }) => id),
      ["b"],
    );
  });

  it("answers its own models", async () => {
    const seen: StreamOptions[] = [];
    const answer: AssistantMessage = {
      role: "assistant",
      content: [],
      api: "openai-completions",
      provider: "native",
      model: "a",
      usage: emptyUsage(),
      stopReason: "stop",
      timestamp: 1,
    };
    async function* events(): AsyncGenerator<AssistantMessageEvent> {
      yield await Promise.resolve({ type: "done", reason: "stop", message: answer });
    }
    const runtime = await create();
    runtime.registerNativeProvider(
      native({
        headers: { "X-N": "n" },
        streamSimple: (_model, _context, options) => {
          seen.push(options);
          return events();
        },
      }),
    );
    const found = runtime.getModel("native", "a");
    assert.ok(found);
    assert.equal(await runtime.complete(found, { messages: [] }), answer);
    assert.deepEqual([seen[0]?.apiKey, seen[0]?.headers], ["own", { "x-n": "n" }]);
  });

  it("publishes nothing of a refresh that a later one has overtaken", async () => {
    const runtime = await create();
    const contexts: RefreshContext[] = [];
    const provider = native({
      refreshModels: (context) => {
        contexts.push(context);
        return Promise.resolve();
      },
    });
    runtime.registerNativeProvider(provider);
    await runtime.refresh({ allowNetwork: true, force: true });
    await runtime.refresh();
    const [first, second] = contexts;
    assert.deepEqual([first?.allowNetwork, first?.force], [true, true]);
    assert.deepEqual([second?.allowNetwork, second?.force], [false, undefined]);
    const update = (): void => {
      provider.models = [model("late")];
    };
    assert.equal(await first?.publish({ update }), false);
    assert.deepEqual(ids(runtime, "native"), ["a"]);
    assert.equal(await second?.publish({ update, persist: { models: [{ id: "late" }] } }), true);
    assert.deepEqual(ids(runtime, "native"), ["late"]);
    assert.deepEqual(await stored(), { native: { models: [{ id: "late" }] } });
    assert.equal(await second?.publish({ persist: null }), true);
    assert.deepEqual(await stored(), {});
  });

  it("waits for credentials where it says so", async () => {
    const runtime = await create();
    let refreshes = 0;
    const refreshModels = (): Promise<void> => {
      refreshes++;
      return Promise.resolve();
    };
    runtime.registerNativeProvider(native({ refreshModels, refreshModelsAuth: "configured" }));
    await runtime.refresh({ allowNetwork: true });
    assert.equal(refreshes, 0);
    await runtime.saveCredential("native", { type: "api_key", key: "k" });
    await runtime.refresh({ allowNetwork: true });
    assert.equal(refreshes, 1);
  });
});
