import type {
  AssistantMessage,
  LlmMessage,
  Model,
  SystemMessage,
  ToolCall,
  UserContent,
} from "@relay-harness/protocol";
import { emptyUsage } from "@relay-harness/protocol";

/** A chat model with prices of zero; name what matters to the test. */
export function fakeModel(overrides: Partial<Model> = {}): Model {
  return {
    id: "m",
    name: "m",
    api: "test",
    provider: "p",
    baseUrl: "http://127.0.0.1:9",
    reasoning: false,
    input: ["text", "image"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 0,
    maxTokens: 0,
    ...overrides,
  };
}

export function userMessage(content: string | UserContent[], timestamp = 1): LlmMessage {
  return {
    role: "user",
    content: typeof content === "string" ? [{ type: "text", text: content }] : content,
    timestamp,
  };
}

/** A complete answer of `model`. */
export function assistantMessage(
  model: Pick<Model, "api" | "provider" | "id">,
  content: AssistantMessage["content"] | string,
  overrides: Partial<AssistantMessage> = {},
): AssistantMessage {
  return {
    role: "assistant",
    content: typeof content === "string" ? [{ type: "text", text: content }] : content,
    api: model.api,
    provider: model.provider,
    model: model.id,
    usage: emptyUsage(),
    stopReason: "stop",
    timestamp: 1,
    ...overrides,
  };
}

export function toolCall(id: string, name = "read", args: Record<string, unknown> = {}): ToolCall {
  return { type: "toolCall", id, name, arguments: args };
}

export function toolResult(
  toolCallId: string,
  content: string | UserContent[],
  { isError = false, toolName = "read" }: { isError?: boolean; toolName?: string } = {},
): LlmMessage {
  return {
    role: "toolResult",
    toolCallId,
    toolName,
    content: typeof content === "string" ? [{ type: "text", text: content }] : content,
    isError,
    timestamp: 1,
  };
}

export function systemMessage(content: string, more: Partial<SystemMessage> = {}): SystemMessage {
  return { role: "system", content, timestamp: 1, ...more };
}
