import type { JsonObject, JsonSchema } from "@relay-harness/protocol";
import { isJsonObject } from "@relay-harness/protocol";
import { fits } from "./findIssues.ts";
import { cloneJson, hasMember, isOfType, typeOfJson } from "./jsonValues.ts";
import type { Subschema } from "./schemaDocument.ts";
import { branchesOf, literalsOf, propertiesOf, requiredOf, resolveChain, typesOf } from "./schemaDocument.ts";

/**
 * Bends a value towards its schema where it does not fit (`sessions-and-tools.md` §10.2). Containers
 * are changed in place; what cannot be bent stays as it is, for validation to name.
 */
export function coerce(root: JsonSchema, schema: Subschema, value: unknown): unknown {
  if (!isJsonObject(schema)) return value;
  let result = value;
  for (const part of resolveChain(root, schema) ?? [schema]) {
    result = coerceToTypes(typesOf(part), result);
    result = coerceToLiterals(part, result);
    coerceMembers(root, part, result);
    for (const branch of branchesOf(part, "allOf")) result = coerce(root, branch, result);
    for (const keyword of ["anyOf", "oneOf"] as const) {
      result = coerceToBranch(root, branchesOf(part, keyword), result);
    }
  }
  return result;
}

function coerceToTypes(types: readonly string[] | undefined, value: unknown): unknown {
  if (!types || types.some((type) => isOfType(value, type))) return value;
  for (const type of types) {
    const converted = convert(type, value);
    if (converted !== undefined) return converted;
  }
  return value;
}

const numeric = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** `undefined` when there is no conversion. */
function convert(type: string, value: unknown): unknown {
  switch (type) {
    case "string":
      return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
    case "number":
    case "integer": {
      const number = toNumber(value);
      return number !== undefined && isOfType(number, type) ? number : undefined;
    }
    case "boolean":
      if (value === "true" || value === 1) return true;
      return value === "false" || value === 0 ? false : undefined;
    case "array":
      return parseAs("array", value) ?? (value === null || value === undefined ? undefined : [value]);
    case "object":
      return parseAs("object", value);
    default:
      return undefined;
  }
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === "boolean") return Number(value);
  return typeof value === "string" && numeric.test(value.trim()) ? Number(value) : undefined;
}

function parseAs(type: "array" | "object", value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeOfJson(parsed) === type ? parsed : undefined;
  } catch {
    // Text that merely looks like JSON is no value of this type.
    return undefined;
  }
}

function coerceToLiterals(schema: JsonSchema, value: unknown): unknown {
  const literals = literalsOf(schema);
  if (!literals || literals.includes(value)) return value;
  const match = literals.find((literal) => convert(typeOfJson(literal), value) === literal);
  return match === undefined ? value : match;
}

function coerceMembers(root: JsonSchema, schema: JsonSchema, value: unknown): void {
  if (Array.isArray(value)) coerceItems(root, schema, value);
  else if (isJsonObject(value)) coerceFields(root, schema, value);
}

function coerceItems(root: JsonSchema, schema: JsonSchema, values: unknown[]): void {
  const { items, prefixItems } = schema;
  const leading: readonly unknown[] = Array.isArray(items)
    ? items
    : Array.isArray(prefixItems)
      ? prefixItems
      : [];
  const rest = Array.isArray(items) ? schema["additionalItems"] : items;
  values.forEach((item, index) => {
    values[index] = coerce(root, index < leading.length ? leading[index] : rest, item);
  });
}

function coerceFields(root: JsonSchema, schema: JsonSchema, value: JsonObject): void {
  const properties = propertiesOf(schema);
  const required = requiredOf(schema);
  for (const [name, property] of Object.entries(properties)) {
    if (!hasMember(value, name)) continue;
    const member = value[name];
    const isAbsent = member === null && !required.includes(name) && !fits(root, property, null);
    if (isAbsent || member === undefined) delete value[name];
    else value[name] = coerce(root, property, member);
  }
  const { additionalProperties, patternProperties } = schema;
  if (!isJsonObject(additionalProperties) && !isJsonObject(patternProperties)) return;
  for (const name of Object.keys(value)) {
    if (hasMember(properties, name)) continue;
    const pattern = isJsonObject(patternProperties) ? patternFor(patternProperties, name) : undefined;
    value[name] = coerce(root, pattern ?? additionalProperties, value[name]);
  }
}

function patternFor(patterns: JsonObject, name: string): Subschema {
  const match = Object.entries(patterns).find(([pattern]) => matches(pattern, name));
  return match?.[1];
}

function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    // Validation reports a pattern that is no regular expression.
    return false;
  }
}

/** The first branch that the value fits, else the first one that it can be bent to. */
function coerceToBranch(root: JsonSchema, branches: readonly Subschema[], value: unknown): unknown {
  if (branches.length === 0 || branches.some((branch) => fits(root, branch, value))) return value;
  for (const branch of branches) {
    const candidate = coerce(root, branch, cloneJson(value));
    if (fits(root, branch, candidate)) return candidate;
  }
  return value;
}
