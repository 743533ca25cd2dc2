import type { AssistantMessageEvent, Context, StreamFunction, StreamOptions } from "@relay-harness/ai";
import { AssistantMessageEventStream } from "@relay-harness/ai";
import type { AssistantMessage, JsonObject, Model, ToolCall } from "@relay-harness/protocol";
import { emptyUsage } from "@relay-harness/protocol";

/** What a scripted provider answers to one request. */
export interface ScriptedResponse {
  /** Text deltas, in order; a string is one delta. */
  text?: string | readonly string[];
  toolCalls?: readonly { id: string; name: string; arguments?: JsonObject; argumentsError?: string }[];
  /** Default: `toolUse` with tool calls, else `stop`. */
  stopReason?: "stop" | "length" | "toolUse" | "deferred";
  /** Ends the response with this error after its content. */
  error?: string;
  /** Emits no `start`: the request fails before it streams. */
  failsEarly?: boolean;
  /** Stays open after its text until the request is aborted. */
  hangs?: boolean;
}

interface ScriptedRequest {
  model: Model;
  context: Context;
  options: StreamOptions;
}

export interface ScriptedStream {
  streamFn: StreamFunction;
  /** Every request, with the messages as they were when it was sent. */
  requests: ScriptedRequest[];
}

export const scriptedModel: Model = {
  id: "m",
  name: "M",
  api: "scripted",
  provider: "scripted",
  baseUrl: "http://localhost",
  reasoning: false,
  input: ["text"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 100_000,
  maxTokens: 1000,
};

export type Script = ScriptedResponse | ((request: ScriptedRequest) => ScriptedResponse);

/** A stream function that plays one response per request and fails when it runs out of them. */
export function scriptedStream(responses: readonly Script[]): ScriptedStream {
  const requests: ScriptedRequest[] = [];
  const streamFn: StreamFunction = (model, context, options = {}) => {
    const request = { model, context: { ...context, messages: [...context.messages] }, options };
    const script = responses[requests.length] ?? {
      error: "The script has no further response",
      failsEarly: true,
    };
    requests.push(request);
    const stream = new AssistantMessageEventStream();
    play(stream, model, typeof script === "function" ? script(request) : script, options.signal);
    return stream;
  };
  return { streamFn, requests };
}

function play(
  stream: AssistantMessageEventStream,
  model: Model,
  response: ScriptedResponse,
  signal: AbortSignal | undefined,
): void {
  const partial: AssistantMessage = {
    role: "assistant",
    content: [],
    api: model.api,
    provider: model.provider,
    model: model.id,
    thinkingLevel: "off",
    usage: emptyUsage(),
    stopReason: "pending",
    timestamp: 1,
  };
  const end = (stopReason: AssistantMessage["stopReason"], errorMessage?: string): AssistantMessage =>
    Object.assign(partial, {
      stopReason,
      durationMs: 1,
      ...(errorMessage === undefined ? {} : { errorMessage }),
    });

  if (!response.failsEarly) {
    stream.push({ type: "start", partial });
    const closeText = pushText(stream, partial, response.text ?? []);
    if (response.hangs) {
      const abort = (): void => {
        closeText();
        stream.push({ type: "error", reason: "aborted", error: end("aborted", "Request was aborted") });
      };
      if (signal?.aborted) abort();
      else signal?.addEventListener("abort", abort, { once: true });
      return;
    }
    closeText();
    for (const call of response.toolCalls ?? []) pushToolCall(stream, partial, call);
  }
  if (response.error !== undefined) {
    stream.push({ type: "error", reason: "error", error: end("error", response.error) });
    return;
  }
  const reason = response.stopReason ?? (response.toolCalls ? "toolUse" : "stop");
  end(reason);
  stream.push({ type: "done", reason, message: partial });
}

function pushText(
  stream: { push(event: AssistantMessageEvent): void },
  partial: AssistantMessage,
  text: string | readonly string[],
): () => void {
  const deltas = typeof text === "string" ? [text] : text;
  if (deltas.length === 0) return () => {};
  const block = { type: "text" as const, text: "" };
  const contentIndex = partial.content.push(block) - 1;
  stream.push({ type: "text_start", contentIndex, partial });
  for (const delta of deltas) {
    block.text += delta;
    stream.push({ type: "text_delta", contentIndex, delta, partial });
  }
  return () => stream.push({ type: "text_end", contentIndex, content: block.text, partial });
}

function pushToolCall(
  stream: { push(event: AssistantMessageEvent): void },
  partial: AssistantMessage,
  { id, name, arguments: args = {}, argumentsError }: NonNullable<ScriptedResponse["toolCalls"]>[number],
): void {
  const toolCall: ToolCall = { type: "toolCall", id, name, arguments: args };
  if (argumentsError !== undefined) toolCall.argumentsError = argumentsError;
  const contentIndex = partial.content.push(toolCall) - 1;
  stream.push({ type: "toolcall_start", contentIndex, partial });
  stream.push({ type: "toolcall_delta", contentIndex, delta: JSON.stringify(args), partial });
  stream.push({ type: "toolcall_end", contentIndex, toolCall, partial });
}
