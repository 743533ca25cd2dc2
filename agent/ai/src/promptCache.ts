import type { Model, ThinkingLevel } from "@relay-harness/protocol";
import { clampThinkingLevel } from "./thinking.ts";
import type { CacheRetention } from "./types.ts";

const claudeApis = ["anthropic-messages", "bedrock-converse-stream"];

/** How long the provider keeps a prompt with this retention, in seconds; `undefined`: nobody knows. */
export function promptCacheLifetime(
  model: Pick<Model, "promptCache" | "compat">,
  retention: CacheRetention,
): number | undefined {
  if (retention === "none") return undefined;
  const isLong = retention === "long" && model.compat?.supportsLongCacheRetention !== false;
  return model.promptCache?.[isLong ? "long" : "short"];
}

/**
 * The same prompt can be sent with a smaller output limit. It cannot where a thinking budget is part of
 * the prompt and has to stay below that limit (models.md §11.2).
 */
export function isReplayable(
  model: Pick<Model, "api" | "reasoning" | "thinkingLevelMap" | "compat">,
  reasoning: ThinkingLevel = "off",
): boolean {
  if (clampThinkingLevel(model, reasoning) === "off") return true;
  if (claudeApis.includes(model.api)) return model.compat?.forceAdaptiveThinking === true;
  return model.compat?.thinkingTokenBudgetField === undefined;
}
