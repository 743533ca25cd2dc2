import type { Model, ThinkingLevel, ToolDeclaration } from "@relay-harness/protocol";
import { estimateContext, outputLimit, shareCeiling, thinkingBudget } from "../../budgets.ts";
import { prepareConversation } from "../../convert/handOff.ts";
import { replaySystem } from "../../systemReplay.ts";
import { clampThinkingLevel, effortFor } from "../../thinking.ts";
import type { Context, HeaderPatch, StreamOptions } from "../../types.ts";
import { cacheRetention } from "../openaiShared/caching.ts";
import { attributionHeaders } from "../openaiShared/providerHeaders.ts";
import { samplingParams } from "../openaiShared/sampling.ts";
import { anthropicCompat, type AnthropicCompat } from "./compat.ts";
import { wireMessages } from "./messages.ts";
import { wireTool } from "./tools.ts";
import type { CacheControl, WireRequest, WireThinking } from "./wire.ts";

const minimumBudget = 1_024;
/** The API requires a limit; this one is sent when neither request nor model has any. */
const fallbackMaxTokens = 32_768;
const samplingNames = ["temperature", "top_p", "top_k"];

export interface AnthropicRequest {
  url: string;
  headers: HeaderPatch;
  payload: WireRequest;
  /** Effort that is sent; `undefined` when thinking is off or budgeted. */
  effort: string | undefined;
  /** A tool is declared strict that only prefers it. */
  prefersStrict: boolean;
}

/**
 * Builds the request of a conversation (models.md §26.2). With `relaxedTools`, tools that only prefer
 * strict arguments are sent without them.
 */
export function buildRequest(
  model: Model,
  context: Context,
  options: StreamOptions,
  relaxedTools: boolean,
): AnthropicRequest {
  const compat = anthropicCompat(model);
  const level = clampThinkingLevel(model, options.reasoning ?? "off");
  const plan = planThinking(model, context, options, compat, level);
  const { system, tools, laterSystemMessages } = replaySystem(context, {
    messagesInPlace: compat.supportsMidConvoSystemMessages,
    toolsInPlace: compat.supportsMidConvoToolChanges,
  });
  const prepared = prepareConversation(model, context, {
    ids: "anthropic",
    laterSystemMessages,
    blockImages: options.blockImages,
  });
  const conversation = wireMessages(prepared, { compat, tools, relaxedTools, effort: plan.effort });
  const userId = options.metadata?.user_id;

  const payload: WireRequest = {
    model: model.id,
    max_tokens: plan.maxTokens,
    stream: true,
    ...(system ? { system: [{ type: "text", text: system }] } : {}),
    messages: conversation.messages,
    ...(tools.length > 0 ? { tools: tools.map((tool) => wireTool(tool, compat, relaxedTools)) } : {}),
    ...(options.toolChoice && tools.length > 0 ? { tool_choice: { type: options.toolChoice } } : {}),
    ...(plan.thinking ? { thinking: plan.thinking } : {}),
    ...(conversation.effort === undefined ? {} : { output_config: { effort: conversation.effort } }),
    ...(typeof userId === "string" ? { metadata: { user_id: userId } } : {}),
    ...(compat.allowedFallbackModels.length > 0
      ? { fallbacks: compat.allowedFallbackModels.map((fallback) => ({ model: fallback.model })) }
      : {}),
  };
  addSampling(
    payload,
    samplingParams(model, level, {
      ...options.samplingParams,
      ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
    }),
    compat,
  );
  addCacheMarkers(payload, options, compat);
  return {
    url: messagesUrl(model.baseUrl),
    headers: requestHeaders(model, payload, options, compat),
    payload,
    effort: plan.effort,
    prefersStrict: tools.some(
      (tool, index) => payload.tools?.[index]?.strict && isPreference(tool.constrainedSampling),
    ),
  };
}

function isPreference(sampling: ToolDeclaration["constrainedSampling"]): boolean {
  return (
    sampling !== undefined &&
    sampling !== false &&
    sampling.type === "json_schema" &&
    sampling.strict === "prefer"
  );
}

/** Users write the base URL with and without `/v1`. */
function messagesUrl(baseUrl: string): string {
  const base = baseUrl.replace(/\/+$/, "");
  return base.endsWith("/v1") ? `${base}/messages` : `${base}/v1/messages`;
}

interface ThinkingPlan {
  maxTokens: number;
  thinking?: WireThinking;
  effort?: string;
}

