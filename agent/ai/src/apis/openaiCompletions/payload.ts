import type { Model, ThinkingLevel } from "@relay-harness/protocol";
import { estimateContext, outputLimit, shareCeiling, thinkingBudget } from "../../budgets.ts";
import { clampThinkingLevel } from "../../thinking.ts";
import type { Context, HeaderPatch, StreamOptions } from "../../types.ts";
import { affinityHeaders, cacheRetention, promptCacheKey } from "../openaiShared/caching.ts";
import { completionsCompat, type CompletionsCompat } from "../openaiShared/compat.ts";
import { providerHeaders } from "../openaiShared/providerHeaders.ts";
import { samplingParams } from "../openaiShared/sampling.ts";
import { markForCaching } from "./cacheMarkers.ts";
import { wireConversation } from "./conversation.ts";
import { thinkingParams } from "./thinkingParams.ts";
import type { WireMessage, WireTool } from "./wire.ts";

/** A request and what reading its answer needs to know of it. */
export interface CompletionsRequest {
  payload: Record<string, unknown>;
  headers: HeaderPatch;
  compat: CompletionsCompat;
  /** Grammar tools of the request with the property that holds their text. */
  grammar: ReadonlyMap<string, string>;
  prefersStrict: boolean;
  /** Effort as sent. */
  effort?: string;
}

/**
 * Builds the body of a Chat Completions request (models.md §26.3).
 * @param relaxed Declare tools that only prefer strict arguments as normal ones.
 * @throws Error when a tool requires what the model cannot do.
 */
export function buildRequest(
  model: Model,
  context: Context,
  options: StreamOptions,
  relaxed = false,
): CompletionsRequest {
  const compat = completionsCompat(model);
  const limits = tokenLimits(model, context, options, compat);
  const thinking = thinkingParams(model, compat, limits);
  const thinkingOn = model.reasoning && limits.level !== "off";
  const conversation = wireConversation(model, context, { compat, options, thinkingOn, relaxed });
  const { messages, tools, grammar } = conversation;
  const payload: Record<string, unknown> = {
    model: model.id,
    stream: true,
    ...streamOptions(model, compat),
    ...(compat.supportsStore ? { store: false } : {}),
    ...(limits.maxTokens === undefined ? {} : { [compat.maxTokensField]: limits.maxTokens }),
    messages,
    ...(tools ? { tools } : {}),
    ...(tools?.length && options.toolChoice ? { tool_choice: options.toolChoice } : {}),
    ...(tools?.length && compat.zaiToolStream ? { tool_stream: true } : {}),
    ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
    ...thinking.body,
    ...caching({ model, compat, options, messages, tools }),
    ...(compat.openRouterRouting ? { provider: compat.openRouterRouting } : {}),
    ...(compat.vercelGatewayRouting ? { providerOptions: { gateway: compat.vercelGatewayRouting } } : {}),
    ...(compat.vllmPriority === undefined ? {} : { priority: compat.vllmPriority }),
    ...samplingParams(model, clampThinkingLevel(model, options.reasoning ?? "off"), options.samplingParams),
  };
  const headers = {
    ...(compat.sendSessionAffinityHeaders
      ? affinityHeaders("completions", compat.sessionAffinityFormat, options)
      : {}),
    ...providerHeaders(model, options),
  };
  const effort = thinking.effort === undefined ? {} : { effort: thinking.effort };
  return { payload, headers, compat, grammar, prefersStrict: conversation.prefersStrict, ...effort };
}

interface Limits {
  level: ThinkingLevel;
  maxTokens?: number;
  budget?: number;
}

function tokenLimits(
  model: Model,
  context: Context,
  options: StreamOptions,
  compat: CompletionsCompat,
): Limits {
  const level = clampThinkingLevel(model, options.reasoning ?? "off");
  const estimatedInput = estimateContext(context).tokens;
  if (level === "off" || !sendsBudget(compat)) {
    return { level, maxTokens: outputLimit(model, options.maxTokens, estimatedInput) };
  }
  const { maxTokens, budget } = shareCeiling(model, {
    requested: options.maxTokens,
    budget: thinkingBudget(level, options.thinkingBudgets),
    minimumBudget: 1,
    estimatedInput,
  });
  return { level: budget === undefined ? "off" : level, maxTokens, budget };
}

function sendsBudget(compat: CompletionsCompat): boolean {
  if (compat.thinkingTokenBudgetField) return true;
  const templates = [compat.chatTemplateKwargs, compat.chatTemplateArgs];
  return templates.some((values) => JSON.stringify(values ?? {}).includes('"thinking.budget"'));
}

function streamOptions(model: Model, compat: CompletionsCompat): Record<string, unknown> {
  const isOpenAI = model.baseUrl.includes("api.openai.com");
  const members = {
    ...(compat.supportsUsageInStreaming ? { include_usage: true } : {}),
    ...(isOpenAI ? { include_obfuscation: false } : {}),
  };
  return Object.keys(members).length > 0 ? { stream_options: members } : {};
}

interface CachingInput {
  model: Model;
  compat: CompletionsCompat;
  options: StreamOptions;
  messages: WireMessage[];
  tools: WireTool[] | undefined;
}

/** Body members that control caching; markers are set on the messages and tools themselves. */
function caching({ model, compat, options, messages, tools }: CachingInput): Record<string, unknown> {
  const retention = cacheRetention(options);
  if (retention === "none") return {};
  const isLong = retention === "long" && compat.supportsLongCacheRetention;
  const usesMarkers = compat.cacheControlFormat === "anthropic";
  if (usesMarkers) markForCaching(messages, tools, isLong);

  const isAutomatic = model.baseUrl.includes("api.openai.com") || isLong;
  const sendsKey =
    compat.promptCacheKeyMode === "enabled" || (compat.promptCacheKeyMode === "auto" && isAutomatic);
  return {
    ...(sendsKey && options.sessionId ? { prompt_cache_key: promptCacheKey(options.sessionId) } : {}),
    ...(isLong && !usesMarkers ? { prompt_cache_retention: "24h" } : {}),
  };
}
