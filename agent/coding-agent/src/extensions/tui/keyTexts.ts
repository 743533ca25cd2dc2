import { currentTheme } from "./theme.ts";

/** Keys of actions, unless the user chose others. */
const defaultKeys: Readonly<Record<string, string>> = {
  ...{ "app.interrupt": "escape", "app.clear": "ctrl+c", "app.exit": "ctrl+d", "app.suspend": "ctrl+z" },
  ...{ "app.editor.external": "ctrl+g", "app.clipboard.pasteImage": "ctrl+v", "app.model.select": "ctrl+l" },
  ...{ "app.model.cycleForward": "ctrl+p", "app.model.cycleBackward": "shift+ctrl+p" },
  ...{ "app.thinking.cycle": "shift+tab", "app.thinking.toggle": "ctrl+t", "app.tools.expand": "ctrl+o" },
  ...{ "app.message.copy": "ctrl+x", "app.message.followUp": "alt+enter", "app.message.dequeue": "alt+up" },
  ...{ "tui.input.submit": "enter", "tui.input.newLine": "shift+enter", "tui.input.tab": "tab" },
  ...{ "tui.select.up": "up", "tui.select.down": "down", "tui.select.confirm": "enter" },
  ...{ "tui.select.cancel": "escape" },
};

/** The key of an action, such as `ctrl+o`; empty for an action that has none. */
export function keyText(id: string): string {
  return defaultKeys[id] ?? "";
}

/** The key of an action and what it does, for a line of hints. */
export function keyHint(id: string, description: string): string {
  return rawKeyHint(keyText(id), description);
}

/** As `keyHint`, for a key of the extension's own. */
export function rawKeyHint(key: string, description: string): string {
  const theme = currentTheme();
  const shown = key === "" ? "" : `${theme.fg("dim", key)} `;
  return shown + theme.fg("muted", description);
}
