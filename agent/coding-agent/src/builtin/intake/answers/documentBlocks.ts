import type { Element, Node } from "@xmldom/xmldom";
import { printable } from "../document/printable.ts";

/** A paragraph or a table of a document, in its order. */
export type DocumentBlock =
  | { kind: "paragraph"; text: string }
  /** Per row and cell, the paragraphs. */
  | { kind: "table"; rows: string[][][] };

const checkedMark = "\u2612";
/** Characters of symbol fonts that stand for a mark. */
const symbolMarks: Readonly<Record<string, string>> = {
  "2610": "\u2610",
  "2611": "\u2611",
  "2612": "\u2612",
  "2713": "\u2713",
  "2714": "\u2714",
  F0A8: "\u2610",
  F06F: "\u2610",
  F0FE: "\u2611",
  F0FD: "\u2612",
  F0FC: "\u2713",
  F0FB: "\u2612",
};
const skipped = new Set(["w:del", "w:moveFrom", "w:instrText", "w:pPr", "w:rPr", "w:sdtPr", "mc:Fallback"]);
const wrappers = new Set(["w:sdt", "w:sdtContent", "w:ins", "w:moveTo", "w:customXml", "w:smartTag"]);

/** The blocks of the text, in order. */
export function documentBlocks(document: Element): DocumentBlock[] {
  const body = childElements(document).find(({ nodeName }) => nodeName === "w:body");
  return body ? blocksIn(body) : [];
}

/** Everything there is to read, one block a line; cells of a row are separated. */
export function plainText(document: Element): string {
  return documentBlocks(document)
    .map((block) =>
      block.kind === "paragraph"
        ? block.text
        : block.rows.map((cells) => cells.map((texts) => texts.join(" ")).join(" | ")).join("\n"),
    )
    .join("\n");
}

function blocksIn(parent: Element): DocumentBlock[] {
  return childElements(parent).flatMap((element): DocumentBlock[] => {
    if (element.nodeName === "w:p") return [{ kind: "paragraph", text: printable(textIn(element)) }];
    if (element.nodeName === "w:tbl") return [{ kind: "table", rows: rowsIn(element) }];
    return wrappers.has(element.nodeName) ? blocksIn(element) : [];
  });
}

function rowsIn(table: Element): string[][][] {
  return within(table, "w:tr").map((row) => within(row, "w:tc").map(paragraphsIn));
}

/** Of a cell, tables in it included. */
function paragraphsIn(cell: Element): string[] {
  return blocksIn(cell).flatMap((block) => (block.kind === "paragraph" ? [block.text] : block.rows.flat(2)));
}

/** Children of that name, also where a content control stands around them. */
function within(parent: Element, name: string): Element[] {
  return childElements(parent).flatMap((child) => {
    if (child.nodeName === name) return [child];
    return wrappers.has(child.nodeName) ? within(child, name) : [];
  });
}

/** Text as it is seen: without what was deleted under revision; boxes as characters. */
function textIn(element: Element): string {
  return childElements(element)
    .map((child): string => {
      const { nodeName } = child;
      if (skipped.has(nodeName)) return "";
      if (nodeName === "w:t") return child.textContent ?? "";
      if (nodeName === "w:tab") return " ";
      if (nodeName === "w:br" || nodeName === "w:cr") return "\n";
      if (nodeName === "w:noBreakHyphen") return "-";
      if (nodeName === "w:sym") return symbolMarks[(child.getAttribute("w:char") ?? "").toUpperCase()] ?? "";
      if (nodeName === "w:sdt" && isChecked(child)) return checkedMark;
      return textIn(child);
    })
    .join("");
}

function isChecked(control: Element): boolean {
  const [checked] = [...control.getElementsByTagName("w14:checked")];
  const value = checked?.getAttribute("w14:val");
  return checked !== undefined && value !== "0" && value !== "false";
}

function childElements(parent: Element): Element[] {
  const found: Element[] = [];
  for (let child: Node | null = parent.firstChild; child; child = child.nextSibling) {
    if (child.nodeType === 1) found.push(child as Element);
  }
  return found;
}
