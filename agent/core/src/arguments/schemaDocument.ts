import type { JsonSchema } from "@relay-harness/protocol";
import { isJsonObject } from "@relay-harness/protocol";
import { hasMember } from "./jsonValues.ts";

/** A subschema as it stands in a document: an object, or `true` or `false`. */
export type Subschema = unknown;

/** Longest chain of references that leads from a value to itself. */
const referenceLimit = 32;

/**
 * The schema and whatever its `$ref` chain within the document points to. `undefined` when a
 * reference leads nowhere that can be found in the document, or in a circle.
 */
export function resolveChain(root: JsonSchema, schema: JsonSchema): JsonSchema[] | undefined {
  const chain = [schema];
  let current = schema;
  while (typeof current["$ref"] === "string") {
    const target = resolvePointer(root, current["$ref"]);
    if (!isJsonObject(target) || chain.length > referenceLimit) return undefined;
    chain.push(target);
    current = target;
  }
  return chain;
}

function resolvePointer(root: JsonSchema, reference: string): unknown {
  if (reference === "#") return root;
  // TypeBox modules refer to their definitions by identifier.
  const definitions = root["$defs"];
  if (!reference.startsWith("#/")) {
    return isJsonObject(definitions) && hasMember(definitions, reference)
      ? definitions[reference]
      : undefined;
  }
  let current: unknown = root;
  for (const part of reference.slice(2).split("/")) {
    const key = decodePointerPart(part);
    if (typeof current !== "object" || current === null || !hasMember(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}

function decodePointerPart(part: string): string {
  const plain = part.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(plain);
  } catch {
    // A lone percent sign is part of the name.
    return plain;
  }
}

/** `type` as a list; `undefined` when the schema allows every type. */
export function typesOf(schema: JsonSchema): readonly string[] | undefined {
  const { type } = schema;
  if (typeof type === "string") return [type];
  return isStringArray(type) ? type : undefined;
}

/** The values of `const` or `enum`. */
export function literalsOf(schema: JsonSchema): readonly unknown[] | undefined {
  if (hasMember(schema, "const")) return [schema["const"]];
  return Array.isArray(schema["enum"]) ? schema["enum"] : undefined;
}

export function propertiesOf(schema: JsonSchema): JsonSchema {
  return isJsonObject(schema["properties"]) ? schema["properties"] : {};
}

export function requiredOf(schema: JsonSchema): readonly string[] {
  return isStringArray(schema["required"]) ? schema["required"] : [];
}

/** Branches of a keyword that holds a list of schemas. */
export function branchesOf(schema: JsonSchema, keyword: "anyOf" | "oneOf" | "allOf"): readonly Subschema[] {
  const branches = schema[keyword];
  return Array.isArray(branches) ? branches : [];
}

function isStringArray(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
