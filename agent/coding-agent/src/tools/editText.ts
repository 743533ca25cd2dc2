import { normalizeSpaces } from "../base/paths.ts";

/** A line of a file without its ending. */
export interface Line {
  text: string;
  /** `\n`, `\r\n`, `\r`, or empty for an unfinished last line. */
  ending: string;
}

/** CRLF and lone CR as LF. */
export function normalizeLineEndings(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/** Lines with the endings they have. A final ending is followed by an empty last line. */
export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  const breaks = /\r\n?|\n/g;
  let from = 0;
  for (let match = breaks.exec(text); match; match = breaks.exec(text)) {
    lines.push({ text: text.slice(from, match.index), ending: match[0] });
    from = breaks.lastIndex;
  }
  lines.push({ text: text.slice(from), ending: "" });
  return lines;
}

/**
 * Text as it is compared when exact search fails: compatibility forms, typographic quotes and dashes,
 * and Unicode spaces become plain; spaces at line ends go. Lines stay lines.
 */
export function fuzzyText(text: string): string {
  return normalizeSpaces(
    text
      .normalize("NFKC")
      .split("\n")
      .map((line) => line.trimEnd())
      .join("\n")
      .replace(/[\u2018-\u201B]/g, "'")
      .replace(/[\u201C-\u201F]/g, '"')
      .replace(/[\u2010-\u2015\u2212]/g, "-"),
  );
}

/** A part of the compared text and what takes its place. Offsets in UTF-16 units. */
export interface Replacement {
  start: number;
  /** Exclusive. */
  end: number;
  newText: string;
}

/** First offset of every line of a text. */
function lineStarts(lines: readonly string[]): number[] {
  const starts: number[] = [];
  let offset = 0;
  for (const line of lines) {
    starts.push(offset);
    offset += line.length + 1;
  }
  return starts;
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Applies replacements, sorted and disjoint, that were found in `compared`, the text of `lines` joined
 * by LF, line by line as long as it. Lines that no replacement touches keep their characters; touched
 * ones come from `compared`. Line breaks of a new text take the ending of the line where it starts.
 */
export function replaceRanges(
  lines: readonly Line[],
  compared: string,
  replacements: readonly Replacement[],
): string {
  const comparedLines = compared.split("\n");
  const starts = lineStarts(comparedLines);
  const firstEnding = lines.find((line) => line.ending !== "")?.ending ?? "\n";
  const output: string[] = [];

  const pushOriginal = (from: number, to: number): void => {
    for (const line of lines.slice(from, to)) output.push(line.text, line.ending);
  };
  /** Characters of the compared text with the endings of their own lines. */
  const pushCompared = (from: number, to: number): void => {
    for (let index = lineAt(starts, from), at = from; at < to; index += 1) {
      const text = comparedLines[index] ?? "";
      const start = starts[index] ?? 0;
      const lineEnd = start + text.length;
      output.push(text.slice(at - start, to - start));
      if (to > lineEnd) output.push(lines[index]?.ending ?? "");
      at = lineEnd + 1;
    }
  };

  /** Next line that has not been written, and the offset within the touched stretch. */
  let nextLine = 0;
  let offset = 0;
  const finishStretch = (): void => {
    pushCompared(offset, Math.min(compared.length, starts[nextLine] ?? compared.length));
  };
  for (const { start, end, newText } of replacements) {
    const firstLine = lineAt(starts, start);
    if (firstLine >= nextLine) {
      finishStretch();
      pushOriginal(nextLine, firstLine);
      offset = starts[firstLine] ?? 0;
    }
    pushCompared(offset, start);
    output.push(newText.replaceAll("\n", lines[firstLine]?.ending || firstEnding));
    offset = end;
    nextLine = Math.max(firstLine, lineAt(starts, Math.max(start, end - 1))) + 1;
  }
  finishStretch();
  pushOriginal(nextLine, lines.length);
  return output.join("");
}
