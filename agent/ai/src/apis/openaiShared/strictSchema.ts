import type { JsonSchema } from "@relay-harness/protocol";
import { isJsonObject } from "@relay-harness/protocol";

/** Keywords without effect on what is valid: dropped, because strict mode refuses some of them. */
const annotations = new Set(["$schema", "$id", "$comment", "default", "examples", "deprecated", "readOnly"]);
/** Keywords that strict mode takes as they are. */
const plainKeywords = new Set([
  "type",
  "title",
  "description",
  "enum",
  "const",
  "$ref",
  "pattern",
  "format",
  "multipleOf",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minItems",
  "maxItems",
]);

/**
 * Strict form of a tool's schema (models.md §15.4): every property required, optional ones nullable,
 * no additional properties. `undefined` when a keyword has no strict form.
 */
export function strictSchema(schema: JsonSchema): JsonSchema | undefined {
  if (schema["type"] !== "object") return undefined;
  return convert(schema);
}

function convert(schema: unknown): JsonSchema | undefined {
  if (!isJsonObject(schema)) return undefined;
  const strict: JsonSchema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (annotations.has(keyword)) continue;
    if (plainKeywords.has(keyword)) {
      strict[keyword] = value;
      continue;
    }
    const converted = convertKeyword(keyword, value, schema);
    if (converted === undefined) return undefined;
    strict[keyword] = converted;
  }
  if (includesObject(schema["type"])) {
    strict["properties"] ??= {};
    strict["required"] = Object.keys(strict["properties"] as JsonSchema);
    strict["additionalProperties"] = false;
  }
  return isUnconstrained(strict) ? undefined : strict;
}

function convertKeyword(keyword: string, value: unknown, owner: JsonSchema): unknown {
  switch (keyword) {
    case "properties":
      return convertProperties(value, owner["required"]);
    case "required":
      return value;
    case "additionalProperties":
      return value === false ? false : undefined;
    case "items":
      return convert(value);
    case "anyOf":
      return convertList(value);
    case "$defs":
    case "definitions":
      return convertMap(value);
    default:
      return undefined;
  }
}

function convertProperties(value: unknown, required: unknown): JsonSchema | undefined {
  const properties = convertMap(value);
  if (!properties) return undefined;
  const names = Array.isArray(required) ? required : [];
  for (const [name, property] of Object.entries(properties)) {
    if (!names.includes(name)) properties[name] = nullable(property);
  }
  return properties;
}

function convertMap(value: unknown): Record<string, JsonSchema> | undefined {
  if (!isJsonObject(value)) return undefined;
  const result: Record<string, JsonSchema> = {};
  for (const [name, member] of Object.entries(value)) {
    const converted = convert(member);
    if (!converted) return undefined;
    result[name] = converted;
  }
  return result;
}

function convertList(value: unknown): JsonSchema[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const converted = value.map(convert);
  return converted.every((member) => member !== undefined) ? converted : undefined;
}

function nullable(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (typeof type === "string" && !("enum" in schema) && !("const" in schema)) {
    return type === "null" ? schema : { ...schema, type: [type, "null"] };
  }
  const { description, ...rest } = schema;
  return { anyOf: [rest, { type: "null" }], ...(description === undefined ? {} : { description }) };
}

function includesObject(type: unknown): boolean {
  return type === "object" || (Array.isArray(type) && type.includes("object"));
}

/** Strict mode has no "anything goes". */
function isUnconstrained(schema: JsonSchema): boolean {
  return !["type", "anyOf", "enum", "const", "$ref"].some((keyword) => keyword in schema);
}
