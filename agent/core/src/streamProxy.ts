import {
  AssistantMessageEventStream,
  type AssistantMessageStream,
  type Context,
  type StreamOptions,
} from "@relay-harness/ai";
import type { AssistantMessageEvent } from "@relay-harness/ai";
import {
  emptyUsage,
  isJsonObject,
  type AssistantMessage,
  type Model,
  type ToolCall,
} from "@relay-harness/protocol";

export interface ProxyStreamOptions extends StreamOptions {
  /** Sent as `Authorization: Bearer`. */
  authToken: string;
  /** The server's address; requests go to `/api/stream` below it. */
  proxyUrl: string;
}

type Block = AssistantMessage["content"][number];

/**
 * Sends a request to a server that has the credentials and asks the provider itself. It answers with
 * server-sent events: those of a response stream, without `partial`, which is put together here.
 */
export function streamProxy(
  model: Model,
  context: Context,
  options: ProxyStreamOptions,
): AssistantMessageStream {
  const stream = new AssistantMessageEventStream();
  void run(stream, model, context, options);
  return stream;
}

/** Never rejects: what goes wrong is the last event. */
async function run(
  stream: AssistantMessageEventStream,
  model: Model,
  context: Context,
  options: ProxyStreamOptions,
): Promise<void> {
  const response = new ProxyResponse(stream, model);
  try {
    for await (const event of events(await send(model, context, options))) response.add(event);
    response.fail("The server ended the answer without a final event");
  } catch (error) {
    const isAborted = options.signal?.aborted === true;
    response.fail(error instanceof Error ? error.message : String(error), isAborted ? "aborted" : "error");
  }
}

async function send(
  model: Model,
  context: Context,
  { authToken, proxyUrl, signal, fetch: ownFetch = fetch, ...options }: ProxyStreamOptions,
): Promise<ReadableStream<Uint8Array>> {
  const { temperature, maxTokens, reasoning, sessionId, cacheRetention } = options;
  const response = await ownFetch(`${proxyUrl.replace(/\/+$/, "")}/api/stream`, {
    method: "POST",
    headers: { authorization: `Bearer ${authToken}`, "content-type": "application/json" },
    body: JSON.stringify({
      model,
      context,
      options: { temperature, maxTokens, reasoning, sessionId, cacheRetention },
    }),
    ...(signal && { signal }),
  });
  if (!response.ok) throw new Error(`The server answered with ${response.status}: ${await response.text()}`);
  if (!response.body) throw new Error("The server answered without a body");
  return response.body;
}

/** Data of server-sent events; each is one JSON object. */
async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<Record<string, unknown>> {
  const decoder = new TextDecoder();
  let waiting = "";
  for await (const chunk of body) {
    waiting += decoder.decode(chunk, { stream: true });
    const lines = waiting.split(/\r?\n/);
    waiting = lines.pop() ?? "";
    for (const line of lines) {
      if (!line.startsWith("data:")) continue;
      const data: unknown = JSON.parse(line.slice("data:".length));
      if (isJsonObject(data)) yield data;
    }
  }
}

class ProxyResponse {
  private readonly message: AssistantMessage;
  private readonly argumentTexts = new Map<number, string>();

  constructor(
    private readonly stream: AssistantMessageEventStream,
    { api, provider, id: model }: Model,
  ) {
    const usage = emptyUsage();
    const content: Block[] = [];
    this.message = {
      role: "assistant",
      content,
      api,
      provider,
      model,
      usage,
      stopReason: "pending",
      timestamp: Date.now(),
    };
  }

  add(event: Record<string, unknown>): void {
    const { type } = event;
    if (type === "done" || type === "error") return this.end(type, event);
    if (type === "start") return this.push({ type, partial: this.message });
    const contentIndex =
      typeof event.contentIndex === "number" ? event.contentIndex : this.message.content.length;
    if (typeof type === "string" && type.endsWith("_start")) this.open(type, contentIndex, event);
    else if (typeof type === "string" && type.endsWith("_delta"))
      this.append(contentIndex, textOf(event.delta));
    else if (type === "toolcall_end") this.endCall(contentIndex, event);
    else if (type === "text_end" || type === "thinking_end") this.endText(contentIndex, event);
    else return;
    // The kinds and fields of the protocol are those of the events of this process.
    this.push({
      ...event,
      contentIndex,
      partial: this.message,
      ...this.final(contentIndex, type),
    } as AssistantMessageEvent);
  }

  fail(errorMessage: string, reason: "error" | "aborted" = "error"): void {
    const error = { ...this.message, stopReason: reason, errorMessage };
    this.push({ type: "error", reason, error });
  }

  private push(event: AssistantMessageEvent): void {
    this.stream.push(event);
  }

  private open(type: string, index: number, event: Record<string, unknown>): void {
    const id = textOf(event.id);
    const name = textOf(event.toolName ?? event.name);
    const block: Block =
      type === "thinking_start"
        ? { type: "thinking", thinking: "" }
        : type === "toolcall_start"
          ? { type: "toolCall", id, name, arguments: {} }
          : { type: "text", text: "" };
    this.message.content[index] = block;
  }

  private append(index: number, delta: string): void {
    const block = this.message.content[index];
    if (block?.type === "text") block.text += delta;
    else if (block?.type === "thinking") block.thinking += delta;
    else if (block?.type === "toolCall") {
      this.argumentTexts.set(index, (this.argumentTexts.get(index) ?? "") + delta);
    }
  }

  private endCall(index: number, event: Record<string, unknown>): void {
    const block = this.message.content[index];
    if (block?.type !== "toolCall") return;
    if (isJsonObject(event.toolCall)) Object.assign(block, event.toolCall);
    else block.arguments = argumentsOf(this.argumentTexts.get(index) ?? "");
  }

  private endText(index: number, event: Record<string, unknown>): void {
    const block = this.message.content[index];
    const signature = textOf(event.contentSignature);
    if (block?.type === "text" && signature !== "") block.textSignature = signature;
    if (block?.type === "thinking" && signature !== "") block.thinkingSignature = signature;
  }

  /** What an `_end` event carries beside the message. */
  private final(index: number, type: unknown): { toolCall?: ToolCall; content?: string } {
    const block = this.message.content[index];
    if (type === "toolcall_end" && block?.type === "toolCall") return { toolCall: block };
    if (type === "text_end" && block?.type === "text") return { content: block.text };
    return type === "thinking_end" && block?.type === "thinking" ? { content: block.thinking } : {};
  }

  private end(type: "done" | "error", event: Record<string, unknown>): void {
    if (isJsonObject(event.usage)) Object.assign(this.message.usage, event.usage);
    if (type === "error") {
      const reason = event.reason === "aborted" ? "aborted" : "error";
      return this.fail(textOf(event.errorMessage) || "The request failed", reason);
    }
    const reason = event.reason === "length" || event.reason === "toolUse" ? event.reason : "stop";
    this.message.stopReason = reason;
    this.push({ type: "done", reason, message: this.message });
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function argumentsOf(text: string): ToolCall["arguments"] {
  if (text.trim() === "") return {};
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw new Error("The server sent tool arguments that are no object");
  return value;
}
