import type { Model, SystemMessage, ThinkingLevel, ToolDeclaration } from "@relay-harness/protocol";
import { estimateContext, outputLimit, shareCeiling, thinkingBudget } from "../../budgets.ts";
import { prepareConversation, type PreparedMessage } from "../../convert/handOff.ts";
import { replaySystem } from "../../systemReplay.ts";
import { clampThinkingLevel } from "../../thinking.ts";
import type { Context, HeaderPatch, StreamOptions } from "../../types.ts";
import { affinityHeaders, cacheRetention, promptCacheKey } from "../openaiShared/caching.ts";
import { completionsCompat, type CompletionsCompat } from "../openaiShared/compat.ts";
import { providerHeaders } from "../openaiShared/providerHeaders.ts";
import { samplingParams } from "../openaiShared/sampling.ts";
import { grammarProperties, planTool, prefersStrict, type PlannedTool } from "../openaiShared/tools.ts";
import { markForCaching } from "./cacheMarkers.ts";
import { wireMessages } from "./messages.ts";
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
  const plan = (tool: ToolDeclaration): PlannedTool => planTool(tool, { compat, relaxed });
  const system = replaySystem(context, {
    messagesInPlace: compat.supportsMidConvoSystemMessages,
    toolsInPlace: compat.supportsMidConvoToolAdditions,
  });
  const conversation = prepareConversation(model, context, {
    ids: "openai",
    laterSystemMessages: system.laterSystemMessages,
    blockImages: options.blockImages,
  });
  const added = compat.supportsMidConvoToolAdditions
    ? [...system.laterSystemMessages].flatMap((message) => message.toolsAdded ?? [])
    : [];
  const planned = system.tools.map(plan);
  const allPlanned = [...planned, ...added.map(plan)];
  const grammar = grammarProperties(allPlanned);

  const limits = tokenLimits(model, context, options, compat);
  const thinking = thinkingParams(model, compat, limits);
  const systemRole = model.reasoning && compat.supportsDeveloperRole ? "developer" : "system";
  const messages = wireMessages(conversation, {
    compat,
    systemRole,
    grammar,
    thinkingOn: model.reasoning && limits.level !== "off",
    declareAdded: compat.supportsMidConvoToolAdditions
      ? (message: SystemMessage) => (message.toolsAdded ?? []).map(plan).map(wireTool)
      : undefined,
  });
  if (system.system) messages.unshift({ role: systemRole, content: system.system });
  const tools = toolList(planned.map(wireTool), conversation, compat);

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
    ...providerHeaders(model, conversation, options),
  };
  const effort = thinking.effort === undefined ? {} : { effort: thinking.effort };
  return { payload, headers, compat, grammar, prefersStrict: prefersStrict(allPlanned), ...effort };
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

function wireTool(tool: PlannedTool): WireTool {
  const { name, description } = tool;
  if (tool.kind === "grammar") {
    const grammar = { syntax: tool.syntax, definition: tool.definition };
    return { type: "custom", custom: { name, description, format: { type: "grammar", grammar } } };
  }
  const strict = tool.strict ? ({ strict: true } as const) : {};
  return { type: "function", function: { name, description, parameters: tool.parameters, ...strict } };
}

function toolList(
  tools: WireTool[],
  conversation: readonly PreparedMessage[],
  compat: CompletionsCompat,
): WireTool[] | undefined {
  if (tools.length > 0) return tools;
  const hasToolHistory = conversation.some((message) => message.role === "toolResult");
  return compat.requiresToolsWithToolHistory && hasToolHistory ? [] : undefined;
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
