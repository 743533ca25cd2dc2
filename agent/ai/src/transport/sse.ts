import { createParser } from "eventsource-parser";

/** One server-sent event; `event` is absent when the server named none. */
export interface SseEvent {
  event?: string;
  data: string;
}

/**
 * Reads server-sent events (models.md §26.1). Each batch holds the events that one chunk completed;
 * empty batches are not yielded. A last event without its blank line counts.
 */
export async function* readSse(body: AsyncIterable<Uint8Array>): AsyncGenerator<SseEvent[]> {
  let batch: SseEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => batch.push(event === undefined ? { data } : { event, data }),
  });
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (batch.length === 0) continue;
    yield batch;
    batch = [];
  }
  parser.feed(`${decoder.decode()}\n\n`);
  if (batch.length > 0) yield batch;
}
