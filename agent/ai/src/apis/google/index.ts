import { runStream } from "../../streamRun.ts";
import { requestSse } from "../../transport/providerRequest.ts";
import type { StreamFunction } from "../../types.ts";
import { buildRequest } from "./request.ts";
import { readResponse } from "./stream.ts";

/** Gemini `streamGenerateContent` (models.md §26.7). */
export const stream: StreamFunction = (model, context, options = {}) =>
  runStream(model, options, async (writer) => {
    const { url, headers, payload, effort } = buildRequest(model, context, options);
    if (effort !== undefined) writer.message.providerThinkingLevel = effort;
    const events = await requestSse({ model, url, headers, payload, options });
    await readResponse(events, model, options, writer);
  });
