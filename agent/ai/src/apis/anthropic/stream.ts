import { isJsonObject, type JsonObject, type Model } from "@relay-harness/protocol";
import { ProviderError } from "../../httpErrors.ts";
import type { FinishReason, StreamWriter } from "../../streamRun.ts";
import { parseSseJson } from "../../transport/providerRequest.ts";
import type { SseEvent } from "../../transport/sse.ts";
import type { StreamOptions } from "../../types.ts";
import { applyUsage } from "../../usage.ts";
import { anthropicCompat } from "./compat.ts";

const stopReasons: ReadonlyMap<string, FinishReason> = new Map([
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  ["pause_turn", "stop"],
  ["max_tokens", "length"],
  ["tool_use", "toolUse"],
]);

/** Reads a response stream (models.md §26.2) until `message_stop`. */
export async function readResponse(
  events: AsyncIterable<SseEvent[]>,
  model: Model,
  options: StreamOptions,
  writer: StreamWriter,
): Promise<void> {
  const reader = new ResponseReader(model, writer);
  for await (const batch of events) {
    for (const { data } of batch) {
      const event = parseSseJson(data, "Anthropic");
      if (options.onProviderStreamEvent) await options.onProviderStreamEvent(event, model);
      if (reader.read(event, data)) return;
    }
  }
  throw new Error("Anthropic stream ended before message_stop");
}

/** A block that Relay keeps; blocks of other types are skipped with their deltas. */
interface OpenBlock {
  contentIndex: number;
  signature: string;
  /** Arguments that came whole with the start of a call. */
  initialInput?: string;
}

class ResponseReader {
  private readonly blocks = new Map<unknown, OpenBlock>();
  private rawStopReason: string | undefined;
  private stopDetails: unknown;
  private readonly model: Model;
  private readonly writer: StreamWriter;

  constructor(model: Model, writer: StreamWriter) {
    this.model = model;
    this.writer = writer;
  }

  /** Returns true when the response is complete. */
  read(event: JsonObject, data: string): boolean {
    switch (event.type) {
      case "content_block_delta":
        this.delta(event.index, event.delta);
        return false;
      case "message_start":
        this.messageStart(event.message);
        return false;
      case "content_block_start":
        this.blockStart(event.index, event.content_block);
        return false;
      case "content_block_stop":
        this.blockStop(event.index);
        return false;
      case "message_delta":
        this.messageDelta(event);
        return false;
      case "message_stop":
        this.finish();
        return true;
      case "error":
        throw new ProviderError(data);
      default:
        return false;
    }
  }

  private messageStart(value: unknown): void {
    const message = isJsonObject(value) ? value : {};
    if (typeof message.id === "string") this.writer.message.responseId = message.id;
    if (typeof message.model === "string") this.writer.message.responseModel = message.model;
    this.usage(message.usage);
    this.inputTransformations(message.input_transformations);
    this.writer.start();
  }

  private blockStart(index: unknown, value: unknown): void {
    const block = isJsonObject(value) ? value : {};
    const { writer } = this;
    const keep = (contentIndex: number, text: unknown): OpenBlock => {
      const open: OpenBlock = { contentIndex, signature: "" };
      this.blocks.set(index, open);
      if (typeof text === "string") writer.delta(contentIndex, text);
      return open;
    };
    switch (block.type) {
      case "text":
        keep(writer.startText(), block.text);
        break;
      case "thinking":
        keep(writer.startThinking(), block.thinking).signature = textField(block.signature);
        break;
      case "redacted_thinking":
        keep(writer.startThinking({ redacted: true, thinkingSignature: textField(block.data) }), undefined);
        break;
      case "tool_use": {
        const open = keep(writer.startToolCall(textField(block.id), textField(block.name)), undefined);
        const hasInput = isJsonObject(block.input) && Object.keys(block.input).length > 0;
        if (hasInput) open.initialInput = JSON.stringify(block.input);
        break;
      }
    }
  }

  private delta(index: unknown, value: unknown): void {
    const open = this.blocks.get(index);
    if (!open || !isJsonObject(value)) return;
    switch (value.type) {
      case "text_delta":
        this.writer.delta(open.contentIndex, textField(value.text));
        break;
      case "thinking_delta":
        this.writer.delta(open.contentIndex, textField(value.thinking));
        break;
      case "input_json_delta":
        this.writer.delta(open.contentIndex, textField(value.partial_json));
        break;
      case "signature_delta":
        open.signature += textField(value.signature);
        break;
    }
  }

  private blockStop(index: unknown): void {
    const open = this.blocks.get(index);
    if (!open) return;
    this.blocks.delete(index);
    const { contentIndex, initialInput, signature } = open;
    if (initialInput && this.writer.argumentText(contentIndex) === "")
      this.writer.delta(contentIndex, initialInput);
    this.writer.end(contentIndex, signature ? { thinkingSignature: signature } : {});
  }

  private messageDelta(event: JsonObject): void {
    const delta = isJsonObject(event.delta) ? event.delta : {};
    if (typeof delta.stop_reason === "string") this.rawStopReason = delta.stop_reason;
    if (delta.stop_details) this.stopDetails = delta.stop_details;
    this.usage(event.usage);
    this.inputTransformations(event.input_transformations ?? delta.input_transformations);
  }

  private finish(): void {
    const raw = this.rawStopReason;
    const reason = raw === undefined ? undefined : stopReasons.get(raw);
    if (reason) this.writer.finish(reason, raw);
    else this.writer.finish("error", raw, stopDetail(this.stopDetails));
  }

  private usage(value: unknown): void {
    if (!isJsonObject(value)) return;
    const creation = isJsonObject(value.cache_creation) ? value.cache_creation : {};
    const details = isJsonObject(value.output_tokens_details) ? value.output_tokens_details : {};
    const { message } = this.writer;
    const answeredBy = anthropicCompat(this.model).allowedFallbackModels.find(
      (fallback) => fallback.model === message.responseModel && fallback.model !== this.model.id,
    );
    applyUsage(
      message,
      this.model,
      {
        input: count(value.input_tokens),
        output: count(value.output_tokens),
        cacheRead: count(value.cache_read_input_tokens),
        cacheWrite: count(value.cache_creation_input_tokens),
        cacheWrite1h: count(creation.ephemeral_1h_input_tokens),
        reasoning: count(details.thinking_tokens),
      },
      answeredBy?.cost,
    );
  }

  /** The service dropped thinking blocks whose context had changed (models.md §9.4). */
  private inputTransformations(value: unknown): void {
    if (!Array.isArray(value)) return;
    const dropped = value.filter(
      (entry) => isJsonObject(entry) && entry.type === "thinking_dropped",
    ) as JsonObject[];
    if (dropped.length === 0) return;
    const reasons = [
      ...new Set(dropped.map((entry) => entry.reason).filter((reason) => typeof reason === "string")),
    ];
    this.writer.diagnostic({ type: "thinking_dropped", details: { count: dropped.length, reasons } });
  }
}

/** Explanation and category of a refusal. */
function stopDetail(details: unknown): string | undefined {
  if (!isJsonObject(details)) return undefined;
  const category = textField(details.category);
  const explanation = textField(details.explanation);
  if (explanation && category) return `${explanation} (${category})`;
  return explanation || category || undefined;
}

function textField(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function count(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
