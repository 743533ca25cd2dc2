// Rewrites what is typed before the model sees it, and answers some of it by itself.
import type { ExtensionAPI } from "@relay-harness/coding-agent";

export default function (relay: ExtensionAPI) {
  relay.on("input", ({ text }, ctx) => {
    if (text === "ping") {
      ctx.ui.notify("pong");
      return { action: "handled" };
    }
    if (text.startsWith("?")) return { action: "transform", text: `Answer briefly: ${text.slice(1).trim()}` };
  });
}
