import type { Model, ThinkingLevel } from "@relay-harness/protocol";
import type { StreamOptions } from "../types.ts";

/**
 * Sampling parameters for the top level of a request body: the model's, those of its thinking level,
 * the request's, and `temperature`; later ones win.
 */
export function samplingParams(
  model: Model,
  level: ThinkingLevel,
  options: Pick<StreamOptions, "samplingParams" | "temperature">,
): Record<string, unknown> {
  const params = {
    ...model.samplingParams,
    ...model.samplingParamsByThinkingLevel?.[level],
    ...options.samplingParams,
  };
  if (options.temperature !== undefined) params.temperature = options.temperature;
  return params;
}
