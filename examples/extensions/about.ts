// Says what a session is made of; also ends work, reloads and quits.
import type { ExtensionAPI } from "@relay-harness/coding-agent";

export default function (relay: ExtensionAPI) {
  relay.registerCommand("about", {
    description: "What this session is made of",
    handler: (_, ctx) => {
      const settings = relay.getSettings();
      const { sections } = ctx.getSystemPromptOptions();
      const session = ctx.sessionManager;
      const { messages } = session.buildSessionContext();
      const lines = [
        `mode ${ctx.mode}, ${ctx.isProjectTrusted() ? "trusted" : "not trusted"}, ${ctx.cwd}`,
        `${Object.keys(settings).length} settings, ${relay.getCommands().length} commands`,
        `${session.isPersisted() ? "kept in a file" : "in memory"}: ${messages.length} messages, ` +
          `${session.getEntryCount()} entries, ${session.getChildren(null).length} beginnings`,
        `prompt: ${ctx.getSystemPrompt().length} characters, sections ${Object.keys(sections).join(", ")}`,
      ];
      ctx.ui.notify(lines.join("\n"));
    },
  });
  relay.registerCommand("stop", {
    description: "End what the model does",
    handler: (_, ctx) => {
      if (ctx.signal?.aborted === false) ctx.abort();
    },
  });
  relay.registerCommand("again", { description: "Load extensions anew", handler: (_, ctx) => ctx.reload() });
  relay.registerCommand("bye", { description: "End Relay", handler: (_, ctx) => ctx.shutdown() });
}
