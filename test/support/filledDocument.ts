import assert from "node:assert/strict";

// Changes of the text part of a questionnaire, as the program of somebody who fills it in makes them.

/** Replaces the first `from` behind `after`; both must be there. */
export function behind(after: string, from: string | RegExp, to: string): (xml: string) => string {
  return (xml) => {
    const start = xml.indexOf(after);
    assert.ok(start >= 0, `${after} is not in the document`);
    const rest = xml.slice(start);
    assert.ok(
      typeof from === "string" ? rest.includes(from) : from.test(rest),
      `${String(from)} is not there`,
    );
    return xml.slice(0, start) + rest.replace(from, to);
  };
}

/** Clicks the box before the first label behind `after`, as Word does. */
export function click(label: string, after = ""): (xml: string) => string {
  return (xml) => {
    const at = xml.indexOf(`> ${label}`, xml.indexOf(after));
    const control = xml.lastIndexOf("<w:sdt>", at);
    assert.ok(at > 0 && control > 0, label);
    const part = xml.slice(control, at);
    return (
      xml.slice(0, control) +
      part.replace('<w14:checked w14:val="0"/>', '<w14:checked w14:val="1"/>').replace("\u2610", "\u2612") +
      xml.slice(at)
    );
  };
}

/** Puts another text in the place of the box before a label. */
export function typeOver(label: string, mark: string): (xml: string) => string {
  return (xml) => {
    const at = xml.indexOf(`> ${label}`);
    const control = xml.lastIndexOf("<w:sdt>", at);
    const end = xml.indexOf("</w:sdt>", control) + "</w:sdt>".length;
    return `${xml.slice(0, control)}<w:r><w:t>${mark}</w:t></w:r>${xml.slice(end)}`;
  };
}

const emptyCell = /<w:tc>(?:(?!<\/w:tc>)[^])*?<\/w:pPr>(?=<\/w:p><\/w:tc>)/u;

/** Writes into the first empty cell behind `after`. */
export function write(after: string, text: string): (xml: string) => string {
  return (xml) => {
    const start = xml.indexOf(after);
    const rest = xml.slice(start);
    const cell = emptyCell.exec(rest);
    assert.ok(start >= 0 && cell, after);
    const end = cell.index + cell[0].length;
    return `${xml.slice(0, start)}${rest.slice(0, end)}<w:r><w:t>${text}</w:t></w:r>${rest.slice(end)}`;
  };
}
