import { thinkingLevels, type Model, type ThinkingLevel } from "@relay-harness/protocol";

/** Levels a model can be asked for, from least to most (models.md §9.1). Never empty. */
export function supportedThinkingLevels(
  model: Pick<Model, "reasoning" | "thinkingLevelMap">,
): ThinkingLevel[] {
  if (!model.reasoning) return ["off"];
  const map = model.thinkingLevelMap ?? {};
  const supported = thinkingLevels.filter((level) => {
    const value = map[level];
    if (level === "xhigh" || level === "max") return typeof value === "string";
    return value !== null;
  });
  return supported.length > 0 ? supported : ["off"];
}

/** The level itself, else the nearest supported one above, else the nearest below (models.md §9.2). */
export function clampThinkingLevel(
  model: Pick<Model, "reasoning" | "thinkingLevelMap">,
  level: ThinkingLevel,
): ThinkingLevel {
  const supported = supportedThinkingLevels(model);
  const wanted = thinkingLevels.indexOf(level);
  const above = supported.find((candidate) => thinkingLevels.indexOf(candidate) >= wanted);
  return above ?? supported.at(-1) ?? "off";
}

/** Provider-native effort of a level (`E` of models.md §9.3): the model's own word, else `fallback`. */
export function effortFor(model: Model, level: ThinkingLevel, fallback: string = level): string {
  return model.thinkingLevelMap?.[level] ?? fallback;
}
