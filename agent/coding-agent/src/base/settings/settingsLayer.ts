import { isJsonObject, type JsonObject } from "@relay-harness/protocol";
import { valueAt } from "./settingsFile.ts";
import { settingKeys, settingOf, type SettingKey } from "./settingsTable.ts";

/** One source of settings after its values were checked. */
export interface SettingsLayer {
  values: ReadonlyMap<SettingKey, unknown>;
  /** One message per refused key: `Invalid setting <key>: expected <what>`. */
  errors: string[];
}

/** Reads every known key; unknown ones and `null` count as not set. */
export function readLayer(settings: JsonObject): SettingsLayer {
  const values = new Map<SettingKey, unknown>();
  const errors = groupErrors(settings);
  for (const key of settingKeys) {
    const raw = valueAt(settings, key);
    if (raw === undefined || raw === null) continue;
    const { kind } = settingOf(key);
    const value = kind.read(raw);
    if (value === undefined || hasDropped(raw, value)) errors.push(invalidSetting(key, raw));
    if (value !== undefined) values.set(key, value);
  }
  return { values, errors };
}

export function invalidSetting(key: SettingKey, value: unknown): string {
  return `Invalid setting ${key}: expected ${settingOf(key).kind.expected(value)}`;
}

/** A list or an object that lost members while it was read. */
function hasDropped(raw: unknown, value: unknown): boolean {
  if (Array.isArray(raw) && Array.isArray(value)) return value.length < raw.length;
  if (isJsonObject(raw) && isJsonObject(value)) return Object.keys(value).length < Object.keys(raw).length;
  return false;
}

/** Names before a dot must be objects. */
function groupErrors(settings: JsonObject): string[] {
  const groups = new Set(settingKeys.flatMap((key) => parentsOf(key)));
  const errors: string[] = [];
  for (const group of groups) {
    const value = valueAt(settings, group);
    if (value !== undefined && value !== null && !isJsonObject(value)) {
      errors.push(`Invalid setting ${group}: expected object`);
    }
  }
  return errors;
}

function parentsOf(key: string): string[] {
  const names = key.split(".");
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join("."));
}
