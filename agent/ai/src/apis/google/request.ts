import type { Model, ThinkingLevel, ToolDeclaration } from "@relay-harness/protocol";
import { estimateContext, outputLimit, shareCeiling, thinkingBudget } from "../../budgets.ts";
import { prepareConversation } from "../../convert/handOff.ts";
import { replaySystem } from "../../systemReplay.ts";
import { clampThinkingLevel, effortFor, supportedThinkingLevels } from "../../thinking.ts";
import type { Context, HeaderPatch, StreamOptions } from "../../types.ts";
import { samplingParams } from "../openaiShared/sampling.ts";
import { wireContents } from "./contents.ts";
import { generationOf, type Generation } from "./generation.ts";
import { googleSchema } from "./schema.ts";
import type { WireRequest, WireThinkingConfig } from "./wire.ts";

/** The API's names of parameters that users write as other APIs call them. */
const samplingNames: ReadonlyMap<string, string> = new Map([
  ["top_p", "topP"],
  ["top_k", "topK"],
]);

export interface GoogleRequest {
  url: string;
  headers: HeaderPatch;
  payload: WireRequest;
  /** Thinking level that is sent, as the API names it. */
  effort: string | undefined;
}

/** Builds the request of a conversation (models.md §26.7). */
export function buildRequest(model: Model, context: Context, options: StreamOptions): GoogleRequest {
  const generation = generationOf(model);
  const level = clampThinkingLevel(model, options.reasoning ?? "off");
  const { system, tools } = replaySystem(context);
  const prepared = prepareConversation(model, context, {
    ids: "verbatim",
    keepSignedEmptyText: true,
    blockImages: options.blockImages,
  });
  const plan = planThinking(model, context, options, level, generation);
  const generationConfig: WireRequest["generationConfig"] = {
    ...(plan.maxTokens === undefined ? {} : { maxOutputTokens: plan.maxTokens }),
    ...sampling(
      samplingParams(model, level, {
        ...options.samplingParams,
        ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
      }),
    ),
    ...(plan.thinking ? { thinkingConfig: plan.thinking } : {}),
  };
  const mode = callingMode(tools, options, generation);

  const payload: WireRequest = {
    ...(system ? { systemInstruction: { parts: [{ text: system }] } } : {}),
    contents: wireContents(prepared, generation),
    ...(tools.length > 0 ? { tools: [{ functionDeclarations: tools.map(declaration) }] } : {}),
    ...(mode ? { toolConfig: { functionCallingConfig: { mode } } } : {}),
    ...(Object.keys(generationConfig).length > 0 ? { generationConfig } : {}),
  };
  const base = model.baseUrl.replace(/\/+$/, "");
  return {
    url: `${base}/models/${model.id}:streamGenerateContent?alt=sse`,
    headers: authHeaders(options),
    payload,
    effort: plan.thinking?.thinkingLevel,
  };
}

function authHeaders({ apiKey, bearer }: StreamOptions): HeaderPatch {
  if (!apiKey) return {};
  return bearer ? { authorization: `Bearer ${apiKey}` } : { "x-goog-api-key": apiKey };
}

type FunctionDeclaration = NonNullable<WireRequest["tools"]>[0]["functionDeclarations"][number];

function declaration({ name, description, parameters }: ToolDeclaration): FunctionDeclaration {
  return { name, description, parametersJsonSchema: googleSchema(parameters) };
}

/** Constraining to the schemas is a mode of the whole request, so one tool that asks decides. */
function callingMode(
  tools: readonly ToolDeclaration[],
  options: StreamOptions,
  generation: Generation,
): "NONE" | "VALIDATED" | undefined {
  if (tools.length === 0) return undefined;
  if (options.toolChoice === "none") return "NONE";
  const wantsStrict = tools.some(
    ({ constrainedSampling }) => constrainedSampling && constrainedSampling.type === "json_schema",
  );
  return wantsStrict && generation.hasValidatedCalls ? "VALIDATED" : undefined;
}

interface ThinkingPlan {
  maxTokens: number | undefined;
  thinking?: WireThinkingConfig;
}

function planThinking(
  model: Model,
  context: Context,
  options: StreamOptions,
  level: ThinkingLevel,
  generation: Generation,
): ThinkingPlan {
  const estimatedInput = model.contextWindow > 0 ? estimateContext(context).tokens : 0;
  const maxTokens = outputLimit(model, options.maxTokens, estimatedInput);
  if (!model.reasoning || generation.thinking === "none") return { maxTokens };
  if (generation.thinking === "level") {
    if (level !== "off") {
      return { maxTokens, thinking: { includeThoughts: true, thinkingLevel: wireLevel(model, level) } };
    }
    const lowest = supportedThinkingLevels(model).find((supported) => supported !== "off") ?? "low";
    return { maxTokens, thinking: { thinkingLevel: wireLevel(model, lowest) } };
  }

  if (level === "off") return { maxTokens, thinking: { thinkingBudget: 0 } };
  const { budgets } = generation;
  const shared = shareCeiling(model, {
    requested: options.maxTokens,
    budget: Math.min(thinkingBudget(level, options.thinkingBudgets, budgets), budgets.high),
    minimumBudget: budgets.minimal,
    estimatedInput,
  });
  if (shared.budget === undefined) return { maxTokens, thinking: { thinkingBudget: 0 } };
  return {
    maxTokens: shared.maxTokens,
    thinking: { includeThoughts: true, thinkingBudget: shared.budget },
  };
}

function wireLevel(model: Model, level: ThinkingLevel): string {
  return effortFor(model, level).toUpperCase();
}

function sampling(params: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [samplingNames.get(name) ?? name, value]),
  );
}
