import { isJsonObject, type JsonObject } from "@relay-harness/protocol";
import { startSseServer, type ReceivedRequest, type Responder, type SseServer } from "./sseServer.ts";
import { sseText } from "./streamEvents.ts";

/** What one request gets: parts of a whole answer, an error, bytes, or full control over the connection. */
export type GoogleReply =
  | { parts: JsonObject[]; finishReason?: string; usage?: JsonObject }
  | { status: number; error: JsonObject; headers?: Record<string, string> }
  | { stream: string }
  | ((request: ReceivedRequest, respond: Responder) => void | Promise<void>);

export interface GoogleServer extends SseServer {
  /** Replies for the coming requests, in order; a request without one gets a 500. */
  queue(...replies: GoogleReply[]): void;
}

/** A strict Gemini server: what the real service refuses gets a 400 `INVALID_ARGUMENT` with its reason. */
export async function startGoogleServer(...replies: GoogleReply[]): Promise<GoogleServer> {
  const queue = [...replies];
  const server = await startSseServer(async (request, respond) => {
    const objection = googleObjection(request);
    if (objection) {
      replyError(respond, 400, { code: 400, message: objection, status: "INVALID_ARGUMENT" });
      return;
    }
    const reply = queue.shift();
    if (!reply) replyError(respond, 500, { code: 500, message: "No reply was queued", status: "INTERNAL" });
    else if (typeof reply === "function") await reply(request, respond);
    else if ("stream" in reply) respond.stream(reply.stream);
    else if ("error" in reply) replyError(respond, reply.status, reply.error, reply.headers);
    else respond.stream(googleStream(reply.parts, reply));
  });
  return Object.assign(server, { queue: (...more: GoogleReply[]) => void queue.push(...more) });
}

function replyError(
  respond: Responder,
  status: number,
  error: JsonObject,
  headers: Record<string, string> = {},
): void {
  respond.reply(status, { error }, headers);
}

/** The events of a complete answer, one part each. */
export function googleStream(
  parts: readonly JsonObject[],
  {
    finishReason = "STOP",
    usage = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  }: { finishReason?: string; usage?: JsonObject } = {},
): string {
  const chunk = (content: JsonObject, more: JsonObject = {}): JsonObject => ({
    candidates: [{ content: { role: "model", parts: [content] }, index: 0, ...more }],
    usageMetadata: usage,
    modelVersion: "gemini-x",
    responseId: "r1",
  });
  const events = [...parts.map((part) => chunk(part)), chunk({ text: "" }, { finishReason })];
  return sseText(events.map((data) => ({ data })));
}

/** What the service would object to in a request (models.md §26.7). */
export function googleObjection({ path, method, headers, json }: ReceivedRequest): string | undefined {
  const match = /^\/(?:[^?]*\/)?models\/([^/?:]+):streamGenerateContent\?alt=sse$/.exec(path);
  if (method !== "POST" || !match) return `unexpected ${method} ${path}`;
  if (headers["content-type"] !== "application/json") return "content-type must be application/json";
  if (!isJsonObject(json)) return "request body is not an object";
  const contents = Array.isArray(json.contents) ? (json.contents as JsonObject[]) : [];
  if (contents.length === 0) return "contents: must not be empty";
  const config = isJsonObject(json.generationConfig) ? json.generationConfig : {};
  const thinking = isJsonObject(config.thinkingConfig) ? config.thinkingConfig : {};
  if (thinking.thinkingBudget !== undefined && thinking.thinkingLevel !== undefined) {
    return "thinking_budget and thinking_level may not be used together";
  }
  const isSigned = /^gemini-(?![12]\b)/.test(match[1] ?? "");
  return contentsObjection(contents, isSigned);
}

function contentsObjection(contents: readonly JsonObject[], isSigned: boolean): string | undefined {
  for (const [index, content] of contents.entries()) {
    if (content.role !== "user" && content.role !== "model") return "Please use a valid role: user, model.";
    const parts = Array.isArray(content.parts) ? (content.parts as JsonObject[]) : [];
    if (parts.length === 0) return `contents.${index}.parts must not be empty`;
    const calls = membersOf(parts, "functionCall");
    const responses = membersOf(contents[index + 1]?.parts, "functionResponse");
    if (calls.length !== responses.length) {
      return "the number of function response parts must equal the number of function call parts of the function call turn";
    }
    for (const [at, call] of calls.entries()) {
      if (call.name !== responses[at]?.name) return "function response name does not match its call";
      if (isSigned && call.id !== responses[at]?.id) return "function response id does not match its call";
    }
    const first = parts.find((part) => part.functionCall);
    if (isSigned && first && !first.thoughtSignature) {
      return `Function call is missing a thought_signature in functionCall parts: ${String(calls[0]?.name)}`;
    }
  }
  return undefined;
}

function membersOf(parts: unknown, kind: string): JsonObject[] {
  const list = Array.isArray(parts) ? (parts as JsonObject[]) : [];
  return list.map((part) => part[kind]).filter(isJsonObject);
}
