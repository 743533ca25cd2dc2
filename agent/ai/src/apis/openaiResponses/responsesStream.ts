import type { AssistantMessage, JsonObject, Model } from "@relay-harness/protocol";
import { runStream } from "../../streamRun.ts";
import { requestSse } from "../../transport/providerRequest.ts";
import type { AssistantMessageStream, Context, HeaderPatch, StreamOptions } from "../../types.ts";
import { applyUsage } from "../../usage.ts";
import { readEvents } from "../openaiShared/events.ts";
import { sendWithStrictFallback } from "../openaiShared/strictFallback.ts";
import { countOf, objectOf } from "../openaiShared/values.ts";
import { EventReader } from "./eventReader.ts";
import { buildRequest, type ResponsesRequest } from "./payload.ts";

/** Where a variant of the API differs from OpenAI's own. */
export interface ResponsesVariant {
  url: (model: Model, options: StreamOptions) => string;
  /** Changes the request before it is sent. */
  adapt?: (request: ResponsesRequest, model: Model, options: StreamOptions) => AdaptedRequest;
}

export interface AdaptedRequest {
  payload: Record<string, unknown>;
  headers: HeaderPatch;
}

/** Sends a request of the Responses family and reads its answer. */
export function streamResponses(
  model: Model,
  context: Context,
  options: StreamOptions,
  variant: ResponsesVariant,
): AssistantMessageStream {
  return runStream(model, options, async (writer) => {
    const url = variant.url(model, options);
    const { request, answer } = await sendWithStrictFallback(model, options, {
      build: (relaxed) => buildRequest(model, context, options, relaxed),
      send: (built) => {
        const { payload, headers } = variant.adapt?.(built, model, options) ?? built;
        return requestSse({ model, url, headers, payload, options });
      },
    });
    if (request.effort !== undefined) writer.message.providerThinkingLevel = request.effort;
    const reader = new EventReader(writer, {
      grammar: request.grammar,
      onUsage: (usage) => reportUsage(writer.message, model, usage),
    });
    await readEvents(answer, {
      apiName: "OpenAI Responses",
      model,
      options,
      handle: (event) => reader.read(event),
    });
    reader.finish();
  });
}

/** Counts of a response's usage in Relay's terms (models.md §12). */
function reportUsage(message: AssistantMessage, model: Model, usage: JsonObject): void {
  const inputDetails = objectOf(usage.input_tokens_details);
  const cacheRead = countOf(inputDetails.cached_tokens);
  const cacheWrite = countOf(inputDetails.cache_write_tokens);
  const input = countOf(usage.input_tokens);
  applyUsage(message, model, {
    input: input === undefined ? undefined : input - (cacheRead ?? 0) - (cacheWrite ?? 0),
    output: countOf(usage.output_tokens),
    cacheRead,
    cacheWrite,
    reasoning: countOf(objectOf(usage.output_tokens_details).reasoning_tokens),
  });
}
