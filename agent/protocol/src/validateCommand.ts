import { commandSchemas } from "./commandSchemas.generated.ts";
import type { RpcCommand, RpcCommandType } from "./commands.ts";
import type { JsonObject, JsonSchema } from "./json.ts";
import type { CommandRecord } from "./parseCommandRecord.ts";
import { findSchemaProblem } from "./schemaProblem.ts";

/** `error` is the text of the failed response. */
export type ValidatedCommand =
  { readonly ok: true; readonly command: RpcCommand } | { readonly ok: false; readonly error: string };

/** Every command name of this build. */
export const rpcCommandTypes = Object.keys(commandSchemas) as readonly RpcCommandType[];

export function isRpcCommandType(type: string): type is RpcCommandType {
  return Object.hasOwn(commandSchemas, type);
}

/**
 * Checks the fields of a command (rpc.md §3, §4.1). The returned command holds `id` as it came and the
 * known fields only; optional fields that were `null` are absent. `record` itself is not changed.
 */
export function validateCommand(record: CommandRecord): ValidatedCommand {
  const { type } = record;
  if (!isRpcCommandType(type)) return { ok: false, error: `Unknown command: ${type}` };
  const command: JsonObject = Object.hasOwn(record, "id") ? { id: record["id"], type } : { type };
  const schema = commandSchemas[type];
  const required = schema["required"];
  for (const [field, fieldSchema] of Object.entries(schema["properties"] ?? {})) {
    const isRequired = Array.isArray(required) && required.includes(field);
    const value = Object.hasOwn(record, field) ? record[field] : undefined;
    if (!isRequired && (value === undefined || value === null)) continue;
    const problem = findSchemaProblem(fieldSchema as JsonSchema, value, { path: field });
    if (problem) return invalid(type, `${problem.path} ${problem.complaint}`);
    command[field] = value;
  }
  if (isEmptyInput(command)) return invalid(type, "message must not be empty");
  // Holds because the schemas are generated from sources whose static types equal the command's.
  return { ok: true, command: command as RpcCommand };
}

function invalid(type: string, problem: string): ValidatedCommand {
  return { ok: false, error: `Invalid ${type} command: ${problem}` };
}

/** A message for the model needs text or an image. */
function isEmptyInput({ type, message, images }: JsonObject): boolean {
  const isInput = type === "prompt" || type === "steer" || type === "follow_up";
  if (!isInput || typeof message !== "string" || /\S/.test(message)) return false;
  return !Array.isArray(images) || images.length === 0;
}
