import type { Handlers } from "./handler.ts";

/** The tree of the open session. */
export const treeHandlers: Handlers<"get_outline" | "navigate_tree" | "set_label" | "import_session"> = {
  get_outline: async (_, { session }) => {
    const { sessionManager } = session;
    const { outline } = await import("../../../session/outline.ts");
    return { nodes: outline(sessionManager), leafId: sessionManager.getLeafId() };
  },
  navigate_tree: ({ targetId, summary, ...options }, { session }) =>
    session.navigateTree(targetId, { ...options, summarize: summary === "default" }),
  set_label: ({ entryId, label }, { session }) =>
    void session.sessionManager.appendLabelChange(entryId, label ?? undefined),
  import_session: ({ path }, { runtime, hold }) =>
    runtime.importFromJsonl(path, undefined, { onReplacing: hold }),
};
