import type { Model, SystemMessage, ThinkingLevel, ToolDeclaration } from "@relay-harness/protocol";
import { estimateContext, outputLimit } from "../../budgets.ts";
import { prepareConversation, type PreparedMessage } from "../../convert/handOff.ts";
import { replaySystem, type ReplayedSystem } from "../../systemReplay.ts";
import { clampThinkingLevel, effortFor } from "../../thinking.ts";
import type { Context, HeaderPatch, StreamOptions } from "../../types.ts";
import { affinityHeaders, cacheRetention, promptCacheKey } from "../openaiShared/caching.ts";
import { responsesCompat, type ResponsesCompat } from "../openaiShared/compat.ts";
import { providerHeaders } from "../openaiShared/providerHeaders.ts";
import { samplingParams } from "../openaiShared/sampling.ts";
import { grammarProperties, planTool, prefersStrict, type PlannedTool } from "../openaiShared/tools.ts";
import { inputItems, type EffortChanges, type ToolChangeForm } from "./inputItems.ts";
import type { InputItem, ResponsesTool } from "./wire.ts";

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
  const systemRole = model.reasoning && compat.supportsDeveloperRole ? "developer" : "system";
  const system = replaySystem(context, {
    messagesInPlace: compat.supportsMidConvoSystemMessages,
    toolsInPlace: compat.supportsMidConvoSystemMessages && changesToolsInPlace(compat),
  });
  const tools = planTools(system, compat, relaxed);
  const conversation = prepareConversation(model, context, {
    ids: "responses",
    laterSystemMessages: system.laterSystemMessages,
    // Reasoning whose text was empty must not attach itself to the next item.
    keepSignedEmptyText: true,
    blockImages: options.blockImages,
  });
  const { effort, summary } = thinkingChoice(model, level);
  const efforts =
    effort !== undefined && compat.supportsMidConvoEffort ? effortChanges(conversation, effort) : undefined;
  const topLevelTools = compat.supportsAdditionalTools ? [] : tools.initial;
  const input: InputItem[] = [
    ...(system.system ? [{ role: systemRole, content: system.system } as const] : []),
    ...(compat.supportsAdditionalTools && tools.initial.length > 0
      ? [{ type: "additional_tools", role: "developer", tools: tools.initial } as const]
      : []),
    ...inputItems(conversation, { systemRole, grammar: tools.grammar, toolChanges: tools.changes, efforts }),
  ];
  const payload: Record<string, unknown> = {
    model: model.id,
    stream: true,
    store: false,
    ...maxOutputTokens(model, context, options, compat),
    ...(isOpenAI(model) ? { stream_options: { include_obfuscation: false } } : {}),
    input,
    ...(topLevelTools.length > 0 || compat.supportsAdditionalTools ? { tools: topLevelTools } : {}),
    ...(tools.initial.length > 0 && options.toolChoice ? { tool_choice: options.toolChoice } : {}),
    ...(options.temperature === undefined || model.reasoning ? {} : { temperature: options.temperature }),
    ...thinkingBody(efforts?.initial ?? effort, summary),
    ...caching(compat, options),
    ...samplingParams(model, level, options.samplingParams),
  };
  const headers = {
    ...affinityHeaders("responses", compat.sessionAffinityFormat, options),
    ...providerHeaders(model, conversation, options),
  };
  return {
    payload,
    headers,
    grammar: tools.grammar,
    prefersStrict: tools.prefersStrict,
    ...(effort === undefined ? {} : { effort }),
  };
}

function changesToolsInPlace(compat: ResponsesCompat): boolean {
  return compat.supportsAdditionalTools || compat.supportsToolSearch;
}

interface PlannedTools {
  initial: ResponsesTool[];
  grammar: ReadonlyMap<string, string>;
  prefersStrict: boolean;
  changes?: ToolChangeForm;
}

function planTools(system: ReplayedSystem, compat: ResponsesCompat, relaxed: boolean): PlannedTools {
  const plan = (tool: ToolDeclaration): PlannedTool => planTool(tool, { compat, relaxed });
  const initial = system.tools.map(plan);
  const inPlace = changesToolsInPlace(compat) && compat.supportsMidConvoSystemMessages;
  const later = inPlace ? [...system.laterSystemMessages].flatMap((message) => message.toolsAdded ?? []) : [];
  const all = [...initial, ...later.map(plan)];
  const changes: ToolChangeForm = {
    kind: compat.supportsAdditionalTools ? "additional_tools" : "tool_search",
    declare: (message: SystemMessage) => (message.toolsAdded ?? []).map(plan).map(wireTool),
  };
  return {
    initial: initial.map(wireTool),
    grammar: grammarProperties(all),
    prefersStrict: prefersStrict(all),
    ...(inPlace ? { changes } : {}),
  };
}

/** `strict` is always there: without it the service makes optional properties required. */
function wireTool(tool: PlannedTool): ResponsesTool {
  const { name, description } = tool;
  if (tool.kind === "grammar") {
    const format = { type: "grammar", syntax: tool.syntax, definition: tool.definition } as const;
    return { type: "custom", name, description, format };
  }
  return { type: "function", name, description, parameters: tool.parameters, strict: tool.strict };
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

/** The request keeps the effort that the conversation began with; later ones are input items. */
function effortChanges(conversation: readonly PreparedMessage[], current: string): EffortChanges {
  const first = conversation.find((message) => message.role === "assistant" && message.effort !== undefined);
  return { initial: (first?.role === "assistant" && first.effort) || current, current };
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
