import type { KeybindingsManager } from "../types/ui.ts";
import { currentKeyPlatform, defaultKeys, type KeyPlatform } from "./keyTable.ts";
import { matchesKey } from "./keys.ts";

/** Keys of actions; those that the user chose take the place of an action's own. */
export class Keybindings implements KeybindingsManager {
  private readonly keys: Map<string, readonly string[]>;

  constructor(chosen: ReadonlyMap<string, readonly string[]> = new Map(), platform?: KeyPlatform) {
    this.keys = new Map([...defaultKeybindings(platform), ...chosen]);
  }

  matches(data: string, action: string): boolean {
    return this.getKeys(action).some((key) => matchesKey(data, key));
  }

  getKeys(action: string): string[] {
    return [...(this.keys.get(action) ?? [])];
  }
}

export function defaultKeybindings(platform = currentKeyPlatform()): Map<string, readonly string[]> {
  const table = Object.entries(defaultKeys(platform));
  return new Map(table.map(([action, keys]) => [action, keys.split(" ").filter(Boolean)]));
}

const namedKeys = new Set(
  `escape esc enter return tab space backspace delete insert clear home end pageup pagedown up down left right
   f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12`.split(/\s+/),
);

/** Whether a text names a key, such as `ctrl+shift+p`. */
export function isKeyName(text: string): boolean {
  const [, modifiers = "", name = ""] = /^((?:(?:ctrl|shift|alt|super)\+)*)(.+)$/i.exec(text) ?? [];
  const held = modifiers.toLowerCase().split("+").filter(Boolean);
  if (new Set(held).size < held.length) return false;
  return namedKeys.has(name.toLowerCase()) || /^[a-z0-9`\-=[\]\\;',./!@#$%^&*()_+|~{}:<>?]$/i.test(name);
}
