import { createParser } from "eventsource-parser";
import { TransportError } from "./transportError.ts";

/** One server-sent event; `event` is absent when the server named none. */
export interface SseEvent {
  event?: string;
  data: string;
}

/** No event of a provider comes near; a line without end must not fill the memory. */
const maxEventBytes = 128 * 1024 * 1024;

/**
 * Reads server-sent events (models.md §26.1). Each batch holds the events that one chunk completed;
 * empty batches are not yielded. A last event without its blank line counts.
 */
export async function* readSse(body: AsyncIterable<Uint8Array>): AsyncGenerator<SseEvent[]> {
  let batch: SseEvent[] = [];
  let pendingBytes = 0;
  const parser = createParser({
    // Pings hold nothing back.
    onComment: () => (pendingBytes = 0),
    onEvent: ({ event, data }) => batch.push(event === undefined ? { data } : { event, data }),
  });
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (batch.length === 0) {
      pendingBytes += chunk.length;
      if (pendingBytes > maxEventBytes)
        throw new TransportError("connection", "The server sent an event without end");
      continue;
    }
    pendingBytes = 0;
    yield batch;
    batch = [];
  }
  parser.feed(`${decoder.decode()}\n\n`);
  if (batch.length > 0) yield batch;
}
