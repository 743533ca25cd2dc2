import type { Model, ThinkingLevel } from "@relay-harness/protocol";
import { estimateContext, outputLimit } from "../../budgets.ts";
import { clampThinkingLevel, effortFor } from "../../thinking.ts";
import type { Context, HeaderPatch, StreamOptions } from "../../types.ts";
import { affinityHeaders, cacheRetention, promptCacheKey } from "../openaiShared/caching.ts";
import { responsesCompat, type ResponsesCompat } from "../openaiShared/compat.ts";
import { providerHeaders } from "../openaiShared/providerHeaders.ts";
import { samplingParams } from "../openaiShared/sampling.ts";
import { responsesConversation } from "./conversation.ts";

/** Fewest output tokens that OpenAI itself accepts. */
const openAIMinimumTokens = 16;

/** A request and what reading its answer needs to know of it. */
export interface ResponsesRequest {
  payload: Record<string, unknown>;
  headers: HeaderPatch;
  /** Grammar tools of the request with the property that holds their text. */
  grammar: ReadonlyMap<string, string>;
  prefersStrict: boolean;
  /** Effort as sent. */
  effort?: string;
}

/**
 * Builds the body of a Responses request (models.md §26.4).
 * @param relaxed Declare tools that only prefer strict arguments as normal ones.
 * @throws Error when a tool requires what the model cannot do.
 */
export function buildRequest(
  model: Model,
  context: Context,
  options: StreamOptions,
  relaxed = false,
): ResponsesRequest {
  const compat = responsesCompat(model);
  const level = clampThinkingLevel(model, options.reasoning ?? "off");
  const { effort, summary } = thinkingChoice(model, level);
  const conversation = responsesConversation(model, context, { compat, options, effort, relaxed });
  const { tools, grammar } = conversation;
  const payload: Record<string, unknown> = {
    model: model.id,
    stream: true,
    store: false,
    ...maxOutputTokens(model, context, options, compat),
    ...(isOpenAI(model) ? { stream_options: { include_obfuscation: false } } : {}),
    input: conversation.input,
    ...(tools ? { tools } : {}),
    ...(conversation.hasTools && options.toolChoice ? { tool_choice: options.toolChoice } : {}),
    ...(options.temperature === undefined || model.reasoning ? {} : { temperature: options.temperature }),
    ...thinkingBody(conversation.initialEffort, summary),
    ...caching(compat, options),
    ...samplingParams(model, level, options.samplingParams),
  };
  const headers = {
    ...affinityHeaders("responses", compat.sessionAffinityFormat, options),
    ...providerHeaders(model, options),
  };
  const { prefersStrict } = conversation;
  return { payload, headers, grammar, prefersStrict, ...(effort === undefined ? {} : { effort }) };
}

interface ThinkingChoice {
  /** `undefined` sends no `reasoning` at all. */
  effort?: string;
  summary: boolean;
}

function thinkingChoice(model: Model, level: ThinkingLevel): ThinkingChoice {
  if (!model.reasoning) return { summary: false };
  if (level !== "off") return { effort: effortFor(model, level), summary: true };
  return model.provider === "github-copilot"
    ? { summary: false }
    : { effort: effortFor(model, "off", "none"), summary: false };
}

function thinkingBody(effort: string | undefined, summary: boolean): Record<string, unknown> {
  if (effort === undefined) return {};
  if (!summary) return { reasoning: { effort } };
  return { reasoning: { effort, summary: "auto" }, include: ["reasoning.encrypted_content"] };
}

function maxOutputTokens(
  model: Model,
  context: Context,
  options: StreamOptions,
  compat: ResponsesCompat,
): Record<string, unknown> {
  if (!compat.supportsMaxOutputTokens) return {};
  const limit = outputLimit(model, options.maxTokens, estimateContext(context).tokens);
  if (limit === undefined) return {};
  return { max_output_tokens: isOpenAI(model) ? Math.max(limit, openAIMinimumTokens) : limit };
}

function isOpenAI(model: Model): boolean {
  return model.baseUrl.includes("api.openai.com");
}

function caching(compat: ResponsesCompat, options: StreamOptions): Record<string, unknown> {
  const retention = cacheRetention(options);
  if (retention === "none") return {};
  const sendsKey = compat.promptCacheKeyMode !== "disabled" && options.sessionId;
  return {
    ...(sendsKey && options.sessionId ? { prompt_cache_key: promptCacheKey(options.sessionId) } : {}),
    ...(retention === "long" ? longRetention(compat) : {}),
  };
}

function longRetention(compat: ResponsesCompat): Record<string, unknown> {
  if (!compat.supportsLongCacheRetention) return {};
  if (compat.supportsExplicitPromptCacheMode) return { prompt_cache_options: { ttl: "12h" } };
  return { prompt_cache_retention: "24h" };
}
