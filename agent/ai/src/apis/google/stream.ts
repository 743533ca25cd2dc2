import { randomUUID } from "node:crypto";
import { isJsonObject, type JsonObject, type Model } from "@relay-harness/protocol";
import { ProviderError } from "../../httpErrors.ts";
import type { FinishReason, StreamWriter } from "../../streamRun.ts";
import { parseSseJson } from "../../transport/providerRequest.ts";
import type { SseEvent } from "../../transport/sse.ts";
import type { StreamOptions } from "../../types.ts";
import { applyUsage } from "../../usage.ts";

const stopReasons: ReadonlyMap<string, FinishReason> = new Map([
  ["STOP", "stop"],
  ["MAX_TOKENS", "length"],
  ["CONTINUATION", "length"],
]);

/** Reads a response stream (models.md §26.7). It has no end marker: the reason to stop counts once it ends. */
export async function readResponse(
  events: AsyncIterable<SseEvent[]>,
  model: Model,
  options: StreamOptions,
  writer: StreamWriter,
): Promise<void> {
  const reader = new ResponseReader(model, writer);
  for await (const batch of events) {
    for (const { data } of batch) {
      const chunk = parseSseJson(data, "Google");
      if (options.onProviderStreamEvent) await options.onProviderStreamEvent(chunk, model);
      reader.read(chunk, data);
    }
  }
  reader.finish();
}

interface OpenBlock {
  kind: "text" | "thinking";
  contentIndex: number;
  /** The last one that is not empty counts. */
  signature?: string;
}

class ResponseReader {
  private open: OpenBlock | undefined;
  private finishReason: string | undefined;
  private finishDetail: string | undefined;
  /** Counts are cumulative; a chunk may repeat only some of them. */
  private readonly counts: Record<string, number> = {};
  private readonly model: Model;
  private readonly writer: StreamWriter;

  constructor(model: Model, writer: StreamWriter) {
    this.model = model;
    this.writer = writer;
  }

  read(chunk: JsonObject, data: string): void {
    if (chunk.error) throw new ProviderError(data);
    const { writer } = this;
    if (typeof chunk.responseId === "string") writer.message.responseId = chunk.responseId;
    if (typeof chunk.modelVersion === "string") writer.message.responseModel = chunk.modelVersion;
    writer.start();
    this.usage(chunk.usageMetadata);
    const candidate: unknown = Array.isArray(chunk.candidates) ? chunk.candidates[0] : undefined;
    if (isJsonObject(candidate)) this.candidate(candidate);
    else this.promptFeedback(chunk.promptFeedback);
  }

  finish(): void {
    const raw = this.finishReason;
    if (raw === undefined) throw new Error("Google stream ended before finishReason");
    this.endBlock();
    this.writer.finish(stopReasons.get(raw) ?? "error", raw, this.finishDetail);
  }

  private candidate(candidate: JsonObject): void {
    const parts = isJsonObject(candidate.content) ? candidate.content.parts : undefined;
    for (const part of Array.isArray(parts) ? (parts as unknown[]) : []) {
      if (!isJsonObject(part)) continue;
      if (isJsonObject(part.functionCall)) this.call(part.functionCall, part.thoughtSignature);
      else this.text(part);
    }
    if (typeof candidate.finishReason === "string") this.finishReason = candidate.finishReason;
    if (typeof candidate.finishMessage === "string") this.finishDetail = candidate.finishMessage;
  }

  private promptFeedback(feedback: unknown): void {
    if (!isJsonObject(feedback) || typeof feedback.blockReason !== "string") return;
    const message = feedback.blockReasonMessage;
    this.finishReason = feedback.blockReason;
    this.finishDetail = typeof message === "string" && message ? message : "the prompt was blocked";
  }

  /** A signature that comes on its own belongs to the open block of its kind, else to an empty one. */
  private text(part: JsonObject): void {
    const text = typeof part.text === "string" ? part.text : "";
    const signature = typeof part.thoughtSignature === "string" ? part.thoughtSignature : "";
    if (text === "" && signature === "") return;
    const open = this.block(part.thought === true ? "thinking" : "text");
    this.writer.delta(open.contentIndex, text);
    if (signature) open.signature = signature;
  }

  private block(kind: OpenBlock["kind"]): OpenBlock {
    if (this.open?.kind === kind) return this.open;
    this.endBlock();
    const contentIndex = kind === "text" ? this.writer.startText() : this.writer.startThinking();
    this.open = { kind, contentIndex };
    return this.open;
  }

  private endBlock(): void {
    if (!this.open) return;
    const { kind, contentIndex, signature } = this.open;
    this.open = undefined;
    this.writer.end(
      contentIndex,
      kind === "text" ? { textSignature: signature } : { thinkingSignature: signature },
    );
  }

  private call(call: JsonObject, thoughtSignature: unknown): void {
    this.endBlock();
    const id = typeof call.id === "string" && call.id ? call.id : `call_${randomUUID().replaceAll("-", "")}`;
    const index = this.writer.startToolCall(id, typeof call.name === "string" ? call.name : "");
    this.writer.delta(index, JSON.stringify(call.args ?? {}));
    this.writer.end(
      index,
      typeof thoughtSignature === "string" && thoughtSignature ? { thoughtSignature } : {},
    );
  }

  private usage(metadata: unknown): void {
    if (!isJsonObject(metadata)) return;
    for (const [name, value] of Object.entries(metadata)) {
      if (typeof value === "number") this.counts[name] = value;
    }
    const { counts } = this;
    const cacheRead = counts.cachedContentTokenCount ?? 0;
    const reasoning = counts.thoughtsTokenCount ?? 0;
    applyUsage(this.writer.message, this.model, {
      input: (counts.promptTokenCount ?? 0) + (counts.toolUsePromptTokenCount ?? 0) - cacheRead,
      output: (counts.candidatesTokenCount ?? 0) + reasoning,
      cacheRead,
      reasoning,
    });
  }
}
