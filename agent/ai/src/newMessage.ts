import { emptyUsage, type AssistantMessage, type Model } from "@relay-harness/protocol";

/** The message of a request that is made now: empty, and `pending` until it ends. */
export function newAssistantMessage(model: Pick<Model, "api" | "provider" | "id">): AssistantMessage {
  return {
    role: "assistant",
    content: [],
    api: model.api,
    provider: model.provider,
    model: model.id,
    usage: emptyUsage(),
    stopReason: "pending",
    timestamp: Date.now(),
  };
}
