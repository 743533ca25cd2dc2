import assert from "node:assert/strict";
import { thinkingLevels, type Model } from "@relay-harness/protocol";
import { findDrift } from "../../../../scripts/generateCatalog.ts";
import { supportedThinkingLevels } from "../thinking.ts";
import { hasBundledModels, loadBundledModels, providerEndpoints, sharedEndpoint } from "./catalog.ts";
import { builtInProvider, canonicalProviderId, listBuiltInProviders } from "./providers.ts";

async function model(provider: string, id: string): Promise<Model> {
  const found = (await loadBundledModels(provider)).find((candidate) => candidate.id === id);
  assert.ok(found, `${provider}/${id} is not in the catalog`);
  return found;
}

describe("bundled catalog", () => {
  it("is what the script makes of the committed facts", () => assert.deepEqual(findDrift(), []));

  it("gives complete models", async () => {
    for (const { id: provider } of listBuiltInProviders()) {
      const models = await loadBundledModels(provider);
      assert.equal(new Set(models.map(({ id }) => id)).size, models.length, `${provider} repeats an id`);
      for (const entry of models) {
        assert.equal(entry.provider, provider);
        assert.ok(entry.id && entry.name && entry.api, `${provider}/${entry.id}`);
        assert.equal(typeof entry.baseUrl, "string");
        assert.ok(entry.contextWindow >= 0 && entry.maxTokens >= 0, `${provider}/${entry.id}`);
      }
    }
  });

  it("gives fresh objects", async () => {
    const [first] = await loadBundledModels("groq");
    const [second] = await loadBundledModels("groq");
    assert.notEqual(first, second);
    assert.deepEqual(first, second);
  });

  it("models.md 81: every default model belongs to its provider", async () => {
    for (const { id, defaultModel, secondDefaultModel } of listBuiltInProviders()) {
      for (const name of [defaultModel, secondDefaultModel]) {
        if (name !== undefined) await model(id, name);
      }
    }
  });

  it("models.md 81: every router default belongs to its provider", async () => {
    const defaults = {
      anthropic: ["claude-haiku-4-5", "claude-sonnet-5-5", "claude-opus-5-5", "claude-fable-5-1"],
      "openai-codex": ["gpt-6-luna", "gpt-5.6-terra", "gpt-6-sol", "gpt-6.1-sol"],
      google: ["gemini-3.5-flash", "gemini-3.8-flash", "gemini-3.1-pro-preview"],
    };
    for (const [provider, ids] of Object.entries(defaults)) for (const id of ids) await model(provider, id);
  });

  type Starter = [reference: string, context: number, maxTokens: number, cost: string, levels: string];
  const starters: Starter[] = [
    ["anthropic/claude-opus-5-5", 1000000, 128000, "4/20/0.2/5", "low medium high xhigh max"],
    ["anthropic/claude-sonnet-5-5", 1000000, 128000, "2/10/0.1/2.5", "low medium high xhigh max"],
    ["anthropic/claude-haiku-5-5", 1000000, 128000, "0.1/0.5/0.01/0.125", "off low medium high xhigh max"],
    ["anthropic/claude-haiku-4-5", 200000, 64000, "1/5/0.1/1.25", "off minimal low medium high"],
    ["openai/gpt-6.2-sol", 272000, 128000, "2/10/0.1/2.5", "low medium high xhigh max"],
    ["openai/gpt-6-luna", 272000, 128000, "0.1/0.5/0.01/0.125", "off low medium high xhigh max"],
    ["openai/gpt-5-mini", 400000, 128000, "0.25/2/0.025/0", "minimal low medium high"],
    ["openai/gpt-4.1", 1047576, 32768, "2/8/0.5/0", "off"],
    ["google/gemini-4-argon", 1048576, 32768, "2/10/0.1/0", "low medium high"],
    ["google/gemini-3.8-flash", 1048576, 65536, "0.75/3.75/0.075/0", "low medium high"],
    ["google/gemini-2.5-flash", 1048576, 65536, "0.3/2.5/0.03/0", "off minimal low medium high"],
    ["deepseek/deepseek-v4-pro", 1000000, 384000, "1.32/3.96/0.044/0", "off high max"],
    ["deepseek/deepseek-flash", 1000000, 384000, "0.3/1.2/0.006/0", "off low high max"],
    ["xai/grok-4.7", 500000, 500000, "2/6/0.5/0", "low medium high xhigh"],
    ["groq/openai/gpt-oss-120b", 131072, 65536, "0.15/0.6/0.075/0", "low medium high"],
    ["mistral/devstral-medium-latest", 262144, 262144, "0.4/2/0.04/0", "off"],
  ];
  for (const [reference, context, maxTokens, cost, levels] of starters) {
    it(`models.md §2.4: ${reference} has the figures of the starter set`, async () => {
      const slash = reference.indexOf("/");
      const found = await model(reference.slice(0, slash), reference.slice(slash + 1));
      const { input, output, cacheRead, cacheWrite } = found.cost;
      assert.deepEqual(
        [found.contextWindow, found.maxTokens, [input, output, cacheRead, cacheWrite].join("/")],
        [context, maxTokens, cost],
      );
      assert.equal(supportedThinkingLevels(found).join(" "), levels);
    });
  }
});

