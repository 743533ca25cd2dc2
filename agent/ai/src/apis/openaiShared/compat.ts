import type { Model } from "@relay-harness/protocol";
import { isJsonObject } from "@relay-harness/protocol";
import { detectEndpoint } from "./endpoint.ts";
import type { Endpoint } from "./endpoint.ts";

const thinkingFormats = [
  "openai",
  "openrouter",
  "deepseek",
  "together",
  "zai",
  "qwen",
  "qwen-chat-template",
  "chat-template",
  "baseten",
  "string-thinking",
  "ant-ling",
] as const;
const affinityFormats = ["openai", "openai-nosession", "openrouter"] as const;
const cacheKeyModes = ["auto", "enabled", "disabled"] as const;
const maxTokensFields = ["max_completion_tokens", "max_tokens"] as const;
const budgetFields = ["thinking_token_budget", "thinking_budget", "thinking_budget_tokens"] as const;

export type ThinkingFormat = (typeof thinkingFormats)[number];
export type SessionAffinityFormat = (typeof affinityFormats)[number];
export type PromptCacheKeyMode = (typeof cacheKeyModes)[number];

/** Flags that both OpenAI families share. */
export interface SharedCompat {
  supportsDeveloperRole: boolean;
  supportsMidConvoSystemMessages: boolean;
  supportsStrictMode: boolean;
  supportsOpenAIGrammarTools: boolean;
  supportsLongCacheRetention: boolean;
  sessionAffinityFormat: SessionAffinityFormat;
  promptCacheKeyMode: PromptCacheKeyMode;
}

/** Complete flags of `openai-completions` (models.md §6.1). */
export interface CompletionsCompat extends SharedCompat {
  supportsStore: boolean;
  supportsReasoningEffort: boolean;
  supportsUsageInStreaming: boolean;
  supportsFinishReason: boolean;
  maxTokensField: (typeof maxTokensFields)[number];
  requiresToolResultName: boolean;
  requiresAssistantAfterToolResult: boolean;
  requiresNonNullAssistantContent: boolean;
  requiresToolsWithToolHistory: boolean;
  requiresThinkingAsText: boolean;
  requiresReasoningContentOnAssistantMessages: boolean;
  thinkingFormat: ThinkingFormat;
  chatTemplateKwargs?: Record<string, unknown>;
  chatTemplateArgs?: Record<string, unknown>;
  openRouterRouting?: Record<string, unknown>;
  vercelGatewayRouting?: Record<string, unknown>;
  zaiToolStream: boolean;
  thinkingTokenBudgetField?: (typeof budgetFields)[number];
  supportsMidConvoToolAdditions: boolean;
  cacheControlFormat?: "anthropic";
  sendSessionAffinityHeaders: boolean;
  vllmPriority?: number;
  /** The response prices itself in `usage.cost` (models.md §12). */
  costFromResponse: boolean;
}

/** Complete flags of the Responses families (models.md §6.2). */
export interface ResponsesCompat extends SharedCompat {
  supportsAdditionalTools: boolean;
  supportsToolSearch: boolean;
  supportsExplicitPromptCacheMode: boolean;
  supportsMidConvoEffort: boolean;
  supportsMaxOutputTokens: boolean;
}

/** Flags of a model: what `compat` declares, else what its endpoint is known for. */
export function completionsCompat(model: Model): CompletionsCompat {
  const endpoint = detectEndpoint(model);
  const detected = { ...completionsDefaults, ...endpointDifferences(endpoint, model) };
  const flags = new Flags(model.compat);
  return {
    supportsStore: flags.boolean("supportsStore", detected.supportsStore),
    supportsDeveloperRole: flags.boolean("supportsDeveloperRole", detected.supportsDeveloperRole),
    supportsReasoningEffort: flags.boolean("supportsReasoningEffort", detected.supportsReasoningEffort),
    supportsUsageInStreaming: flags.boolean("supportsUsageInStreaming", true),
    supportsFinishReason: flags.boolean("supportsFinishReason", true),
    maxTokensField: flags.oneOf("maxTokensField", maxTokensFields) ?? detected.maxTokensField,
    requiresToolResultName: flags.boolean("requiresToolResultName", false),
    requiresAssistantAfterToolResult: flags.boolean("requiresAssistantAfterToolResult", false),
    requiresNonNullAssistantContent: flags.boolean("requiresNonNullAssistantContent", false),
    requiresToolsWithToolHistory: flags.boolean("requiresToolsWithToolHistory", false),
    requiresThinkingAsText: flags.boolean("requiresThinkingAsText", false),
    requiresReasoningContentOnAssistantMessages: flags.boolean(
      "requiresReasoningContentOnAssistantMessages",
      endpoint === "deepseek",
    ),
    thinkingFormat: flags.oneOf("thinkingFormat", thinkingFormats) ?? detected.thinkingFormat,
    chatTemplateKwargs: flags.object("chatTemplateKwargs"),
    chatTemplateArgs: flags.object("chatTemplateArgs"),
    openRouterRouting: flags.object("openRouterRouting"),
    vercelGatewayRouting: flags.object("vercelGatewayRouting"),
    zaiToolStream: flags.boolean("zaiToolStream", false),
    thinkingTokenBudgetField:
      flags.oneOf("thinkingTokenBudgetField", budgetFields) ??
      (flags.boolean("supportsThinkingTokenBudget", false) ? "thinking_token_budget" : undefined),
    supportsOpenAIGrammarTools: flags.boolean("supportsOpenAIGrammarTools", false),
    supportsMidConvoSystemMessages: flags.boolean("supportsMidConvoSystemMessages", false),
    supportsMidConvoToolAdditions:
      flags.boolean("supportsMidConvoToolAdditions", false) &&
      flags.boolean("supportsMidConvoSystemMessages", false),
    supportsStrictMode: flags.boolean("supportsStrictMode", false),
    cacheControlFormat:
      flags.oneOf("cacheControlFormat", ["anthropic"] as const) ?? detected.cacheControlFormat,
    sendSessionAffinityHeaders: flags.boolean(
      "sendSessionAffinityHeaders",
      detected.sendSessionAffinityHeaders,
    ),
    sessionAffinityFormat:
      flags.oneOf("sessionAffinityFormat", affinityFormats) ?? detected.sessionAffinityFormat,
    promptCacheKeyMode: flags.oneOf("promptCacheKeyMode", cacheKeyModes) ?? "auto",
    supportsLongCacheRetention: flags.boolean(
      "supportsLongCacheRetention",
      detected.supportsLongCacheRetention,
    ),
    vllmPriority: flags.number("vllmPriority"),
    costFromResponse: endpoint === "openrouter",
  };
}

