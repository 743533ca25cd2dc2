import type { Handlers } from "./handler.ts";

/** What the model can call, and what its context holds. */
export const toolHandlers: Handlers<"get_tools" | "set_tools" | "get_context"> = {
  get_tools: async (_, { session }) => ({ tools: await session.listTools() }),
  set_tools: async ({ names }, { session }) => {
    await session.listTools();
    session.setActiveToolsByName(names);
    return { tools: await session.listTools() };
  },
  get_context: (_, { session }) => session.contextReport(),
};
