import { Paragraph, TextRun, type FileChild, type IParagraphOptions, type IRunOptions } from "docx";
import { printable } from "./printable.ts";
import { styleOf } from "./style.ts";

/** What a document is a list of. */
export type Block = FileChild;

/** Runs of a text, one per line of it. */
export function runs(text: string, options: IRunOptions = {}): TextRun[] {
  return printable(text)
    .split("\n")
    .map((line, index) => new TextRun({ ...options, text: line, ...(index > 0 && { break: 1 }) }));
}

export function paragraph(text: string, options: IParagraphOptions = {}): Paragraph {
  return new Paragraph({ ...options, children: runs(text) });
}

/** `list` names one of `documentNumbering`. */
export function listOf(list: "points" | "steps", texts: readonly string[]): Paragraph[] {
  return texts.map((text) => paragraph(text, { numbering: { reference: list, level: 0 } }));
}

export function gap(): Paragraph {
  return new Paragraph({ style: styleOf.gap });
}
