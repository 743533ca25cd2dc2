import { textOf, type ImageContent, type UserContent } from "@relay-harness/protocol";
import type {
  PreparedAssistant,
  PreparedMessage,
  PreparedToolCall,
  PreparedToolResult,
} from "../../convert/handOff.ts";
import { stringifyWellFormed } from "../../convert/wellFormed.ts";
import { laterSystemText } from "../../systemReplay.ts";
import { grammarInput } from "../openaiShared/tools.ts";
import { readReasoningItem, readTextSignature } from "./signatures.ts";
import type { InputItem, InputPart, ResponsesTool } from "./wire.ts";

export interface InputRules {
  systemRole: "system" | "developer";
  /** Grammar tools of the request with the property that holds their text. */
  grammar: ReadonlyMap<string, string>;
  /** Present when changes of the tool set stay where they stand. */
  toolChanges?: ToolChangeForm;
  /** Changes of effort become items of their own. */
  efforts?: EffortChanges;
}

export interface EffortChanges {
  /** Effort of the request itself. */
  initial: string;
  /** Effort of the answer that is asked for. */
  current: string;
}

/** How a tool set that changes in the middle of a conversation goes out. */
export interface ToolChangeForm {
  kind: "additional_tools" | "tool_search";
  declare: (message: Extract<PreparedMessage, { role: "system" }>["message"]) => ResponsesTool[];
}

/** Input items of a prepared conversation (models.md §16.2, §26.4). */
export function inputItems(messages: readonly PreparedMessage[], rules: InputRules): InputItem[] {
  const items: InputItem[] = [];
  const customCalls = new Set<string>();
  let effort = rules.efforts?.initial;
  const changeEffort = (next: string | undefined): void => {
    if (effort === undefined || next === undefined || next === effort) return;
    effort = next;
    items.push({ type: "configuration_update", reasoning: { effort } });
  };
  for (const message of messages) {
    switch (message.role) {
      case "user":
        items.push({ role: "user", content: message.content.map(inputPart) });
        break;
      case "assistant":
        changeEffort(message.effort);
        items.push(...assistantItems(message, rules.grammar, customCalls));
        break;
      case "toolResult":
        items.push(outputItem(message, customCalls));
        break;
      case "system":
        items.push(...systemItems(message.message, items.length, rules));
        break;
    }
  }
  changeEffort(rules.efforts?.current);
  return items;
}

function systemItems(
  message: Extract<PreparedMessage, { role: "system" }>["message"],
  position: number,
  { systemRole, toolChanges }: InputRules,
): InputItem[] {
  const items: InputItem[] = [];
  const removed = (message.toolsRemoved ?? []).map(({ name }) => name);
  const added = toolChanges?.declare(message) ?? [];
  const notice = toolChanges && removed.length > 0 ? `Tools no longer available: ${removed.join(", ")}.` : "";
  const text = [laterSystemText(message), notice].filter((part) => part !== "").join("\n\n");
  if (text) items.push({ role: systemRole, content: text });
  if (added.length > 0) items.push(...addedTools(added, position, toolChanges?.kind));
  return items;
}

function addedTools(
  tools: ResponsesTool[],
  position: number,
  kind: ToolChangeForm["kind"] | undefined,
): InputItem[] {
  if (kind !== "tool_search") return [{ type: "additional_tools", role: "developer", tools }];
  // The position never changes once the message is part of the conversation, so neither does the id.
  const anchor = { execution: "client", call_id: `call_tools_${position}`, status: "completed" } as const;
  const names = tools.map(({ name }) => name);
  return [
    { type: "tool_search_call", ...anchor, arguments: { names } },
    { type: "tool_search_output", ...anchor, tools: tools.map((tool) => ({ ...tool, defer_loading: true })) },
  ];
}

/** A reasoning item goes out only together with the item that it led to. */
function assistantItems(
  message: PreparedAssistant,
  grammar: ReadonlyMap<string, string>,
  customCalls: Set<string>,
): InputItem[] {
  const items: InputItem[] = [];
  let reasoning: InputItem[] = [];
  for (const block of message.content) {
    if (block.type === "thinking") {
      const item = readReasoningItem(block.thinkingSignature);
      if (item) reasoning.push(item);
      continue;
    }
    const item = block.type === "text" ? messageItem(block) : callItem(block, grammar, customCalls);
    if (item) items.push(...reasoning, item);
    reasoning = [];
  }
  return items;
}

/** `undefined` for an empty text, which only its signature brought this far. */
function messageItem(block: { text: string; textSignature?: string }): InputItem | undefined {
  if (block.text.trim() === "") return undefined;
  const signature = readTextSignature(block.textSignature);
  return {
    type: "message",
    role: "assistant",
    ...(signature ? { id: signature.id } : {}),
    status: "completed",
    ...(signature?.phase ? { phase: signature.phase } : {}),
    content: [{ type: "output_text", text: block.text, annotations: [] }],
  };
}

function callItem(
  call: PreparedToolCall,
  grammar: ReadonlyMap<string, string>,
  customCalls: Set<string>,
): InputItem {
  const { id: call_id, name, namespace, itemId } = call;
  const input = grammarInput(call.arguments, grammar.get(name));
  const isCustom = input !== undefined;
  const id = itemId?.startsWith(isCustom ? "ctc_" : "fc_") ? { id: itemId } : {};
  const shared = { ...id, call_id, name, ...(namespace === undefined ? {} : { namespace }) };
  if (!isCustom) return { type: "function_call", ...shared, arguments: stringifyWellFormed(call.arguments) };
  customCalls.add(call_id);
  return { type: "custom_tool_call", ...shared, input };
}

function outputItem(result: PreparedToolResult, customCalls: ReadonlySet<string>): InputItem {
  const { toolCallId: call_id, content } = result;
  const isText = content.every((block) => block.type === "text");
  const output = isText ? textOf(content, "\n") : content.map(inputPart);
  const type = customCalls.has(call_id) ? "custom_tool_call_output" : "function_call_output";
  return { type, call_id, output };
}

function inputPart(block: UserContent): InputPart {
  return block.type === "text" ? { type: "input_text", text: block.text } : inputImage(block);
}

function inputImage({ mimeType, data }: ImageContent): InputPart {
  return { type: "input_image", detail: "auto", image_url: `data:${mimeType};base64,${data}` };
}
