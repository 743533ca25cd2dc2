import type {
  AssistantContent,
  AssistantMessage,
  Model,
  SystemMessage,
  ToolCall,
  ToolResultMessage,
  UserContent,
} from "@relay-harness/protocol";
import type { Context } from "../types.ts";
import { imagePolicy, outgoingContent, resultContent, type ImagePolicy } from "./outgoingContent.ts";
import { responsesItemId, ToolCallIds, type ToolCallIdForm } from "./toolCallIds.ts";
import { removeLoneSurrogates } from "./wellFormed.ts";

export interface PreparedUser {
  role: "user";
  /** Never empty, no empty text. */
  content: UserContent[];
}

/** A call whose `id` is in the target's form. */
export interface PreparedToolCall extends ToolCall {
  /** Responses: id of the output item, only for the model that made it. */
  itemId?: string;
}

export type PreparedAssistantContent = Exclude<AssistantContent, ToolCall> | PreparedToolCall;

export interface PreparedAssistant {
  role: "assistant";
  content: PreparedAssistantContent[];
  /** The target model wrote it; then signatures and thinking are there. */
  sameModel: boolean;
  /** Effort that was sent for it, as the provider names it. */
  effort?: string;
}

export interface PreparedToolResult {
  role: "toolResult";
  /** Equal to the id of its `PreparedToolCall`. */
  toolCallId: string;
  /** Id as the session stores it. */
  originalId: string;
  toolName: string;
  /** Never empty: there is always a text, and images behind it. */
  content: UserContent[];
  isError: boolean;
}

export interface PreparedSystem {
  role: "system";
  message: SystemMessage;
}

export type PreparedMessage = PreparedUser | PreparedAssistant | PreparedToolResult | PreparedSystem;

export interface HandOffRules {
  ids: ToolCallIdForm;
  /** System messages that stay in place; all others are left out (`replaySystem` has them). */
  laterSystemMessages?: ReadonlySet<SystemMessage>;
  /** Gemini: an empty text block that carries a signature is replayed. */
  keepSignedEmptyText?: boolean;
  blockImages?: boolean;
}

/**
 * A conversation as any provider can take it (models.md §16.2): every call is followed by its result
 * in call order, before any system message; nothing is empty; ids have the target's form.
 */
export function prepareConversation(model: Model, context: Context, rules: HandOffRules): PreparedMessage[] {
  return new HandOff(model, rules).prepare(context);
}

interface PendingCall {
  call: PreparedToolCall;
  originalId: string;
  result?: PreparedToolResult;
}

class HandOff {
  private readonly messages: PreparedMessage[] = [];
  private readonly ids: ToolCallIds;
  private readonly images: ImagePolicy;
  /** Calls of the latest assistant message, until the next user or assistant message. */
  private pending: PendingCall[] = [];
  /** System messages that wait until the results are complete. */
  private delayed: PreparedSystem[] = [];
  private readonly model: Model;
  private readonly rules: HandOffRules;

  constructor(model: Model, rules: HandOffRules) {
    this.model = model;
    this.rules = rules;
    this.ids = new ToolCallIds(rules.ids);
    this.images = imagePolicy(model, rules.blockImages);
  }

  prepare(context: Context): PreparedMessage[] {
    for (const message of context.messages) {
      switch (message.role) {
        case "system":
          if (this.rules.laterSystemMessages?.has(message)) this.delayed.push({ role: "system", message });
          break;
        case "user": {
          this.settleCalls();
          const content = outgoingContent(message.content, this.images);
          if (content.length > 0) this.messages.push({ role: "user", content });
          break;
        }
        case "assistant":
          if (message.stopReason === "error" || message.stopReason === "aborted") break;
          this.settleCalls();
          this.addAssistant(message);
          break;
        case "toolResult":
          this.addResult(message);
          break;
      }
    }
    this.settleCalls();
    return this.messages;
  }

  private addAssistant(message: AssistantMessage): void {
    const { provider, api, id } = this.model;
    const sameModel = message.provider === provider && message.api === api && message.model === id;
    const content: PreparedAssistantContent[] = [];
    for (const block of message.content) {
      const prepared = block.type === "toolCall" ? this.call(block, sameModel) : this.block(block, sameModel);
      if (prepared) content.push(prepared);
    }
    if (content.length === 0) return;
    const effort = sameModel ? message.providerThinkingLevel : undefined;
    this.messages.push({
      role: "assistant",
      content,
      sameModel,
      ...(effort === undefined ? {} : { effort }),
    });
  }

  private block(
    block: Exclude<AssistantContent, ToolCall>,
    sameModel: boolean,
  ): PreparedAssistantContent | undefined {
    if (block.type === "thinking") {
      const isReplayable = block.thinkingSignature || (block.thinking !== "" && !block.redacted);
      if (!sameModel || !isReplayable) return undefined;
      // A signature covers the text to the byte.
      return block.thinkingSignature ? block : { ...block, thinking: removeLoneSurrogates(block.thinking) };
    }
    const text = removeLoneSurrogates(block.text);
    const textSignature = sameModel ? block.textSignature : undefined;
    if (text.trim() === "" && !(textSignature && this.rules.keepSignedEmptyText)) return undefined;
    return textSignature ? { type: "text", text, textSignature } : { type: "text", text };
  }

  private call(block: ToolCall, sameModel: boolean): PreparedToolCall {
    const call: PreparedToolCall = {
      type: "toolCall",
      id: this.ids.next(block.id),
      name: block.name,
      arguments: block.arguments,
    };
    if (sameModel) {
      if (block.thoughtSignature !== undefined) call.thoughtSignature = block.thoughtSignature;
      if (block.namespace !== undefined) call.namespace = block.namespace;
      const itemId = this.rules.ids === "responses" ? responsesItemId(block.id) : undefined;
      if (itemId !== undefined) call.itemId = itemId;
    }
    this.pending.push({ call, originalId: block.id });
    return call;
  }

  /** A result whose call is gone, or was answered before, is dropped. */
  private addResult(message: ToolResultMessage): void {
    const pending = this.pending.find((call) => call.originalId === message.toolCallId && !call.result);
    if (!pending) return;
    pending.result = {
      role: "toolResult",
      toolCallId: pending.call.id,
      originalId: message.toolCallId,
      toolName: message.toolName,
      content: resultContent(message.content, this.images),
      isError: message.isError,
    };
  }

  /** Ends the turn of the latest assistant message: results in call order, then system messages. */
  private settleCalls(): void {
    for (const { call, originalId, result } of this.pending) {
      this.messages.push(
        result ?? {
          role: "toolResult",
          toolCallId: call.id,
          originalId,
          toolName: call.name,
          content: [{ type: "text", text: "No result provided" }],
          isError: true,
        },
      );
    }
    this.pending = [];
    this.messages.push(...this.delayed);
    this.delayed = [];
  }
}
