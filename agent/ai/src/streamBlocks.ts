import type { AssistantMessage, TextContent, ThinkingContent, ToolCall } from "@relay-harness/protocol";
import { IncrementalJson, parseFinalArguments } from "./json/incrementalJson.ts";
import type { AssistantMessageEvent } from "./types.ts";

/** What becomes known of a block only at its end. Fields that are absent leave the block as it is. */
export interface BlockEnd {
  textSignature?: string;
  thinkingSignature?: string;
  thoughtSignature?: string;
  namespace?: string;
}

type OpenCall = { kind: "call"; block: ToolCall; json: IncrementalJson; text: string };
type OpenBlock =
  { kind: "text"; block: TextContent } | { kind: "thinking"; block: ThinkingContent } | OpenCall;

/** The content blocks of a response that is being received, and their events (models.md §14). */
export class StreamBlocks {
  readonly message: AssistantMessage;
  private readonly push: (event: AssistantMessageEvent) => void;
  private readonly open = new Map<number, OpenBlock>();
  private started = false;
  private closed = false;
  private calls = 0;

  constructor(message: AssistantMessage, push: (event: AssistantMessageEvent) => void) {
    this.message = message;
    this.push = push;
  }

  get isStarted(): boolean {
    return this.started;
  }

  get isClosed(): boolean {
    return this.closed;
  }

  get hasToolCall(): boolean {
    return this.calls > 0;
  }

  /** No event may follow. */
  close(): void {
    this.closed = true;
  }

  /** Announces the response; only the first call does. Starting a block implies it. */
  start(): void {
    this.assertOpen();
    if (this.started) return;
    this.started = true;
    this.push({ type: "start", partial: this.message });
  }

  /** @returns The block's `contentIndex`, as for the other blocks. */
  startText(init: Partial<TextContent> = {}): number {
    const block: TextContent = { text: "", ...init, type: "text" };
    return this.startBlock({ kind: "text", block }, "text_start");
  }

  /** Redacted thinking may be complete from the start. */
  startThinking(init: Partial<ThinkingContent> = {}): number {
    const block: ThinkingContent = { thinking: "", ...init, type: "thinking" };
    return this.startBlock({ kind: "thinking", block }, "thinking_start");
  }

  startToolCall(id: string, name: string, init: Partial<ToolCall> = {}): number {
    const json = new IncrementalJson();
    const block: ToolCall = { ...init, type: "toolCall", id, name, arguments: {} };
    // Parsed only when someone looks: most deltas are never looked at one by one.
    Object.defineProperty(block, "arguments", {
      get: () => json.value(),
      enumerable: true,
      configurable: true,
    });
    this.calls++;
    return this.startBlock({ kind: "call", block, json, text: "" }, "toolcall_start");
  }

  /** Appends to a block: text, thinking, or the JSON text of a call's arguments. */
  delta(contentIndex: number, delta: string): void {
    this.assertOpen();
    if (delta === "") return;
    const open = this.openBlock(contentIndex);
    const partial = this.message;
    switch (open.kind) {
      case "text":
        open.block.text += delta;
        this.push({ type: "text_delta", contentIndex, delta, partial });
        break;
      case "thinking":
        open.block.thinking += delta;
        this.push({ type: "thinking_delta", contentIndex, delta, partial });
        break;
      case "call":
        open.text += delta;
        open.json.push(delta);
        this.push({ type: "toolcall_delta", contentIndex, delta, partial });
        break;
    }
  }

  /** Argument text of an open call so far. */
  argumentText(contentIndex: number): string {
    const open = this.openBlock(contentIndex);
    return open.kind === "call" ? open.text : "";
  }

  isBlockOpen(contentIndex: number): boolean {
    return this.open.has(contentIndex);
  }

  /** Completes a block; the arguments of a call are parsed for good. */
  end(contentIndex: number, end: BlockEnd = {}): void {
    this.assertOpen();
    const open = this.openBlock(contentIndex);
    this.open.delete(contentIndex);
    assignDefined(open.block, end);
    const partial = this.message;
    switch (open.kind) {
      case "text":
        this.push({ type: "text_end", contentIndex, content: open.block.text, partial });
        break;
      case "thinking":
        this.push({ type: "thinking_end", contentIndex, content: open.block.thinking, partial });
        break;
      case "call":
        settleCall(open.block, parseFinalArguments(open.text));
        this.push({ type: "toolcall_end", contentIndex, toolCall: open.block, partial });
        break;
    }
  }

  /** Completes what the provider left open, in order. */
  endOpenBlocks(): void {
    for (const index of this.openIndexes()) this.end(index);
  }

  /** Completes open text and thinking only: an unfinished call must not look runnable. */
  protected endOpenText(): void {
    for (const index of this.openIndexes()) {
      if (this.open.get(index)?.kind !== "call") this.end(index);
    }
  }

  /** Turns the arguments of calls that stay unfinished into plain data. */
  protected settleArguments(): void {
    for (const open of this.open.values()) {
      if (open.kind === "call") settleCall(open.block, { arguments: open.json.value() });
    }
  }

  protected assertOpen(): void {
    if (this.closed) throw new Error("The response stream has ended");
  }

  private startBlock(open: OpenBlock, type: "text_start" | "thinking_start" | "toolcall_start"): number {
    this.start();
    const contentIndex = this.message.content.push(open.block) - 1;
    this.open.set(contentIndex, open);
    this.push({ type, contentIndex, partial: this.message });
    return contentIndex;
  }

  private openBlock(contentIndex: number): OpenBlock {
    const open = this.open.get(contentIndex);
    if (!open) throw new Error(`Content block ${contentIndex} is not open`);
    return open;
  }

  private openIndexes(): number[] {
    return [...this.open.keys()].sort((a, b) => a - b);
  }
}

function settleCall(block: ToolCall, final: Pick<ToolCall, "arguments" | "argumentsError">): void {
  Object.defineProperty(block, "arguments", {
    value: final.arguments,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  if (final.argumentsError !== undefined) block.argumentsError = final.argumentsError;
}

function assignDefined(target: object, source: object): void {
  for (const [key, value] of Object.entries(source)) {
    if (value !== undefined)
      Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  }
}
