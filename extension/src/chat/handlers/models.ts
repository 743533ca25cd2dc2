import type { ChatHandlers } from "../chatContext.ts";

export const modelHandlers = {
  "model/set": async ({ provider, modelId }, { session }) => {
    await session.request({ type: "set_model", provider, modelId });
    return null;
  },
  "thinking/set": async ({ level }, { session }) => {
    await session.request({ type: "set_thinking_level", level });
    return null;
  },
  "context/report": (_params, { session }) => session.request({ type: "get_context" }),
} satisfies Partial<ChatHandlers>;
