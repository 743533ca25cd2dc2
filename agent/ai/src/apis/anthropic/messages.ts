import type { ToolDeclaration } from "@relay-harness/protocol";
import type {
  PreparedAssistant,
  PreparedAssistantContent,
  PreparedMessage,
  PreparedSystem,
  PreparedToolResult,
} from "../../convert/handOff.ts";
import { laterSystemText } from "../../systemReplay.ts";
import type { AnthropicCompat } from "./compat.ts";
import { wireTool } from "./tools.ts";
import type {
  WireAssistantBlock,
  WireImage,
  WireMessage,
  WireSystemBlock,
  WireSystemMessage,
  WireText,
  WireToolResult,
  WireUserBlock,
} from "./wire.ts";

export interface MessageOptions {
  compat: AnthropicCompat;
  /** Tools of the top-level list, for changes that only refer to them. */
  tools: readonly ToolDeclaration[];
  relaxedTools: boolean;
  /** Effort of this request; `undefined` when it sends none. */
  effort: string | undefined;
}

export interface WireConversation {
  messages: WireMessage[];
  /** Top-level effort: with in-place effort changes, the one that the conversation began with. */
  effort: string | undefined;
}

/** Turns a prepared conversation into `messages` (models.md §16.1, §26.2). */
export function wireMessages(
  prepared: readonly PreparedMessage[],
  options: MessageOptions,
): WireConversation {
  return new Conversation(options).build(prepared);
}

class Conversation {
  private readonly messages: WireMessage[] = [];
  /** Results of the turn at hand, as one user message. */
  private results: PreparedToolResult[] = [];
  /** System messages that wait for a place behind a user message. */
  private waiting: WireSystemMessage[] = [];
  private firstEffort: string | undefined;
  private currentEffort: string | undefined;
  private readonly options: MessageOptions;

  constructor(options: MessageOptions) {
    this.options = options;
  }

  build(prepared: readonly PreparedMessage[]): WireConversation {
    for (const message of prepared) {
      if (message.role === "toolResult") {
        this.results.push(message);
        continue;
      }
      this.flushResults();
      if (message.role === "user") {
        this.messages.push({ role: "user", content: message.content.map(contentBlock) });
      } else if (message.role === "assistant") {
        this.addAssistant(message);
      } else {
        this.wait(this.systemMessage(message));
      }
    }
    this.flushResults();
    this.changeEffort(this.options.effort);
    this.flushSystem();
    return { messages: this.messages, effort: this.firstEffort };
  }

  private addAssistant(message: PreparedAssistant): void {
    const content = message.content.map((block) => this.assistantBlock(block));
    if (message.sameModel) this.changeEffort(message.effort);
    this.flushSystem();
    this.messages.push({ role: "assistant", content });
  }

  private assistantBlock(block: PreparedAssistantContent): WireAssistantBlock {
    switch (block.type) {
      case "text":
        return { type: "text", text: block.text };
      case "toolCall":
        return { type: "tool_use", id: block.id, name: block.name, input: block.arguments };
      case "thinking":
        if (block.redacted) return { type: "redacted_thinking", data: block.thinkingSignature ?? "" };
        if (block.thinkingSignature || this.options.compat.allowEmptySignature) {
          return { type: "thinking", thinking: block.thinking, signature: block.thinkingSignature ?? "" };
        }
        return { type: "text", text: block.thinking };
    }
  }

  /** Images of failed calls move behind all results: the API takes only text in an error result. */
  private flushResults(): void {
    if (this.results.length === 0) return;
    const moved: WireUserBlock[] = [];
    const content = this.results.map((result): WireUserBlock => {
      const blocks = result.content.map(contentBlock);
      const images = result.isError ? blocks.filter((block) => block.type === "image") : [];
      if (images.length > 0) {
        const text = `Image of the failed call ${result.toolCallId} (${result.toolName}):`;
        moved.push({ type: "text", text }, ...images);
      }
      const wire: WireToolResult = {
        type: "tool_result",
        tool_use_id: result.toolCallId,
        content: images.length > 0 ? blocks.filter((block) => block.type === "text") : blocks,
      };
      if (result.isError) wire.is_error = true;
      return wire;
    });
    this.messages.push({ role: "user", content: [...content, ...moved] });
    this.results = [];
  }

  private systemMessage({ message }: PreparedSystem): WireSystemMessage {
    const { compat, tools, relaxedTools } = this.options;
    const text = laterSystemText(message);
    const content: WireSystemBlock[] = text ? [{ type: "text", text }] : [];
    if (compat.supportsMidConvoToolChanges) {
      for (const { name } of message.toolsRemoved ?? []) {
        content.push({ type: "tool_removal", tool: { type: "tool_reference", name } });
      }
      for (const added of message.toolsAdded ?? []) {
        const isListed = tools.some((tool) => JSON.stringify(tool) === JSON.stringify(added));
        content.push({
          type: "tool_addition",
          tool: isListed
            ? { type: "tool_reference", name: added.name }
            : { type: "tool_definition", definition: wireTool(added, compat, relaxedTools) },
        });
      }
    }
    return { role: "system", content };
  }

  private wait(message: WireSystemMessage): void {
    if (message.output_config || (message.content && message.content.length > 0)) this.waiting.push(message);
  }

  /** Notes the effort from here on; a change becomes a system message, if the model takes those. */
  private changeEffort(effort: string | undefined): void {
    const { compat, effort: requested } = this.options;
    if (!compat.supportsMidConvoEffort || requested === undefined) {
      this.firstEffort = requested;
      return;
    }
    if (effort === undefined) return;
    this.firstEffort ??= effort;
    this.currentEffort ??= effort;
    if (effort === this.currentEffort) return;
    this.currentEffort = effort;
    this.wait({ role: "system", output_config: { effort } });
  }

  /** A system message stands directly behind a user message and before an assistant turn or the end. */
  private flushSystem(): void {
    if (this.waiting.length === 0 || this.messages.at(-1)?.role !== "user") return;
    this.messages.push(mergeSystem(this.waiting));
    this.waiting = [];
  }
}

/** Several system messages become one: text joined by a blank line, then tool changes, the last effort. */
function mergeSystem(messages: readonly WireSystemMessage[]): WireSystemMessage {
  const blocks = messages.flatMap((message) => message.content ?? []);
  const text = blocks
    .filter((block) => block.type === "text")
    .map((block) => block.text)
    .join("\n\n");
  const changes = blocks.filter((block) => block.type !== "text");
  const content: WireSystemBlock[] = text ? [{ type: "text", text }, ...changes] : changes;
  const outputConfig = messages.findLast((message) => message.output_config)?.output_config;
  return {
    role: "system",
    ...(content.length > 0 ? { content } : {}),
    ...(outputConfig ? { output_config: outputConfig } : {}),
  };
}

function contentBlock(block: PreparedToolResult["content"][number]): WireText | WireImage {
  if (block.type === "text") return { type: "text", text: block.text };
  return { type: "image", source: { type: "base64", media_type: block.mimeType, data: block.data } };
}