describe("catalog rules", () => {
  const adaptive = { forceAdaptiveThinking: true };
  const noSampling = { ...adaptive, supportsTemperature: false };
  const midConversation = { ...noSampling, supportsMidConvoSystemMessages: true };
  const bound = { ...midConversation, supportsThinkingBinding: true };
  const claude: [provider: string, id: string, flags: Record<string, boolean> | undefined][] = [
    ["anthropic", "claude-haiku-4-5-20251001", undefined],
    ["anthropic", "claude-sonnet-4-6", adaptive],
    ["anthropic", "claude-opus-4-7", noSampling],
    ["anthropic", "claude-opus-4-8", midConversation],
    ["anthropic", "claude-sonnet-5", noSampling],
    ["anthropic", "claude-fable-5", midConversation],
    ["anthropic", "claude-fable-5-1", bound],
    ["anthropic", "claude-opus-5-5", bound],
    ["anthropic", "claude-sonnet-5-5", bound],
    ["anthropic", "claude-haiku-5-5", bound],
    ["openrouter", "anthropic/claude-sonnet-4.6", adaptive],
    ["openrouter", "anthropic/claude-sonnet-5.5", noSampling],
    ["openrouter", "~anthropic/claude-opus-latest", noSampling],
    ["openrouter", "anthropic/claude-opus-4.1", undefined],
    ["github-copilot", "claude-opus-5.5", noSampling],
    ["vercel-ai-gateway", "anthropic/claude-opus-5-fast", noSampling],
    ["vercel-ai-gateway", "anthropic/claude-haiku-4.5-batch", undefined],
    ["amazon-bedrock", "anthropic.claude-sonnet-5-5", undefined],
  ];
  for (const [provider, id, flags] of claude) {
    it(`models.md §9.4: ${provider}/${id} has ${Object.keys(flags ?? {}).length} flags`, async () => {
      assert.deepEqual((await model(provider, id)).compat, flags);
    });
  }

  it("models.md §2.4: thinking of gemini-2.5-pro cannot be switched off", async () => {
    for (const provider of ["google", "google-vertex"]) {
      assert.equal((await model(provider, "gemini-2.5-pro")).thinkingLevelMap?.off, null);
    }
    assert.equal((await model("google", "gemini-2.5-flash")).thinkingLevelMap, undefined);
  });

  it("models.md §2.4: explicit prompt caching and system messages of openai only", async () => {
    const both = { supportsExplicitPromptCacheMode: true, supportsMidConvoSystemMessages: true };
    assert.deepEqual((await model("openai", "gpt-6.2-sol")).compat, both);
    assert.deepEqual((await model("openai", "gpt-5.6-luna")).compat, both);
    assert.deepEqual((await model("openai", "gpt-5.5")).compat, { supportsMidConvoSystemMessages: true });
    assert.equal((await model("openai", "gpt-4.1")).compat, undefined);
    for (const provider of ["openai-codex", "github-copilot", "azure-openai-responses"]) {
      assert.equal((await model(provider, "gpt-6.2-sol")).compat, undefined);
    }
    const claimed = (await loadBundledModels("openai")).filter(({ promptCache }) => promptCache);
    assert.deepEqual(claimed, []);
  });

  it("uses only known thinking levels", async () => {
    for (const { id } of listBuiltInProviders()) {
      for (const { thinkingLevelMap = {} } of await loadBundledModels(id)) {
        const unknown = Object.keys(thinkingLevelMap).filter(
          (level) => !thinkingLevels.some((l) => l === level),
        );
        assert.deepEqual(unknown, []);
      }
    }
  });
});

describe("provider table", () => {
  it("knows the alias azure", () => {
    assert.equal(canonicalProviderId("azure"), "azure-openai-responses");
    assert.equal(canonicalProviderId("openai"), "openai");
  });

  it("offers a provider's models under the base URL of its Chinese twin", async () => {
    const [first] = await loadBundledModels("moonshotai-cn");
    assert.equal(first?.baseUrl, "https://api.moonshot.cn/v1");
    assert.equal(first.provider, "moonshotai-cn");
    assert.equal(hasBundledModels("zai-coding-cn"), true);
  });

  it("lists providers without models for credentials", async () => {
    assert.deepEqual(await loadBundledModels("kimi-coding"), []);
    assert.deepEqual(builtInProvider("kimi-coding")?.keyVariables, [{ name: "KIMI_API_KEY" }]);
    assert.deepEqual(sharedEndpoint("kimi-coding"), {
      api: "anthropic-messages",
      baseUrl: "https://api.kimi.com/coding",
    });
  });

  it("tells what all models of a provider share", () => {
    assert.deepEqual(sharedEndpoint("anthropic"), {
      api: "anthropic-messages",
      baseUrl: "https://api.anthropic.com",
    });
    assert.deepEqual(sharedEndpoint("openrouter"), {});
    assert.deepEqual(sharedEndpoint("github-copilot"), {
      baseUrl: "https://api.individual.githubcopilot.com",
    });
    assert.deepEqual(sharedEndpoint("amazon-bedrock"), { api: "bedrock-converse-stream" });
    assert.deepEqual(providerEndpoints("typesafe"), {});
  });
});
