import { isJsonObject } from "./json.ts";
import type { JsonObject, JsonSchema } from "./json.ts";

/** What is wrong with a value: `<path> <complaint>` reads as a sentence without its subject's name. */
export interface SchemaProblem {
  /** `images[0].data`; empty for the value itself. */
  readonly path: string;
  /** `must be a string`, `must be one of a, b`, `must not be empty`. */
  readonly complaint: string;
}

/** Path of a value, innermost step first: joined only when there is something to report. */
interface Place {
  readonly step: string;
  readonly parent?: Place;
}

interface Task {
  readonly schema: JsonSchema;
  readonly value: unknown;
  readonly place: Place | undefined;
}

/**
 * First difference between `value` and `schema`, in the order of the schema's properties. Understands the
 * keywords that our generated schemas use: `$ref` into `defs`, `anyOf`, `type`, `const`, `enum`,
 * `properties`, `required`, `additionalProperties`, `items`, `minLength`, `minimum`, `maximum`, `pattern`,
 * `contentEncoding`; `expected` words the complaint; `open` lets an `anyOf` pass kinds it does not name.
 * Works on values of any depth.
 */
export function findSchemaProblem(
  schema: JsonSchema,
  value: unknown,
  options: { path?: string; defs?: Readonly<Record<string, JsonSchema>> } = {},
): SchemaProblem | undefined {
  const root = options.path === undefined ? undefined : { step: options.path };
  const defs = options.defs ?? {};
  const tasks: Task[] = [{ schema, value, place: root }];
  for (let task = tasks.pop(); task; task = tasks.pop()) {
    const resolved = resolve(task.schema, defs);
    const branches = resolved["anyOf"];
    const found = Array.isArray(branches)
      ? checkUnion({ ...task, schema: resolved }, branches.filter(isJsonObject), defs)
      : checkOne({ ...task, schema: resolved });
    if ("complaint" in found) return found;
    tasks.push(...found.tasks.reverse());
  }
  return undefined;
}

type Outcome = SchemaProblem | { tasks: Task[] };

function resolve(schema: JsonSchema, defs: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return schema;
  const target = defs[reference.replace("#/$defs/", "")];
  if (!target) throw new Error(`Schema refers to ${reference}, which is not defined`);
  return resolve(target, defs);
}

function checkUnion(
  { schema, value, place }: Task,
  branches: readonly JsonSchema[],
  defs: Readonly<Record<string, JsonSchema>>,
): Outcome {
  const possible = branches
    .map((branch) => resolve(branch, defs))
    .filter((branch) => mayMatch(branch, value));
  const [only] = possible;
  if (only && possible.length === 1) return { tasks: [{ schema: only, value, place }] };
  if (possible.length > 1) {
    const problems = possible.map((branch) =>
      findSchemaProblem(branch, value, { path: pathOf(place), defs }),
    );
    const first = problems[0];
    return problems.some((problem) => problem === undefined) || !first ? { tasks: [] } : first;
  }
  const tag = isJsonObject(value) ? tagOf(branches.map((branch) => resolve(branch, defs))) : undefined;
  if (!tag || !isJsonObject(value)) {
    return complain(place, schema["expected"] ?? branches.map((branch) => expectedOf(resolve(branch, defs))));
  }
  if (schema["open"] === true && typeof value[tag.key] === "string") return { tasks: [] };
  return complain({ step: tag.key, ...(place && { parent: place }) }, `one of ${tag.values.join(", ")}`);
}

/** False when the JSON type or a member with a fixed value tells that this branch is not meant. */
function mayMatch(branch: JsonSchema, value: unknown): boolean {
  if (!hasType(branch["type"], value) || !isFixedValue(branch, value)) return false;
  if (!isJsonObject(value)) return true;
  return Object.entries(propertiesOf(branch)).every(([key, member]) => isFixedValue(member, value[key]));
}

function isFixedValue(schema: JsonSchema, value: unknown): boolean {
  return !("const" in schema) || schema["const"] === value;
}

/** The member whose fixed value tells the branches apart. */
function tagOf(branches: readonly JsonSchema[]): { key: string; values: unknown[] } | undefined {
  const objects = branches.filter((branch) => branch["type"] === "object").map(propertiesOf);
  const key = Object.keys(objects[0] ?? {}).find((candidate) =>
    objects.every((members) => members[candidate] && "const" in members[candidate]),
  );
  return key === undefined
    ? undefined
    : { key, values: [...new Set(objects.map((members) => members[key]?.["const"]))] };
}

