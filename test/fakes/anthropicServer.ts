import { isJsonObject, type JsonObject } from "@relay-harness/protocol";
import { anthropicObjection } from "./anthropicRules.ts";
import { startSseServer, type ReceivedRequest, type Responder, type SseServer } from "./sseServer.ts";
import { sseText } from "./streamEvents.ts";

/** A content block that the fake answers with. */
export type AnthropicBlock =
  | { type: "text"; text: string }
  | { type: "thinking"; thinking: string; signature: string }
  | { type: "redacted_thinking"; data: string }
  | { type: "tool_use"; id: string; name: string; input: JsonObject };

/** What one request gets: a whole answer, an error, bytes, or full control over the connection. */
export type AnthropicReply =
  | { content: AnthropicBlock[]; stopReason?: string; usage?: JsonObject; message?: JsonObject }
  | {
      status: number;
      error: { type: string; message: string; details?: JsonObject };
      headers?: Record<string, string>;
    }
  | { stream: string }
  | ((request: ReceivedRequest, respond: Responder) => void | Promise<void>);

export interface AnthropicServer extends SseServer {
  /** Replies for the coming requests, in order; a request without one gets a 500. */
  queue(...replies: AnthropicReply[]): void;
}

/**
 * A strict Anthropic Messages server: what the real service refuses gets a 400 with its reason, and
 * the thinking blocks it has handed out must come back unchanged.
 */
export async function startAnthropicServer(...replies: AnthropicReply[]): Promise<AnthropicServer> {
  const queue = [...replies];
  const issued: { thinking: string; signature: string }[] = [];
  const server = await startSseServer(async (request, respond) => {
    const objection =
      headerObjection(request) ?? anthropicObjection(request.json) ?? changedThinking(request.json, issued);
    if (objection) {
      replyError(respond, 400, { type: "invalid_request_error", message: objection });
      return;
    }
    const reply = queue.shift();
    if (!reply) replyError(respond, 500, { type: "api_error", message: "No reply was queued" });
    else if (typeof reply === "function") await reply(request, respond);
    else if ("stream" in reply) respond.stream(reply.stream);
    else if ("error" in reply) replyError(respond, reply.status, reply.error, reply.headers);
    else {
      for (const block of reply.content) if (block.type === "thinking") issued.push(block);
      respond.stream(anthropicStream(reply.content, reply));
    }
  });
  // A spread would freeze `failure`.
  return Object.assign(server, { queue: (...more: AnthropicReply[]) => void queue.push(...more) });
}

function replyError(
  respond: Responder,
  status: number,
  error: JsonObject,
  headers: Record<string, string> = {},
): void {
  respond.reply(status, { type: "error", error, request_id: "req_1" }, { "request-id": "req_1", ...headers });
}

function headerObjection({ path, method, headers }: ReceivedRequest): string | undefined {
  if (method !== "POST" || path !== "/v1/messages") return `unexpected ${method} ${path}`;
  if (headers["anthropic-version"] !== "2023-06-01") return "anthropic-version: header is required";
  if (headers["content-type"] !== "application/json") return "content-type: must be application/json";
  return undefined;
}

/** Thinking blocks of the latest assistant turn must be what was handed out, in that order. */
function changedThinking(
  body: unknown,
  issued: readonly { thinking: string; signature: string }[],
): string | undefined {
  const messages = isJsonObject(body) && Array.isArray(body.messages) ? (body.messages as JsonObject[]) : [];
  const latest = messages.findLast((message) => message.role === "assistant");
  const blocks = Array.isArray(latest?.content) ? (latest.content as JsonObject[]) : [];
  let last = -1;
  for (const block of blocks.filter(({ type }) => type === "thinking")) {
    const index = issued.findIndex(({ signature }) => signature === block.signature);
    if (index < 0) continue;
    if (index < last || issued[index]?.thinking !== block.thinking) {
      return "`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified";
    }
    last = index;
  }
  return undefined;
}

/** The events of a complete answer. */
export function anthropicStream(
  content: readonly AnthropicBlock[],
  {
    stopReason = content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn",
    usage = { input_tokens: 10, output_tokens: 5 },
    message = {},
  }: { stopReason?: string; usage?: JsonObject; message?: JsonObject } = {},
): string {
  const start = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-x",
    content: [],
    ...message,
  };
  const events: JsonObject[] = [
    { type: "message_start", message: { ...start, usage: { ...usage, output_tokens: 1 } } },
  ];
  for (const [index, block] of content.entries()) events.push(...blockEvents(index, block));
  events.push(
    { type: "message_delta", delta: { stop_reason: stopReason, stop_sequence: null }, usage },
    { type: "message_stop" },
  );
  return sseText(events.map((data) => ({ event: String(data.type), data })));
}

function blockEvents(index: number, block: AnthropicBlock): JsonObject[] {
  const events = (start: JsonObject, deltas: JsonObject[]): JsonObject[] => [
    { type: "content_block_start", index, content_block: start },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
  switch (block.type) {
    case "text":
      return events({ type: "text", text: "" }, [{ type: "text_delta", text: block.text }]);
    case "thinking":
      return events({ type: "thinking", thinking: "", signature: "" }, [
        ...(block.thinking ? [{ type: "thinking_delta", thinking: block.thinking }] : []),
        { type: "signature_delta", signature: block.signature },
      ]);
    case "redacted_thinking":
      return events({ ...block }, []);
    case "tool_use":
      return events({ type: "tool_use", id: block.id, name: block.name, input: {} }, [
        { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
      ]);
  }
}