function planThinking(
  model: Model,
  context: Context,
  options: StreamOptions,
  compat: AnthropicCompat,
  level: ThinkingLevel,
): ThinkingPlan {
  const estimatedInput = model.contextWindow > 0 ? estimateContext(context).tokens : 0;
  const maxTokens = outputLimit(model, options.maxTokens, estimatedInput) ?? fallbackMaxTokens;
  if (!model.reasoning) return { maxTokens };
  const binding: Partial<WireThinking> = compat.supportsThinkingBinding
    ? { block_binding: { prefix_mismatch_behavior: "drop_block" } }
    : {};

  if (level === "off") {
    const type = compat.forceAdaptiveThinking ? effortFor(model, "off", "disabled") : "disabled";
    return { maxTokens, thinking: type === "disabled" ? { type } : { type, ...binding } };
  }
  if (compat.forceAdaptiveThinking) {
    const effort = effortFor(model, level, level === "minimal" ? "low" : level);
    return { maxTokens, thinking: { type: "adaptive", display: "summarized", ...binding }, effort };
  }
  const shared = shareCeiling(model, {
    requested: options.maxTokens,
    budget: thinkingBudget(level, options.thinkingBudgets),
    minimumBudget,
    estimatedInput,
  });
  if (shared.budget === undefined) return { maxTokens, thinking: { type: "disabled" } };
  return {
    maxTokens: shared.maxTokens ?? fallbackMaxTokens,
    thinking: { type: "enabled", budget_tokens: shared.budget, ...binding },
  };
}

/** Sampling parameters are refused beside thinking, and by newer models altogether (models.md §9.4). */
function addSampling(payload: WireRequest, params: Record<string, unknown>, compat: AnthropicCompat): void {
  const isThinking = payload.thinking !== undefined && payload.thinking.type !== "disabled";
  const isSamplingAllowed = compat.supportsTemperature && !isThinking;
  for (const [name, value] of Object.entries(params)) {
    if (isSamplingAllowed || !samplingNames.includes(name)) payload[name] = value;
  }
}

/** Marks the end of system prompt, tools and conversation as cacheable (models.md §11.1). */
function addCacheMarkers(payload: WireRequest, options: StreamOptions, compat: AnthropicCompat): void {
  const retention = cacheRetention(options);
  if (retention === "none") return;
  const isLong = retention === "long" && compat.supportsLongCacheRetention;
  const marker = (): CacheControl => ({ type: "ephemeral", ...(isLong ? { ttl: "1h" } : {}) });

  const system = payload.system?.at(-1);
  if (system) system.cache_control = marker();
  const tool = compat.supportsCacheControlOnTools ? payload.tools?.at(-1) : undefined;
  if (tool) tool.cache_control = marker();
  const user = payload.messages.findLast((message) => message.role === "user");
  const block = user?.content.at(-1);
  if (block) block.cache_control = marker();
}

function requestHeaders(
  model: Model,
  payload: WireRequest,
  options: StreamOptions,
  compat: AnthropicCompat,
): HeaderPatch {
  const headers: HeaderPatch = {
    ...(options.attribution ? attributionHeaders(model) : {}),
    "anthropic-version": "2023-06-01",
  };
  if (options.apiKey) {
    if (options.bearer) headers.authorization = `Bearer ${options.apiKey}`;
    else headers["x-api-key"] = options.apiKey;
  }
  const betas = requestBetas(payload, compat);
  if (betas.length > 0) headers["anthropic-beta"] = betas.join(",");
  if (compat.sendSessionAffinityHeaders && options.sessionId && cacheRetention(options) !== "none") {
    headers[compat.sessionAffinityHeader] = options.sessionId;
  }
  return headers;
}

/** Only features that this request uses are named. */
function requestBetas(payload: WireRequest, compat: AnthropicCompat): string[] {
  const system = payload.messages.filter((message) => message.role === "system");
  const changes = system.flatMap(({ content }) => content ?? []).filter((block) => block.type !== "text");
  const hasDefinition = changes.some((block) => block.tool.type === "tool_definition");
  const hasTools = (payload.tools?.length ?? 0) > 0 || hasDefinition;
  return [
    payload.thinking?.type === "enabled" && "interleaved-thinking-2025-05-14",
    !compat.supportsEagerToolInputStreaming && hasTools && "fine-grained-tool-streaming-2025-05-14",
    payload.thinking?.block_binding && "thinking-binding-controls-2026-08-01",
    system.some((message) => message.output_config) && "mid-conversation-output-config-2026-07-01",
    hasDefinition && "inline-tools-2026-09-15",
    changes.length > 0 && !hasDefinition && "mid-conversation-tool-changes-2026-07-01",
    payload.fallbacks && "server-side-fallback-2026-07-01",
  ].filter((beta): beta is string => typeof beta === "string");
}
