import type { JsonObject } from "@relay-harness/protocol";
import { isJsonObject } from "@relay-harness/protocol";
import type { AnyAgentTool } from "./types.ts";
export async function validateArguments(
  tool: AnyAgentTool,
  raw: JsonObject,
): Promise<{ args: JsonObject } | { error: string }> {
  const prepared = tool.prepareArguments ? tool.prepareArguments(structuredClone(raw)) : structuredClone(raw);
  return isJsonObject(prepared) ? { args: prepared } : { error: "Tool arguments must be a JSON object" };
}
