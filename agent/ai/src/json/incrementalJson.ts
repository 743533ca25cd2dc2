import type { JsonObject } from "@relay-harness/protocol";
import { isJsonObject } from "@relay-harness/protocol";
import { endOfString, isNestedTooDeeply, maxNesting } from "./nesting.ts";

type Frame =
  { kind: "object"; target: JsonObject; key: string } | { kind: "array"; target: unknown[]; index: number };

type Mode =
  | "start"
  | "key"
  | "colon"
  | "value"
  | "afterValue"
  | "string"
  | "escape"
  | "unicode"
  | "number"
  | "literal"
  | "stopped";

const quote = 0x22;
const backslash = 0x5c;
const simpleEscapes: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};
const literals = [
  ["true", true],
  ["false", false],
  ["null", null],
] as const;
const numberPrefix = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/;
/** A longer number shows only when it is complete, so that its digits are not read again per delta. */
const shownNumberLength = 64;

/**
 * Tolerant parser of a JSON object that arrives in pieces (models.md §15.1). Every character is read
 * once, however the text is cut. Never throws: text that cannot continue the document is ignored.
 */
export class IncrementalJson {
  private readonly root: JsonObject = {};
  private readonly stack: Frame[] = [];
  private mode: Mode = "start";
  private text = "";
  private digits = "";
  private isKey = false;

  /** Reads the next piece. */
  push(delta: string): void {
    let position = 0;
    while (position < delta.length && this.mode !== "stopped") position = this.step(delta, position);
    if (this.mode === "number") this.showNumber();
    else if (!this.isKey && (this.mode === "string" || this.mode === "escape" || this.mode === "unicode")) {
      this.assign(this.text);
    }
  }

  /** The members received so far: one live object, the same at each call, changed by `push`. */
  value(): JsonObject {
    return this.root;
  }

  /** Handles what stands at `position` and returns where to go on. */
  private step(delta: string, position: number): number {
    switch (this.mode) {
      case "string":
        return this.readString(delta, position);
      case "escape":
        return this.readEscape(delta, position);
      case "unicode":
        return this.readUnicode(delta, position);
      case "number":
        return this.readNumber(delta, position);
      case "literal":
        return this.readLiteral(delta, position);
      default:
        // The loop of `push` keeps `position` inside the text.
        this.readStructure(delta.charAt(position));
        return this.isInToken() ? position : position + 1;
    }
  }

  private isInToken(): boolean {
    return this.mode === "number" || this.mode === "literal";
  }

  private readStructure(character: string): void {
    if (/[\s\ufeff]/.test(character)) return;
    switch (this.mode) {
      case "start":
        if (character === "{") this.enter({ kind: "object", target: this.root, key: "" });
        else this.mode = "stopped";
        return;
      case "key":
        if (character === '"') this.startString(true);
        else if (character === "}") this.leave("object");
        else this.mode = "stopped";
        return;
      case "colon":
        this.mode = character === ":" ? "value" : "stopped";
        return;
      case "value":
        this.startValue(character);
        return;
      default:
        this.afterValue(character);
    }
  }

  private startValue(character: string): void {
    if (character === '"') this.startString(false);
    else if (character === "{") this.open({ kind: "object", target: {}, key: "" });
    else if (character === "[") this.open({ kind: "array", target: [], index: 0 });
    else if (character === "]") this.leave("array");
    else if (/[-\d]/.test(character)) this.startToken("number");
    else if (/[tfn]/.test(character)) this.startToken("literal");
    else this.mode = "stopped";
  }

  private afterValue(character: string): void {
    const frame = this.stack.at(-1);
    if (character === "}") this.leave("object");
    else if (character === "]") this.leave("array");
    else if (character !== "," || !frame) this.mode = "stopped";
    else if (frame.kind === "object") this.mode = "key";
    else {
      frame.index++;
      this.mode = "value";
    }
  }

  private open(frame: Frame): void {
    if (this.stack.length >= maxNesting) {
      this.mode = "stopped";
      return;
    }
    this.assign(frame.target);
    this.enter(frame);
  }

  private enter(frame: Frame): void {
    this.stack.push(frame);
    this.mode = frame.kind === "object" ? "key" : "value";
  }

  private leave(kind: Frame["kind"]): void {
    if (this.stack.at(-1)?.kind !== kind) {
      this.mode = "stopped";
      return;
    }
    this.stack.pop();
    this.mode = this.stack.length > 0 ? "afterValue" : "stopped";
  }

  private startString(isKey: boolean): void {
    this.isKey = isKey;
    this.text = "";
    this.mode = "string";
  }

  private startToken(mode: "number" | "literal"): void {
    this.digits = "";
    this.mode = mode;
  }

