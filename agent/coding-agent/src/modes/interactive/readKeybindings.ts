import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject } from "@relay-harness/protocol";
import { printable } from "../../base/printable.ts";
import { defaultKeybindings, isKeyName, Keybindings } from "../../extensions/tui/keybindings.ts";

/** The user's keys of `<agent-dir>/keybindings.json`; what makes no sense there is warned of (cli.md §14). */
export function readKeybindings(agentDir: string, onWarning: (warning: string) => void): Keybindings {
  const path = join(agentDir, "keybindings.json");
  const warn = (text: string): void => onWarning(printable(`${path}: ${text}`).replaceAll("\n", " "));
  let entries: [string, unknown][];
  try {
    entries = readEntries(path);
  } catch (error) {
    warn(`${error instanceof Error ? error.message : String(error)}. The default keys apply.`);
    return new Keybindings();
  }
  const known = defaultKeybindings();
  const chosen = new Map<string, string[]>();
  for (const [action, value] of entries) {
    const keys = typeof value === "string" ? [value] : value;
    if (!known.has(action)) warn(`there is no action "${action}"`);
    else if (!isStrings(keys)) warn(`the keys of ${action} must be a text or a list of texts`);
    else {
      const bad = keys.filter((key) => !isKeyName(key));
      if (bad.length > 0) warn(`${bad.map((key) => `"${key}"`).join(", ")} is no key for ${action}`);
      else chosen.set(action, keys);
    }
  }
  return new Keybindings(chosen);
}

function readEntries(path: string): [string, unknown][] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
  if (!isJsonObject(value)) throw new Error("expected a JSON object");
  return Object.entries(value).filter(([action]) => action !== "$schema");
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
