// Names places of the conversation and goes back to them.
import type { ExtensionAPI } from "@relay-harness/coding-agent";

export default function (relay: ExtensionAPI) {
  relay.registerCommand("mark", {
    description: "Name this place",
    handler: (label, { sessionManager, ui }) => {
      const id = sessionManager.getLeafEntry()?.id;
      if (id === undefined || !sessionManager.getEntry(id)) return ui.notify("Nothing to mark yet.");
      relay.setLabel(id, label || undefined);
      ui.notify(`${sessionManager.getLabel(id) ?? "no mark"} at ${id}`);
    },
  });
  relay.registerCommand("go", {
    description: "Go to a marked place",
    getArgumentCompletions: (prefix) => [{ value: prefix, label: prefix }],
    handler: async (label, ctx) => {
      const { sessionManager } = ctx;
      const marked = sessionManager.getEntries().find(({ id }) => sessionManager.getLabel(id) === label);
      if (!marked) return ctx.ui.notify(`Nothing is marked ${label}.`, "warning");
      await ctx.navigateTree(marked.id);
    },
  });
  relay.registerCommand("where", {
    description: "Where this session is kept, and how it branches",
    handler: (_, { sessionManager, ui }) => {
      const header = sessionManager.getHeader();
      const lines = [
        `${sessionManager.getSessionName() ?? header?.id ?? "session"} in ${sessionManager.getSessionDir()}`,
        `${sessionManager.getTree().length} roots, ${sessionManager.getBranch().length} entries here`,
        `${sessionManager.buildContextEntries().length} entries and`,
        `${sessionManager.buildSessionProjection().length} messages for the model, in ${sessionManager.getCwd()}`,
      ];
      ui.notify(lines.join("\n"));
    },
  });
}
