import type { JsonObject } from "@relay-harness/protocol";
import { isJsonObject } from "@relay-harness/protocol";
import type { StreamWriter } from "../../streamRun.ts";
import { GrammarArguments } from "../openaiShared/tools.ts";
import { isPhase, writeTextSignature } from "./signatures.ts";

type ItemKind = "reasoning" | "message" | "function_call" | "custom_tool_call";

const defaultGrammarProperty = "input";

/** One output item while it streams: a thinking block, a text block or a tool call. */
export class OutputItem {
  readonly kind: ItemKind;
  readonly id: string;
  readonly contentIndex: number;
  private readonly writer: StreamWriter;
  private readonly grammar: GrammarArguments | undefined;
  private readonly parts = new Map<string, string>();
  private lastPart: string | undefined;
  private item: JsonObject;
  private complete = false;

  private constructor(writer: StreamWriter, kind: ItemKind, item: JsonObject, property: string | undefined) {
    this.writer = writer;
    this.kind = kind;
    this.item = item;
    this.id = stringOf(item.id);
    this.grammar =
      kind === "custom_tool_call" ? new GrammarArguments(property ?? defaultGrammarProperty) : undefined;
    this.contentIndex = this.startBlock();
  }

  /** Starts the block of an item; `undefined` for items that Relay does not keep. */
  static start(
    writer: StreamWriter,
    item: JsonObject,
    grammar: ReadonlyMap<string, string>,
  ): OutputItem | undefined {
    const kind = itemKind(item.type);
    return kind && new OutputItem(writer, kind, item, grammar.get(stringOf(item.name)));
  }

  get isCall(): boolean {
    return this.kind === "function_call" || this.kind === "custom_tool_call";
  }

  /** True once the provider has said that everything of the item was sent. */
  get isComplete(): boolean {
    return this.complete;
  }

  get isOpen(): boolean {
    return this.writer.isBlockOpen(this.contentIndex);
  }

  /** Reasoning whose encrypted content has not been seen yet. */
  get lacksEncryptedContent(): boolean {
    return this.kind === "reasoning" && typeof this.item.encrypted_content !== "string";
  }

  /** @param part Part of the item that the text belongs to; parts of reasoning are set apart by a blank line. */
  addDelta(part: string, delta: string): void {
    if (delta === "" || !this.isOpen) return;
    const separator =
      this.kind === "reasoning" && this.lastPart !== undefined && this.lastPart !== part ? "\n\n" : "";
    this.lastPart = part;
    this.parts.set(part, (this.parts.get(part) ?? "") + delta);
    const text = this.grammar ? this.grammar.push(delta) : separator + delta;
    this.writer.delta(this.contentIndex, text);
  }

  /** Adds what the deltas of a part left out of its complete text. */
  completePart(part: string, full: unknown): void {
    if (typeof full !== "string") return;
    const received = this.parts.get(part) ?? "";
    if (full.startsWith(received)) this.addDelta(part, full.slice(received.length));
  }

  completeCall(text: unknown): void {
    this.completePart(callPart, text);
    this.complete = true;
  }

  /** Takes over the finished item. Reasoning without encrypted content stays open for `supplement`. */
  finish(item: JsonObject): void {
    this.item = { ...this.item, ...item };
    this.complete = true;
    if (this.kind === "function_call") this.completeCall(item.arguments);
    else if (this.kind === "custom_tool_call") this.completeCall(item.input);
    else if (this.kind === "message") this.completeContent(item.content);
    else this.completeReasoning(item);
    if (!this.lacksEncryptedContent) this.end();
  }

  /** Fills in from the copy of the item in the completed response. */
  supplement(item: JsonObject): void {
    if (this.lacksEncryptedContent && typeof item.encrypted_content === "string") {
      this.item = { ...this.item, encrypted_content: item.encrypted_content };
    }
  }

  end(): void {
    if (!this.isOpen) return;
    if (this.grammar) this.writer.delta(this.contentIndex, this.grammar.close());
    this.writer.end(this.contentIndex, this.signatures());
  }

  private signatures(): { textSignature?: string; thinkingSignature?: string; namespace?: string } {
    switch (this.kind) {
      case "reasoning":
        return { thinkingSignature: JSON.stringify({ ...this.item, type: "reasoning" }) };
      case "message": {
        const { phase } = this.item;
        if (!this.id) return {};
        return {
          textSignature: writeTextSignature({ id: this.id, phase: isPhase(phase) ? phase : undefined }),
        };
      }
      default: {
        const { namespace } = this.item;
        return typeof namespace === "string" ? { namespace } : {};
      }
    }
  }

  private completeContent(content: unknown): void {
    for (const [index, part] of objects(content).entries()) {
      this.completePart(contentPart(index), part.type === "refusal" ? part.refusal : part.text);
    }
  }

  private completeReasoning(item: JsonObject): void {
    for (const [index, part] of objects(item.summary).entries())
      this.completePart(summaryPart(index), part.text);
    // Raw reasoning and its summary say the same; the copy in the item only helps where nothing was streamed.
    if (this.parts.size > 0) return;
    for (const [index, part] of objects(item.content).entries()) this.completePart(rawPart(index), part.text);
  }

  private startBlock(): number {
    if (this.kind === "reasoning") return this.writer.startThinking();
    if (this.kind === "message") return this.writer.startText();
    const { namespace } = this.item;
    const callId = stringOf(this.item.call_id) || this.id;
    const id = this.id && this.id !== callId ? `${callId}|${this.id}` : callId;
    const init = typeof namespace === "string" ? { namespace } : {};
    return this.writer.startToolCall(id, stringOf(this.item.name), init);
  }
}

/** The one part that a call has. */
export const callPart = "call";

export function summaryPart(index: unknown): string {
  return `summary ${String(index ?? 0)}`;
}

export function rawPart(index: unknown): string {
  return `raw ${String(index ?? 0)}`;
}

export function contentPart(index: unknown): string {
  return `content ${String(index ?? 0)}`;
}

function itemKind(type: unknown): ItemKind | undefined {
  return type === "reasoning" || type === "message" || type === "function_call" || type === "custom_tool_call"
    ? type
    : undefined;
}

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
