import type { Handlers } from "./handler.ts";

/** The tree of the open session. */
export const treeHandlers: Handlers<"get_outline" | "navigate_tree" | "set_label" | "import_session"> = {
  get_outline: async (_, { session }) => {
    const { sessionManager } = session;
    const { outline } = await import("../../../session/outline.ts");
    return { nodes: outline(sessionManager), leafId: sessionManager.getLeafId() };
  },
  navigate_tree: async ({ targetId, summary, ...options }, { session }) => {
    const outcome = await session.navigateTree(targetId, { ...options, summarize: summary === "default" });
    // A client that wants the entry reads it by its id.
    delete outcome.summaryEntry;
    return outcome;
  },
  set_label: ({ entryId, label }, { session }) =>
    void session.sessionManager.appendLabelChange(entryId, label ?? undefined),
  import_session: ({ path }, { runtime, hold }) =>
    runtime.importFromJsonl(path, undefined, { onReplacing: hold }),
};
