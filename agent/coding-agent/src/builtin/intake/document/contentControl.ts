import type { ParagraphChild } from "docx";
import { element, type Element } from "./element.ts";
import { symbolFont } from "./style.ts";

const emptyBox = "\u2610";
const checkedBox = "2612";

/**
 * A box that can be clicked: a content control whose text is the character itself, so that programs without
 * such controls show it, and an X typed in its place can be read.
 */
export function checkBox(id: number, label: string): ParagraphChild {
  const state = (name: string, code: string): Element =>
    element(`w14:${name}`, { "w14:val": code, "w14:font": symbolFont });
  const control = element("w:sdt", {}, [
    element("w:sdtPr", {}, [
      element("w:alias", { "w:val": [...label].slice(0, 60).join("") }),
      element("w:id", { "w:val": id }),
      element("w14:checkbox", {}, [
        element("w14:checked", { "w14:val": 0 }),
        state("checkedState", checkedBox),
        state("uncheckedState", "2610"),
      ]),
    ]),
    element("w:sdtContent", {}, [glyph()]),
  ]);
  // The library's type lists its own classes; what a paragraph takes is any component.
  return control as unknown as ParagraphChild;
}

function glyph(): Element {
  const font = Object.fromEntries(
    ["ascii", "cs", "eastAsia", "hAnsi"].map((script) => [`w:${script}`, symbolFont]),
  );
  return element("w:r", {}, [
    element("w:rPr", {}, [element("w:rFonts", font)]),
    element("w:t", {}, [emptyBox]),
  ]);
}
