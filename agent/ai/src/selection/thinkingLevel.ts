import { isJsonObject, type Model, type ThinkingLevel } from "@relay-harness/protocol";
import { clampThinkingLevel, supportedThinkingLevels } from "../thinking.ts";
import { isThinkingLevel, modelReference } from "./types.ts";

/** Levels by exact `provider/id`. */
export type ModelThinkingLevels = ReadonlyMap<string, ThinkingLevel>;

/** Valid entries of the setting `modelThinkingLevels`, and a warning for each other one. */
export function readModelThinkingLevels(setting: unknown): {
  levels: ModelThinkingLevels;
  warnings: string[];
} {
  const levels = new Map<string, ThinkingLevel>();
  const warnings: string[] = [];
  for (const [key, value] of Object.entries(isJsonObject(setting) ? setting : {})) {
    if (isThinkingLevel(value)) levels.set(key, value);
    else warnings.push(`Ignored modelThinkingLevels["${key}"]: it is not a thinking level.`);
  }
  return { levels, warnings };
}

/** Where a session's first level can come from, strongest first (models.md §8.4). */
export interface ThinkingLevelSources {
  flag?: ThinkingLevel;
  /** Suffix of `--model`. */
  modelSuffix?: ThinkingLevel;
  scope?: ThinkingLevel;
  resumed?: ThinkingLevel;
  modelLevels?: ModelThinkingLevels;
  default?: ThinkingLevel;
}

export interface SelectedThinkingLevel {
  /** What was asked for; kept over model switches. */
  preferred: ThinkingLevel;
  /** What the model can do of it. */
  level: ThinkingLevel;
}

export function initialThinkingLevel(model: Model, sources: ThinkingLevelSources): SelectedThinkingLevel {
  const preferred =
    sources.flag ??
    sources.modelSuffix ??
    sources.scope ??
    sources.resumed ??
    sources.modelLevels?.get(modelReference(model)) ??
    sources.default ??
    "medium";
  return { preferred, level: clampThinkingLevel(model, preferred) };
}

/** The level after a switch of the model; one that belongs to the new model replaces the preferred one. */
export function thinkingLevelAfterSwitch(
  model: Model,
  preferred: ThinkingLevel,
  sources: Pick<ThinkingLevelSources, "scope" | "modelLevels"> = {},
): SelectedThinkingLevel {
  const next = sources.scope ?? sources.modelLevels?.get(modelReference(model)) ?? preferred;
  return { preferred: next, level: clampThinkingLevel(model, next) };
}

/** The next supported level, wrapping; `undefined` for models without reasoning (models.md §8.6). */
export function nextThinkingLevel(model: Model, current: ThinkingLevel): ThinkingLevel | undefined {
  if (!model.reasoning) return undefined;
  const levels = supportedThinkingLevels(model);
  const index = levels.indexOf(clampThinkingLevel(model, current));
  return levels[(index + 1) % levels.length];
}
