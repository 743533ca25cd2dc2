import type { JsonObject, JsonSchema } from "@relay-harness/protocol";
import { isJsonObject } from "@relay-harness/protocol";
import type { AnyAgentTool } from "../types.ts";
import { coerce } from "./coerce.ts";
import { findIssues, isPlainSchema } from "./findIssues.ts";
import type { FullCheck } from "./fullVocabulary.ts";
import { compileFullCheck } from "./fullVocabulary.ts";
import type { Issue } from "./issues.ts";
import { validationText } from "./issues.ts";
import { cloneJson } from "./jsonValues.ts";

export type CheckedArguments = { args: JsonObject } | { error: string };

/**
 * `prepareArguments`, coercion, then validation (`sessions-and-tools.md` §10.2). The arguments that
 * come out are a copy; `error` is the text for the model.
 */
export async function validateArguments(
  tool: Pick<AnyAgentTool, "name" | "parameters" | "prepareArguments">,
  received: JsonObject,
): Promise<CheckedArguments> {
  const { parameters } = tool;
  const checked = await checkPrepared(tool, cloneJson(received) as JsonObject, parameters);
  if ("args" in checked) return checked;
  return { error: validationText(tool.name, checked.issues, received) };
}

async function checkPrepared(
  tool: Pick<AnyAgentTool, "prepareArguments">,
  received: JsonObject,
  parameters: JsonSchema,
): Promise<{ args: JsonObject } | { issues: readonly Issue[] }> {
  let prepared: unknown = received;
  try {
    if (tool.prepareArguments) prepared = tool.prepareArguments(received);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { issues: [{ path: [], kind: "other", message }] };
  }
  const value = coerce(parameters, parameters, prepared);
  const issues = await check(parameters, value);
  if (issues.length > 0) return { issues };
  if (isJsonObject(value)) return { args: value };
  return { issues: [{ path: [], kind: "type", expected: ["object"], value }] };
}

type Check = (value: unknown) => readonly Issue[];

/** Per schema object, so that a schema is examined and compiled once. */
const checks = new WeakMap<JsonSchema, Check | Promise<FullCheck>>();

async function check(schema: JsonSchema, value: unknown): Promise<readonly Issue[]> {
  let known = checks.get(schema);
  if (!known) {
    known = isPlainSchema(schema)
      ? (candidate) => findIssues(schema, schema, candidate)
      : compileFullCheck(schema);
    checks.set(schema, known);
  }
  return (await known)(value);
}
