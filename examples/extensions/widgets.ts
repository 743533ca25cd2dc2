// Everything that can be shown around the conversation. Only a terminal draws all of it.
import type { Component, ExtensionAPI, Theme } from "@relay-harness/coding-agent";

const lines = (theme: Theme, ...texts: string[]): Component => ({
  render: (width) => texts.map((text) => theme.fg("accent", theme.bold(text.slice(0, width)))),
});

export default function (relay: ExtensionAPI) {
  relay.on("session_start", (_, { ui, mode }) => {
    ui.setStatus("turns", "0 turns");
    ui.setWidget("hint", ["Type /panel for more."], { placement: "belowEditor" });
    if (mode !== "tui") return;
    ui.setHeader((_tui, theme) => lines(theme, "Relay"));
    ui.setFooter((_tui, theme) => lines(theme, "Have a good day"));
    ui.setWorkingMessage("Thinking hard");
    ui.setWorkingIndicator({ frames: ["-", "+"] });
    ui.setWorkingVisible(true);
    ui.setHiddenThinkingLabel("(thoughts)");
    ui.addAutocompleteProvider((next) => next);
    if (!ui.getEditorComponent()) ui.setEditorComponent(undefined);
    ui.onTerminalInput(() => undefined);
  });
  relay.on("turn_end", ({ turnIndex }, { ui }) => ui.setStatus("turns", `${turnIndex + 1} turns`));
  relay.on("session_shutdown", (_, { ui }) => {
    ui.setStatus("turns");
    ui.setWidget("hint", undefined);
  });
  relay.registerCommand("panel", {
    description: "Choose a theme and a text",
    handler: async (_, { ui }) => {
      const names = ui.getAllThemes().map(({ name }) => name);
      const name = await ui.select("Theme", [...names, "keep"]);
      if (name !== undefined && ui.getTheme(name)) ui.setTheme(name);
      const text = await ui.editor("Text", ui.getEditorText());
      if (text !== undefined) ui.setEditorText(text);
      ui.pasteToEditor((await ui.input("More", "optional")) ?? "");
      ui.setToolsExpanded(!ui.getToolsExpanded());
      await ui.custom<void>((_tui, theme, _keys, done) => ({
        render: () => [theme.italic("Press a key")],
        handleInput: () => done(),
      }));
    },
  });
  relay.registerShortcut("ctrl+alt+p", {
    description: "Say how the theme looks",
    handler: ({ ui }) => ui.notify(ui.theme.appearance),
  });
}
