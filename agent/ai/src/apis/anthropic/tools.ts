import { isJsonObject, type JsonSchema, type ToolDeclaration } from "@relay-harness/protocol";
import { strictSchema } from "../openaiShared/strictSchema.ts";
import type { AnthropicCompat } from "./compat.ts";
import type { WireTool } from "./wire.ts";

/**
 * A tool as the API declares it. `relaxed` sends tools that only prefer strict arguments without it.
 * @throws Error when the tool requires strict arguments and cannot have them.
 */
export function wireTool(tool: ToolDeclaration, compat: AnthropicCompat, relaxed: boolean): WireTool {
  const strict = strictInput(tool, compat, relaxed);
  return {
    name: tool.name,
    description: tool.description,
    input_schema: strict ?? inputSchema(tool.parameters),
    ...(compat.supportsEagerToolInputStreaming ? { eager_input_streaming: true } : {}),
    ...(strict ? { strict: true } : {}),
  };
}

function strictInput(
  tool: ToolDeclaration,
  compat: AnthropicCompat,
  relaxed: boolean,
): JsonSchema | undefined {
  const sampling = tool.constrainedSampling;
  if (!sampling || sampling.type !== "json_schema") return undefined;
  const isRequired = sampling.strict === "require";
  const isWanted = compat.supportsStrictTools && (isRequired || !relaxed);
  const schema = isWanted ? strictSchema(inputSchema(tool.parameters)) : undefined;
  if (schema || !isRequired) return schema;
  const reason = compat.supportsStrictTools
    ? "its schema has no strict form"
    : "the model does not support it";
  throw new Error(`Tool ${tool.name} requires strict arguments, but ${reason}`);
}

/** The API insists on an object schema with properties. */
function inputSchema(parameters: JsonSchema): JsonSchema {
  if (parameters.type === "object" && isJsonObject(parameters.properties)) return parameters;
  return { ...parameters, type: "object", properties: parameters.properties ?? {} };
}
