import type { Handlers } from "./handler.ts";

/** Compaction, by hand and automatic. */
export const compactionHandlers: Handlers<"compact" | "set_auto_compaction"> = {
  compact: ({ customInstructions }, { session }) => session.compact(customInstructions),
  set_auto_compaction: ({ enabled }, { session }) =>
    session.setAutoCompactionEnabled(enabled).then(() => undefined),
};
