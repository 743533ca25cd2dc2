import { isJsonObject, type JsonSchema } from "@relay-harness/protocol";

/** How a value of a settings file is read. */
export interface SettingKind<T> {
  /** `undefined`: the value is refused. Wrong list items are left out. */
  read(value: unknown): T | undefined;
  /** What would have been right, for "expected ...". */
  expected(value: unknown): string;
  schema: JsonSchema;
  /** User and project objects are merged key by key. */
  isObject?: boolean;
}

interface NumberRange {
  min?: number;
  max?: number;
  /** Fractions are allowed. */
  isFraction?: boolean;
}

/** Longest delay that a timer accepts. */
const maxTimerMs = 2_147_483_647;

export const booleanKind: SettingKind<boolean> = {
  read: (value) => (typeof value === "boolean" ? value : undefined),
  expected: () => "boolean",
  schema: { type: "boolean" },
};

export const stringKind: SettingKind<string> = {
  read: (value) => (typeof value === "string" ? value : undefined),
  expected: () => "string",
  schema: { type: "string" },
};

/** Accepts everything: whoever uses the value reports what is wrong with it. */
export function uncheckedKind(schema: JsonSchema): SettingKind<unknown> {
  return { read: (value) => value, expected: () => "any value", schema, isObject: schema.type === "object" };
}

export function enumKind<const T extends readonly (string | number | boolean)[]>(
  values: T,
): SettingKind<T[number]> {
  return {
    read: (value) => values.find((candidate) => candidate === value),
    expected: () => `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`,
    schema: { enum: values },
  };
}

/** A number outside the range is refused. Default: a whole number of at least 0. */
export function numberKind({ min = 0, max, isFraction = false }: NumberRange = {}): SettingKind<number> {
  return {
    read: (value) => {
      if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
      if (!isFraction && !Number.isInteger(value)) return undefined;
      return value < min || (max !== undefined && value > max) ? undefined : value;
    },
    expected: (value) => {
      if (typeof value !== "number") return "number";
      const range = max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
      return `${isFraction ? "number" : "whole number"} ${range}`;
    },
    schema: {
      type: isFraction ? "number" : "integer",
      minimum: min,
      ...(max !== undefined && { maximum: max }),
    },
  };
}

/** Rounded down and moved into the range. */
export function clampedKind(min: number, max: number): SettingKind<number> {
  return {
    read: (value) =>
      typeof value === "number" && Number.isFinite(value)
        ? Math.min(max, Math.max(min, Math.floor(value)))
        : undefined,
    expected: () => "number",
    schema: { type: "integer", minimum: min, maximum: max },
  };
}

/** Milliseconds, at most what a timer accepts. With `isSwitch`, `"disabled"` is 0. */
export function millisecondsKind({ isSwitch = false } = {}): SettingKind<number> {
  const inner = numberKind();
  return {
    read: (value) => {
      if (isSwitch && value === "disabled") return 0;
      const read = inner.read(value);
      return read === undefined ? undefined : Math.min(read, maxTimerMs);
    },
    expected: (value) => (isSwitch ? `${inner.expected(value)} or "disabled"` : inner.expected(value)),
    schema: isSwitch ? { anyOf: [inner.schema, { const: "disabled" }] } : inner.schema,
  };
}

/** The first kind that accepts the value reads it. */
export function eitherKind<A, B>(first: SettingKind<A>, second: SettingKind<B>): SettingKind<A | B> {
  return {
    read: (value) => first.read(value) ?? second.read(value),
    expected: (value) => `${first.expected(value)} or ${second.expected(value)}`,
    schema: { anyOf: [first.schema, second.schema] },
  };
}

/** A list; items that `item` refuses are left out. */
export function listKind<T>(item: SettingKind<T>): SettingKind<T[]> {
  return {
    read: (value) =>
      Array.isArray(value)
        ? value.map((entry) => item.read(entry)).filter((entry) => entry !== undefined)
        : undefined,
    expected: (value) => (Array.isArray(value) ? `items of type ${item.expected(undefined)}` : "array"),
    schema: { type: "array", items: item.schema },
  };
}

/** An object; members that `member` refuses are left out. */
export function recordKind<T>(
  member: SettingKind<T>,
  keys?: readonly string[],
): SettingKind<Record<string, T>> {
  return {
    read: (value) => {
      if (!isJsonObject(value)) return undefined;
      const result: Record<string, T> = {};
      for (const [key, entry] of Object.entries(value)) {
        const read = keys === undefined || keys.includes(key) ? member.read(entry) : undefined;
        if (read !== undefined) result[key] = read;
      }
      return result;
    },
    expected: (value) => (isJsonObject(value) ? `values of type ${member.expected(undefined)}` : "object"),
    schema: {
      type: "object",
      ...(keys === undefined
        ? { additionalProperties: member.schema }
        : { properties: Object.fromEntries(keys.map((key) => [key, member.schema])) }),
    },
    isObject: true,
  };
}
