import { runStream } from "../../streamRun.ts";
import { requestSse } from "../../transport/providerRequest.ts";
import type { StreamFunction } from "../../types.ts";
import { sendWithStrictFallback } from "../openaiShared/strictFallback.ts";
import { buildRequest } from "./request.ts";
import { readResponse } from "./stream.ts";

/** Anthropic Messages (models.md §26.2). */
export const stream: StreamFunction = (model, context, options = {}) =>
  runStream(model, options, async (writer) => {
    const { answer } = await sendWithStrictFallback(model, options, {
      build: (relaxed) => buildRequest(model, context, options, relaxed),
      send: ({ url, headers, payload, effort }) => {
        if (effort !== undefined) writer.message.providerThinkingLevel = effort;
        return requestSse({ model, url, headers, payload, options });
      },
    });
    await readResponse(answer, model, options, writer);
  });
