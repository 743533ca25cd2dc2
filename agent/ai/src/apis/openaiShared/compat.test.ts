import assert from "node:assert/strict";
import type { Model } from "@relay-harness/protocol";
import { chatModel } from "../../../../../test/support/openaiStreams.ts";
import { completionsCompat, responsesCompat, type CompletionsCompat } from "./compat.ts";

/** Flags of an endpoint without any declaration (models.md §6.1). */
const defaults: Partial<CompletionsCompat> = {
  supportsStore: true,
  supportsDeveloperRole: false,
  supportsReasoningEffort: true,
  supportsUsageInStreaming: true,
  supportsFinishReason: true,
  maxTokensField: "max_completion_tokens",
  requiresToolResultName: false,
  requiresAssistantAfterToolResult: false,
  requiresNonNullAssistantContent: false,
  requiresToolsWithToolHistory: false,
  requiresThinkingAsText: false,
  requiresReasoningContentOnAssistantMessages: false,
  thinkingFormat: "openai",
  zaiToolStream: false,
  supportsOpenAIGrammarTools: false,
  supportsMidConvoSystemMessages: false,
  supportsMidConvoToolAdditions: false,
  supportsStrictMode: false,
  sendSessionAffinityHeaders: false,
  sessionAffinityFormat: "openai",
  promptCacheKeyMode: "auto",
  supportsLongCacheRetention: false,
  costFromResponse: false,
};

function differences(more: Partial<Model>): Partial<CompletionsCompat> {
  const flags = completionsCompat(chatModel({ baseUrl: "http://127.0.0.1:9/v1", ...more }));
  const entries = Object.entries(flags).filter(
    ([name, value]) => value !== undefined && value !== defaults[name as keyof CompletionsCompat],
  );
  return Object.fromEntries(entries);
}

const noStore = { supportsStore: false };
const noStoreMaxTokens = { supportsStore: false, maxTokensField: "max_tokens" };
const deepseek = {
  ...noStoreMaxTokens,
  thinkingFormat: "deepseek",
  requiresReasoningContentOnAssistantMessages: true,
};
const openrouter = {
  thinkingFormat: "openrouter",
  sendSessionAffinityHeaders: true,
  sessionAffinityFormat: "openrouter",
  costFromResponse: true,
};
const zai = { ...noStore, thinkingFormat: "zai", supportsReasoningEffort: false };
const cloudflare = {
  ...noStore,
  sendSessionAffinityHeaders: true,
  sessionAffinityFormat: "openai-nosession",
};

const servers: [string, Partial<Model>, object][] = [
  [
    "OpenAI",
    { baseUrl: "https://api.openai.com/v1" },
    { supportsDeveloperRole: true, supportsLongCacheRetention: true },
  ],
  ["OpenRouter", { baseUrl: "https://openrouter.ai/api/v1" }, openrouter],
  ["OpenRouter by id", { provider: "openrouter" }, openrouter],
  [
    "OpenRouter with Claude",
    { provider: "openrouter", id: "~anthropic/claude-x" },
    { ...openrouter, cacheControlFormat: "anthropic", supportsLongCacheRetention: true },
  ],
  ["DeepSeek", { baseUrl: "https://api.deepseek.com" }, deepseek],
  ["DeepSeek by id", { provider: "deepseek" }, deepseek],
  ["xAI", { baseUrl: "https://api.x.ai/v1" }, { ...noStore, supportsReasoningEffort: false }],
  ["xAI with mapped levels", { provider: "xai", thinkingLevelMap: { high: "high" } }, noStore],
  ["Cerebras", { baseUrl: "https://api.cerebras.ai/v1" }, noStore],
  ["NVIDIA", { baseUrl: "https://integrate.api.nvidia.com/v1" }, noStoreMaxTokens],
  ["OpenCode", { provider: "opencode-go" }, noStoreMaxTokens],
  ["Moonshot", { baseUrl: "https://api.moonshot.cn/v1" }, noStoreMaxTokens],
  ["Chutes", { baseUrl: "https://llm.chutes.ai/v1" }, noStoreMaxTokens],
  [
    "Together",
    { baseUrl: "https://api.together.ai/v1" },
    { ...noStoreMaxTokens, thinkingFormat: "together" },
  ],
  ["z.ai", { baseUrl: "https://api.z.ai/api/coding/paas/v4" }, zai],
  ["z.ai in China", { baseUrl: "https://open.bigmodel.cn/api/coding/paas/v4" }, zai],
  [
    "Baseten",
    { baseUrl: "https://inference.baseten.co/v1" },
    { thinkingFormat: "baseten", sendSessionAffinityHeaders: true },
  ],
  ["Cloudflare", { baseUrl: "https://api.cloudflare.com/client/v4/accounts/a/ai/v1" }, cloudflare],
  ["Cloudflare's gateway", { baseUrl: "https://gateway.ai.cloudflare.com/v1/a/g/compat" }, cloudflare],
  ["Mistral", { baseUrl: "https://api.mistral.ai/v1" }, noStoreMaxTokens],
  ["Groq", { provider: "groq", baseUrl: "https://api.groq.com/openai/v1" }, {}],
  ["Ollama", { provider: "ollama", baseUrl: "http://localhost:11434/v1" }, {}],
  [
    "Ollama as advised",
    { baseUrl: "http://localhost:11434/v1", compat: { supportsReasoningEffort: false } },
    { supportsReasoningEffort: false },
  ],
  ["LM Studio", { baseUrl: "http://localhost:1234/v1" }, {}],
  [
    "vLLM",
    {
      baseUrl: "http://localhost:8000/v1",
      compat: {
        thinkingTokenBudgetField: "thinking_token_budget",
        thinkingFormat: "qwen-chat-template",
        vllmPriority: 2,
      },
    },
    {
      thinkingTokenBudgetField: "thinking_token_budget",
      thinkingFormat: "qwen-chat-template",
      vllmPriority: 2,
    },
  ],
  [
    "SGLang",
    { baseUrl: "http://localhost:30000/v1", compat: { thinkingTokenBudgetField: "thinking_budget" } },
    { thinkingTokenBudgetField: "thinking_budget" },
  ],
  [
    "llama.cpp",
    { provider: "llama.cpp", compat: { thinkingTokenBudgetField: "thinking_budget_tokens" } },
    { thinkingTokenBudgetField: "thinking_budget_tokens" },
  ],
  [
    "LiteLLM",
    { compat: { supportsStore: false, requiresToolsWithToolHistory: true } },
    { supportsStore: false, requiresToolsWithToolHistory: true },
  ],
];

