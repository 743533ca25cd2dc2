import { unavailable, type Handlers } from "./handler.ts";

/** The tree of the open session. */
export const treeHandlers: Handlers<"get_outline" | "navigate_tree" | "set_label" | "import_session"> = {
  get_outline: unavailable,
  navigate_tree: unavailable,
  set_label: unavailable,
  import_session: ({ path }, { runtime, hold }) => runtime.importSession(path, { onReplacing: hold }),
};
