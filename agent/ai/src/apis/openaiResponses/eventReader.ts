import type { JsonObject } from "@relay-harness/protocol";
import { isJsonObject } from "@relay-harness/protocol";
import { describeError } from "../../httpErrors.ts";
import type { StreamWriter } from "../../streamRun.ts";
import { reportedError } from "../openaiShared/events.ts";
import { callPart, contentPart, OutputItem, rawPart, summaryPart } from "./outputItem.ts";

export interface EventReaderOptions {
  /** Grammar tools of the request with the property that holds their text. */
  grammar: ReadonlyMap<string, string>;
  /** Called with every usage that the server reports. */
  onUsage: (usage: JsonObject) => void;
}

type Handler = (event: JsonObject) => void;

/** Reads the events of a Responses stream into a response (models.md §26.4). */
export class EventReader {
  private readonly writer: StreamWriter;
  private readonly options: EventReaderOptions;
  private readonly items: (OutputItem | undefined)[] = [];
  private readonly byIndex = new Map<number, OutputItem | undefined>();
  private readonly byId = new Map<string, OutputItem | undefined>();
  private readonly handlers: ReadonlyMap<string, Handler>;
  private ended = false;

  constructor(writer: StreamWriter, options: EventReaderOptions) {
    this.writer = writer;
    this.options = options;
    this.handlers = new Map(Object.entries(this.buildHandlers()));
  }

  /** @returns True after a terminal event. @throws ProviderError for an `error` event. */
  read(event: JsonObject): boolean {
    const type = typeof event.type === "string" ? event.type : "";
    // Servers that fail before they start answer with the error shape of plain HTTP.
    const error = type === "error" || type === "" ? reportedError(event) : undefined;
    if (error) throw error;
    this.handlers.get(type)?.(event);
    return this.ended;
  }

  /** Call when the stream has no more events. */
  finish(): void {
    if (!this.ended) this.writer.fail("OpenAI Responses stream ended before a terminal response event");
  }

  private buildHandlers(): Record<string, Handler> {
    const announce: Handler = ({ response }) => {
      this.writer.start();
      if (isJsonObject(response)) this.describe(response);
    };
    return {
      "response.created": announce,
      "response.queued": announce,
      "response.in_progress": announce,
      "response.output_item.added": (event) => this.addItem(event),
      "response.output_item.done": (event) => this.finishItem(event),
      "response.reasoning_summary_text.delta": this.delta((event) => summaryPart(event.summary_index)),
      "response.reasoning_summary_text.done": this.completion("text", (event) =>
        summaryPart(event.summary_index),
      ),
      "response.reasoning_text.delta": this.delta((event) => rawPart(event.content_index)),
      "response.reasoning_text.done": this.completion("text", (event) => rawPart(event.content_index)),
      "response.output_text.delta": this.delta((event) => contentPart(event.content_index)),
      "response.output_text.done": this.completion("text", (event) => contentPart(event.content_index)),
      "response.refusal.delta": this.delta((event) => contentPart(event.content_index)),
      "response.refusal.done": this.completion("refusal", (event) => contentPart(event.content_index)),
      "response.function_call_arguments.delta": this.delta(() => callPart),
      "response.function_call_arguments.done": (event) => this.itemOf(event)?.completeCall(event.arguments),
      "response.custom_tool_call_input.delta": this.delta(() => callPart),
      "response.custom_tool_call_input.done": (event) => this.itemOf(event)?.completeCall(event.input),
      "response.completed": (event) => this.complete(event),
      "response.incomplete": (event) => this.complete(event),
      "response.failed": (event) => this.fail(event, "failed"),
      "response.cancelled": (event) => this.fail(event, "cancelled"),
    };
  }

  private delta(partOf: (event: JsonObject) => string): Handler {
    return (event) => {
      if (typeof event.delta === "string") this.itemOf(event)?.addDelta(partOf(event), event.delta);
    };
  }

  private completion(member: string, partOf: (event: JsonObject) => string): Handler {
    return (event) => this.itemOf(event)?.completePart(partOf(event), event[member]);
  }

