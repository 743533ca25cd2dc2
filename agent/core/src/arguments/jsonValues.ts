import type { JsonObject } from "@relay-harness/protocol";
import { isJsonObject } from "@relay-harness/protocol";

/** Copy of JSON data whose containers are new; strings are shared. */
export function cloneJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cloneJson);
  if (!isJsonObject(value)) return value;
  const copy: JsonObject = {};
  for (const [key, member] of Object.entries(value)) setMember(copy, key, cloneJson(member));
  return copy;
}

/** Assigns own members only, also one that is named `__proto__`. */
function setMember(target: JsonObject, key: string, value: unknown): void {
  if (key !== "__proto__") target[key] = value;
  else Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

export function hasMember(value: object, key: string): boolean {
  return Object.hasOwn(value, key);
}

/** JSON Schema's name of a value's type; `number` also for integers. */
export function typeOfJson(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

/** Whether a value is of a JSON Schema type. No JSON value is of a type that JSON does not know. */
export function isOfType(value: unknown, type: string): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "number") return typeof value === "number" && Number.isFinite(value);
  return typeOfJson(value) === type && type !== "undefined" && type !== "bigint";
}
