import { readFileSync, statSync, type Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { isJsonObject, type JsonObject } from "@relay-harness/protocol";
import { replaceLocked } from "../lockedFile.ts";
import { SettingsError } from "./settingsError.ts";

/** One key to write; `undefined` removes it. */
export interface SettingsChange {
  /** Dotted. */
  key: string;
  value: unknown;
}

/** Far beyond what settings need; reading more would only cost memory. */
const mostBytes = 64 * 1024 * 1024;

const byteOrderMark = "\uFEFF";

/** Content of a settings file; a missing one is empty. Throws `malformed` with the parser's message. */
export function readSettingsFile(path: string): JsonObject {
  let text: string;
  try {
    requireReadable(statSync(path));
    text = readFileSync(path, "utf8");
  } catch (cause) {
    if (isMissing(cause)) return {};
    throw new SettingsError("malformed", messageOf(cause), { cause });
  }
  return parseSettings(text);
}

/**
 * Changes single keys under a lock and replaces the file atomically. What others wrote to other keys
 * stays, as do key order, indentation, line ends and the final newline (cli.md §3.1). Resolves with
 * what is in the file then.
 */
export async function updateSettingsFile(
  path: string,
  changes: readonly SettingsChange[],
): Promise<JsonObject> {
  let settings: JsonObject = {};
  await replaceLocked(path, async () => {
    const before = await readText(path);
    settings = parseForWrite(path, before);
    for (const change of changes) setPath(settings, change);
    return formatSettings(settings, before);
  });
  return settings;
}

function parseForWrite(path: string, text: string): JsonObject {
  try {
    return parseSettings(text);
  } catch (cause) {
    throw new SettingsError("malformed", `Cannot write ${path}: ${messageOf(cause)}`, { cause });
  }
}

function parseSettings(text: string): JsonObject {
  const json = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  if (json.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new SettingsError("malformed", messageOf(cause), { cause });
  }
  if (!isJsonObject(value)) throw new SettingsError("malformed", "expected a JSON object");
  return value;
}

function formatSettings(settings: JsonObject, before: string): string {
  const isNew = before.trim() === "";
  const indent = /^([ \t]+)"/m.exec(before)?.[1] ?? (isNew || /\{\s*\}/.test(before) ? "  " : "");
  const eol = before.includes("\r\n") ? "\r\n" : "\n";
  const json = JSON.stringify(settings, null, indent).replaceAll("\n", eol);
  const ending = isNew || before.endsWith("\n") ? eol : "";
  return (before.startsWith(byteOrderMark) ? byteOrderMark : "") + json + ending;
}

/** Sets or removes a dotted key in place. */
export function setPath(settings: JsonObject, { key, value }: SettingsChange): void {
  const names = key.split(".");
  const last = names.pop() ?? key;
  let target = settings;
  for (const name of names) {
    const next = target[name];
    if (isJsonObject(next)) {
      target = next;
    } else {
      if (value === undefined) return;
      const created: JsonObject = {};
      target[name] = created;
      target = created;
    }
  }
  if (value === undefined) delete target[last];
  else target[last] = value;
}

/** Value of a dotted key. */
export function valueAt(settings: JsonObject, key: string): unknown {
  let value: unknown = settings;
  for (const name of key.split(".")) {
    if (!isJsonObject(value)) return undefined;
    value = value[name];
  }
  return value;
}

/** Sets a dotted key of settings in memory. */
export function withValue(settings: JsonObject, change: SettingsChange): JsonObject {
  const copy = structuredClone(settings);
  setPath(copy, change);
  return copy;
}

async function readText(path: string): Promise<string> {
  try {
    requireReadable(await stat(path));
    return await readFile(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return "";
    throw error;
  }
}

/** A device or a pipe, which a link may lead to, would be read for ever. */
function requireReadable(stats: Stats): void {
  if (!stats.isFile()) throw new Error("this is no file");
  if (stats.size > mostBytes) throw new Error("the file is too large");
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
