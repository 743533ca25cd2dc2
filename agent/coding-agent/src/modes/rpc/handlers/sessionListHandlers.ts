import type { Handlers } from "./handler.ts";

/** Session files, the open one and others. */
export const sessionListHandlers: Handlers<"list_sessions" | "delete_session" | "rename_session"> = {
  list_sessions: async (request, { runtime }) => {
    const stored = await runtime.storedSessions();
    // Before it is read: a change meanwhile is told.
    stored.watch(request.scope);
    return stored.list(request);
  },
  delete_session: async ({ sessionPath }, { runtime }) =>
    (await runtime.storedSessions()).delete(sessionPath),
  rename_session: async ({ sessionPath, name }, { runtime }) =>
    (await runtime.storedSessions()).rename(sessionPath, name).then(() => undefined),
};
