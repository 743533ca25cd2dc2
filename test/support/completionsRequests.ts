import assert from "node:assert/strict";
import type { AssistantMessage, LlmMessage, Model, ToolDeclaration } from "@relay-harness/protocol";
import { buildRequest } from "../../agent/ai/src/apis/openaiCompletions/payload.ts";
import type { Context, StreamOptions } from "../../agent/ai/src/types.ts";
import { completionsProblem } from "../fakes/openaiCompletionsServer.ts";
import { userText } from "./openaiStreams.ts";

/** A tool, and what becomes of it in a request. */
export const read: ToolDeclaration = {
  name: "read",
  description: "Reads a file.",
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
};
export const readOnWire = {
  type: "function",
  function: { name: "read", description: "Reads a file.", parameters: read.parameters },
};
export const hello: Context = { messages: [userText("Hello")] };

/** The body of a request. */
export function body(
  model: Model,
  context: Context = hello,
  options: StreamOptions = {},
): Record<string, unknown> {
  return buildRequest(model, context, { env: {}, ...options }).payload;
}

/** Messages of a request that the fake server would take. */
export function messagesOf(model: Model, messages: LlmMessage[], options: StreamOptions = {}): unknown[] {
  const payload = body(model, { messages }, options);
  assert.equal(completionsProblem(payload), undefined);
  return payload.messages as unknown[];
}

export function call(
  id: string,
  name = "read",
  args: Record<string, unknown> = { path: "a" },
): AssistantMessage["content"][0] {
  return { type: "toolCall", id, name, arguments: args };
}

export function result(
  toolCallId: string,
  text: string,
  more: Partial<Extract<LlmMessage, { role: "toolResult" }>> = {},
): LlmMessage {
  return {
    role: "toolResult",
    toolCallId,
    toolName: "read",
    content: [{ type: "text", text }],
    isError: false,
    timestamp: 3,
    ...more,
  };
}

export const image = { type: "image", data: "AAAA", mimeType: "image/png" } as const;
