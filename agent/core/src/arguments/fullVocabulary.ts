import type { JsonSchema } from "@relay-harness/protocol";
import { isJsonObject } from "@relay-harness/protocol";
import type { Issue, IssuePath } from "./issues.ts";
import { unionIssues } from "./issues.ts";

/** Checks a value against every keyword of JSON Schema. */
export type FullCheck = (value: unknown) => Issue[];

interface LibraryError {
  keyword: string;
  schemaPath: string;
  instancePath: string;
  params: Record<string, unknown>;
  message: string;
}

interface Found {
  schemaPath: string;
  issue: Issue;
}

/** Compiles a schema with the validation library, which is loaded on first use. */
export async function compileFullCheck(schema: JsonSchema): Promise<FullCheck> {
  const { Compile } = await import("typebox/schema");
  const validator = Compile(withoutHooks(schema) as Record<string, unknown>);
  return (value) => {
    if (validator.Check(value)) return [];
    const [, errors] = validator.Errors(value);
    const issues = toIssues(errors as unknown as LibraryError[], value);
    // A refusal must have a reason, even if the library names none.
    return issues.length > 0 ? issues : [{ path: [], kind: "other", message: "does not match the schema" }];
  };
}

/** Schemas of TypeBox may carry refinements and codecs, which are functions and are not run. */
function withoutHooks(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutHooks);
  if (!isJsonObject(schema)) return schema;
  const entries = Object.entries(schema).filter(([key]) => !key.startsWith("~"));
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutHooks(value)]));
}

function toIssues(errors: readonly LibraryError[], value: unknown): Issue[] {
  let found: Found[] = [];
  for (const error of errors) {
    if (error.keyword !== "anyOf" && error.keyword !== "oneOf") {
      found.push(...issuesOf(error, value).map((issue) => ({ schemaPath: error.schemaPath, issue })));
      continue;
    }
    // The errors of the branches come before the error of their union.
    const prefix = `${error.schemaPath}/${error.keyword}/`;
    const isBranch = ({ schemaPath }: Found): boolean => schemaPath.startsWith(prefix);
    const branches = new Map<string, Issue[]>();
    for (const { schemaPath, issue } of found.filter(isBranch)) {
      const index = schemaPath.slice(prefix.length).split("/", 1)[0] ?? "";
      branches.set(index, [...(branches.get(index) ?? []), issue]);
    }
    found = found.filter((candidate) => !isBranch(candidate));
    const path = pathOf(error.instancePath, value);
    for (const issue of unionOf(error, path, branches)) found.push({ schemaPath: error.schemaPath, issue });
  }
  return found.map(({ issue }) => issue);
}

function unionOf(
  error: LibraryError,
  path: IssuePath,
  branches: ReadonlyMap<string, readonly Issue[]>,
): readonly Issue[] {
  const { passingSchemas } = error.params;
  if (Array.isArray(passingSchemas) && passingSchemas.length > 1) {
    return [{ path, kind: "other", message: "matches more than one of the allowed forms" }];
  }
  return unionIssues(path, [...branches.values()]);
}

function issuesOf(error: LibraryError, value: unknown): Issue[] {
  const { keyword, params, message } = error;
  const path = pathOf(error.instancePath, value);
  const names = (key: string): string[] => (Array.isArray(params[key]) ? params[key].map(String) : []);
  switch (keyword) {
    case "required":
      return names("requiredProperties").map((name) => ({ path: [...path, name], kind: "missing" }));
    case "additionalProperties":
    case "unevaluatedProperties":
      return names(keyword).map((name) => ({ path: [...path, name], kind: "unknown" }));
    case "type":
      return [
        { path, kind: "type", expected: [params["type"]].flat().map(String), value: valueAt(path, value) },
      ];
    case "const":
      return [{ path, kind: "literal", allowed: [params["allowedValue"]] }];
    case "enum":
      return [
        {
          path,
          kind: "literal",
          allowed: names("allowedValues").length ? (params["allowedValues"] as unknown[]) : [],
        },
      ];
    case "boolean": {
      // Also reported, by name, by the keyword itself.
      const isNamed = /\/(additional|unevaluated)Properties$/.test(error.schemaPath);
      return isNamed ? [] : [{ path, kind: "other", message: "not allowed" }];
    }
    case "allOf":
      return [];
    default:
      return [{ path, kind: "other", message }];
  }
}

/** Indexes of arrays become numbers, as the path of an issue has them. */
function pathOf(pointer: string, value: unknown): (string | number)[] {
  const path: (string | number)[] = [];
  let current = value;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    path.push(Array.isArray(current) ? Number(key) : key);
    current = memberOf(current, key);
  }
  return path;
}

function valueAt(path: IssuePath, value: unknown): unknown {
  return path.reduce<unknown>((current, key) => memberOf(current, String(key)), value);
}

function memberOf(container: unknown, key: string): unknown {
  if (typeof container !== "object" || container === null || !Object.hasOwn(container, key)) return undefined;
  return (container as Record<string, unknown>)[key];
}
