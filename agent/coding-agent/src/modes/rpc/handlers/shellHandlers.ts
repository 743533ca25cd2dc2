import type { Handlers } from "./handler.ts";

/** Direct shell commands. */
export const shellHandlers: Handlers<"bash" | "abort_bash"> = {
  bash: ({ command, excludeFromContext }, { session, id }) =>
    session.executeBash(command, undefined, { excludeFromContext, id }),
  abort_bash: (_, { session }) => void session.abortBash(),
};
