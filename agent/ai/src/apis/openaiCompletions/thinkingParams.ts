import type { Model, ThinkingLevel } from "@relay-harness/protocol";
import { isJsonObject } from "@relay-harness/protocol";
import type { CompletionsCompat } from "../openaiShared/compat.ts";

export interface ThinkingChoice {
  /** Already clamped to what the model supports. */
  level: ThinkingLevel;
  /** Cap on reasoning tokens; absent while thinking is off. */
  budget?: number;
}

export interface ThinkingParams {
  /** Members of the request body. */
  body: Record<string, unknown>;
  /** Effort as sent, when an effort is sent. */
  effort?: string;
}

/** Body members that ask for a thinking level, per `thinkingFormat` (models.md §9.3). */
export function thinkingParams(
  model: Model,
  compat: CompletionsCompat,
  choice: ThinkingChoice,
): ThinkingParams {
  if (!model.reasoning) return { body: {} };
  const isOn = choice.level !== "off";
  const params = isOn ? paramsOn(model, compat, choice) : paramsOff(model, compat);
  const { thinkingTokenBudgetField: field } = compat;
  if (isOn && field && choice.budget !== undefined) params.body[field] = choice.budget;
  return params;
}

function paramsOn(model: Model, compat: CompletionsCompat, choice: ThinkingChoice): ThinkingParams {
  const mapped = model.thinkingLevelMap?.[choice.level];
  const effort = mapped ?? choice.level;
  const supported: ThinkingParams = compat.supportsReasoningEffort
    ? { body: { reasoning_effort: effort }, effort }
    : { body: {} };
  switch (compat.thinkingFormat) {
    case "openai":
      return supported;
    case "openrouter":
      return { body: { reasoning: { effort } }, effort };
    case "deepseek":
      return { ...supported, body: { thinking: { type: "enabled" }, ...supported.body } };
    case "together":
      return { ...supported, body: { reasoning: { enabled: true }, ...supported.body } };
    case "zai":
      return { body: { thinking: { type: "enabled", clear_thinking: false } } };
    case "qwen":
      return { body: { enable_thinking: true } };
    case "qwen-chat-template":
      return { body: { chat_template_kwargs: { enable_thinking: true, preserve_thinking: true } } };
    case "chat-template":
      return { body: templateBody(compat, { isOn: true, effort, budget: choice.budget }) };
    case "baseten":
      return {
        ...supported,
        body: { ...templateBody(compat, { isOn: true, effort, budget: choice.budget }), ...supported.body },
      };
    case "string-thinking":
      return { body: { thinking: effort }, effort };
    case "ant-ling":
      return typeof mapped === "string"
        ? { body: { reasoning: { effort: mapped } }, effort: mapped }
        : { body: {} };
  }
}

function paramsOff(model: Model, compat: CompletionsCompat): ThinkingParams {
  const mapped = model.thinkingLevelMap?.off ?? undefined;
  switch (compat.thinkingFormat) {
    case "openai":
      return mapped !== undefined && compat.supportsReasoningEffort
        ? { body: { reasoning_effort: mapped }, effort: mapped }
        : { body: {} };
    case "openrouter": {
      const effort = mapped ?? "none";
      return { body: { reasoning: { effort } }, effort };
    }
    case "deepseek":
    case "zai":
      return { body: { thinking: { type: "disabled" } } };
    case "together":
      return { body: { reasoning: { enabled: false } } };
    case "qwen":
      return { body: { enable_thinking: false } };
    case "qwen-chat-template":
      return { body: { chat_template_kwargs: { enable_thinking: false } } };
    case "chat-template":
    case "baseten":
      return { body: templateBody(compat, { isOn: false }) };
    case "string-thinking": {
      const value = mapped ?? "off";
      return { body: { thinking: value }, effort: value };
    }
    case "ant-ling":
      return { body: {} };
  }
}

interface TemplateState {
  isOn: boolean;
  effort?: string;
  budget?: number;
}

/** The configured template variables, with `$var` replaced; what has no value is left out. */
function templateBody(compat: CompletionsCompat, state: TemplateState): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const kwargs = substitute(compat.chatTemplateKwargs, state);
  const args = substitute(compat.chatTemplateArgs, state);
  if (kwargs) body.chat_template_kwargs = kwargs;
  if (args) body.chat_template_args = args;
  return body;
}

function substitute(
  configured: Record<string, unknown> | undefined,
  state: TemplateState,
): Record<string, unknown> | undefined {
  if (!configured) return undefined;
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(configured)) {
    const resolved = isJsonObject(value) ? variable(value, state) : value;
    if (resolved !== undefined) values[name] = resolved;
  }
  return Object.keys(values).length > 0 ? values : undefined;
}

function variable(reference: Record<string, unknown>, state: TemplateState): unknown {
  if (!state.isOn && reference["omitWhenOff"] === true) return undefined;
  switch (reference["$var"]) {
    case "thinking.enabled":
      return state.isOn;
    case "thinking.effort":
      return state.effort;
    case "thinking.budget":
      return state.budget;
    default:
      return undefined;
  }
}
