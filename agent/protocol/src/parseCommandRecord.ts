import { maxRecordBytes } from "./framing.ts";
import { isJsonObject } from "./json.ts";
import type { JsonObject } from "./json.ts";

/** A record from stdin that has a command type; its fields have not been examined. */
export type CommandRecord = JsonObject & { type: string };

/** `id` is present exactly when the failure has to repeat it. */
export type ParsedCommandRecord =
  | { readonly ok: true; readonly record: CommandRecord }
  | { readonly ok: false; readonly error: string; readonly id?: unknown };

const prefix = "Failed to parse command:";

/** What a `parse` response says about a record above the size limit. */
export const oversizeRecordError = `${prefix} record exceeds ${maxRecordBytes} bytes`;

/** Reads one record of stdin; failures carry the texts of `parse` responses (rpc.md §2.1). */
export function parseCommandRecord(text: string): ParsedCommandRecord {
  // Said here because parsers word this case differently for blanks.
  if (!/[^\t\n\v\f\r ]/.test(text)) return { ok: false, error: `${prefix} Unexpected end of JSON input` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, error: `${prefix} ${error instanceof Error ? error.message : String(error)}` };
  }
  if (!isJsonObject(value)) return { ok: false, error: `${prefix} expected a JSON object` };
  if (hasCommandType(value)) return { ok: true, record: value };
  const error = `${prefix} missing command type`;
  return Object.hasOwn(value, "id") ? { ok: false, error, id: value["id"] } : { ok: false, error };
}

function hasCommandType(value: JsonObject): value is CommandRecord {
  return typeof value["type"] === "string" && Object.hasOwn(value, "type");
}
