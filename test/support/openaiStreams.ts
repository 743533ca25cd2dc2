import type { AssistantMessage, LlmMessage, Model } from "@relay-harness/protocol";
import { emptyUsage } from "@relay-harness/protocol";
import type { AssistantMessageStream } from "../../agent/ai/src/types.ts";

/** A plain chat model; `more` replaces members. */
export function chatModel(more: Partial<Model> = {}): Model {
  return {
    id: "m",
    name: "M",
    api: "openai-completions",
    provider: "local",
    baseUrl: "http://127.0.0.1:9/v1",
    reasoning: false,
    input: ["text", "image"],
    cost: { input: 1, output: 10, cacheRead: 0.1, cacheWrite: 2 },
    contextWindow: 0,
    maxTokens: 1000,
    ...more,
  };
}

/** A successful answer of `model`. */
export function answerOf(model: Model, content: AssistantMessage["content"]): AssistantMessage {
  const { api, provider, id } = model;
  const stopReason = content.some((block) => block.type === "toolCall") ? "toolUse" : "stop";
  return {
    role: "assistant",
    content,
    api,
    provider,
    model: id,
    usage: emptyUsage(),
    stopReason,
    timestamp: 2,
  };
}

export function userText(text: string): LlmMessage {
  return { role: "user", content: [{ type: "text", text }], timestamp: 1 };
}

/** Events without their live message, and the final one. */
export interface Collected {
  events: unknown[];
  message: AssistantMessage;
}

/** Drains a stream; each event is copied when it is taken. */
export async function collect(stream: AssistantMessageStream): Promise<Collected> {
  const events: unknown[] = [];
  for await (const event of stream) {
    if (event.type === "done") events.push({ type: "done", reason: event.reason });
    else if (event.type === "error") events.push({ type: "error", reason: event.reason });
    else {
      const copy: Record<string, unknown> = { ...event };
      delete copy.partial;
      events.push(structuredClone(copy));
    }
  }
  return { events, message: await stream.result() };
}

/** A `fetch` that answers every request with these chunks as an event stream. */
export function fetchOf(...chunks: (string | Uint8Array)[]): typeof fetch {
  const encoder = new TextEncoder();
  return () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) {
          const bytes = typeof chunk === "string" ? encoder.encode(chunk) : chunk;
          if (bytes.length > 0) controller.enqueue(bytes);
        }
        controller.close();
      },
    });
    return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
  };
}

/** Runs `check` with the bytes of `text` cut in two at every offset. */
export async function atEveryOffset(
  text: string,
  check: (fetch: typeof globalThis.fetch, offset: number) => Promise<void>,
): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  for (let offset = 1; offset < bytes.length; offset++) {
    await check(fetchOf(bytes.subarray(0, offset), bytes.subarray(offset)), offset);
  }
}
