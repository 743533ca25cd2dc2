import type { ContextUsage, Model, SessionEntry } from "@relay-harness/protocol";
import type { ProjectedMessage } from "../sessions/projection.ts";
import { contextSize } from "./compaction/estimate.ts";

/**
 * How full the model's context is; `undefined` without a model or a known window. The counts are `null`
 * after a compaction, until a response has reported usage.
 */
export function contextUsage(
  path: readonly SessionEntry[],
  projection: readonly ProjectedMessage[],
  model: Model | undefined,
): ContextUsage | undefined {
  if (!model || model.contextWindow <= 0) return undefined;
  const { contextWindow } = model;
  const { tokens, isReported } = contextSize(path, projection);
  const isCompacted = path.some(({ type }) => type === "compaction");
  if (isCompacted && !isReported) return { tokens: null, contextWindow, percent: null };
  return { tokens, contextWindow, percent: (100 * tokens) / contextWindow };
}
