import { letterPattern } from "./letters.ts";
import { lazy } from "./lazy.ts";

/** `code`: inline code; `quote`: quoted text. */
export type MaskKind = "code" | "quote";

export interface MaskSpan {
  /** Offsets into the original, marks included. */
  readonly start: number;
  readonly end: number;
  readonly kind: MaskKind;
}

export interface MaskedText {
  /** The text with every span replaced by `⟦c⟧` or `⟦q⟧`. */
  readonly masked: string;
  /** The replaced spans in order: the n-th mark of `masked` stands for the n-th span. */
  readonly spans: readonly MaskSpan[];
  /** Their original text, marks included. */
  readonly parts: readonly string[];
}

const codeMask = "⟦c⟧";
export const quoteMask = "⟦q⟧";

const maskPattern = /⟦[cq]⟧/gu;

/**
 * Hides inline code and quotations. A mask character that the text already holds is hidden too,
 * so the marks of `masked` always pair with `parts`.
 */
export function mask(text: string): MaskedText {
  const spans = maskSpans(text);
  const parts = spans.map((span) => text.slice(span.start, span.end));
  let masked = "";
  let from = 0;
  for (const span of spans) {
    masked += text.slice(from, span.start) + (span.kind === "code" ? codeMask : quoteMask);
    from = span.end;
  }
  return { masked: masked + text.slice(from), spans, parts };
}

/** How many masks a piece of masked text holds. */
export function countMasks(masked: string): number {
  return masked.match(maskPattern)?.length ?? 0;
}

/** Puts the originals back; `first` is the number of masks before this piece in its text. */
export function unmask(masked: string, parts: readonly string[], first = 0): string {
  let next = first;
  return masked.replace(maskPattern, (mark) => parts[next++] ?? mark);
}

const letterOrDigit = lazy(() => letterPattern(String.raw`[\p{L}\p{N}]`, "u"));

/** True when nothing but one mask and punctuation is left: the sentence only quotes. */
export function isOneMask(masked: string): boolean {
  return countMasks(masked) === 1 && !letterOrDigit().test(masked.replace(maskPattern, ""));
}

export function maskSpans(text: string): readonly MaskSpan[] {
  const code = codeSpans(text);
  const spans: MaskSpan[] = [];
  let nextCode = 0;
  const quotes = new QuoteFinder(text);
  for (let at = 0; at < text.length; at++) {
    const inCode = code[nextCode];
    let span: MaskSpan | undefined;
    if (inCode?.start === at) {
      span = inCode;
    } else {
      const end = quotes.endOf(at);
      if (end !== undefined) span = { start: at, end, kind: "quote" };
    }
    if (!span) continue;
    spans.push(span);
    at = span.end - 1;
    while ((code[nextCode]?.start ?? Infinity) < span.end) nextCode++;
  }
  return spans;
}

/** Backtick runs pair with the next run of the same length; computed from the right to stay linear. */
function codeSpans(text: string): readonly MaskSpan[] {
  const runs = [...text.matchAll(/`+/gu)].map((match) => ({ at: match.index, length: match[0].length }));
  const following: (number | undefined)[] = [];
  const lastOfLength = new Map<number, number>();
  for (let index = runs.length - 1; index >= 0; index--) {
    const length = runs[index]?.length ?? 0;
    following[index] = lastOfLength.get(length);
    lastOfLength.set(length, index);
  }
  const spans: MaskSpan[] = [];
  for (let index = 0; index < runs.length; index++) {
    const close = following[index];
    const open = runs[index];
    const end = close === undefined ? undefined : runs[close];
    if (!open || !end || close === undefined) continue;
    spans.push({ start: open.at, end: end.at + end.length, kind: "code" });
    index = close;
  }
  return spans;
}

const pairs: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["“", "”"],
  ["„", "”"],
  ["«", "»"],
  ["‹", "›"],
]);
const wordCharacter = lazy(() => letterPattern(String.raw`[\p{L}\p{N}_]`, "u"));

/** Finds where a quotation ends; remembers a missing closing mark so that no tail is searched twice. */
class QuoteFinder {
  readonly #text: string;
  readonly #missing = new Set<string>();
  /** Ends of apostrophes that may close a single-quoted text, ascending. */
  #singleEnds: readonly number[] | undefined;
  #nextSingle = 0;

  constructor(text: string) {
    this.#text = text;
  }

  endOf(at: number): number | undefined {
    const open = this.#text[at] ?? "";
    if (open === "⟦" || open === "⟧") return at + 1;
    if (open === "'" || open === "‘") return this.#singleEnd(at);
    const close = pairs.get(open);
    if (close === undefined || this.#missing.has(close)) return undefined;
    const end = this.#text.indexOf(close, at + 1);
    if (end < 0) {
      this.#missing.add(close);
      return undefined;
    }
    return end + 1;
  }

  /** Single quotes count only between spaces or punctuation: "don't" and "the users' data" hold none. */
  #singleEnd(at: number): number | undefined {
    const text = this.#text;
    const inside = text[at + 1] ?? " ";
    if (wordCharacter().test(text[at - 1] ?? " ") || /[\s'’]/u.test(inside)) return undefined;
    const ends = (this.#singleEnds ??= singleQuoteEnds(text));
    while ((ends[this.#nextSingle] ?? Infinity) < at + 2) this.#nextSingle++;
    const end = ends[this.#nextSingle];
    return end === undefined ? undefined : end + 1;
  }
}

function singleQuoteEnds(text: string): readonly number[] {
  const ends: number[] = [];
  for (let at = 1; at < text.length; at++) {
    const character = text[at];
    if (character !== "'" && character !== "’") continue;
    if (/\s/u.test(text[at - 1] ?? " ") || wordCharacter().test(text[at + 1] ?? " ")) continue;
    ends.push(at);
  }
  return ends;
}
