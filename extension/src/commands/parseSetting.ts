import type { JsonSchema } from "@relay-harness/protocol";
import { findSchemaProblem } from "@relay-harness/protocol";

/** A typed value of a setting: text as it is where the setting is text, else JSON. Nothing removes it. */
export function parseSetting(member: JsonSchema, typed: string): { value: unknown } | undefined {
  if (typed.trim() === "") return { value: null };
  const value = member["type"] === "string" ? typed : parseJson(typed);
  if (value === undefined) return undefined;
  return findSchemaProblem(member, value) ? undefined : { value };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
