import { isJsonObject, type JsonObject } from "@relay-harness/protocol";

const openBrace = 0x7b;

/** Value of a line; `undefined` for a blank one and for what is no JSON. */
export function parseLine(line: string): unknown {
  // The most frequent cases first: nothing, and an object.
  if (line === "" || (line.charCodeAt(0) !== openBrace && line.trim() === "")) return undefined;
  try {
    return JSON.parse(line) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** What may become an entry; ids are examined later because version 1 has none. */
export function isRecord(value: unknown): value is JsonObject {
  if (!isJsonObject(value) || typeof value.type !== "string" || value.type === "session") return false;
  return value.type !== "message" || (isJsonObject(value.message) && typeof value.message.role === "string");
}
