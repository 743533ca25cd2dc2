import assert from "node:assert/strict";
import { ModelRuntime } from "../modelRuntime.ts";
import type { ProviderConfig } from "./registration.ts";
import type { ClassifierContext, SpecialOptions } from "./specialModels.ts";

const question: ClassifierContext = {
  state: { text: "hi" },
  questions: {
    greeting: { type: "bool", instructions: "Is it one?", criteria: { true: "yes", false: "no" } },
  },
};

async function create(seen: SpecialOptions[] = []): Promise<ModelRuntime> {
  const runtime = await ModelRuntime.create({ env: {} });
  const config: ProviderConfig = {
    baseUrl: "http://127.0.0.1:9",
    apiKey: "secret",
    models: [
      { id: "same", type: "classifier", api: "own-classifier", contextWindow: 10 },
      { id: "same", type: "image", api: "own-images" },
      { id: "same", api: "openai-completions" },
    ],
    classifiers: {
      "own-classifier": {
        classify: ({ api, provider, id }, { questions }, options) => {
          seen.push(options);
          if (!questions.greeting) throw new Error("no such question");
          const answers = { greeting: { type: "bool", probability: 0.9 } } as const;
          return Promise.resolve({ api, provider, model: id, answers, stopReason: "stop" });
        },
      },
    },
    images: {
      "own-images": {
        generateImages: ({ api, provider, id }) =>
          Promise.resolve({ api, provider, model: id, output: [], stopReason: "stop" }),
      },
    },
  };
  runtime.registerProvider("own", config);
  return runtime;
}

describe("image and classifier models", () => {
  it("models.md §22: stand beside a chat model of the same id, and not among chat models", async () => {
    const runtime = await create();
    assert.deepEqual(
      runtime.getModels("own").map(({ id, type }) => [id, type]),
      [["same", undefined]],
    );
    assert.deepEqual(runtime.getModelOfType("image", "own", "same"), {
      id: "same",
      type: "image",
      name: "same",
      provider: "own",
      api: "own-images",
      baseUrl: "http://127.0.0.1:9",
      input: ["text"],
      output: ["image"],
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    });
    assert.equal((await runtime.getAvailableOfType("classifier")).length, 1);
  });

  it("models.md §22: the implementation gets the credential; failures are results", async () => {
    const seen: SpecialOptions[] = [];
    const runtime = await create(seen);
    const model = runtime.getModelOfType("classifier", "own", "same");
    assert.ok(model);
    assert.deepEqual(await runtime.classify(model, question), {
      api: "own-classifier",
      provider: "own",
      model: "same",
      answers: { greeting: { type: "bool", probability: 0.9 } },
      stopReason: "stop",
    });
    assert.equal(seen[0]?.apiKey, "secret");
    const failed = await runtime.classify(model, { ...question, questions: {} });
    assert.deepEqual(
      [failed.stopReason, failed.errorMessage, failed.answers],
      ["error", "no such question", {}],
    );
    const image = { type: "image", data: "", mimeType: "image/png" } as const;
    const refused = await runtime.classify(model, { ...question, images: [image] });
    assert.equal(refused.errorMessage, "own/same takes no images");
    const aborted = await runtime.classify(model, question, { signal: AbortSignal.abort() });
    assert.equal(aborted.stopReason, "aborted");
    const unknown = await runtime.classify({ ...model, api: "other" }, question);
    assert.equal(unknown.errorMessage, 'No classifier implementation for "other"');
  });

  it("models.md §22: a model without an implementation is refused, and no chat request reaches one", async () => {
    const runtime = await create();
    const models = [{ id: "x", type: "image", api: "none" } as const];
    assert.throws(
      () => runtime.registerProvider("bad", { models }),
      /needs an implementation of its api "none"/,
    );
    const [chat] = runtime.getModels("own");
    const model = { ...chat, type: "image" } as unknown as NonNullable<typeof chat>;
    const answer = await runtime.complete(model, { messages: [] });
    assert.match(answer.errorMessage ?? "", /is no chat model/);
  });
});
