import assert from "node:assert/strict";
import type { Model } from "@relay-harness/protocol";
import { cycleModel } from "./cycling.ts";
import { chooseInitialModel, type InitialModelInput } from "./initialModel.ts";
import { matchReference, type ReferenceOptions } from "./matchReference.ts";
import { resolveScope, splitModelPatterns } from "./scope.ts";
import {
  initialThinkingLevel,
  nextThinkingLevel,
  readModelThinkingLevels,
  thinkingLevelAfterSwitch,
} from "./thinkingLevel.ts";
import { modelReference, type SelectionCatalog } from "./types.ts";

function model(reference: string, fields: Partial<Model> = {}): Model {
  const slash = reference.indexOf("/");
  const id = reference.slice(slash + 1);
  return {
    id,
    name: id,
    api: "openai-completions",
    provider: reference.slice(0, slash),
    baseUrl: "http://h/v1",
    reasoning: true,
    input: ["text"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 1000,
    maxTokens: 100,
    ...fields,
  };
}

const models = [
  model("anthropic/claude-sonnet-4-6"),
  model("anthropic/claude-sonnet-5"),
  model("anthropic/claude-sonnet-4-5-20250929"),
  model("anthropic/claude-opus-5", { name: "Claude Opus Five" }),
  model("openrouter/anthropic/claude-opus-5"),
  model("openrouter/qwen/qwen3-coder"),
  model("openrouter/qwen/qwen3-coder:exacto"),
  model("groq/shared"),
  model("cerebras/shared"),
  model("acme/m", { reasoning: false }),
  model("acme/main", { reasoning: false }),
];

const names: Record<string, string> = {
  anthropic: "Anthropic",
  openrouter: "OpenRouter",
  acme: "Acme Models",
};
const defaults: Record<string, string> = { anthropic: "claude-opus-5", acme: "main" };

/** A catalog in which some providers have credentials. */
function catalog(...configured: string[]): SelectionCatalog {
  const providers = [...new Set(models.map(({ provider }) => provider))];
  return {
    getModels: () => models,
    getAvailable: () => models.filter(({ provider }) => configured.includes(provider)),
    getProviders: () => providers.map((id) => ({ id, name: names[id] ?? id, defaultModel: defaults[id] })),
    hasConfiguredAuth: (provider) => configured.includes(provider),
  };
}

interface Outcome {
  model?: string;
  thinkingLevel?: string;
  warnings?: string[];
  error?: string;
}

function match(reference: string, configured: string[], options?: ReferenceOptions): Outcome {
  const result = matchReference(reference, catalog(...configured), options);
  if ("error" in result) return result;
  const { thinkingLevel, warnings } = result;
  return {
    model: modelReference(result.model),
    ...(thinkingLevel ? { thinkingLevel } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

describe("matchReference", () => {
  it("models.md 20: an exact id with a colon is not taken apart", () => {
    assert.deepEqual(match("openrouter/qwen/qwen3-coder:exacto", []), {
      model: "openrouter/qwen/qwen3-coder:exacto",
    });
    assert.deepEqual(match("qwen/qwen3-coder:exacto", []), { model: "openrouter/qwen/qwen3-coder:exacto" });
  });

  it("models.md 20: a level suffix is split off", () => {
    assert.deepEqual(match("sonnet:high", []), { model: "anthropic/claude-sonnet-5", thinkingLevel: "high" });
    assert.deepEqual(match("openrouter/qwen/qwen3-coder:exacto:low", []), {
      model: "openrouter/qwen/qwen3-coder:exacto",
      thinkingLevel: "low",
    });
  });

  it("models.md 20: an unknown suffix is dropped with a warning, but kept by strict callers", () => {
    assert.deepEqual(match("sonnet:bogus", []), {
      model: "anthropic/claude-sonnet-5",
      warnings: ['Ignored the unknown thinking level "bogus". Using anthropic/claude-sonnet-5.'],
    });
    assert.deepEqual(match("sonnet:bogus", [], { isStrict: true }), {
      error: "Model not found: sonnet:bogus",
    });
  });

  it("models.md 21: of two providers the one with credentials is meant", () => {
    assert.deepEqual(match("shared", ["cerebras"]), { model: "cerebras/shared" });
  });

  it("models.md 21: two providers with credentials are an error that names --provider", () => {
    const error =
      '"shared" matches models of several providers: groq/shared, cerebras/shared. Choose one with --provider.';
    assert.deepEqual(match("shared", ["groq", "cerebras"]), { error });
    assert.deepEqual(match("shared", []), { error });
  });

  it("models.md 21: a unique match needs no credentials", () => {
    assert.deepEqual(match("claude-sonnet-5", []), { model: "anthropic/claude-sonnet-5" });
  });

  it("models.md 24: an unknown id of a known provider becomes a custom model", () => {
    const result = matchReference("acme/new-model:high", catalog());
    assert.ok("model" in result);
    assert.deepEqual(result.model, { ...model("acme/new-model"), reasoning: true });
    assert.equal(result.thinkingLevel, "high");
    assert.deepEqual(result.warnings, [
      'Model "new-model" not found for provider "acme". Using custom model id.',
    ]);
  });

  it("takes the provider of a custom model from the option too", () => {
    const warnings = ['Model "x:9b" not found for provider "acme". Using custom model id.'];
    assert.deepEqual(match("x:9b", [], { provider: " acme models " }), { model: "acme/x:9b", warnings });
    assert.deepEqual(match("acme/x:9b", [], { provider: "ACME" }), { model: "acme/x:9b", warnings });
  });

  it("builds a custom model on the provider's default", () => {
    const result = matchReference("new", catalog(), { provider: "anthropic" });
    assert.ok("model" in result);
    assert.deepEqual({ ...result.model, id: "claude-opus-5", name: "Claude Opus Five" }, models[3]);
  });

  it("restricts the search to a provider", () => {
    assert.deepEqual(match("claude-opus-5", [], { provider: "anthropic" }), {
      model: "anthropic/claude-opus-5",
    });
    assert.deepEqual(match("shared", [], { provider: "groq" }), { model: "groq/shared" });
  });

  it("names what it cannot find", () => {
    assert.deepEqual(match("nothing", []), { error: "Model not found: nothing" });
    assert.deepEqual(match("nope/nothing", []), { error: "Model not found: nope/nothing" });
    assert.deepEqual(match("  ", []), { error: "Model not found: " });
    assert.deepEqual(match("m", [], { provider: "nope" }), {
      error: 'Model not found: m (unknown provider "nope")',
    });
  });

  it("prefers an exact match over a part, and the given case over others", () => {
    assert.deepEqual(match("m", []), { model: "acme/m" });
    assert.deepEqual(match("ACME/MAIN", []), { model: "acme/main" });
  });

  it("finds parts of names", () => {
    assert.deepEqual(match("opus five", []), { model: "anthropic/claude-opus-5" });
  });

  it("searches a part within the provider that is named", () => {
    assert.deepEqual(match("anthropic/sonnet", []), { model: "anthropic/claude-sonnet-5" });
    assert.deepEqual(match("anthropic/sonnet:low", []), {
      model: "anthropic/claude-sonnet-5",
      thinkingLevel: "low",
    });
  });

  it("takes a gateway's equal id only when the named provider has no credentials", () => {
    const text = "anthropic/claude-opus-5";
    assert.deepEqual(match(text, ["anthropic", "openrouter"]), { model: text });
    assert.deepEqual(match(text, []), { model: text });
    assert.deepEqual(match(text, ["openrouter"]), { model: `openrouter/${text}` });
  });
});

describe("resolveScope", () => {
  const available = catalog("anthropic", "openrouter", "groq", "cerebras").getAvailable();

  function scope(...patterns: string[]): { entries: string[]; diagnostics: string[] } {
    const { entries, diagnostics } = resolveScope(patterns, available);
    return {
      entries: entries.map((entry) =>
        [modelReference(entry.model), entry.thinkingLevel ?? []].flat().join(" "),
      ),
      diagnostics: diagnostics.map(({ code, pattern }) => `${code} ${pattern}`),
    };
  }

  it("models.md 22: splits on commas and drops empty parts", () => {
    assert.deepEqual(splitModelPatterns("a, b,,"), ["a", "b"]);
  });

  it("models.md 22: warns about a pattern that matches nothing", () => {
    assert.deepEqual(resolveScope(["github-copilot/nope"], available), {
      entries: [],
      diagnostics: [
        {
          type: "warning",
          code: "no-match",
          message: 'No models match pattern "github-copilot/nope"',
          pattern: "github-copilot/nope",
        },
      ],
    });
  });

  it("considers available models only", () => {
    assert.deepEqual(scope("acme/m"), { entries: [], diagnostics: ["no-match acme/m"] });
  });

  it("expands globs over ids and references, across slashes, whatever the case", () => {
    assert.deepEqual(scope("OPENROUTER/*"), {
      entries: [
        "openrouter/anthropic/claude-opus-5",
        "openrouter/qwen/qwen3-coder",
        "openrouter/qwen/qwen3-coder:exacto",
      ],
      diagnostics: [],
    });
    assert.deepEqual(scope("claude-sonnet-[5]", "s?ared").entries, [
      "anthropic/claude-sonnet-5",
      "groq/shared",
      "cerebras/shared",
    ]);
    assert.deepEqual(scope("claude-sonnet-[!45]").diagnostics, ["no-match claude-sonnet-[!45]"]);
  });

  it("applies a level to everything a pattern matches and keeps the first of duplicates", () => {
    assert.deepEqual(scope("claude-sonnet-5:low", "claude-sonnet-*:high").entries, [
      "anthropic/claude-sonnet-5 low",
      "anthropic/claude-sonnet-4-6 high",
      "anthropic/claude-sonnet-4-5-20250929 high",
    ]);
  });

  it("drops an unknown level with a warning", () => {
    assert.deepEqual(scope("sonnet:bogus"), {
      entries: ["anthropic/claude-sonnet-5"],
      diagnostics: ["invalid-thinking-level sonnet:bogus"],
    });
  });

  it("adds the match of every provider with a warning", () => {
    assert.deepEqual(scope("shared"), {
      entries: ["groq/shared", "cerebras/shared"],
      diagnostics: ["ambiguous shared"],
    });
    assert.deepEqual(scope("opus"), {
      entries: ["anthropic/claude-opus-5", "openrouter/anthropic/claude-opus-5"],
      diagnostics: ["ambiguous opus"],
    });
  });

  it("takes a full reference literally, brackets included", () => {
    assert.deepEqual(scope("anthropic/claude-opus-5").entries, ["anthropic/claude-opus-5"]);
    const odd = model("acme/a[b]");
    assert.deepEqual(resolveScope(["a[b]"], [odd, model("acme/ab")]).entries, [{ model: odd }]);
    assert.deepEqual(resolveScope(["a[b*"], [model("acme/a[bc")]).entries.length, 1);
  });
});

describe("chooseInitialModel", () => {
  async function choose(input: InitialModelInput, ...configured: string[]): Promise<unknown> {
    const { model: chosen, source, notices } = await chooseInitialModel(input, catalog(...configured));
    return [chosen && modelReference(chosen), source, ...notices];
  }
  const scoped = { scope: [{ model: model("groq/shared") }] };
  const resumed = { isResuming: true, resumed: { provider: "acme", modelId: "m" } };

  it("prefers --model to everything", async () => {
    assert.deepEqual(await choose({ requested: model("x/y"), ...scoped, ...resumed }, "acme"), [
      "x/y",
      "flag",
    ]);
  });

  it("restores the selection of the branch, not the scope", async () => {
    assert.deepEqual(await choose({ ...resumed, ...scoped }, "acme"), ["acme/m", "session"]);
  });

  it("says what replaces a selection that cannot be restored", async () => {
    assert.deepEqual(await choose({ ...resumed, ...scoped }, "anthropic"), [
      "anthropic/claude-opus-5",
      "available",
      "Could not restore model acme/m. Using anthropic/claude-opus-5",
    ]);
    assert.deepEqual(await choose(resumed), [undefined, "none", "Could not restore model acme/m."]);
  });

  it("takes the first scoped model of a new session", async () => {
    assert.deepEqual(await choose({ ...scoped, defaultProvider: "acme" }, "acme"), ["groq/shared", "scope"]);
  });

  const partialDefaults: [title: string, input: InitialModelInput, chosen: string][] = [
    ["a pair, whatever the case", { defaultProvider: "ACME", defaultModel: "M" }, "acme/m"],
    ["a provider alone", { defaultProvider: "acme" }, "acme/main"],
    ["a reference alone", { defaultModel: "acme/m" }, "acme/m"],
    ["a bare id of one available provider", { defaultModel: "shared" }, "groq/shared"],
  ];
  for (const [title, input, chosen] of partialDefaults) {
    it(`takes the configured default: ${title}`, async () => {
      assert.deepEqual(await choose(input, "anthropic", "acme", "groq"), [chosen, "default"]);
    });
  }

  it("skips a default that is unknown, ambiguous or without credentials", async () => {
    const fallback = ["anthropic/claude-opus-5", "available"];
    const skipped = async (input: InitialModelInput): Promise<unknown> =>
      choose(input, "anthropic", "groq", "cerebras");
    assert.deepEqual(await skipped({ defaultProvider: "acme", defaultModel: "m" }), [
      ...fallback,
      "Default model acme/m is not available.",
    ]);
    assert.deepEqual(await skipped({ defaultModel: "shared" }), [
      ...fallback,
      "Default model shared is not available.",
    ]);
    assert.deepEqual(await skipped({ defaultModel: "sonnet" }), [
      ...fallback,
      "Default model sonnet is not available.",
    ]);
  });

  it("takes the default model of the first available provider, else its first model", async () => {
    assert.deepEqual(await choose({}, "acme", "groq"), ["groq/shared", "available"]);
    assert.deepEqual(await choose({}, "acme"), ["acme/main", "available"]);
  });

  it("asks for a stand-in only when nothing is available", async () => {
    const guide = model("offline/guide");
    const findStandIn = (): Promise<Model> => Promise.resolve(guide);
    assert.deepEqual(await choose({ findStandIn }), ["offline/guide", "standIn"]);
    assert.deepEqual(await choose({ ...resumed, findStandIn }), [
      "offline/guide",
      "standIn",
      "Could not restore model acme/m. Using offline/guide",
    ]);
    const fail = (): Promise<Model> => assert.fail("must not be asked");
    assert.deepEqual(await choose({ findStandIn: fail }, "acme"), ["acme/main", "available"]);
  });
});

describe("thinking level", () => {
  const capable = model("p/m");
  const modelLevels = readModelThinkingLevels({ "p/m": "high" }).levels;

  it("models.md 27: follows the order of its sources", () => {
    const level = (sources: Parameters<typeof initialThinkingLevel>[1]): string =>
      initialThinkingLevel(capable, sources).level;
    const all = { scope: "off", resumed: "low", modelLevels, default: "low" } as const;
    assert.equal(level({ modelLevels, default: "low" }), "high");
    assert.equal(level({ ...all, scope: undefined }), "low");
    assert.equal(level(all), "off");
    assert.equal(level({ ...all, modelSuffix: "low" }), "low");
    assert.equal(level({ ...all, modelSuffix: "low", flag: "minimal" }), "minimal");
    assert.equal(level({ default: "low" }), "low");
    assert.equal(level({}), "medium");
  });

  it("warns about invalid levels of models and keeps the others", () => {
    const { levels, warnings } = readModelThinkingLevels({ "p/m": "high", "p/x": "huge", "p/y": 3 });
    assert.deepEqual([...levels], [["p/m", "high"]]);
    assert.deepEqual(warnings, [
      'Ignored modelThinkingLevels["p/x"]: it is not a thinking level.',
      'Ignored modelThinkingLevels["p/y"]: it is not a thinking level.',
    ]);
    assert.deepEqual(readModelThinkingLevels(undefined), { levels: new Map(), warnings: [] });
  });

  it("keeps the preferred level over a model that cannot think", () => {
    const plain = model("p/plain", { reasoning: false });
    const first = initialThinkingLevel(capable, { default: "low" });
    const second = thinkingLevelAfterSwitch(plain, first.preferred);
    assert.deepEqual(second, { preferred: "low", level: "off" });
    assert.deepEqual(thinkingLevelAfterSwitch(model("p/other"), second.preferred), {
      preferred: "low",
      level: "low",
    });
  });

  it("takes the level that belongs to the new model", () => {
    assert.deepEqual(thinkingLevelAfterSwitch(capable, "low", { modelLevels }), {
      preferred: "high",
      level: "high",
    });
    assert.equal(
      thinkingLevelAfterSwitch(capable, "low", { modelLevels, scope: "minimal" }).level,
      "minimal",
    );
  });

  it("models.md 26: cycles the supported levels and wraps", () => {
    assert.equal(nextThinkingLevel(capable, "off"), "minimal");
    assert.equal(nextThinkingLevel(capable, "high"), "off");
    assert.equal(nextThinkingLevel(model("p/x", { thinkingLevelMap: { xhigh: "max" } }), "high"), "xhigh");
    assert.equal(nextThinkingLevel(model("p/plain", { reasoning: false }), "off"), undefined);
  });

  it("models.md 26: clamps a level that cannot be", () => {
    const always = model("p/x", { thinkingLevelMap: { off: null, minimal: null } });
    assert.equal(initialThinkingLevel(always, { flag: "off" }).level, "low");
  });
});

describe("cycleModel", () => {
  const [a, b, c] = [model("p/a"), model("p/b"), model("p/c")];
  const available = [a, b, c];

  it("models.md 25: enters the scope at its first model and tells that it is scoped", () => {
    const scope = [{ model: b, thinkingLevel: "high" } as const, { model: c }];
    assert.deepEqual(cycleModel(a, { scope, available }), {
      model: b,
      thinkingLevel: "high",
      isScoped: true,
    });
    assert.deepEqual(cycleModel(a, { scope, available }, "backward"), { model: c, isScoped: true });
  });

  it("models.md 25: has nothing to choose from with one entry or none", () => {
    assert.equal(cycleModel(a, { scope: [{ model: a }], available }), undefined);
    assert.equal(cycleModel(a, { available: [a] }), undefined);
    assert.equal(cycleModel(undefined, { available: [] }), undefined);
  });

  it("walks the available models both ways and wraps", () => {
    assert.deepEqual(cycleModel(a, { available }), { model: b, isScoped: false });
    assert.deepEqual(cycleModel(c, { available }), { model: a, isScoped: false });
    assert.deepEqual(cycleModel(a, { available }, "backward"), { model: c, isScoped: false });
    assert.deepEqual(cycleModel(c, { available, scope: [] }, "backward"), { model: b, isScoped: false });
  });
});
