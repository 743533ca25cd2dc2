import type { Model, SystemMessage, ToolDeclaration } from "@relay-harness/protocol";
import { prepareConversation, type PreparedMessage } from "../../convert/handOff.ts";
import { replaySystem, type ReplayedSystem } from "../../systemReplay.ts";
import type { Context, StreamOptions } from "../../types.ts";
import type { ResponsesCompat } from "../openaiShared/compat.ts";
import { grammarProperties, planTool, prefersStrict, type PlannedTool } from "../openaiShared/tools.ts";
import { inputItems, type EffortChanges, type ToolChangeForm } from "./inputItems.ts";
import type { InputItem, ResponsesTool } from "./wire.ts";

export interface ConversationOptions {
  compat: ResponsesCompat;
  options: StreamOptions;
  /** Effort of the answer that is asked for. */
  effort: string | undefined;
  /** Declare tools that only prefer strict arguments as normal ones. */
  relaxed: boolean;
}

export interface ResponsesConversation {
  input: InputItem[];
  /** Top-level list; `undefined` when the request has no `tools` member. */
  tools: ResponsesTool[] | undefined;
  hasTools: boolean;
  /** Grammar tools of the request with the property that holds their text. */
  grammar: ReadonlyMap<string, string>;
  prefersStrict: boolean;
  /** Effort of the request itself; later ones are input items. */
  initialEffort: string | undefined;
}

/** Input items and tools of a request, the prompt in front. */
export function responsesConversation(
  model: Model,
  context: Context,
  { compat, options, effort, relaxed }: ConversationOptions,
): ResponsesConversation {
  const system = replaySystem(context, {
    messagesInPlace: compat.supportsMidConvoSystemMessages,
    toolsInPlace: compat.supportsMidConvoSystemMessages && changesToolsInPlace(compat),
  });
  const prepared = prepareConversation(model, context, {
    ids: "responses",
    laterSystemMessages: system.laterSystemMessages,
    // Reasoning whose text was empty must not attach itself to the next item.
    keepSignedEmptyText: true,
    blockImages: options.blockImages,
  });
  const { initial, grammar, prefersStrict, changes } = planTools(system, compat, relaxed);
  const efforts =
    effort !== undefined && compat.supportsMidConvoEffort ? effortChanges(prepared, effort) : undefined;
  const systemRole = model.reasoning && compat.supportsDeveloperRole ? "developer" : "system";
  const isInInput = compat.supportsAdditionalTools;
  const input: InputItem[] = inputItems(prepared, { systemRole, grammar, toolChanges: changes, efforts });
  if (isInInput && initial.length > 0) {
    input.unshift({ type: "additional_tools", role: "developer", tools: initial });
  }
  if (system.system) input.unshift({ role: systemRole, content: system.system });
  return {
    input,
    tools: isInInput ? [] : initial.length > 0 ? initial : undefined,
    hasTools: initial.length > 0,
    grammar,
    prefersStrict,
    initialEffort: efforts?.initial ?? effort,
  };
}

function changesToolsInPlace(compat: ResponsesCompat): boolean {
  return compat.supportsAdditionalTools || compat.supportsToolSearch;
}

interface PlannedTools {
  initial: ResponsesTool[];
  grammar: ReadonlyMap<string, string>;
  prefersStrict: boolean;
  changes?: ToolChangeForm;
}

function planTools(system: ReplayedSystem, compat: ResponsesCompat, relaxed: boolean): PlannedTools {
  const plan = (tool: ToolDeclaration): PlannedTool => planTool(tool, { compat, relaxed });
  const initial = system.tools.map(plan);
  const inPlace = changesToolsInPlace(compat) && compat.supportsMidConvoSystemMessages;
  const later = inPlace ? [...system.laterSystemMessages].flatMap((message) => message.toolsAdded ?? []) : [];
  const all = [...initial, ...later.map(plan)];
  const changes: ToolChangeForm = {
    kind: compat.supportsAdditionalTools ? "additional_tools" : "tool_search",
    declare: (message: SystemMessage) => (message.toolsAdded ?? []).map(plan).map(wireTool),
  };
  return {
    initial: initial.map(wireTool),
    grammar: grammarProperties(all),
    prefersStrict: prefersStrict(all),
    ...(inPlace ? { changes } : {}),
  };
}

/** `strict` is always there: without it the service makes optional properties required. */
function wireTool(tool: PlannedTool): ResponsesTool {
  const { name, description } = tool;
  if (tool.kind === "grammar") {
    const format = { type: "grammar", syntax: tool.syntax, definition: tool.definition } as const;
    return { type: "custom", name, description, format };
  }
  return { type: "function", name, description, parameters: tool.parameters, strict: tool.strict };
}

/** The request keeps the effort that the conversation began with; later ones are input items. */
function effortChanges(conversation: readonly PreparedMessage[], current: string): EffortChanges {
  const first = conversation.find((message) => message.role === "assistant" && message.effort !== undefined);
  return { initial: (first?.role === "assistant" && first.effort) || current, current };
}
