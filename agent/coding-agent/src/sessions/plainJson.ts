import {
  bytesOf,
  type FieldKind,
  type FieldShape,
  type MessageShapes,
  type ObjectShape,
  type TaggedShape,
} from "./messageShapes.ts";

/** Returned instead of an offset: the value is not as plain as that, or not what is asked for. */
export const nothing = -1;

const quote = 0x22;
const plus = 0x2b;
const comma = 0x2c;
const minus = 0x2d;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const lowerE = 0x65;
const lowerU = 0x75;
const openBrace = 0x7b;
const closeBrace = 0x7d;

const trueValue = bytesOf("true");
const falseValue = bytesOf("false");
const literals = [trueValue, falseValue, bytesOf("null")];
/** 1 for each byte that stands for itself in a text. */
const isPlain = new Uint8Array(256).fill(1, 0x20);
for (const byte of [quote, backslash]) isPlain[byte] = 0;
/** 1 for each byte that may follow a backslash, `u` aside. */
const isEscape = new Uint8Array(256);
for (const byte of bytesOf('"\\/bfnrt')) isEscape[byte] = 1;
/** Longer numbers may be out of range. */
const maxNumberLength = 32;
const maxExponentDigits = 2;
const maxDepth = 64;

/**
 * Steps over JSON in its plainest form: without white space, escapes in names, long numbers and deep
 * nesting. Each method takes the offset where something begins and returns the one behind it, or
 * `nothing`. What is read ends before a line feed: no text may hold one.
 */
export class PlainJson {
  readonly #bytes: Uint8Array;
  readonly #shapes: MessageShapes;
  #depth = 0;

  constructor(bytes: Uint8Array, shapes: MessageShapes) {
    this.#bytes = bytes;
    this.#shapes = shapes;
  }

  /** An object that begins with one of the tags. */
  #skipTagged(at: number, shapes: readonly TaggedShape[]): number {
    for (const { start, shape } of shapes) {
      if (isAt(this.#bytes, at, start)) return this.skipFields(at + start.length, shape);
    }
    return nothing;
  }

  /** The rest of an object behind its first field. */
  skipFields(at: number, shape: ObjectShape, before = comma): number {
    const bytes = this.#bytes;
    let seen = 0;
    while (bytes[at] === before) {
      const field = fieldAt(bytes, at + 1, shape);
      const value = field === undefined ? nameEnd(bytes, at + 1) : at + 1 + field.start.length;
      at = value === nothing ? nothing : this.#skipValue(value, field?.kind ?? "any");
      if (at === nothing) return nothing;
      if (field !== undefined) seen |= field.bit;
      before = comma;
    }
    return bytes[at] === closeBrace && (seen & shape.required) === shape.required ? at + 1 : nothing;
  }

  skipText(at: number): number {
    return textEnd(this.#bytes, at);
  }

  #skipValue(at: number, kind: FieldKind): number {
    switch (kind) {
      case "any":
        return this.#skipAny(at);
      case "text":
        return textEnd(this.#bytes, at);
      case "amount":
        return this.#bytes[at] === minus ? nothing : numberEnd(this.#bytes, at);
      case "boolean":
        if (isAt(this.#bytes, at, trueValue)) return at + trueValue.length;
        return isAt(this.#bytes, at, falseValue) ? at + falseValue.length : nothing;
      case "object":
        return this.#skipObject(at, this.#shapes.any);
      case "content":
        return this.#bytes[at] === quote ? textEnd(this.#bytes, at) : this.#skipList(at, this.#shapes.blocks);
      case "blocks":
        return this.#skipList(at, this.#shapes.blocks);
      case "usage":
        return this.#skipObject(at, this.#shapes.usage);
      case "cost":
        return this.#skipObject(at, this.#shapes.cost);
      case "absent":
        return nothing;
    }
  }

  #skipAny(at: number): number {
    const bytes = this.#bytes;
    const byte = bytes[at] ?? 0;
    if (byte === quote) return textEnd(bytes, at);
    if (byte === minus || isDigit(byte)) return numberEnd(bytes, at);
    if (byte === openBrace) return this.#skipObject(at, this.#shapes.any);
    if (byte === openBracket) return this.#skipList(at);
    for (const literal of literals) if (isAt(bytes, at, literal)) return at + literal.length;
    return nothing;
  }

  #skipObject(at: number, shape: ObjectShape): number {
    const bytes = this.#bytes;
    if (bytes[at] !== openBrace || this.#depth === maxDepth) return nothing;
    if (bytes[at + 1] === closeBrace) return shape.required === 0 ? at + 2 : nothing;
    this.#depth++;
    const end = this.skipFields(at, shape, openBrace);
    this.#depth--;
    return end;
  }

  /** `shapes`: what the items have to be. */
  #skipList(at: number, shapes?: readonly TaggedShape[]): number {
    const bytes = this.#bytes;
    if (bytes[at] !== openBracket || this.#depth === maxDepth) return nothing;
    if (bytes[at + 1] === closeBracket) return at + 2;
    this.#depth++;
    do {
      at = shapes ? this.#skipTagged(at + 1, shapes) : this.#skipAny(at + 1);
    } while (at !== nothing && bytes[at] === comma);
    this.#depth--;
    return at !== nothing && bytes[at] === closeBracket ? at + 1 : nothing;
  }
}

/** `bytes` has `expected` at `at`. */
export function isAt(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  for (let index = 0; index < expected.length; index++) {
    if (bytes[at + index] !== expected[index]) return false;
  }
  return true;
}

/** Where a text of plain ASCII ends whose first character, behind the quote, is at `at`: its closing quote. */
export function plainTextEnd(bytes: Uint8Array, at: number): number {
  for (; ; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) return at;
    if (byte < 0x20 || byte > 0x7e || byte === backslash) return nothing;
  }
}

function fieldAt(bytes: Uint8Array, at: number, { fields }: ObjectShape): FieldShape | undefined {
  const first = bytes[at + 1];
  for (const field of fields) if (field.first === first && isAt(bytes, at, field.start)) return field;
  return undefined;
}

/** Behind a name and its colon. */
function nameEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== quote) return nothing;
  const end = plainTextEnd(bytes, at + 1);
  return end !== nothing && bytes[end + 1] === colon ? end + 2 : nothing;
}

function textEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at++] !== quote) return nothing;
  for (;;) {
    at = plainEnd(bytes, at);
    const byte = bytes[at];
    if (byte === quote) return at + 1;
    const length = byte === backslash ? escapeLength(bytes, at + 1) : 0;
    if (length === 0) return nothing;
    at += 1 + length;
  }
}

