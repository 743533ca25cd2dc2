import type { AssistantMessage, JsonObject, Model } from "@relay-harness/protocol";
import { runStream } from "../../streamRun.ts";
import { requestSse } from "../../transport/providerRequest.ts";
import type { StreamFunction } from "../../types.ts";
import { applyUsage } from "../../usage.ts";
import { readEvents } from "../openaiShared/events.ts";
import { sendWithStrictFallback } from "../openaiShared/strictFallback.ts";
import { countOf, objectOf } from "../openaiShared/values.ts";
import { ChunkReader } from "./chunkReader.ts";
import { buildRequest } from "./payload.ts";

/** OpenAI Chat Completions and the many servers that speak it (models.md §26.3). */
export const stream: StreamFunction = (model, context, options = {}) =>
  runStream(model, options, async (writer) => {
    const { request, answer } = await sendWithStrictFallback(model, options, {
      build: (relaxed) => buildRequest(model, context, options, relaxed),
      send: ({ payload, headers }) =>
        requestSse({ model, url: requestUrl(model), headers, payload, options }),
    });
    if (request.effort !== undefined) writer.message.providerThinkingLevel = request.effort;
    const { compat, grammar } = request;
    const onUsage = (usage: JsonObject): void =>
      reportUsage(writer.message, model, usage, compat.costFromResponse);
    const reader = new ChunkReader(writer, { compat, grammar, onUsage });
    await readEvents(answer, {
      apiName: "OpenAI Completions",
      model,
      options,
      handle: (event) => {
        reader.read(event);
        return false;
      },
    });
    reader.finish();
  });

function requestUrl(model: Model): string {
  return `${model.baseUrl.replace(/\/+$/, "")}/chat/completions`;
}

/** Counts of a chunk's usage in Relay's terms (models.md §12). */
function reportUsage(message: AssistantMessage, model: Model, usage: JsonObject, priced: boolean): void {
  const promptDetails = objectOf(usage.prompt_tokens_details);
  const cacheRead = countOf(
    promptDetails.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens,
  );
  const cacheWrite = countOf(promptDetails.cache_write_tokens);
  const prompt = countOf(usage.prompt_tokens);
  applyUsage(message, model, {
    input: prompt === undefined ? undefined : prompt - (cacheRead ?? 0) - (cacheWrite ?? 0),
    output: countOf(usage.completion_tokens),
    cacheRead,
    cacheWrite,
    reasoning: countOf(objectOf(usage.completion_tokens_details).reasoning_tokens),
    providerCost: priced ? providerCost(usage) : undefined,
  });
}

/** What OpenRouter charged; with a key of the user's own, what the upstream charged comes on top. */
function providerCost(usage: JsonObject): number | undefined {
  const cost = countOf(usage.cost);
  if (cost === undefined || usage.is_byok !== true) return cost;
  return cost + (countOf(objectOf(usage.cost_details).upstream_inference_cost) ?? 0);
}
