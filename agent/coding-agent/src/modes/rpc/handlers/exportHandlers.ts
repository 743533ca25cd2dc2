import { unavailable, type Handlers } from "./handler.ts";

/** Files and uploads made of a session. */
export const exportHandlers: Handlers<"export_html" | "export_jsonl" | "share_session" | "bug_report"> = {
  export_html: unavailable,
  export_jsonl: unavailable,
  share_session: unavailable,
  bug_report: unavailable,
};
