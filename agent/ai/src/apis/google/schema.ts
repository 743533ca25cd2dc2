import { isJsonObject, type JsonObject, type JsonSchema } from "@relay-harness/protocol";

/** Keywords whose value maps names to schemas; a member called `const` is no keyword there. */
const schemaMaps = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);
/** Keywords whose value is data, not schema. */
const dataKeywords = new Set(["enum", "default", "examples", "required"]);

/** The API ignores `const`: textual and numeric ones become an `enum` of one (models.md §15.3). */
export function googleSchema(schema: JsonSchema): JsonSchema {
  const converted: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "const" && (typeof value === "string" || typeof value === "number")) {
      converted.enum = [value];
    } else if (schemaMaps.has(keyword) && isJsonObject(value)) {
      converted[keyword] = Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, convert(member)]),
      );
    } else {
      converted[keyword] = dataKeywords.has(keyword) ? value : convert(value);
    }
  }
  return converted;
}

function convert(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convert);
  return isJsonObject(value) ? googleSchema(value) : value;
}
