import { textOf, type ImageContent, type SystemMessage, type UserContent } from "@relay-harness/protocol";
import type {
  PreparedAssistant,
  PreparedMessage,
  PreparedToolCall,
  PreparedToolResult,
} from "../../convert/handOff.ts";
import { stringifyWellFormed } from "../../convert/wellFormed.ts";
import { laterSystemText } from "../../systemReplay.ts";
import type { CompletionsCompat } from "../openaiShared/compat.ts";
import { grammarInput } from "../openaiShared/tools.ts";
import { isReasoningField, readReasoningDetails, type ReasoningField } from "./reasoning.ts";
import type {
  AssistantWireMessage,
  ContentPart,
  SystemWireMessage,
  ToolWireMessage,
  WireMessage,
  WireTool,
  WireToolCall,
} from "./wire.ts";

const imageCaption = "Attached image(s) from tool result:";
const afterToolResult = "I have processed the tool results.";

export interface MessageRules {
  compat: CompletionsCompat;
  systemRole: "system" | "developer";
  /** Grammar tools of the request with the property that holds their text. */
  grammar: ReadonlyMap<string, string>;
  thinkingOn: boolean;
  /** Declares the tools that a later system message adds; absent when tools are declared at the top only. */
  declareAdded?: (message: SystemMessage) => WireTool[];
}

/** Messages of a prepared conversation (models.md §16.2, §26.3). */
export function wireMessages(messages: readonly PreparedMessage[], rules: MessageRules): WireMessage[] {
  const writer = new MessageWriter(rules);
  for (const message of messages) writer.add(message);
  return writer.finish();
}

class MessageWriter {
  private readonly wire: WireMessage[] = [];
  private readonly rules: MessageRules;
  /** Images of the running series of tool results. */
  private toolImages: ImageContent[] = [];

  constructor(rules: MessageRules) {
    this.rules = rules;
  }

  add(message: PreparedMessage): void {
    if (message.role !== "toolResult") this.flushToolImages();
    switch (message.role) {
      case "user":
        this.pushUser(userContent(message.content));
        break;
      case "assistant":
        this.addAssistant(message);
        break;
      case "toolResult":
        this.addToolResult(message);
        break;
      case "system":
        this.addSystem(message.message);
        break;
    }
  }

  finish(): WireMessage[] {
    this.flushToolImages();
    return this.wire;
  }

  private addSystem(message: SystemMessage): void {
    const { systemRole, declareAdded } = this.rules;
    const tools = declareAdded?.(message) ?? [];
    const removed = declareAdded ? (message.toolsRemoved ?? []).map(({ name }) => name) : [];
    const notice = removed.length > 0 ? `Tools no longer available: ${removed.join(", ")}.` : "";
    const content = [laterSystemText(message), notice].filter((part) => part !== "").join("\n\n");
    if (content === "" && tools.length === 0) return;
    const wire: SystemWireMessage = { role: systemRole, content };
    if (tools.length > 0) wire.tools = tools;
    this.wire.push(wire);
  }

  private pushUser(content: string | ContentPart[]): void {
    if (this.rules.compat.requiresAssistantAfterToolResult && this.wire.at(-1)?.role === "tool") {
      this.wire.push({ role: "assistant", content: afterToolResult });
    }
    this.wire.push({ role: "user", content });
  }

  private addToolResult(message: PreparedToolResult): void {
    const wire: ToolWireMessage = {
      role: "tool",
      tool_call_id: message.toolCallId,
      content: textOf(message.content, "\n"),
    };
    if (this.rules.compat.requiresToolResultName) wire.name = message.toolName;
    this.wire.push(wire);
    this.toolImages.push(...message.content.filter((block) => block.type === "image"));
  }

  private flushToolImages(): void {
    if (this.toolImages.length === 0) return;
    this.pushUser([{ type: "text", text: imageCaption }, ...this.toolImages.map(imagePart)]);
    this.toolImages = [];
  }

  private addAssistant(message: PreparedAssistant): void {
    const { compat, thinkingOn, grammar } = this.rules;
    const text = assistantText(message, compat);
    const calls = message.content.filter((block) => block.type === "toolCall");
    const wire: AssistantWireMessage = { role: "assistant", content: text || null };
    if (!compat.requiresThinkingAsText) addReasoning(wire, message);
    // Thinking alone is no turn that a server would take.
    if (calls.length === 0 && !text && !hasReasoning(wire)) return;
    if (thinkingOn && compat.requiresReasoningContentOnAssistantMessages) wire.reasoning_content ??= "";
    if (calls.length > 0) wire.tool_calls = calls.map((call) => wireCall(call, grammar));
    if (calls.length === 0 || compat.requiresNonNullAssistantContent) wire.content ??= "";
    this.wire.push(wire);
  }
}

function userContent(content: readonly UserContent[]): string | ContentPart[] {
  if (content.every((block) => block.type === "text")) return textOf(content, "\n");
  return content.map((block) =>
    block.type === "text" ? { type: "text", text: block.text } : imagePart(block),
  );
}

function imagePart(image: ImageContent): ContentPart {
  return { type: "image_url", image_url: { url: `data:${image.mimeType};base64,${image.data}` } };
}

function assistantText(message: PreparedAssistant, compat: CompletionsCompat): string {
  const parts: string[] = [];
  for (const block of message.content) {
    if (block.type === "text") parts.push(block.text);
    else if (block.type === "thinking" && compat.requiresThinkingAsText && block.thinking.trim() !== "") {
      parts.push(`<thinking>\n${block.thinking}\n</thinking>`);
    }
  }
  return parts.join("\n");
}

/** Thinking goes back in the field that it came from; `reasoning_details` replace the plain text. */
function addReasoning(wire: AssistantWireMessage, message: PreparedAssistant): void {
  const details: unknown[] = [];
  const texts = new Map<ReasoningField, string[]>();
  for (const block of message.content) {
    if (block.type === "text") continue;
    const signature = block.type === "thinking" ? block.thinkingSignature : block.thoughtSignature;
    const stored = readReasoningDetails(signature);
    if (stored) details.push(...stored);
    else if (block.type === "thinking" && isReasoningField(signature)) {
      texts.set(signature, [...(texts.get(signature) ?? []), block.thinking]);
    }
  }
  if (details.length > 0) wire.reasoning_details = details;
  else for (const [field, parts] of texts) wire[field] = parts.join("\n");
}

function hasReasoning(wire: AssistantWireMessage): boolean {
  const { reasoning_details: details, reasoning_content, reasoning, reasoning_text } = wire;
  return details !== undefined || Boolean(reasoning_content || reasoning || reasoning_text);
}

function wireCall(call: PreparedToolCall, grammar: ReadonlyMap<string, string>): WireToolCall {
  const { id, name } = call;
  const input = grammarInput(call.arguments, grammar.get(name));
  if (input !== undefined) return { id, type: "custom", custom: { name, input } };
  return { id, type: "function", function: { name, arguments: stringifyWellFormed(call.arguments) } };
}
