import assert from "node:assert/strict";
import type { Model } from "@relay-harness/protocol";
import { ModelRuntime } from "../modelRuntime.ts";
import { chooseInitialModel } from "../selection/initialModel.ts";
import { matchReference } from "../selection/matchReference.ts";
import { supportedThinkingLevels } from "../thinking.ts";
import type { RouteRequest, VirtualModelDefinition } from "./virtualModels.ts";

async function create(env: Record<string, string> = { GROQ_API_KEY: "k" }): Promise<ModelRuntime> {
  const runtime = await ModelRuntime.create({ env });
  await runtime.ensureProviders(["groq", "xai"]);
  return runtime;
}

function physical(runtime: ModelRuntime, provider: string, id: string): Model {
  const model = runtime.getPhysicalModel(provider, id);
  assert.ok(model);
  return model;
}

function router(
  route: VirtualModelDefinition["route"],
  fields: Partial<VirtualModelDefinition> = {},
): VirtualModelDefinition {
  return { provider: "router", id: "auto", name: "Auto", route, ...fields };
}

const unused = (): never => assert.fail("must not be routed");

describe("virtual models", () => {
  it("are listed with the levels they declare, under their own provider without credentials", async () => {
    const runtime = await create({});
    runtime.registerVirtualModel(router(unused, { thinkingLevels: ["low", "max"] }));
    const [model] = runtime.getAvailable();
    assert.ok(model);
    assert.deepEqual(
      { ...model, thinkingLevelMap: undefined },
      {
        id: "auto",
        name: "Auto",
        api: "relay-virtual",
        provider: "router",
        baseUrl: "",
        reasoning: true,
        thinkingLevelMap: undefined,
        input: ["text", "image"],
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
        contextWindow: 0,
        maxTokens: 0,
      },
    );
    assert.deepEqual(supportedThinkingLevels(model), ["low", "max"]);
    assert.equal(runtime.getProvider("router")?.acceptsApiKey, false);
    assert.equal(runtime.hasUsableProvider(), false);
  });

  it("do not think unless they declare levels", async () => {
    const runtime = await create();
    runtime.registerVirtualModel(router(unused));
    assert.equal(runtime.getModel("router", "auto")?.reasoning, false);
  });

  it("need the credentials of a physical provider that they join", async () => {
    const runtime = await create();
    runtime.registerVirtualModel(router(unused, { provider: "xai" }));
    runtime.registerVirtualModel(router(unused, { provider: "groq" }));
    const virtual = runtime.getAvailable().filter(({ api }) => api === "relay-virtual");
    assert.deepEqual(
      virtual.map(({ provider }) => provider),
      ["groq"],
    );
    assert.equal(runtime.getPhysicalModel("groq", "auto"), undefined);
  });

  it("cannot take the id of a physical model; registering again replaces, unregistering removes", async () => {
    const runtime = await create();
    assert.throws(() => runtime.registerVirtualModel(router(unused, { provider: "xai", id: "grok-4.7" })), {
      message: "xai/grok-4.7 is a physical model",
    });
    runtime.registerVirtualModel(router(unused));
    runtime.registerVirtualModel(router(unused, { name: "Again" }));
    assert.deepEqual(
      runtime.getModels("router").map(({ name }) => name),
      ["Again"],
    );
    runtime.unregisterProvider("router");
    assert.equal(runtime.getModels("router").length, 1);
    runtime.unregisterVirtualModel("router", "auto");
    assert.equal(runtime.getProvider("router"), undefined);
  });

  it("are chosen by name only, and have no custom siblings", async () => {
    const runtime = await create({});
    runtime.registerVirtualModel(router(unused));
    assert.equal((await chooseInitialModel({}, runtime)).source, "none");
    const byDefault = await chooseInitialModel({ defaultModel: "router/auto" }, runtime);
    assert.equal(byDefault.model?.id, "auto");
    assert.deepEqual(matchReference("router/other", runtime), { error: "Model not found: router/other" });
    assert.deepEqual(matchReference("offline/other", runtime), { error: "Model not found: offline/other" });
  });

  it("models.md 64: route to a physical model, whose level is clamped", async () => {
    const runtime = await create();
    const target = physical(runtime, "groq", "openai/gpt-oss-120b");
    const requests: RouteRequest[] = [];
    runtime.registerVirtualModel(
      router((request) => {
        requests.push(request);
        return { model: target, thinkingLevel: "max", state: { n: 1 } };
      }),
    );
    const auto = runtime.getModel("router", "auto");
    assert.ok(auto);
    const options = { reason: "user", thinkingLevel: "off", state: { n: 0 } } as const;
    assert.deepEqual(await runtime.resolveModel(auto, [], options), {
      model: target,
      thinkingLevel: "high",
      state: { n: 1 },
    });
    assert.deepEqual(requests, [{ ...options, model: auto, messages: [] }]);
  });

  it("a physical model resolves to itself", async () => {
    const runtime = await create();
    const target = physical(runtime, "groq", "openai/gpt-oss-120b");
    const options = { reason: "direct", thinkingLevel: "off" } as const;
    assert.deepEqual(await runtime.resolveModel(target, [], options), {
      model: target,
      thinkingLevel: "low",
    });
  });

  it("models.md 65: name themselves when routing gives no usable model", async () => {
    const runtime = await create();
    const resolve = (route: VirtualModelDefinition["route"]): Promise<unknown> => {
      runtime.registerVirtualModel(router(route));
      const auto = runtime.getModel("router", "auto");
      assert.ok(auto);
      return runtime.resolveModel(auto, [], { reason: "user", thinkingLevel: "off" });
    };
    const boom = (): never => {
      throw new Error("boom");
    };
    await assert.rejects(resolve(boom), { code: "provider", message: "router/auto: boom" });
    await assert.rejects(
      resolve(({ model }) => ({ model, thinkingLevel: "off" })),
      { message: "router/auto: routed to another virtual model, router/auto" },
    );
    const grok = physical(runtime, "xai", "grok-4.7");
    await assert.rejects(
      resolve(() => ({ model: grok, thinkingLevel: "off" })),
      { message: "router/auto: routed to xai/grok-4.7, which has no credentials" },
    );
  });

  it("an unrouted request is a stream error", async () => {
    const runtime = await create();
    runtime.registerVirtualModel(router(unused));
    const auto = runtime.getModel("router", "auto");
    assert.ok(auto);
    const { errorMessage, provider, model } = await runtime.complete(auto, { messages: [] });
    assert.deepEqual(
      [errorMessage, provider, model],
      ["router/auto is a virtual model: route it first", "router", "auto"],
    );
  });
});
