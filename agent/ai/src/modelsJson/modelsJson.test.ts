import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Model } from "@relay-harness/protocol";
import fc from "fast-check";
import { JsoncError, parseJsonc } from "./jsonc.ts";
import { layerProviderEntry, type ConfiguredModel } from "./layers.ts";
import { loadModelsJson, parseModelsJson } from "./load.ts";
import type { ProviderEntry } from "./schema.ts";

const path = "/agent/models.json";

function parse(providers: Record<string, unknown>): ReturnType<typeof parseModelsJson> {
  return parseModelsJson(JSON.stringify({ providers }), path);
}

/** The error of a file, without the part that names the file. */
function problemOf(providers: Record<string, unknown>): string | undefined {
  const { error, providers: kept } = parse(providers);
  if (error !== undefined) assert.equal(kept.size, 0);
  return error?.replace(`Invalid ${path}: `, "");
}

/** The models of a provider as its entry in `models.json` makes them of its built-in ones. */
function layered(
  provider: string,
  base: readonly ConfiguredModel[],
  entry: ProviderEntry,
): ConfiguredModel[] {
  const { providers, error } = parse({ [provider]: entry });
  assert.equal(error, undefined);
  return layerProviderEntry(provider, base, providers.get(provider));
}

const builtIn: Model = {
  id: "gpt-x",
  name: "GPT X",
  api: "openai-responses",
  provider: "openai",
  baseUrl: "https://api.openai.com/v1",
  reasoning: true,
  thinkingLevelMap: { off: null, high: "high" },
  input: ["text", "image"],
  cost: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 },
  contextWindow: 1000,
  maxTokens: 100,
  compat: { supportsStrictMode: true },
};

const full = { baseUrl: "http://h/v1", api: "openai-completions" };

describe("parseJsonc", () => {
  it("accepts comments, trailing commas and a byte order mark", () => {
    const text = '\uFEFF{ // one\n "a": [1, 2, /* two */ ],\n "b": "x, // no comment, ] }", }\n';
    assert.deepEqual(parseJsonc(text), { a: [1, 2], b: "x, // no comment, ] }" });
  });

  it("reads whatever the engine writes, also between comments", () => {
    const property = fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, "\t"), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      const expected: unknown = JSON.parse(text);
      assert.deepEqual(parseJsonc(text), expected);
      assert.deepEqual(parseJsonc(`// a "b\n${text}/* , ] */`), expected);
    });
    fc.assert(property);
  });

  it("models.md 11: reads strings of many megabytes and describes what is wrong behind them", () => {
    const long = "x".repeat(12_000_000);
    assert.deepEqual(parseJsonc(`{"a": "${long}", // c\n}`), { a: long });
    assert.throws(() => parseJsonc(`{"a": "${long}" b}`), { message: /^Unexpected text at line 1/ });
  });

  it("keeps escaped quotes in strings", () => {
    assert.deepEqual(parseJsonc('{"a": "\\"// x", /* " */ "b": ",]"}'), { a: '"// x', b: ",]" });
  });

  it("names line and column of a problem and quotes nothing of the text", () => {
    const secret = '{\n "apiKey": sk-secret\n}';
    assert.throws(
      () => parseJsonc(secret),
      (error: Error) => {
        assert.equal(error instanceof JsoncError, true);
        assert.equal(error.message, "Unexpected text at line 2, column 12");
        return true;
      },
    );
  });

  const broken: [text: string, problem: string][] = [
    ['{ "providers": ', "Unexpected end at line 1, column 16"],
    ["", "Unexpected end at line 1, column 1"],
    ["[1 2]", "Unexpected text at line 1, column 4"],
    ["[01]", "Unexpected text at line 1, column 2"],
    ["{}\n{}", "Unexpected text at line 2, column 1"],
    ['{"a" 1}', "Unexpected text at line 1, column 6"],
    ['{"a": "b\n"}', "Unexpected text at line 1, column 7"],
    ["{/* open", "Unexpected text at line 1, column 2"],
    ["[,]", "Unexpected text at line 1, column 2"],
  ];
  for (const [text, message] of broken) {
    it(`rejects ${JSON.stringify(text)}`, () => assert.throws(() => parseJsonc(text), { message }));
  }
});

