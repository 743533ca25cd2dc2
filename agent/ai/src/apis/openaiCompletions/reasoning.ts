import { isJsonObject, type JsonObject } from "@relay-harness/protocol";

const reasoningFields = ["reasoning_content", "reasoning", "reasoning_text"] as const;

/** Field that carries plain reasoning text; its name is the signature of the thinking block. */
export type ReasoningField = (typeof reasoningFields)[number];

export function isReasoningField(value: unknown): value is ReasoningField {
  return reasoningFields.some((field) => field === value);
}

/** First field of a delta that holds reasoning text. Servers that send two send the same text twice. */
export function reasoningText(delta: JsonObject): { field: ReasoningField; text: string } | undefined {
  // Three plain reads: this runs for every delta, and a computed key costs a dictionary look-up each.
  if (isText(delta.reasoning_content)) return { field: "reasoning_content", text: delta.reasoning_content };
  if (isText(delta.reasoning)) return { field: "reasoning", text: delta.reasoning };
  if (isText(delta.reasoning_text)) return { field: "reasoning_text", text: delta.reasoning_text };
  return undefined;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/**
 * Collects `reasoning_details` (OpenRouter). Pieces of one detail, which share type and index, are
 * joined: what is replayed has the shape of an unstreamed answer.
 */
export class ReasoningDetails {
  private readonly items: JsonObject[] = [];

  get isEmpty(): boolean {
    return this.items.length === 0;
  }

  add(detail: JsonObject): void {
    const last = this.items.at(-1);
    if (last && belongsTo(last, detail)) join(last, detail);
    else this.items.push({ ...detail });
  }

  addAll(other: ReasoningDetails): void {
    for (const item of other.items) this.add(item);
  }

  /** The form in which a signature stores them. */
  serialize(): string {
    return JSON.stringify(this.items);
  }
}

const textMembers = ["text", "summary", "data"] as const;

function belongsTo(last: JsonObject, detail: JsonObject): boolean {
  if (last.type !== detail.type || last.index === undefined || last.index !== detail.index) return false;
  // An encrypted detail comes whole; a second one with the same index is another one.
  return (
    detail.type !== "reasoning.encrypted" && (detail.id == null || last.id == null || last.id === detail.id)
  );
}

function join(last: JsonObject, detail: JsonObject): void {
  for (const [name, value] of Object.entries(detail)) {
    const isText = textMembers.some((member) => member === name);
    const earlier = last[name];
    if (isText && typeof earlier === "string" && typeof value === "string") last[name] = earlier + value;
    else if (value !== null && value !== undefined) last[name] = value;
  }
}

/** Text of a detail, for servers that send it nowhere else. */
export function detailText(detail: JsonObject): string {
  const text = detail.type === "reasoning.summary" ? detail.summary : detail.text;
  return typeof text === "string" ? text : "";
}

/** The details that a signature stores; `undefined` for signatures of another kind. */
export function readReasoningDetails(signature: string | undefined): JsonObject[] | undefined {
  if (!signature?.startsWith("[")) return undefined;
  try {
    const value: unknown = JSON.parse(signature);
    return Array.isArray(value) ? value.filter(isJsonObject) : undefined;
  } catch {
    // A session written by another program: without its details the text is all there is.
    return undefined;
  }
}
