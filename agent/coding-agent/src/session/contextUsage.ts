import { convertToLlm } from "@relay-harness/agent-core";
import { estimateContext } from "@relay-harness/ai";
import type { AgentMessage, ContextUsage, Model } from "@relay-harness/protocol";

/** How full the model's context is; `undefined` without a model or a known window. */
export function contextUsage(
  messages: readonly AgentMessage[],
  model: Model | undefined,
): ContextUsage | undefined {
  if (!model || model.contextWindow <= 0) return undefined;
  const { tokens } = estimateContext({ messages: convertToLlm(messages) });
  const { contextWindow } = model;
  return { tokens, contextWindow, percent: (100 * tokens) / contextWindow };
}
