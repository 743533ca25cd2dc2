// Keeps notes in the session file, where the model does not read them.
import type { ExtensionAPI } from "@relay-harness/coding-agent";

export default function (relay: ExtensionAPI) {
  relay.registerCommand("note", {
    description: "Keep a note, or show all of this branch",
    handler: (text, ctx) => {
      if (text !== "") {
        relay.appendEntry("note", { text });
        return;
      }
      const notes = ctx.sessionManager
        .getBranch()
        .flatMap((entry) => (entry.type === "custom" && entry.customType === "note" ? [entry.data] : []));
      ctx.ui.notify(notes.map((note) => (note as { text: string }).text).join("\n") || "No notes.");
    },
  });
}
