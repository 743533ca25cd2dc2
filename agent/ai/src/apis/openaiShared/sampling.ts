import type { Model, ThinkingLevel } from "@relay-harness/protocol";

/**
 * Sampling parameters of a request, to be merged into its body last (models.md §5): the model's, over
 * them those of the thinking level, over them the request's.
 */
export function samplingParams(
  model: Model,
  level: ThinkingLevel,
  requested: Record<string, unknown> | undefined,
): Record<string, unknown> {
  return { ...model.samplingParams, ...model.samplingParamsByThinkingLevel?.[level], ...requested };
}
