import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  settingKeys,
  settingOf,
  type SettingKey,
} from "../../agent/coding-agent/src/base/settings/settingsTable.ts";
import { markdownTable } from "./markdownTable.ts";

const appliesText = { N: "next use", R: "new session", S: "next start" } as const;

/** The tables of docs/settings.md, one per group of keys; what the sources never read is marked. */
export function settingsReference(root: string): string {
  const used = readKeys(root);
  const known = settingKeys.filter((key) => !settingOf(key).isInternal);
  const active = known.filter((key) => used.has(key));
  const inactive = known.filter((key) => !used.has(key));
  return [
    "### With effect in this build",
    table(active),
    "### Accepted, without effect in this build",
    "These keys are read and checked, so that one file serves every version. Nothing uses them yet.",
    shortTable(inactive),
  ].join("\n\n");
}

function table(keys: readonly SettingKey[]): string {
  return markdownTable(
    ["Setting", "Type", "Default", "A change counts", "Purpose"],
    keys.map((key) => {
      const { kind, applies, description, isUserOnly, isCombined } = settingOf(key);
      const notes = [
        ...(isUserOnly ? ["User settings only."] : []),
        ...(isCombined ? ["User and project lists are joined."] : []),
      ];
      return [
        `\`${key}\``,
        typeText(kind.schema),
        defaultText(key),
        appliesText[applies],
        [description, ...notes].join(" "),
      ];
    }),
  );
}

/** Keys without effect: what they will be for is not told yet. */
function shortTable(keys: readonly SettingKey[]): string {
  return markdownTable(
    ["Setting", "Type", "Default"],
    keys.map((key) => [`\`${key}\``, typeText(settingOf(key).kind.schema), defaultText(key)]),
  );
}

function defaultText(key: SettingKey): string {
  const { default: standard } = settingOf(key);
  return standard === undefined ? "none" : `\`${JSON.stringify(standard)}\``;
}

/** A JSON Schema in a few words. */
function typeText(schema: Readonly<Record<string, unknown>>): string {
  const { type, enum: values, anyOf, items, minimum, maximum, const: constant } = schema;
  if (Array.isArray(values)) return values.map((value) => `\`${JSON.stringify(value)}\``).join(" or ");
  if (constant !== undefined) return `\`${JSON.stringify(constant)}\``;
  if (Array.isArray(anyOf))
    return anyOf.map((part) => typeText(part as Record<string, unknown>)).join(" or ");
  if (type === "array") return `list of ${typeText((items ?? {}) as Record<string, unknown>)}`;
  if (type === "integer" || type === "number") {
    const name = type === "integer" ? "whole number" : "number";
    return maximum === undefined ? name : `${name} from ${String(minimum)} to ${String(maximum)}`;
  }
  return typeof type === "string" ? type : "any";
}

/** Keys that the program reads outside the settings themselves. */
function readKeys(root: string): ReadonlySet<string> {
  const source = join(root, "agent/coding-agent/src");
  const keys = new Set<string>();
  for (const path of readdirSync(source, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".ts") || path.endsWith(".test.ts") || path.includes("settings")) continue;
    const text = readFileSync(join(source, path), "utf8");
    for (const [, key] of text.matchAll(/\.get(?:In)?\((?:(?:"(?:user|project)"|\w+), )?"([A-Za-z.]+)"\)/g)) {
      if (key !== undefined) keys.add(key);
    }
  }
  return keys;
}
