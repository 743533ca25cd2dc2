import type { KeybindingsManager } from "../types/ui.ts";
import { Keybindings } from "./keybindings.ts";

/** What extensions called actions before these had a prefix. */
const earlierNames: Readonly<Record<string, string>> = {
  ...{ selectUp: "tui.select.up", selectDown: "tui.select.down", selectConfirm: "tui.select.confirm" },
  ...{ selectCancel: "tui.select.cancel", selectPageUp: "tui.select.pageUp" },
  ...{ selectPageDown: "tui.select.pageDown", submit: "tui.input.submit", newLine: "tui.input.newLine" },
  ...{ tab: "tui.input.tab" },
};

const current = (action: string): string => earlierNames[action] ?? action;
let keybindings: Keybindings | undefined;

/** The keys of all actions, for components that are not handed them. */
export function getKeybindings(): KeybindingsManager {
  const keys = (keybindings ??= new Keybindings());
  return {
    matches: (data, action) => keys.matches(data, current(action)),
    getKeys: (action) => keys.getKeys(current(action)),
  };
}
