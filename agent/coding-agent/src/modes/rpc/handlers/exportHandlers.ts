import { unavailable, type Handlers } from "./handler.ts";

/** Files and uploads made of a session. */
export const exportHandlers: Handlers<"export_html"> = {
  export_html: unavailable,
};
