import type { AssistantContent, LlmMessage, Model, ToolCall, UserMessage } from "@relay-harness/protocol";
import { textOf } from "@relay-harness/protocol";
import { AssistantMessageEventStream } from "../eventStream.ts";
import { estimateUsage } from "../inProcess/estimateUsage.ts";
import type { AnswerEnd } from "../inProcess/streamAnswer.ts";
import { endAborted, failAnswer, streamAnswer } from "../inProcess/streamAnswer.ts";
import { newAssistantMessage } from "../newMessage.ts";
import type { Context, StreamFunction, StreamOptions } from "../types.ts";
import { decide } from "./plan.ts";
import { helpText, nothingMoreText, noticeLine, reportText } from "./report.ts";
import type { Outcome } from "./steps.ts";
import { toolNames } from "./toolSet.ts";
import { understand } from "./understand.ts";

export { offlineModel } from "./model.ts";

const deltaCharacters = 80;
/** Messages that the harness adds, and files that a prompt carries along: no part of what was asked. */
const harnessPrefix = "[harness:";
const attachedFileStart = '<file name="';
const attachedFileEnd = "</file>";

/** Answers by fixed rules, in process: what comes next depends on the conversation alone. */
export const stream: StreamFunction = (model, context, options = {}) => {
  const events = new AssistantMessageEventStream();
  const partial = newAssistantMessage(model);
  const send = async (): Promise<void> => {
    await options.onPayload?.({ model: model.id, ...context }, model);
    await options.onResponse?.({ status: 200, headers: {} }, model);
    if (options.signal?.aborted) return endAborted(events, partial);
    const content = answer(model, context, options);
    const end: AnswerEnd = {
      content,
      stopReason: content.some(({ type }) => type === "toolCall") ? "toolUse" : "stop",
      usage: estimateUsage(context, content),
    };
    const pacing = { nextSize: () => deltaCharacters };
    await streamAnswer(events, partial, end, { ...options, model, pacing });
  };
  send().catch((error: unknown) => {
    failAnswer(events, partial, error instanceof Error ? error.message : String(error));
  });
  return events;
};

function answer(model: Model, context: Context, { toolChoice }: StreamOptions): AssistantContent[] {
  const { messages } = context;
  const asked = messages.findLastIndex(isRequest);
  const request = messages[asked];
  const { language, intents } = understand(request?.role === "user" ? requestText(request) : "");
  const own = messages.map((message) => isBy(model, message));
  const notice = own.includes(true) ? [] : [noticeLine(language)];
  const ownSince = messages.slice(asked + 1).filter((_, index) => own[asked + 1 + index]);
  if (ownSince.some((message) => callsOf(message).length === 0)) return [text(nothingMoreText(language))];
  if (intents.length === 0) return [text([...notice, helpText(language)].join("\n\n"))];
  const tools = toolChoice === "none" ? new Set<string>() : toolNames(context);
  const decision = decide(intents, outcomesOf(ownSince.flatMap(callsOf), messages), tools);
  if (decision.kind === "finish") {
    return [text([...notice, reportText(decision.reports, decision.skipped, language)].join("\n\n"))];
  }
  const id = `guide-${(request?.timestamp ?? 0).toString(36)}-${asked}-${decision.index}`;
  return [...notice.map(text), { type: "toolCall", id, ...decision.call }];
}

function isBy(model: Model, message: LlmMessage): boolean {
  return message.role === "assistant" && message.provider === model.provider && message.model === model.id;
}

/** Results in the order of their calls. */
function outcomesOf(calls: readonly ToolCall[], messages: readonly LlmMessage[]): Outcome[] {
  const results = new Map<string, Outcome>();
  for (const message of messages) {
    if (message.role !== "toolResult") continue;
    results.set(message.toolCallId, { text: textOf(message.content, "\n"), isError: message.isError });
  }
  return calls.flatMap(({ id }) => results.get(id) ?? []);
}

function text(content: string): AssistantContent {
  return { type: "text", text: content };
}

function callsOf(message: LlmMessage): ToolCall[] {
  return message.role === "assistant" ? message.content.filter((block) => block.type === "toolCall") : [];
}

function isRequest(message: LlmMessage): boolean {
  return message.role === "user" && requestText(message) !== "";
}

/** What a person wrote in a user message. */
function requestText({ content }: UserMessage): string {
  const blocks = typeof content === "string" ? [content] : content.map((block) => textOf([block]));
  const text = blocks.filter((block) => !block.startsWith(harnessPrefix)).join("\n");
  return withoutAttachedFiles(text).trim();
}

/**
 * Files come in a row: from the start of the first to the end of the last nothing is a request. A file
 * may hold the end of a file, and must not speak in the user's name after it.
 */
function withoutAttachedFiles(text: string): string {
  const start = text.indexOf(attachedFileStart);
  const end = text.lastIndexOf(attachedFileEnd);
  return start === -1 || end < start ? text : text.slice(0, start) + text.slice(end + attachedFileEnd.length);
}