/** Behind bytes that stand for themselves: most of a session, so four at a time. */
function plainEnd(bytes: Uint8Array, at: number): number {
  while (
    isPlain[bytes[at] ?? 0] &&
    isPlain[bytes[at + 1] ?? 0] &&
    isPlain[bytes[at + 2] ?? 0] &&
    isPlain[bytes[at + 3] ?? 0]
  ) {
    at += 4;
  }
  while (isPlain[bytes[at] ?? 0]) at++;
  return at;
}

function numberEnd(bytes: Uint8Array, start: number): number {
  const whole = bytes[start] === minus ? start + 1 : start;
  let at = digitsEnd(bytes, whole);
  if (at === whole || (bytes[whole] === zero && at > whole + 1)) return nothing;
  if (bytes[at] === dot) {
    const fraction = at + 1;
    at = digitsEnd(bytes, fraction);
    if (at === fraction) return nothing;
  }
  if (((bytes[at] ?? 0) | 0x20) === lowerE) {
    const sign = bytes[at + 1];
    const exponent = at + (sign === minus || sign === plus ? 2 : 1);
    at = digitsEnd(bytes, exponent);
    if (at === exponent || at - exponent > maxExponentDigits) return nothing;
  }
  return at - start <= maxNumberLength ? at : nothing;
}

function digitsEnd(bytes: Uint8Array, at: number): number {
  while (isDigit(bytes[at] ?? 0)) at++;
  return at;
}

function isDigit(byte: number): boolean {
  return byte >= zero && byte <= nine;
}

/** Bytes behind the backslash, 0 for no escape. */
function escapeLength(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0;
  if (byte !== lowerU) return isEscape[byte] ?? 0;
  for (let index = 1; index <= 4; index++) if (!isHexDigit(bytes[at + index] ?? 0)) return 0;
  return 5;
}

function isHexDigit(byte: number): boolean {
  const letter = byte | 0x20;
  return isDigit(byte) || (letter >= 0x61 && letter <= 0x66);
}
