import { randomUUID } from "node:crypto";
import type { JsonObject } from "@relay-harness/protocol";
import { isJsonObject } from "@relay-harness/protocol";
import type { StreamWriter } from "../../streamRun.ts";
import { GrammarArguments } from "../openaiShared/tools.ts";
import type { ReasoningDetails } from "./reasoning.ts";

interface Call {
  id: string;
  name: string;
  /** Received before the name was known. */
  waiting: string;
  contentIndex?: number;
  grammar?: GrammarArguments;
  details?: ReasoningDetails;
}

interface Piece {
  index?: number;
  id: string;
  name: string;
  text: string;
  isCustom: boolean;
}

const defaultGrammarProperty = "input";

/**
 * Assembles tool calls from their deltas (models.md §15.1): by `index`, without it by `id`, without
 * both they continue the last call. The first id and name of a call hold.
 */
export class ToolCallReader {
  private readonly writer: StreamWriter;
  private readonly grammar: ReadonlyMap<string, string>;
  private readonly calls: Call[] = [];
  private readonly byIndex = new Map<number, Call>();

  constructor(writer: StreamWriter, grammar: ReadonlyMap<string, string>) {
    this.writer = writer;
    this.grammar = grammar;
  }

  get last(): Call | undefined {
    return this.calls.at(-1);
  }

  /** @param beforeStart Runs before a call becomes a content block. */
  add(delta: unknown, beforeStart: () => void): void {
    const piece = readPiece(delta);
    if (!piece) return;
    const call = this.callFor(piece);
    if (!call) return;
    call.id ||= piece.id;
    call.name ||= piece.name;
    if (call.contentIndex === undefined) {
      call.waiting += piece.text;
      if (call.name) {
        beforeStart();
        this.start(call, piece.isCustom);
      }
    } else this.append(call, piece.text);
  }

  /** Completes all calls. @throws Error for arguments without a call. */
  finish(): void {
    for (const call of this.calls) {
      if (call.contentIndex === undefined) {
        if (call.waiting) throw new Error("OpenAI Completions stream sent a tool call without a name");
        continue;
      }
      if (call.grammar) this.writer.delta(call.contentIndex, call.grammar.close());
      const { details } = call;
      this.writer.end(call.contentIndex, details ? { thoughtSignature: details.serialize() } : {});
    }
  }

  private callFor(piece: Piece): Call | undefined {
    const known =
      piece.index !== undefined
        ? this.byIndex.get(piece.index)
        : piece.id
          ? this.calls.find((call) => call.id === piece.id)
          : this.last;
    if (known && !this.isNext(known, piece)) return known;
    // Some servers end with an empty entry.
    if (!piece.id && !piece.name && !piece.text) return undefined;
    const call: Call = { id: "", name: "", waiting: "" };
    this.calls.push(call);
    if (piece.index !== undefined) this.byIndex.set(piece.index, call);
    return call;
  }

  /**
   * True when a piece cannot continue the call: the call is complete and the piece begins another,
   * as servers send it that give every call the index 0 or no index at all.
   */
  private isNext(call: Call, piece: Piece): boolean {
    if (!piece.name || piece.isCustom || call.grammar || piece.id === call.id) return false;
    const received = this.received(call);
    return piece.text.startsWith("{") && !piece.text.startsWith(received) && isCompleteObject(received);
  }

  private received(call: Call): string {
    return call.contentIndex === undefined ? call.waiting : this.writer.argumentText(call.contentIndex);
  }

  private start(call: Call, isCustom: boolean): void {
    const isTaken = this.calls.some((other) => other !== call && other.id === call.id);
    if (!call.id || isTaken) call.id = `call_${randomUUID().replaceAll("-", "").slice(0, 24)}`;
    call.contentIndex = this.writer.startToolCall(call.id, call.name);
    if (isCustom) call.grammar = new GrammarArguments(this.grammar.get(call.name) ?? defaultGrammarProperty);
    this.append(call, call.waiting);
    call.waiting = "";
  }

  private append(call: Call, text: string): void {
    if (call.contentIndex === undefined || text === "") return;
    if (call.grammar) {
      this.writer.delta(call.contentIndex, call.grammar.push(text));
      return;
    }
    const received = this.received(call);
    const repeats = received !== "" && text.startsWith(received) && isCompleteObject(text);
    this.writer.delta(call.contentIndex, repeats ? text.slice(received.length) : text);
  }
}

function readPiece(delta: unknown): Piece | undefined {
  if (!isJsonObject(delta)) return undefined;
  const custom = isJsonObject(delta.custom) ? delta.custom : undefined;
  const body = custom ?? (isJsonObject(delta.function) ? delta.function : {});
  return {
    index: typeof delta.index === "number" ? delta.index : undefined,
    id: stringOf(delta.id),
    name: stringOf(body.name),
    text: custom ? stringOf(custom.input) : argumentText(body),
    isCustom: custom !== undefined,
  };
}

function argumentText(body: JsonObject): string {
  const { arguments: args } = body;
  return isJsonObject(args) ? JSON.stringify(args) : stringOf(args);
}

function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function isCompleteObject(text: string): boolean {
  if (!text.trimEnd().endsWith("}")) return false;
  try {
    return isJsonObject(JSON.parse(text));
  } catch {
    return false;
  }
}
