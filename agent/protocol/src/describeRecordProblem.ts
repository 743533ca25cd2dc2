import { isJsonObject } from "./json.ts";
import type { JsonObject, JsonSchema } from "./json.ts";
import {
  eventSchemas,
  recordDefs,
  responseSchemas,
  sessionHeaderSchema,
  uiRequestSchemas,
} from "./recordSchemas.generated.ts";
import { findSchemaProblem } from "./schemaProblem.ts";

const text: JsonSchema = { type: "string" };

/**
 * What a record of stdout (a response, an event, a UI request or the header of JSON mode) has that the
 * protocol does not: one sentence such as `message_end: message.content[0].text must be a string`, or
 * `undefined` when it fits. Unknown fields, roles and entry types fit; unknown record types do not.
 */
export function describeRecordProblem(record: unknown): string | undefined {
  if (!isJsonObject(record)) return "record must be an object";
  const { type } = record;
  if (typeof type !== "string") return "type must be a string";
  if (type === "response") return responseProblem(record);
  if (type === "extension_ui_request") return uiRequestProblem(record);
  if (type === "session") return problemOf(type, sessionHeaderSchema, record);
  const schema = own(eventSchemas, type);
  return schema ? problemOf(type, schema, record) : `unknown record type: ${type}`;
}

function responseProblem(record: JsonObject): string | undefined {
  const { command, success } = record;
  if (typeof command !== "string") return "response: command must be a string";
  const name = `response to ${command}`;
  if (success === false) return fieldProblem(name, "error", text, record);
  if (success !== true) return `${name}: success must be a boolean`;
  const schema = own(responseSchemas, command);
  if (!schema) return `${name}: unknown command`;
  if (schema["type"] === "undefined") return "data" in record ? `${name}: data must be absent` : undefined;
  return fieldProblem(name, "data", schema, record);
}

function uiRequestProblem(record: JsonObject): string | undefined {
  const { id, method } = record;
  if (typeof id !== "string") return "extension_ui_request: id must be a string";
  if (typeof method !== "string") return "extension_ui_request: method must be a string";
  const schema = own(uiRequestSchemas, method);
  return schema
    ? problemOf(`extension_ui_request ${method}`, schema, record)
    : `extension_ui_request: unknown method ${method}`;
}

/** What is wrong with one entry of a session; `undefined` when it fits or its type is unknown. */
export function describeEntryProblem(entry: unknown): string | undefined {
  return problemOf("entry", { $ref: "#/$defs/SessionEntry" }, entry);
}

function fieldProblem(
  name: string,
  field: string,
  schema: JsonSchema,
  record: JsonObject,
): string | undefined {
  const problem = findSchemaProblem(schema, record[field], { path: field, defs: recordDefs });
  return problem && `${name}: ${problem.path} ${problem.complaint}`;
}

function problemOf(name: string, schema: JsonSchema, value: unknown): string | undefined {
  const problem = findSchemaProblem(schema, value, { defs: recordDefs });
  return problem && `${name}: ${problem.path} ${problem.complaint}`.replace(":  ", ": ");
}

function own(schemas: Record<string, JsonSchema>, name: string): JsonSchema | undefined {
  return Object.hasOwn(schemas, name) ? schemas[name] : undefined;
}
