import type { JsonObject } from "@relay-harness/protocol";
import { isJsonObject } from "@relay-harness/protocol";
import type { FinishReason, StreamWriter } from "../../streamRun.ts";
import type { CompletionsCompat } from "../openaiShared/compat.ts";
import { reportedError } from "../openaiShared/events.ts";
import { detailText, ReasoningDetails, reasoningText } from "./reasoning.ts";
import { ToolCallReader } from "./toolCallReader.ts";

const stopReasons: ReadonlyMap<string, FinishReason> = new Map([
  ["stop", "stop"],
  ["length", "length"],
  ["tool_calls", "toolUse"],
  ["function_call", "toolUse"],
]);

export interface ChunkReaderOptions {
  compat: CompletionsCompat;
  /** Grammar tools of the request with the property that holds their text. */
  grammar: ReadonlyMap<string, string>;
  /** Called with every usage that the server reports. */
  onUsage: (usage: JsonObject) => void;
}

/** Reads the chunks of a Chat Completions stream into a response (models.md §26.3). */
export class ChunkReader {
  private readonly writer: StreamWriter;
  private readonly options: ChunkReaderOptions;
  private readonly calls: ToolCallReader;
  private textIndex: number | undefined;
  private thinkingIndex: number | undefined;
  /** Field of the open thinking block's text. */
  private field: string | undefined;
  private details = new ReasoningDetails();
  private refusal = "";
  private finishReason: string | undefined;

  constructor(writer: StreamWriter, options: ChunkReaderOptions) {
    this.writer = writer;
    this.options = options;
    this.calls = new ToolCallReader(writer, options.grammar);
  }

  /** @throws ProviderError when the chunk reports an error. */
  read(chunk: JsonObject): void {
    const error = reportedError(chunk);
    if (error) throw error;
    const { message } = this.writer;
    this.writer.start();
    if (typeof chunk.id === "string" && chunk.id) message.responseId = chunk.id;
    if (typeof chunk.model === "string" && chunk.model) message.responseModel = chunk.model;
    if (isJsonObject(chunk.usage)) this.options.onUsage(chunk.usage);
    const choice = firstChoice(chunk.choices);
    if (!choice) return;
    if (isJsonObject(choice.usage)) this.options.onUsage(choice.usage);
    if (isJsonObject(choice.delta)) this.readDelta(choice.delta);
    if (typeof choice.finish_reason === "string" && choice.finish_reason)
      this.finishReason = choice.finish_reason;
  }

  /** Ends the response after the last chunk. */
  finish(): void {
    const raw = this.finishReason;
    // A server that never says why it stops has at least said something.
    const mayBeAbsent = !this.options.compat.supportsFinishReason && this.writer.isStarted;
    if (raw === undefined && !mayBeAbsent) {
      this.writer.fail("Stream ended without finish_reason");
      return;
    }
    const reason = raw === undefined ? "stop" : (stopReasons.get(raw) ?? "error");
    if (reason === "error") {
      this.writer.finish("error", raw, this.refusal || undefined);
      return;
    }
    if (this.refusal) this.addText(this.refusal);
    this.closeText();
    this.closeThinking();
    if (!this.details.isEmpty) this.placeLateDetails();
    this.calls.finish();
    this.writer.finish(reason === "toolUse" && !this.writer.hasToolCall ? "stop" : reason, raw);
  }

  private readDelta(delta: JsonObject): void {
    this.readReasoning(delta);
    this.readContent(delta.content);
    if (typeof delta.refusal === "string") this.refusal += delta.refusal;
    if (!Array.isArray(delta.tool_calls)) return;
    for (const call of delta.tool_calls) this.calls.add(call, () => this.closeBlocks());
  }

  private readReasoning(delta: JsonObject): void {
    const found = reasoningText(delta);
    if (!Array.isArray(delta.reasoning_details)) {
      if (found) this.addThinking(found.text, found.field);
      return;
    }
    const details = delta.reasoning_details.filter(isJsonObject);
    const text = found?.text ?? details.map(detailText).join("");
    if (text !== "") this.addThinking(text, found?.field);
    for (const detail of details) this.addDetail(detail);
  }

  /** A string, or the typed parts that Mistral sends. */
  private readContent(content: unknown): void {
    if (typeof content === "string") this.addText(content);
    if (!Array.isArray(content)) return;
    for (const part of content.filter(isJsonObject)) {
      if (part.type === "text" && typeof part.text === "string") this.addText(part.text);
      else if (part.type === "thinking" && Array.isArray(part.thinking)) {
        const texts = part.thinking.filter(isJsonObject).map(detailText);
        this.addThinking(texts.join(""), undefined);
      }
    }
  }

  private addText(text: string): void {
    if (text === "") return;
    this.closeThinking();
    this.textIndex ??= this.writer.startText();
    this.writer.delta(this.textIndex, text);
  }

  private addThinking(text: string, field: string | undefined): void {
    if (text === "") return;
    this.closeText();
    this.thinkingIndex ??= this.writer.startThinking();
    this.field ??= field;
    this.writer.delta(this.thinkingIndex, text);
  }

  /** A detail belongs to the open thinking block, else to the last call, else it waits for its place. */
  private addDetail(detail: JsonObject): void {
    const { last } = this.calls;
    if (this.thinkingIndex === undefined && last) (last.details ??= new ReasoningDetails()).add(detail);
    else {
      if (this.thinkingIndex === undefined && this.textIndex === undefined) {
        this.thinkingIndex = this.writer.startThinking();
      }
      this.details.add(detail);
    }
  }

  /** Details that came after their thinking block, with no block that could still take them. */
  private placeLateDetails(): void {
    const { last } = this.calls;
    if (last) (last.details ??= new ReasoningDetails()).addAll(this.details);
    else this.writer.end(this.writer.startThinking(), { thinkingSignature: this.details.serialize() });
    this.details = new ReasoningDetails();
  }

  private closeBlocks(): void {
    this.closeText();
    this.closeThinking();
  }

  private closeText(): void {
    if (this.textIndex === undefined) return;
    this.writer.end(this.textIndex);
    this.textIndex = undefined;
  }

  private closeThinking(): void {
    if (this.thinkingIndex === undefined) return;
    const signature = this.details.isEmpty ? this.field : this.details.serialize();
    this.writer.end(this.thinkingIndex, signature === undefined ? {} : { thinkingSignature: signature });
    this.thinkingIndex = undefined;
    this.field = undefined;
    this.details = new ReasoningDetails();
  }
}

function firstChoice(choices: unknown): JsonObject | undefined {
  if (!Array.isArray(choices)) return undefined;
  const [only]: unknown[] = choices;
  if (isJsonObject(only) && (only.index === 0 || only.index === undefined)) return only;
  return choices.filter(isJsonObject).find((choice) => choice.index === undefined || choice.index === 0);
}
