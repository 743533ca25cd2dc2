import type { Model } from "@relay-harness/protocol";
import { ProviderError } from "../../httpErrors.ts";
import { runStream } from "../../streamRun.ts";
import { requestSse } from "../../transport/providerRequest.ts";
import type { SseEvent } from "../../transport/sse.ts";
import type { StreamFunction, StreamOptions } from "../../types.ts";
import { buildRequest, type AnthropicRequest } from "./request.ts";
import { readResponse } from "./stream.ts";

const maxRemembered = 100;
/** Sessions and models whose strict tool set was refused as too large. */
const relaxedSessions = new Set<string>();

/** Anthropic Messages (models.md §26.2). */
export const stream: StreamFunction = (model, context, options = {}) =>
  runStream(model, options, async (writer) => {
    const key = JSON.stringify([options.sessionId ?? "", model.provider, model.id]);
    const isRelaxed = options.sessionId !== undefined && relaxedSessions.has(key);
    const request = buildRequest(model, context, options, { relaxedTools: isRelaxed });
    if (request.effort !== undefined) writer.message.providerThinkingLevel = request.effort;

    let events: AsyncIterable<SseEvent[]>;
    try {
      events = await send(model, options, request);
    } catch (error) {
      if (!hasStrictTool(request) || !isStrictSetTooLarge(error)) throw error;
      events = await send(model, options, buildRequest(model, context, options, { relaxedTools: true }));
      remember(key);
    }
    await readResponse(events, model, options, writer);
  });

function send(
  model: Model,
  options: StreamOptions,
  { url, headers, payload }: AnthropicRequest,
): Promise<AsyncIterable<SseEvent[]>> {
  return requestSse({ model, url, headers, payload, options });
}

function hasStrictTool(request: AnthropicRequest): boolean {
  return request.payload.tools?.some((tool) => tool.strict) ?? false;
}

/** The service compiles strict schemas and refuses sets that grow too large (models.md §15.4). */
function isStrictSetTooLarge(error: unknown): boolean {
  if (!ProviderError.is(error) || error.status !== 400) return false;
  return /(grammar|strict|schema)/i.test(error.body) && /too (large|complex|many)/i.test(error.body);
}

function remember(key: string): void {
  if (relaxedSessions.size >= maxRemembered) {
    const oldest = relaxedSessions.values().next().value;
    if (oldest !== undefined) relaxedSessions.delete(oldest);
  }
  relaxedSessions.add(key);
}
