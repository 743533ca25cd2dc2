import type { JsonSchema } from "@relay-harness/protocol";
import { settingKeys, settingOf } from "./settingsTable.ts";

/** JSON Schema of a settings file, with descriptions and defaults; keys are dotted. */
export function settingsSchema(): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const key of settingKeys) {
    const { kind, default: standard, description, isInternal } = settingOf(key);
    if (isInternal) continue;
    properties[key] = { ...kind.schema, description, ...(standard !== undefined && { default: standard }) };
  }
  return { type: "object", properties };
}