  private addItem(event: JsonObject): OutputItem | undefined {
    const { item, output_index: index } = event;
    if (!isJsonObject(item)) return undefined;
    const started = OutputItem.start(this.writer, item, this.options.grammar);
    this.items.push(started);
    if (typeof index === "number") this.byIndex.set(index, started);
    if (typeof item.id === "string") this.byId.set(item.id, started);
    return started;
  }

  private finishItem(event: JsonObject): void {
    const { item, output_index: index } = event;
    if (!isJsonObject(item)) return;
    const isKnown =
      (typeof index === "number" && this.byIndex.has(index)) ||
      (typeof item.id === "string" && this.byId.has(item.id));
    const known = isKnown ? this.itemOf({ output_index: index, item_id: item.id }) : this.addItem(event);
    if (known?.isOpen) known.finish(item);
  }

  /**
   * The item an event belongs to: by `output_index`, for servers without it by `item_id`.
   * `undefined` for items that Relay does not keep. @throws Error when it cannot be told.
   */
  private itemOf(event: JsonObject): OutputItem | undefined {
    const { output_index: index, item_id: id } = event;
    if (typeof index === "number" && this.byIndex.has(index)) return this.byIndex.get(index);
    if (typeof id === "string" && this.byId.has(id)) return this.byId.get(id);
    const open = this.items.filter((item) => item?.isOpen && !item.isComplete);
    if (open.length === 1 && typeof index !== "number" && typeof id !== "string") return open[0];
    throw new Error("OpenAI Responses stream sent a delta that belongs to no output item");
  }

  private complete(event: JsonObject): void {
    const response = isJsonObject(event.response) ? event.response : {};
    this.writer.start();
    this.describe(response);
    this.ended = true;
    const isIncomplete = event.type === "response.incomplete" || response.status === "incomplete";
    const reason = isIncomplete ? incompleteReason(response) : undefined;
    if (reason !== undefined && reason !== "max_output_tokens") {
      this.writer.finish("error", `incomplete: ${reason}`);
      return;
    }
    if (!isIncomplete && this.items.some((item) => item?.isCall && !item.isComplete)) {
      this.writer.fail("OpenAI Responses stream completed with an unfinished tool call");
      return;
    }
    this.supplement(response.output);
    for (const item of this.items) item?.end();
    if (isIncomplete) this.writer.finish("length", `incomplete: ${reason ?? "max_output_tokens"}`);
    else this.writer.finish("stop", "completed");
  }

  private fail(event: JsonObject, raw: string): void {
    const response = isJsonObject(event.response) ? event.response : {};
    this.describe(response);
    this.ended = true;
    this.writer.finish("error", raw, describeError(response));
  }

  private supplement(output: unknown): void {
    for (const copy of Array.isArray(output) ? output.filter(isJsonObject) : []) {
      if (typeof copy.id === "string") this.byId.get(copy.id)?.supplement(copy);
    }
  }

  private describe(response: JsonObject): void {
    const { message } = this.writer;
    if (typeof response.id === "string" && response.id) message.responseId = response.id;
    if (typeof response.model === "string" && response.model) message.responseModel = response.model;
    if (typeof response.end_turn === "boolean") message.endTurn = response.end_turn;
    if (isJsonObject(response.usage)) this.options.onUsage(response.usage);
    this.reportDroppedThinking(response.input_transformations);
  }

  private reportDroppedThinking(transformations: unknown): void {
    if (!Array.isArray(transformations)) return;
    const dropped = transformations
      .filter(isJsonObject)
      .filter((entry) => entry.type === "reasoning" && entry.action === "removed");
    const isReported = this.writer.message.diagnostics?.some((entry) => entry.type === "thinking_dropped");
    if (dropped.length === 0 || isReported) return;
    const reasons = [
      ...new Set(dropped.map((entry) => entry.reason).filter((reason) => typeof reason === "string")),
    ];
    this.writer.diagnostic({ type: "thinking_dropped", details: { count: dropped.length, reasons } });
  }
}

function incompleteReason(response: JsonObject): string | undefined {
  const { incomplete_details: details } = response;
  return isJsonObject(details) && typeof details.reason === "string" ? details.reason : undefined;
}