describe("models.json", () => {
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), "relay-models-"));
  });

  after(() => rm(directory, { recursive: true, force: true }));

  it("reads a missing file as empty", async () => {
    const loaded = await loadModelsJson(join(directory, "missing.json"));
    assert.deepEqual(loaded, { providers: new Map() });
  });

  it("models.md 11: loads a file with comments and trailing commas", async () => {
    const file = join(directory, "models.json");
    await writeFile(file, '{ "providers": { "acme": { "name": "Acme", /* c */ }, }, } // end');
    assert.deepEqual(await loadModelsJson(file), { providers: new Map([["acme", { name: "Acme" }]]) });
  });

  it("models.md 11: names the file that does not parse", async () => {
    const file = join(directory, "broken.json");
    await writeFile(file, '{ "providers": ');
    const { error, providers } = await loadModelsJson(file);
    assert.equal(providers.size, 0);
    assert.equal(error, `Invalid ${file}: Unexpected end at line 1, column 16`);
  });

  it("reports a file that cannot be read", async () => {
    const { error } = await loadModelsJson(directory);
    assert.match(error ?? "", new RegExp(`^Cannot read ${directory}`));
  });

  it("models.md 12: completes a model with defaults", () => {
    const models = layered("acme", [], { ...full, models: [{ id: "m" }] });
    const model: Model = {
      id: "m",
      name: "m",
      api: "openai-completions",
      provider: "acme",
      baseUrl: "http://h/v1",
      reasoning: false,
      input: ["text"],
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      contextWindow: 128000,
      maxTokens: 16384,
    };
    assert.deepEqual(models, [{ model }]);
  });

  const problems: [title: string, providers: Record<string, unknown>, problem: string][] = [
    [
      "models.md 13: an unknown provider with models and no baseUrl",
      { acme: { api: "openai-completions", models: [{ id: "m" }] } },
      "providers.acme.models[0] needs a baseUrl, here or at the provider",
    ],
    [
      "an unknown provider with models and no api",
      { acme: { baseUrl: "http://h", models: [{ id: "m" }] } },
      "providers.acme.models[0] needs an api, here or at the provider",
    ],
    [
      "models.md 13: a context window of 0",
      { acme: { ...full, models: [{ id: "m", contextWindow: 0 }] } },
      "providers.acme.models[0].contextWindow must be a number greater than 0",
    ],
    [
      "models.md 13: a model's cost with a missing rate",
      { acme: { ...full, models: [{ id: "m", cost: { input: 1 } }] } },
      "providers.acme.models[0].cost.output is required",
    ],
    [
      "an empty string",
      { "llama.cpp": { baseUrl: "" } },
      'providers["llama.cpp"].baseUrl must be a non-empty string',
    ],
    ["a model without id", { acme: { ...full, models: [{}] } }, "providers.acme.models[0].id is required"],
    [
      "an unknown input kind",
      { acme: { ...full, models: [{ id: "m", input: ["audio"] }] } },
      'providers.acme.models[0].input[0] must be one of "text", "image"',
    ],
    [
      "a level that maps to a number",
      { acme: { modelOverrides: { m: { thinkingLevelMap: { high: 3 } } } } },
      "providers.acme.modelOverrides.m.thinkingLevelMap.high must be a non-empty string",
    ],
    [
      "a built-in provider whose models have several endpoints",
      { openrouter: { models: [{ id: "m" }] } },
      "providers.openrouter.models[0] needs an api, here or at the provider",
    ],
  ];
  for (const [title, providers, problem] of problems) {
    it(`rejects ${title}`, () => assert.equal(problemOf(providers), problem));
  }

  it("needs providers", () => {
    assert.equal(parseModelsJson("{}", path).error, `Invalid ${path}: providers is required`);
    assert.equal(parseModelsJson("[]", path).error, `Invalid ${path}: the file must be an object`);
  });

  it("ignores unknown keys and accepts every compat flag", () => {
    const entry = {
      compat: { vllmPriority: 3, someday: {} },
      colour: "red",
      modelOverrides: { m: { x: 1 } },
    };
    assert.equal(problemOf({ acme: entry }), undefined);
  });

  it("takes api and base URL of a built-in provider that has one of each", () => {
    const [added] = layered("groq", [], { models: [{ id: "m" }] });
    assert.equal(added?.model.api, "openai-completions");
    assert.equal(added?.model.baseUrl, "https://api.groq.com/openai/v1");
  });

  it("reads the alias azure", () => {
    assert.deepEqual([...parse({ azure: { name: "A" } }).providers.keys()], ["azure-openai-responses"]);
  });

  it("models.md 13: merges the cost of an override", () => {
    const [changed] = layered("openai", [{ model: builtIn }], {
      modelOverrides: { "gpt-x": { cost: { input: 9 } } },
    });
    assert.deepEqual(changed?.model.cost, { input: 9, output: 2, cacheRead: 3, cacheWrite: 4 });
  });

  it("models.md 14: merges maps of an override, replaces other fields and ignores unknown ids", () => {
    const [changed, ...others] = layered("openai", [{ model: builtIn }], {
      modelOverrides: {
        nope: { name: "x" },
        "gpt-x": { thinkingLevelMap: { high: "x" }, input: ["text"], compat: { supportsStore: false } },
      },
    });
    assert.deepEqual(others, []);
    assert.deepEqual(changed?.model, {
      ...builtIn,
      thinkingLevelMap: { off: null, high: "x" },
      input: ["text"],
      compat: { supportsStrictMode: true, supportsStore: false },
    });
  });

  it("merges sampling parameters of an override per level and key", () => {
    const base = { ...builtIn, samplingParamsByThinkingLevel: { off: { temperature: 0.1, top_p: 0.5 } } };
    const [changed] = layered("openai", [{ model: base }], {
      modelOverrides: {
        "gpt-x": { samplingParamsByThinkingLevel: { off: { top_p: 0.9 }, high: { top_k: 1 } } },
      },
    });
    assert.deepEqual(changed?.model.samplingParamsByThinkingLevel, {
      off: { temperature: 0.1, top_p: 0.9 },
      high: { top_k: 1 },
    });
  });

  it("models.md 15: an entry with a built-in id replaces the model entirely", () => {
    const [replaced] = layered("openai", [{ model: builtIn }], { models: [{ id: "gpt-x" }] });
    assert.deepEqual(replaced?.model, {
      id: "gpt-x",
      name: "gpt-x",
      api: "openai-responses",
      provider: "openai",
      baseUrl: "https://api.openai.com/v1",
      reasoning: false,
      input: ["text"],
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      contextWindow: 128000,
      maxTokens: 16384,
    });
  });

  it("applies provider fields to built-in models, below overrides, and keeps headers off the model", () => {
    const [changed, added] = layered("openai", [{ model: builtIn }], {
      baseUrl: "http://proxy/v1",
      compat: { supportsStrictMode: false, supportsStore: false },
      modelOverrides: { "gpt-x": { headers: { "X-A": "$A" }, compat: { supportsStore: true } } },
      models: [{ id: "new", compat: { supportsStore: true }, headers: { "X-B": "b" } }],
    });
    assert.deepEqual(changed, {
      model: {
        ...builtIn,
        baseUrl: "http://proxy/v1",
        compat: { supportsStrictMode: false, supportsStore: true },
      },
      headers: { "X-A": "$A" },
    });
    assert.deepEqual(added?.model.compat, { supportsStrictMode: false, supportsStore: true });
    assert.deepEqual(added?.headers, { "X-B": "b" });
    assert.equal(added !== undefined && "headers" in added.model, false);
  });
});
