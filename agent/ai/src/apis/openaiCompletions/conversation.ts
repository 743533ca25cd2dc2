import type { Model, SystemMessage, ToolDeclaration } from "@relay-harness/protocol";
import { prepareConversation, type PreparedMessage } from "../../convert/handOff.ts";
import { replaySystem } from "../../systemReplay.ts";
import type { Context, StreamOptions } from "../../types.ts";
import type { CompletionsCompat } from "../openaiShared/compat.ts";
import { grammarProperties, planTool, prefersStrict, type PlannedTool } from "../openaiShared/tools.ts";
import { wireMessages } from "./messages.ts";
import type { WireMessage, WireTool } from "./wire.ts";

export interface ConversationOptions {
  compat: CompletionsCompat;
  options: StreamOptions;
  thinkingOn: boolean;
  /** Declare tools that only prefer strict arguments as normal ones. */
  relaxed: boolean;
}

export interface WireConversation {
  messages: WireMessage[];
  /** `undefined` when the request has no `tools` member. */
  tools: WireTool[] | undefined;
  /** Grammar tools of the request with the property that holds their text. */
  grammar: ReadonlyMap<string, string>;
  prefersStrict: boolean;
}

/** Messages and tools of a request, the prompt in front. */
export function wireConversation(
  model: Model,
  context: Context,
  { compat, options, thinkingOn, relaxed }: ConversationOptions,
): WireConversation {
  const plan = (tool: ToolDeclaration): PlannedTool => planTool(tool, { compat, relaxed });
  const toolsInPlace = compat.supportsMidConvoToolAdditions;
  const system = replaySystem(context, {
    messagesInPlace: compat.supportsMidConvoSystemMessages,
    toolsInPlace,
  });
  const prepared = prepareConversation(model, context, {
    ids: "openai",
    laterSystemMessages: system.laterSystemMessages,
    blockImages: options.blockImages,
  });
  const later = toolsInPlace ? [...system.laterSystemMessages] : [];
  const planned = system.tools.map(plan);
  const all = [...planned, ...later.flatMap((message) => message.toolsAdded ?? []).map(plan)];
  const grammar = grammarProperties(all);
  const declareAdded = (message: SystemMessage): WireTool[] =>
    (message.toolsAdded ?? []).map(plan).map(wireTool);

  const systemRole = model.reasoning && compat.supportsDeveloperRole ? "developer" : "system";
  const messages = wireMessages(prepared, {
    compat,
    systemRole,
    grammar,
    thinkingOn,
    ...(toolsInPlace ? { declareAdded } : {}),
  });
  if (system.system) messages.unshift({ role: systemRole, content: system.system });
  const tools = toolList(planned.map(wireTool), prepared, compat);
  return { messages, tools, grammar, prefersStrict: prefersStrict(all) };
}

function wireTool(tool: PlannedTool): WireTool {
  const { name, description } = tool;
  if (tool.kind === "grammar") {
    const grammar = { syntax: tool.syntax, definition: tool.definition };
    return { type: "custom", custom: { name, description, format: { type: "grammar", grammar } } };
  }
  const strict = tool.strict ? ({ strict: true } as const) : {};
  return { type: "function", function: { name, description, parameters: tool.parameters, ...strict } };
}

function toolList(
  tools: WireTool[],
  conversation: readonly PreparedMessage[],
  compat: CompletionsCompat,
): WireTool[] | undefined {
  if (tools.length > 0) return tools;
  const hasToolHistory = conversation.some((message) => message.role === "toolResult");
  return compat.requiresToolsWithToolHistory && hasToolHistory ? [] : undefined;
}
