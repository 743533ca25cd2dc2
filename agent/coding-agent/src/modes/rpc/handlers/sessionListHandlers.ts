import { unavailable, type Handlers } from "./handler.ts";

/** Session files, the open one and others. */
export const sessionListHandlers: Handlers<"list_sessions" | "delete_session" | "rename_session"> = {
  list_sessions: unavailable,
  delete_session: unavailable,
  rename_session: unavailable,
};
