import type { AssistantMessage } from "@relay-harness/protocol";
import type { AssistantMessageEvent, AssistantMessageStream } from "@relay-harness/ai";

/** An event as a client sees it: without the live message. */
export type PlainEvent = Record<string, unknown> & { type: string };

export interface CollectedStream {
  events: PlainEvent[];
  message: AssistantMessage;
}

/** Takes a stream to its end. Every value is copied when it arrives, as later deltas change the live message. */
export async function collectStream(stream: AssistantMessageStream): Promise<CollectedStream> {
  const events: PlainEvent[] = [];
  for await (const event of stream) events.push(plain(event));
  return { events, message: await stream.result() };
}

function plain(event: AssistantMessageEvent): PlainEvent {
  if (event.type === "done" || event.type === "error") return { type: event.type, reason: event.reason };
  return structuredClone(without(event, "partial")) as PlainEvent;
}

/** The message without what differs from run to run. */
export function withoutTimes(message: AssistantMessage): Omit<AssistantMessage, "timestamp" | "durationMs"> {
  return without(structuredClone(message), "timestamp", "durationMs");
}

function without<T extends object, K extends keyof T>(value: T, ...names: K[]): Omit<T, K> {
  const rest: Partial<T> = { ...value };
  for (const name of names) delete rest[name];
  return rest as Omit<T, K>;
}

/** Bytes of server-sent events; a name makes an `event:` line. */
export function sseText(events: readonly { event?: string; data: unknown }[]): string {
  return events
    .map(({ event, data }) => {
      const text = typeof data === "string" ? data : JSON.stringify(data);
      return `${event ? `event: ${event}\n` : ""}data: ${text}\n\n`;
    })
    .join("");
}

/** One body that arrives in the given pieces. */
export async function* chunksOf(...chunks: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}
