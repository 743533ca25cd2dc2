/** Small checks that name the offending JSON path; TypeBox would cost more at start than all of them. */
import { isJsonObject } from "@relay-harness/protocol";

/** Describes the first problem of a value, or nothing. `path` names the value in the text. */
export type Check = (value: unknown, path: string) => string | undefined;

/** `a.b`, or `a["b.c"]` where a dot would mislead. */
export function memberPath(path: string, key: string): string {
  if (!/^[\w$-]+$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

export const nonEmptyString: Check = (value, path) =>
  typeof value === "string" && value !== "" ? undefined : `${path} must be a non-empty string`;

export const boolean: Check = (value, path) =>
  typeof value === "boolean" ? undefined : `${path} must be true or false`;

export const positiveNumber: Check = (value, path) =>
  typeof value === "number" && value > 0 && Number.isFinite(value)
    ? undefined
    : `${path} must be a number greater than 0`;

export const nonNegativeNumber: Check = (value, path) =>
  typeof value === "number" && value >= 0 && Number.isFinite(value)
    ? undefined
    : `${path} must be a number of at least 0`;

export const anyObject: Check = (value, path) =>
  isJsonObject(value) ? undefined : `${path} must be an object`;

export function oneOf(...allowed: readonly unknown[]): Check {
  const list = allowed.map((value) => JSON.stringify(value)).join(", ");
  return (value, path) => (allowed.includes(value) ? undefined : `${path} must be one of ${list}`);
}

/** Accepts `null` beside what another check accepts. */
export function nullable(check: Check): Check {
  return (value, path) => (value === null ? undefined : check(value, path));
}

export function arrayOf(check: Check): Check {
  return (value, path) => {
    if (!Array.isArray(value)) return `${path} must be an array`;
    return firstProblem(value.map((item: unknown, index) => () => check(item, `${path}[${index}]`)));
  };
}

/** An object whose members all satisfy one check. */
export function mapOf(check: Check): Check {
  return (value, path) => {
    if (!isJsonObject(value)) return `${path} must be an object`;
    return firstProblem(
      Object.entries(value).map(
        ([key, item]) =>
          () =>
            check(item, memberPath(path, key)),
      ),
    );
  };
}

/** An object with known fields; unknown ones are ignored. */
export function objectOf(fields: Readonly<Record<string, Check>>, required: readonly string[] = []): Check {
  return (value, path) => {
    if (!isJsonObject(value)) return `${path === "" ? "the file" : path} must be an object`;
    const missing = required.find((key) => value[key] === undefined);
    if (missing !== undefined) return `${memberPath(path, missing)} is required`;
    return firstProblem(
      Object.entries(fields).map(
        ([key, check]) =>
          () =>
            value[key] === undefined ? undefined : check(value[key], memberPath(path, key)),
      ),
    );
  };
}

function firstProblem(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const problem = check();
    if (problem !== undefined) return problem;
  }
  return undefined;
}
