import type { JsonObject, Model } from "@relay-harness/protocol";
import { isJsonObject } from "@relay-harness/protocol";
import { ProviderError } from "../../httpErrors.ts";
import { parseSseJson } from "../../transport/providerRequest.ts";
import type { SseEvent } from "../../transport/sse.ts";
import type { StreamOptions } from "../../types.ts";

const endMarker = "[DONE]";

export interface EventReading {
  /** Named in the error of an unreadable event. */
  apiName: string;
  model: Model;
  options: StreamOptions;
  /** Returns true when nothing of interest follows. */
  handle: (event: JsonObject) => boolean;
}

/** Hands every event of a response to `handle`, after the caller's hook; stops at `[DONE]`. */
export async function readEvents(
  batches: AsyncIterable<SseEvent[]>,
  { apiName, model, options, handle }: EventReading,
): Promise<void> {
  for await (const batch of batches) {
    for (const { data } of batch) {
      const text = data.trim();
      if (text === "") continue;
      if (text === endMarker) return;
      const event = parseSseJson(text, apiName);
      if (options.onProviderStreamEvent) await options.onProviderStreamEvent(event, model);
      if (handle(event)) return;
    }
  }
}

/**
 * The error that an event reports, in any shape that servers use: `{error: {message, …}}`,
 * `{error: "text"}`, `{object: "error", message, …}`, `{type: "error", message, code}`.
 */
export function reportedError(event: JsonObject): ProviderError | undefined {
  const { error } = event;
  if (isJsonObject(error)) return new ProviderError(JSON.stringify({ error }));
  if (typeof error === "string" && error !== "") return new ProviderError(error);
  if (event.object !== "error" && event.type !== "error") return undefined;
  // `type: "error"` only marks the event; it would hide that there is no code.
  const { type, ...flat } = event;
  return new ProviderError(JSON.stringify({ error: type === "error" ? flat : event }));
}