function checkOne({ schema, value, place }: Task): Outcome {
  if (!hasType(schema["type"], value) || !isFixedValue(schema, value) || !isInRange(schema, value)) {
    return complain(place, expectedOf(schema));
  }
  if (typeof value === "string") {
    if (value === "" && schema["minLength"] === 1)
      return { path: pathOf(place), complaint: "must not be empty" };
    return isString(schema, value) ? { tasks: [] } : complain(place, expectedOf(schema));
  }
  if (Array.isArray(value)) return { tasks: itemTasks(schema, value, place) };
  return { tasks: isJsonObject(value) ? memberTasks(schema, value, place) : [] };
}

function itemTasks(schema: JsonSchema, values: readonly unknown[], place: Place | undefined): Task[] {
  const items = schema["items"];
  if (!isJsonObject(items)) return [];
  return values.map((value, index) => ({
    schema: items,
    value,
    place: { step: `[${index}]`, ...(place && { parent: place }) },
  }));
}

function memberTasks(schema: JsonSchema, value: JsonObject, place: Place | undefined): Task[] {
  const tasks: Task[] = [];
  const add = (key: string, member: JsonSchema): void => {
    tasks.push({ schema: member, value: value[key], place: { step: key, ...(place && { parent: place }) } });
  };
  const properties = propertiesOf(schema);
  const required = schema["required"];
  for (const [key, member] of Object.entries(properties)) {
    const isRequired = Array.isArray(required) && required.includes(key);
    if (isRequired || value[key] !== undefined) add(key, member);
  }
  const rest = schema["additionalProperties"];
  if (isJsonObject(rest)) {
    for (const key of Object.keys(value)) if (!Object.hasOwn(properties, key)) add(key, rest);
  }
  return tasks;
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  const properties = schema["properties"];
  return isJsonObject(properties) ? (properties as Record<string, JsonSchema>) : {};
}

function hasType(type: unknown, value: unknown): boolean {
  switch (type) {
    case undefined:
      return true;
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isJsonObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function isInRange(schema: JsonSchema, value: unknown): boolean {
  if (typeof value !== "number") return true;
  const { minimum, maximum } = schema;
  return (
    !(typeof minimum === "number" && value < minimum) && !(typeof maximum === "number" && value > maximum)
  );
}

function isString(schema: JsonSchema, value: string): boolean {
  const { enum: values, pattern, contentEncoding } = schema;
  if (Array.isArray(values) && !values.includes(value)) return false;
  if (typeof pattern === "string" && !new RegExp(pattern).test(value)) return false;
  return contentEncoding !== "base64" || isBase64(value);
}

/** Looks for the first foreign character, so that long data needs one pass and no backtracking. */
function isBase64(text: string): boolean {
  const end = text.search(/[^A-Za-z0-9+/]/);
  if (end === -1) return text.length > 0 && text.length % 4 !== 1;
  const padding = text.slice(end, end + 3);
  return end > 0 && text.length % 4 === 0 && text.length === end + padding.length && /^={1,2}$/.test(padding);
}

function complain(place: Place | undefined, expected: unknown): SchemaProblem {
  const phrase = Array.isArray(expected) ? [...new Set(expected)].join(" or ") : String(expected);
  return { path: pathOf(place), complaint: `must be ${phrase}` };
}

function pathOf(place: Place | undefined): string {
  const steps: string[] = [];
  for (let at = place; at; at = at.parent) steps.push(at.step);
  return steps
    .reverse()
    .reduce((path, step) => (path && !step.startsWith("[") ? `${path}.${step}` : path + step), "");
}

function expectedOf(schema: JsonSchema): string {
  const { expected, enum: values, type, minimum, maximum } = schema;
  if (typeof expected === "string") return expected;
  if (Array.isArray(values)) return `one of ${values.join(", ")}`;
  if ("const" in schema) return JSON.stringify(schema["const"]);
  if (typeof minimum === "number") {
    return `${nounOf(type)} ${typeof maximum === "number" ? `from ${minimum} to ${maximum}` : `of at least ${minimum}`}`;
  }
  return nounOf(type);
}

function nounOf(type: unknown): string {
  if (type === "null") return "null";
  return type === "array" || type === "object" || type === "integer" ? `an ${type}` : `a ${String(type)}`;
}
