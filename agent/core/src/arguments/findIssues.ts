import type { JsonObject, JsonSchema } from "@relay-harness/protocol";
import { isJsonObject } from "@relay-harness/protocol";
import { isDeepStrictEqual } from "node:util";
import type { Issue, IssuePath } from "./issues.ts";
import { unionIssues } from "./issues.ts";
import { hasMember, isOfType } from "./jsonValues.ts";
import type { Subschema } from "./schemaDocument.ts";
import { branchesOf, literalsOf, propertiesOf, requiredOf, resolveChain, typesOf } from "./schemaDocument.ts";

/** Keywords that constrain values in ways this file does not know. */
const beyondKeywords = new Set([
  "$anchor",
  "$dynamicAnchor",
  "$dynamicRef",
  "$recursiveRef",
  "additionalItems",
  "contains",
  "dependencies",
  "dependentRequired",
  "dependentSchemas",
  "else",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "format",
  "if",
  "maxContains",
  "maxItems",
  "maxLength",
  "maxProperties",
  "maximum",
  "minContains",
  "minItems",
  "minLength",
  "minProperties",
  "minimum",
  "multipleOf",
  "not",
  "pattern",
  "patternProperties",
  "prefixItems",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
  "uniqueItems",
]);

/** Whether `findIssues` decides this schema completely. Other schemas need the full vocabulary. */
export function isPlainSchema(root: JsonSchema): boolean {
  const isPlain = (schema: Subschema): boolean => {
    if (!isJsonObject(schema)) return typeof schema === "boolean";
    if (Object.keys(schema).some((keyword) => beyondKeywords.has(keyword))) return false;
    // A nested identifier changes what references below it mean.
    if (schema !== root && hasMember(schema, "$id")) return false;
    if (hasMember(schema, "$ref") && !resolveChain(root, schema)) return false;
    return subschemasOf(schema).every(isPlain);
  };
  return isPlain(root);
}

function subschemasOf(schema: JsonSchema): Subschema[] {
  const maps = [schema["properties"], schema["$defs"], schema["definitions"]].filter(isJsonObject);
  const single = ["items", "additionalProperties"].filter((keyword) => hasMember(schema, keyword));
  const unions = (["anyOf", "oneOf", "allOf"] as const).flatMap((keyword) => branchesOf(schema, keyword));
  return [...maps.flatMap(Object.values), ...single.map((keyword) => schema[keyword]), ...unions];
}

/** Whether a value matches as far as `findIssues` can tell. */
export function fits(root: JsonSchema, schema: Subschema, value: unknown): boolean {
  return findIssues(root, schema, value).length === 0;
}

/** What is wrong with a value. Complete for plain schemas; keywords of others are passed over. */
export function findIssues(
  root: JsonSchema,
  schema: Subschema,
  value: unknown,
  path: IssuePath = [],
): readonly Issue[] {
  if (schema === false) return [{ path, kind: "other", message: "not allowed" }];
  if (!isJsonObject(schema)) return [];
  const issues: Issue[] = [];
  for (const part of resolveChain(root, schema) ?? [schema]) {
    const own = valueIssue(part, value, path);
    if (own) issues.push(own);
    else issues.push(...memberIssues(root, part, value, path), ...unionPartIssues(root, part, value, path));
  }
  return issues;
}

function valueIssue(schema: JsonSchema, value: unknown, path: IssuePath): Issue | undefined {
  const types = typesOf(schema);
  if (types && !types.some((type) => isOfType(value, type)))
    return { path, kind: "type", expected: types, value };
  const allowed = literalsOf(schema);
  if (allowed && !allowed.some((literal) => isDeepStrictEqual(literal, value))) {
    return { path, kind: "literal", allowed };
  }
  return undefined;
}

function memberIssues(root: JsonSchema, schema: JsonSchema, value: unknown, path: IssuePath): Issue[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined || Array.isArray(items)) return [];
    return value.flatMap((item, index) => findIssues(root, items, item, [...path, index]));
  }
  return isJsonObject(value) ? fieldIssues(root, schema, value, path) : [];
}

function fieldIssues(root: JsonSchema, schema: JsonSchema, value: JsonObject, path: IssuePath): Issue[] {
  const issues: Issue[] = [];
  for (const name of requiredOf(schema)) {
    if (!hasMember(value, name)) issues.push({ path: [...path, name], kind: "missing" });
  }
  const properties = propertiesOf(schema);
  for (const [name, property] of Object.entries(properties)) {
    if (hasMember(value, name)) issues.push(...findIssues(root, property, value[name], [...path, name]));
  }
  const { additionalProperties } = schema;
  // Names that a pattern declares are not additional.
  if (additionalProperties === undefined || hasMember(schema, "patternProperties")) return issues;
  for (const [name, member] of Object.entries(value)) {
    if (hasMember(properties, name)) continue;
    const where = [...path, name];
    if (additionalProperties === false) issues.push({ path: where, kind: "unknown" });
    else issues.push(...findIssues(root, additionalProperties, member, where));
  }
  return issues;
}

function unionPartIssues(root: JsonSchema, schema: JsonSchema, value: unknown, path: IssuePath): Issue[] {
  const check = (branch: Subschema): readonly Issue[] => findIssues(root, branch, value, path);
  const issues: Issue[] = branchesOf(schema, "allOf").flatMap(check);
  for (const keyword of ["anyOf", "oneOf"] as const) {
    if (!Array.isArray(schema[keyword])) continue;
    const results = branchesOf(schema, keyword).map(check);
    const matches = results.filter((result) => result.length === 0).length;
    if (matches === 0) issues.push(...unionIssues(path, results));
    else if (keyword === "oneOf" && matches > 1) {
      issues.push({ path, kind: "other", message: "matches more than one of the allowed forms" });
    }
  }
  return issues;
}