/** As {@link completionsCompat} for `openai-responses`, `azure-openai-responses`, `openai-codex-responses`. */
export function responsesCompat(model: Model): ResponsesCompat {
  const flags = new Flags(model.compat);
  const isOpenRouter = detectEndpoint(model) === "openrouter";
  return {
    supportsDeveloperRole: flags.boolean("supportsDeveloperRole", true),
    supportsMidConvoSystemMessages: flags.boolean("supportsMidConvoSystemMessages", false),
    sessionAffinityFormat:
      flags.oneOf("sessionAffinityFormat", affinityFormats) ?? (isOpenRouter ? "openrouter" : "openai"),
    promptCacheKeyMode: flags.oneOf("promptCacheKeyMode", cacheKeyModes) ?? "auto",
    supportsLongCacheRetention: flags.boolean("supportsLongCacheRetention", true),
    supportsStrictMode: flags.boolean("supportsStrictMode", false),
    supportsOpenAIGrammarTools: flags.boolean("supportsOpenAIGrammarTools", false),
    supportsAdditionalTools: flags.boolean("supportsAdditionalTools", false),
    supportsToolSearch: flags.boolean("supportsToolSearch", false),
    supportsExplicitPromptCacheMode: flags.boolean("supportsExplicitPromptCacheMode", false),
    supportsMidConvoEffort: flags.boolean("supportsMidConvoEffort", false),
    supportsMaxOutputTokens: flags.boolean("supportsMaxOutputTokens", true),
  };
}

type Detected = Pick<
  CompletionsCompat,
  | "supportsStore"
  | "supportsDeveloperRole"
  | "supportsReasoningEffort"
  | "maxTokensField"
  | "thinkingFormat"
  | "cacheControlFormat"
  | "sendSessionAffinityHeaders"
  | "sessionAffinityFormat"
  | "supportsLongCacheRetention"
>;

const completionsDefaults: Detected = {
  supportsStore: true,
  supportsDeveloperRole: false,
  supportsReasoningEffort: true,
  maxTokensField: "max_completion_tokens",
  thinkingFormat: "openai",
  sendSessionAffinityHeaders: false,
  sessionAffinityFormat: "openai",
  supportsLongCacheRetention: false,
};

function endpointDifferences(endpoint: Endpoint, model: Model): Partial<Detected> {
  switch (endpoint) {
    case "openai":
      return { supportsDeveloperRole: true, supportsLongCacheRetention: true };
    case "openrouter": {
      const affinity = { sendSessionAffinityHeaders: true, sessionAffinityFormat: "openrouter" } as const;
      const markers = /^~?anthropic\//.test(model.id)
        ? ({ cacheControlFormat: "anthropic", supportsLongCacheRetention: true } as const)
        : {};
      return { thinkingFormat: "openrouter", ...affinity, ...markers };
    }
    case "deepseek":
      return { supportsStore: false, maxTokensField: "max_tokens", thinkingFormat: "deepseek" };
    case "xai":
      return { supportsStore: false, supportsReasoningEffort: mapsLevels(model) };
    case "cerebras":
      return { supportsStore: false };
    case "nvidia":
    case "opencode":
    case "moonshot":
    case "chutes":
    case "mistral":
      return { supportsStore: false, maxTokensField: "max_tokens" };
    case "together":
      return { supportsStore: false, maxTokensField: "max_tokens", thinkingFormat: "together" };
    case "zai":
      return { supportsStore: false, thinkingFormat: "zai", supportsReasoningEffort: false };
    case "baseten":
      return { thinkingFormat: "baseten", sendSessionAffinityHeaders: true };
    case "cloudflare":
      return {
        supportsStore: false,
        sendSessionAffinityHeaders: true,
        sessionAffinityFormat: "openai-nosession",
      };
    case "other":
      return {};
  }
}

function mapsLevels(model: Model): boolean {
  return Object.values(model.thinkingLevelMap ?? {}).some((value) => typeof value === "string");
}

/** Reads declared flags; a value of the wrong type counts as absent. */
class Flags {
  private readonly declared: Record<string, unknown>;

  constructor(declared: Record<string, unknown> | undefined) {
    this.declared = declared ?? {};
  }

  boolean(name: string, fallback: boolean): boolean {
    const value = this.declared[name];
    return typeof value === "boolean" ? value : fallback;
  }

  number(name: string): number | undefined {
    const value = this.declared[name];
    return typeof value === "number" ? value : undefined;
  }

  object(name: string): Record<string, unknown> | undefined {
    const value = this.declared[name];
    return isJsonObject(value) ? value : undefined;
  }

  oneOf<const T extends string>(name: string, values: readonly T[]): T | undefined {
    const value = this.declared[name];
    return values.find((candidate) => candidate === value);
  }
}
