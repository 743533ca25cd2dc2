import type { JsonObject } from "@relay-harness/protocol";
import { isJsonObject } from "@relay-harness/protocol";

export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** A finite number, else `undefined`: a count that was not reported. */
export function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
