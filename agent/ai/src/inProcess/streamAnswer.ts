import type { AssistantContent, AssistantMessage, Model, ToolCall } from "@relay-harness/protocol";
import { abortedText } from "../abortedText.ts";
import type { AssistantMessageEventStream } from "../eventStream.ts";
import { IncrementalJson } from "../json/incrementalJson.ts";
import type { StreamOptions } from "../types.ts";

/** How a finished answer is cut into deltas. */
export interface Pacing {
  /** Characters of the next delta; called once per delta, at least 1. */
  nextSize: () => number;
  /** Waits before the next delta. Default: one microtask. Resolves early when the request is aborted. */
  wait?: () => Promise<void>;
}

/** What a finished answer says about its end. */
export type AnswerEnd = Pick<AssistantMessage, "content" | "stopReason" | "usage"> &
  Partial<Pick<AssistantMessage, "errorMessage" | "responseId" | "deferred">>;

/**
 * Streams an answer that is already known through the normal protocol (models.md §14) and ends the
 * stream. An abort keeps the part that was sent.
 */
export async function streamAnswer(
  stream: AssistantMessageEventStream,
  partial: AssistantMessage,
  answer: AnswerEnd,
  {
    signal,
    onProviderStreamEvent,
    pacing,
    model,
  }: Pick<StreamOptions, "signal" | "onProviderStreamEvent"> & {
    pacing: Pacing;
    model: Model;
  },
): Promise<void> {
  const startedAt = performance.now();
  const finish = (end: Partial<AssistantMessage>): AssistantMessage =>
    Object.assign(partial, end, { durationMs: Math.round(performance.now() - startedAt) });
  partial.usage = answer.usage;
  stream.push({ type: "start", partial });
  for (const block of answer.content) {
    for (const delta of openBlock(stream, partial, block, pacing)) {
      await onProviderStreamEvent?.({ type: "delta", delta: delta.text }, model);
      await (pacing.wait?.() ?? Promise.resolve());
      if (signal?.aborted) {
        delta.endOpenText();
        endAborted(stream, finish({}));
        return;
      }
      delta.send();
    }
  }
  const { stopReason, errorMessage, responseId, deferred } = answer;
  finish({ ...(responseId && { responseId }), ...(deferred && { deferred }) });
  if (stopReason === "aborted") endAborted(stream, partial, errorMessage);
  else if (stopReason === "error" || stopReason === "pending") failAnswer(stream, partial, errorMessage);
  else {
    partial.stopReason = stopReason;
    stream.push({ type: "done", reason: stopReason, message: partial });
  }
}

/** Ends the stream with an error. */
export function failAnswer(
  stream: AssistantMessageEventStream,
  partial: AssistantMessage,
  errorMessage = "The request failed",
): void {
  Object.assign(partial, { stopReason: "error", errorMessage } satisfies Partial<AssistantMessage>);
  stream.push({ type: "error", reason: "error", error: partial });
}

/** Ends the stream as aborted. */
export function endAborted(
  stream: AssistantMessageEventStream,
  partial: AssistantMessage,
  errorMessage: string = abortedText,
): void {
  Object.assign(partial, { stopReason: "aborted", errorMessage } satisfies Partial<AssistantMessage>);
  stream.push({ type: "error", reason: "aborted", error: partial });
}

interface PlannedDelta {
  text: string;
  send: () => void;
  /** Ends a text or thinking block early; a tool call stays open. */
  endOpenText: () => void;
}

function* openBlock(
  stream: AssistantMessageEventStream,
  partial: AssistantMessage,
  block: AssistantContent,
  pacing: Pacing,
): Generator<PlannedDelta> {
  const contentIndex = partial.content.length;
  if (block.type === "toolCall") {
    yield* openToolCall(stream, partial, block, pacing);
    return;
  }
  const full = block.type === "text" ? block.text : block.thinking;
  const live = block.type === "text" ? { ...block, text: "" } : { ...block, thinking: "" };
  partial.content.push(live);
  stream.push({ type: `${live.type}_start`, contentIndex, partial });
  const end = (): void => {
    const content = live.type === "text" ? live.text : live.thinking;
    stream.push({ type: `${live.type}_end`, contentIndex, content, partial });
  };
  for (const text of pieces(full, pacing)) {
    const send = (): void => {
      if (live.type === "text") live.text += text;
      else live.thinking += text;
      stream.push({ type: `${live.type}_delta`, contentIndex, delta: text, partial });
    };
    yield { text, send, endOpenText: end };
  }
  end();
}

function* openToolCall(
  stream: AssistantMessageEventStream,
  partial: AssistantMessage,
  call: ToolCall,
  pacing: Pacing,
): Generator<PlannedDelta> {
  const contentIndex = partial.content.length;
  const parser = new IncrementalJson();
  const live: ToolCall = { ...call, arguments: parser.value() };
  partial.content.push(live);
  stream.push({ type: "toolcall_start", contentIndex, partial });
  for (const text of pieces(JSON.stringify(call.arguments), pacing)) {
    const send = (): void => {
      parser.push(text);
      stream.push({ type: "toolcall_delta", contentIndex, delta: text, partial });
    };
    yield { text, send, endOpenText: () => undefined };
  }
  live.arguments = structuredClone(call.arguments);
  stream.push({ type: "toolcall_end", contentIndex, toolCall: live, partial });
}

/** Cuts `text` without splitting a surrogate pair. */
function* pieces(text: string, { nextSize }: Pacing): Generator<string> {
  let start = 0;
  while (start < text.length) {
    let end = Math.min(text.length, start + Math.max(1, nextSize()));
    if (/[\ud800-\udbff]/.test(text.charAt(end - 1)) && end < text.length) end++;
    yield text.slice(start, end);
    start = end;
  }
}
