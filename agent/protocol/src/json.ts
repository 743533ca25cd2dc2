/** Any value that `JSON.parse` can return. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** A JSON object whose members have not been examined. */
export type JsonObject = Record<string, unknown>;

/** A JSON Schema document, draft 2020-12 or older. TypeBox schemas are JSON Schema too. */
export type JsonSchema = Record<string, unknown>;

/** True for objects that are neither `null` nor arrays. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