describe("openai-completions compat flags", () => {
  for (const [name, model, expected] of servers) {
    it(`of ${name}`, () => assert.deepEqual(differences(model), expected));
  }

  it("take every declared value over the detected one", () => {
    const compat = { supportsStore: true, maxTokensField: "max_completion_tokens", thinkingFormat: "openai" };
    assert.deepEqual(differences({ provider: "together", compat }), {});
  });

  it("count values of a wrong type as absent", () => {
    const compat = {
      supportsStore: "no",
      thinkingFormat: "magic",
      chatTemplateKwargs: 3,
      vllmPriority: "high",
    };
    assert.deepEqual(differences({ compat }), {});
  });

  it("the URL decides where it contradicts the provider id", () => {
    assert.deepEqual(differences({ provider: "deepseek", baseUrl: "https://api.cerebras.ai/v1" }), noStore);
  });

  it("an id that merely begins like a known one is another provider", () => {
    assert.deepEqual(differences({ provider: "zaiku" }), {});
  });

  it("tool additions in place need system messages in place", () => {
    assert.deepEqual(differences({ compat: { supportsMidConvoToolAdditions: true } }), {});
  });

  it("supportsThinkingTokenBudget is vLLM's field", () => {
    assert.deepEqual(differences({ compat: { supportsThinkingTokenBudget: true } }), {
      thinkingTokenBudgetField: "thinking_token_budget",
    });
  });
});

describe("responses compat flags", () => {
  it("have the defaults of models.md §6.2", () => {
    assert.deepEqual(responsesCompat(chatModel()), {
      supportsDeveloperRole: true,
      supportsMidConvoSystemMessages: false,
      sessionAffinityFormat: "openai",
      promptCacheKeyMode: "auto",
      supportsLongCacheRetention: true,
      supportsStrictMode: false,
      supportsOpenAIGrammarTools: false,
      supportsAdditionalTools: false,
      supportsToolSearch: false,
      supportsExplicitPromptCacheMode: false,
      supportsMidConvoEffort: false,
      supportsMaxOutputTokens: true,
    });
  });

  it("follow what the model declares, and OpenRouter's affinity", () => {
    assert.equal(responsesCompat(chatModel({ provider: "openrouter" })).sessionAffinityFormat, "openrouter");
    const compat = { sessionAffinityFormat: "openai-nosession", supportsMaxOutputTokens: false };
    const flags = responsesCompat(chatModel({ compat }));
    assert.deepEqual(
      [flags.sessionAffinityFormat, flags.supportsMaxOutputTokens],
      ["openai-nosession", false],
    );
  });
});