  private readString(delta: string, from: number): number {
    let end = from;
    while (end < delta.length) {
      const code = delta.charCodeAt(end);
      if (code === quote || code === backslash) break;
      end++;
    }
    this.text += delta.slice(from, end);
    if (end === delta.length) return end;
    if (delta.charCodeAt(end) === backslash) this.mode = "escape";
    else this.endString();
    return end + 1;
  }

  private endString(): void {
    if (!this.isKey) {
      this.assign(this.text);
      this.mode = "afterValue";
      return;
    }
    const frame = this.stack.at(-1);
    if (frame?.kind === "object") frame.key = this.text;
    this.mode = "colon";
  }

  private readEscape(delta: string, position: number): number {
    const character = delta.charAt(position);
    if (character === "u") {
      this.digits = "";
      this.mode = "unicode";
      return position + 1;
    }
    this.mode = "string";
    const plain = simpleEscapes[character];
    this.text += plain ?? "\\";
    return plain === undefined ? position : position + 1;
  }

  private readUnicode(delta: string, position: number): number {
    const character = delta.charAt(position);
    if (!/[\da-f]/i.test(character)) {
      this.text += `\\u${this.digits}`;
      this.mode = "string";
      return position;
    }
    this.digits += character;
    if (this.digits.length === 4) {
      this.text += String.fromCharCode(Number.parseInt(this.digits, 16));
      this.mode = "string";
    }
    return position + 1;
  }

  private readNumber(delta: string, from: number): number {
    let end = from;
    while (end < delta.length && /[-+.\deE]/.test(delta.charAt(end))) end++;
    this.digits += delta.slice(from, end);
    if (end === delta.length) return end;
    this.assignNumber();
    this.mode = "afterValue";
    return end;
  }

  private showNumber(): void {
    if (this.digits.length <= shownNumberLength) this.assignNumber();
  }

  private assignNumber(): void {
    const valid = numberPrefix.exec(this.digits)?.[0];
    if (valid !== undefined) this.assign(Number(valid));
  }

  private readLiteral(delta: string, position: number): number {
    const found = literals.find(([word]) => word.startsWith(this.digits + delta.charAt(position)));
    if (!found) {
      this.mode = "stopped";
      return position;
    }
    this.digits += delta.charAt(position);
    const [word, value] = found;
    this.assign(value);
    if (this.digits === word) this.mode = "afterValue";
    return position + 1;
  }

  private assign(value: unknown): void {
    const frame = this.stack.at(-1);
    if (frame?.kind === "array") frame.target[frame.index] = value;
    else if (frame) setMember(frame.target, frame.key, value);
  }
}

/** A plain assignment to `__proto__` would change the prototype instead of adding a member. */
function setMember(target: JsonObject, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else target[key] = value;
}

/** Arguments of a complete tool call; with `argumentsError` the arguments are `{}`. */
export interface FinalArguments {
  arguments: JsonObject;
  /** The parser's message, a blank line, `Received arguments:` and the text as it was sent. */
  argumentsError?: string;
}

/**
 * Parses the complete argument text of a tool call (models.md §15.1). Empty text is `{}`. Raw control
 * characters and invalid escapes inside strings are repaired; anything else that is no JSON object
 * is an error whose text follows sessions-and-tools.md §10.1.
 */
export function parseFinalArguments(text: string): FinalArguments {
  if (text.trim() === "") return { arguments: {} };
  const parsed = isNestedTooDeeply(text)
    ? { problem: `Tool arguments are nested more than ${maxNesting} levels deep` }
    : parseJson(text);
  if ("value" in parsed && isJsonObject(parsed.value)) return { arguments: parsed.value };
  const problem = "value" in parsed ? "Tool arguments must be a JSON object" : parsed.problem;
  return { arguments: {}, argumentsError: `${problem}\n\nReceived arguments:\n${text}` };
}

function parseJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const repaired = repairStrings(text);
    const problem = error instanceof Error ? error.message : String(error);
    if (repaired === text) return { problem };
    try {
      return { value: JSON.parse(repaired) };
    } catch {
      // The message about the text as sent is the one that the model can act on.
      return { problem };
    }
  }
}

const repairable = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|\\|[\u0000-\u001f]/g;

/** Escapes raw control characters and doubles the backslash of invalid escapes, inside strings only. */
function repairStrings(text: string): string {
  // By hand: a regular expression for whole strings overflows the engine's stack on long ones.
  let repaired = "";
  let at = 0;
  for (let start = text.indexOf('"'); start !== -1; start = text.indexOf('"', at)) {
    const end = Math.min(endOfString(text, start) + 1, text.length);
    repaired += text.slice(at, start) + text.slice(start, end).replace(repairable, repairedPart);
    at = end;
  }
  return repaired + text.slice(at);
}

function repairedPart(part: string): string {
  if (part === "\\") return "\\\\";
  return part.length > 1 ? part : `\\u${part.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
