import type { Model } from "@relay-harness/protocol";

/** A model as the facts file gives it; provider, API and usually the base URL come from its group. */
export interface ModelFacts extends Pick<
  Model,
  "id" | "name" | "contextWindow" | "maxTokens" | "cost" | "reasoning" | "input" | "promptCache"
> {
  baseUrl?: string;
  thinkingLevelMap?: Model["thinkingLevelMap"];
  compat?: Model["compat"];
}

export interface ApiFacts {
  baseUrl: string;
  models: ModelFacts[];
}

/** provider -> API -> models. */
export type ProviderFacts = Record<string, Record<string, ApiFacts>>;

interface ClaudeGeneration {
  family: string;
  /** 100 * major + minor; infinite for an alias that follows the newest model. */
  version: number;
}

/**
 * Family and generation of a Claude id, after removing a provider prefix, a date or variant suffix and
 * turning `.` into `-` (models.md §9.4). Ids of older naming schemes have none.
 */
function claudeGeneration(id: string): ClaudeGeneration | undefined {
  const name = id.slice(id.lastIndexOf("/") + 1).replaceAll(".", "-");
  const match =
    /^claude-(opus|sonnet|haiku|fable|mythos)-(?:latest|(\d{1,2})(?:-(\d{1,2}))?)(?:-\d{8}|-batch|-fast)*$/.exec(
      name,
    );
  if (!match) return undefined;
  const [, family = "", major, minor = "0"] = match;
  return { family, version: major === undefined ? Infinity : 100 * Number(major) + Number(minor) };
}

/** Flags of a Claude model on an `anthropic-messages` endpoint. */
function claudeFlags(id: string, isAnthropic: boolean): Record<string, boolean> {
  const generation = claudeGeneration(id);
  if (!generation) return {};
  const { family, version } = generation;
  const flags: Record<string, boolean> = {};
  if (version >= 406) flags.forceAdaptiveThinking = true;
  if (version >= 407) flags.supportsTemperature = false;
  if (!isAnthropic) return flags;
  const isFableOrMythos = family === "fable" || family === "mythos";
  const midConversationFrom = family === "opus" ? 408 : isFableOrMythos ? 500 : 505;
  if (version >= midConversationFrom) flags.supportsMidConvoSystemMessages = true;
  if (version >= (isFableOrMythos ? 501 : 505)) flags.supportsThinkingBinding = true;
  return flags;
}

function openaiFlags(model: ModelFacts): Record<string, boolean> {
  const flags: Record<string, boolean> = {};
  const version = /^gpt-(\d+)(?:\.(\d+))?-/.exec(model.id);
  if (version && 100 * Number(version[1]) + Number(version[2] ?? 0) >= 506) {
    flags.supportsExplicitPromptCacheMode = true;
  }
  if (model.reasoning) flags.supportsMidConvoSystemMessages = true;
  return flags;
}

/** Adds to one model what the facts lack (models.md §2.4). */
export function applyCatalogRules(provider: string, api: string, facts: ModelFacts): ModelFacts {
  const model: ModelFacts = { ...facts };
  let flags: Record<string, boolean> = {};
  if (api === "anthropic-messages") flags = claudeFlags(model.id, provider === "anthropic");
  else if (provider === "openai" && api === "openai-responses") flags = openaiFlags(model);
  if (Object.keys(flags).length > 0) model.compat = { ...flags, ...model.compat };
  const isGoogle = provider === "google" || provider === "google-vertex";
  if (isGoogle && model.id === "gemini-2.5-pro") {
    model.thinkingLevelMap = { ...model.thinkingLevelMap, off: null };
  }
  return model;
}
