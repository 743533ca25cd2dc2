import type { Block } from "./blocks.ts";
import { element, type Element } from "./element.ts";
import { printable } from "./printable.ts";
import { ink, styleOf, tableStyle, textWidth } from "./style.ts";

const lineHeight = 290;
/** A row that is higher may go over the end of a page. */
const maxUnsplitLines = 20;
const borderSides = ["top", "left", "bottom", "right", "insideH", "insideV"];
const cellMargins = { top: 60, left: 115, bottom: 60, right: 115 };

export interface TableOptions {
  /** For who cannot see it. */
  caption: string;
  /** Absent: the table has no heading row. */
  header?: readonly string[];
  rows: readonly { cells: readonly string[]; isExample?: boolean; minLines: number }[];
}

/**
 * A table as wide as the text, with equal columns; its heading row comes again on each page. Element by element: the
 * library's table cannot have a caption, and its cells are most of the work of a long questionnaire.
 */
export function table({ caption, header, rows }: TableOptions): Block {
  const columns = header?.length ?? rows[0]?.cells.length ?? 1;
  const width = Math.floor(textWidth / columns);
  const grid = Array.from({ length: columns }, () => element("w:gridCol", { "w:w": width }));
  const written = element("w:tbl", {}, [
    properties(caption),
    element("w:tblGrid", {}, grid),
    ...(header ? [headingRow(header, width)] : []),
    ...rows.map(({ cells, isExample = false, minLines }) => {
      const style = isExample ? styleOf.cellExample : styleOf.cell;
      return element("w:tr", {}, [
        element("w:trPr", {}, [
          ...(minLines < maxUnsplitLines ? [element("w:cantSplit")] : []),
          element("w:trHeight", { "w:val": minLines * lineHeight, "w:hRule": "atLeast" }),
        ]),
        ...cells.map((text) => cell(text, { width, style })),
      ]);
    }),
  ]);
  // The library's type lists its own classes; what a section takes is any component.
  return written as Element & Block;
}

function properties(caption: string): Element {
  const line = { "w:val": "single", "w:sz": 4, "w:space": 0, "w:color": ink.line };
  return element("w:tblPr", {}, [
    element("w:tblStyle", { "w:val": tableStyle }),
    element("w:tblW", { "w:type": "pct", "w:w": 5000 }),
    // Named again: not every program takes lines from the style of a table.
    element(
      "w:tblBorders",
      {},
      borderSides.map((side) => element(`w:${side}`, line)),
    ),
    element(
      "w:tblCellMar",
      {},
      Object.entries(cellMargins).map(([side, size]) =>
        element(`w:${side}`, { "w:w": size, "w:type": "dxa" }),
      ),
    ),
    element("w:tblCaption", { "w:val": printable(caption) }),
  ]);
}

function headingRow(header: readonly string[], width: number): Element {
  return element("w:tr", {}, [
    element("w:trPr", {}, [element("w:cantSplit"), element("w:tblHeader")]),
    ...header.map((text) => cell(text, { width, style: styleOf.cellHeading, fill: ink.fill })),
  ]);
}

function cell(
  text: string,
  { width, style, fill }: { width: number; style: string; fill?: string },
): Element {
  return element("w:tc", {}, [
    element("w:tcPr", {}, [
      element("w:tcW", { "w:w": width, "w:type": "dxa" }),
      ...(fill === undefined
        ? []
        : [element("w:shd", { "w:val": "clear", "w:color": "auto", "w:fill": fill })]),
    ]),
    element("w:p", {}, [
      element("w:pPr", {}, [element("w:pStyle", { "w:val": style })]),
      ...printable(text).split("\n").flatMap(run),
    ]),
  ]);
}

/** A line of a cell; an empty cell is an empty paragraph. */
function run(line: string, index: number): Element[] {
  const parts = [
    ...(index > 0 ? [element("w:br")] : []),
    ...(line === "" ? [] : [element("w:t", { "xml:space": "preserve" }, [line])]),
  ];
  return parts.length === 0 ? [] : [element("w:r", {}, parts)];
}
