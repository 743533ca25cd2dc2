import {
  AlignmentType,
  BorderStyle,
  HeightRule,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
  type IParagraphOptions,
  type IRunOptions,
  type ITableBordersOptions,
  type ITableOptions,
  XmlComponent,
} from "docx";
import { element } from "./element.ts";
import { printable } from "./printable.ts";
import { ink, tableStyle, textWidth } from "./style.ts";

export type Block = Paragraph | Table;

/** Runs of a text, one per line of it. */
export function runs(text: string, options: IRunOptions = {}): TextRun[] {
  return printable(text)
    .split("\n")
    .map((line, index) => new TextRun({ ...options, text: line, ...(index > 0 && { break: 1 }) }));
}

export function paragraph(text: string, run: IRunOptions = {}, options: IParagraphOptions = {}): Paragraph {
  return new Paragraph({ ...options, children: runs(text, run) });
}

/** `list` names one of `documentNumbering`. */
export function listOf(list: "points" | "steps", texts: readonly string[]): Paragraph[] {
  return texts.map((text) =>
    paragraph(text, {}, { numbering: { reference: list, level: 0 }, spacing: { after: 60 } }),
  );
}

const line = { style: BorderStyle.SINGLE, size: 4, color: ink.line };
const borders: ITableBordersOptions = {
  top: line,
  bottom: line,
  left: line,
  right: line,
  insideHorizontal: line,
  insideVertical: line,
};
const cellMargins = { top: 60, bottom: 60, left: 115, right: 115 };
const lineHeight = 290;

export interface TableOptions {
  /** For who cannot see it. */
  caption: string;
  /** Absent: the table has no heading row. */
  header?: readonly string[];
  rows: readonly { cells: readonly string[]; isExample?: boolean; minLines: number }[];
}

/** A table as wide as the text, with equal columns; its heading row comes again on each page. */
export function table({ caption, header, rows }: TableOptions): Table {
  const columns = header?.length ?? rows[0]?.cells.length ?? 1;
  const width = Math.floor(textWidth / columns);
  const cell = (text: string, run: IRunOptions, fill?: string): TableCell =>
    new TableCell({
      width: { size: width, type: WidthType.DXA },
      margins: cellMargins,
      ...(fill !== undefined && { shading: { fill } }),
      children: [paragraph(text, run, { spacing: { after: 0 }, alignment: AlignmentType.LEFT })],
    });
  const heading =
    header &&
    new TableRow({
      tableHeader: true,
      cantSplit: true,
      children: header.map((text) => cell(text, { bold: true, color: ink.accent }, ink.fill)),
    });
  return new CaptionedTable(caption, {
    style: tableStyle,
    width: { size: 100, type: WidthType.PERCENTAGE },
    columnWidths: Array.from({ length: columns }, () => width),
    borders,
    rows: [
      ...(heading ? [heading] : []),
      ...rows.map(
        ({ cells, isExample, minLines }) =>
          new TableRow({
            cantSplit: minLines < 20,
            height: { value: minLines * lineHeight, rule: HeightRule.ATLEAST },
            children: cells.map((text) => cell(text, isExample ? { italics: true, color: ink.quiet } : {})),
          }),
      ),
    ],
  });
}

/** A table that says what it is for to those who cannot see it. */
class CaptionedTable extends Table {
  constructor(caption: string, options: ITableOptions) {
    super(options);
    const [properties] = this.root;
    if (properties instanceof XmlComponent) {
      properties.addChildElement(element("w:tblCaption", { "w:val": printable(caption) }));
    }
  }
}

/** Keeps what follows a table away from it. */
export function gap(): Paragraph {
  return new Paragraph({ children: [], spacing: { before: 0, after: 60, line: 120 } });
}
