import { defaultKeybindings } from "./keybindings.ts";
import { currentTheme } from "./theme.ts";

/** The key of an action, such as `ctrl+o`; empty for an action that has none. */
export function keyText(id: string): string {
  return defaultKeybindings().get(id)?.[0] ?? "";
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
