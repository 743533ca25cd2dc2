import { unavailable, type Handlers } from "./handler.ts";

/** Compaction, by hand and automatic. */
export const compactionHandlers: Handlers<"compact" | "set_auto_compaction"> = {
  compact: unavailable,
  set_auto_compaction: unavailable,
};
