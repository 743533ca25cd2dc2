import { letterPattern } from "./letters.ts";
import { lazy } from "./lazy.ts";
import { maskSpans, type MaskSpan } from "./mask.ts";

export interface Sentence {
  readonly text: string;
  /** The paragraph began with a list marker. */
  readonly bullet: boolean;
  /** Number of its paragraph, counted over non-empty lines. */
  readonly paragraph: number;
}

const lineMarker = /^(?:#{1,6}\s+|[-*•]\s+|\d{1,3}[.)]\s+|\[[ xX]?\]\s+)/u;
const listMarker = /^(?:[-*•]|\d|\[)/u;

/** Every non-empty line is a paragraph; it is split after `. ! ? … ;` followed by white space. */
export function sentences(text: string): Sentence[] {
  const found: Sentence[] = [];
  let paragraph = 0;
  for (const line of text.split("\n")) {
    let rest = line.trim();
    let bullet = false;
    for (let marker = lineMarker.exec(rest); marker; marker = lineMarker.exec(rest)) {
      bullet ||= listMarker.test(marker[0]);
      rest = rest.slice(marker[0].length).trimStart();
    }
    if (rest === "") continue;
    for (const part of splitParagraph(rest)) found.push({ text: part, bullet, paragraph });
    paragraph++;
  }
  return found;
}

const abbreviation = lazy(() =>
  letterPattern(String.raw`(?<![\p{L}\p{N}_])(?:e\.g|i\.e|etc|vs|ex|p\.ex|sr|sra|dr|approx|cf|al)\.$`, "iu"),
);
const numberAbbreviation = lazy(() => letterPattern(String.raw`(?<![\p{L}\p{N}_])no\.$`, "iu"));

function splitParagraph(paragraph: string): string[] {
  const hidden = maskSpans(paragraph);
  const parts: string[] = [];
  let from = 0;
  let nextHidden = 0;
  for (const match of paragraph.matchAll(/(?<![.!?…;])[.!?…;]+["'”’»›)\]]*(?=\s)/gu)) {
    const end = match.index + match[0].length;
    nextHidden = firstSpanEndingAfter(hidden, nextHidden, match.index);
    const span = hidden[nextHidden];
    // A mark inside inline code or a quotation ends no sentence, unless the quotation ends with it.
    if (span && span.start <= match.index && end < span.end) continue;
    if (isAbbreviation(paragraph, match.index, match[0], end)) continue;
    parts.push(paragraph.slice(from, end).trim());
    from = end;
  }
  const last = paragraph.slice(from).trim();
  if (last !== "") parts.push(last);
  return parts;
}

function firstSpanEndingAfter(spans: readonly MaskSpan[], from: number, at: number): number {
  let index = from;
  while ((spans[index]?.end ?? Infinity) <= at) index++;
  return index;
}

function isAbbreviation(text: string, at: number, marks: string, end: number): boolean {
  if (!marks.startsWith(".") || marks.startsWith("..")) return false;
  const before = text.slice(Math.max(0, at - 8), at + 1);
  if (abbreviation().test(before)) return true;
  return numberAbbreviation().test(before) && /^\s+\d/u.test(text.slice(end, end + 4));
}
