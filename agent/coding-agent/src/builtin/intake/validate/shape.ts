import { isJsonObject, type JsonObject } from "@relay-harness/protocol";
import type { Problem, ProblemCode } from "./problem.ts";

/** Characters of one text: a questionnaire is read by people. */
const maxTextCharacters = 2000;

/** Reads values and collects what is wrong with them. */
export class Shape {
  readonly problems: Problem[] = [];

  fail(path: string, code: ProblemCode, detail: string): undefined {
    this.problems.push({ path, code, detail });
  }

  object(path: string, value: unknown, fields: readonly string[]): JsonObject | undefined {
    if (!isJsonObject(value)) return this.fail(path, "wrong-type", "must be an object");
    for (const name of Object.keys(value)) {
      if (!fields.includes(name)) this.fail(join(path, name), "unknown-field", `use ${fields.join(", ")}`);
    }
    return value;
  }

  text(path: string, value: unknown, { min = 1, max = maxTextCharacters } = {}): string | undefined {
    if (value === undefined) return this.fail(path, "missing", "must be a text");
    if (typeof value !== "string") return this.fail(path, "wrong-type", "must be a text");
    const { length } = value.trim();
    if (length >= min && length <= max) return value;
    return this.fail(path, "out-of-range", `${length} characters; use ${min} to ${max}`);
  }

  /** Absent stays absent. */
  optionalText(path: string, value: unknown): string | undefined {
    return value === undefined ? undefined : this.text(path, value);
  }

  list(path: string, value: unknown, min: number, max: number): unknown[] | undefined {
    if (value === undefined && min > 0)
      return this.fail(path, "missing", `must be a list of ${min} to ${max}`);
    if (value === undefined) return [];
    if (!Array.isArray(value)) return this.fail(path, "wrong-type", "must be a list");
    if (value.length >= min && value.length <= max) return value as unknown[];
    return this.fail(path, "out-of-range", `${value.length} entries; use ${min} to ${max}`);
  }

  texts(path: string, value: unknown, min: number, max: number): string[] | undefined {
    return this.list(path, value, min, max)?.flatMap(
      (item, index) => this.text(`${path}[${index}]`, item) ?? [],
    );
  }

  integer(path: string, value: unknown, min: number, max: number): number | undefined {
    if (value === undefined) return undefined;
    if (typeof value !== "number" || !Number.isInteger(value)) {
      return this.fail(path, "wrong-type", "must be a whole number");
    }
    if (value >= min && value <= max) return value;
    return this.fail(path, "out-of-range", `${value}; use ${min} to ${max}`);
  }

  flag(path: string, value: unknown): boolean | undefined {
    if (value === undefined || typeof value === "boolean") return value;
    return this.fail(path, "wrong-type", "must be true or false");
  }

  oneOf<T extends string>(path: string, value: unknown, allowed: readonly T[]): T | undefined {
    const found = allowed.find((candidate) => candidate === value);
    return (
      found ?? this.fail(path, value === undefined ? "missing" : "wrong-type", `use ${allowed.join(", ")}`)
    );
  }
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
