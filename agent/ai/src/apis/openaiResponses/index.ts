import type { StreamFunction } from "../../types.ts";
import { streamResponses } from "./responsesStream.ts";

/** OpenAI Responses (models.md §26.4). */
export const stream: StreamFunction = (model, context, options = {}) =>
  streamResponses(model, context, options, {
    url: ({ baseUrl }) => `${baseUrl.replace(/\/+$/, "")}/responses`,
  });
