import type { INumberingOptions, IParagraphStyleOptions, IStylesOptions } from "docx";

/** Colours and sizes of a document. Sizes of text are half points, distances twentieths of a point. */
export const ink = {
  text: "1F2328",
  quiet: "57606A",
  accent: "1B5E6B",
  line: "B8C4C8",
  fill: "EEF4F5",
} as const;

const textFont = "Calibri";
/** Has the box, on Windows and by substitution elsewhere. */
export const symbolFont = "Segoe UI Symbol";

/** A4 with margins of 2 cm: 17 cm of text, which fits on Letter paper too. */
export const page = { width: 11906, height: 16838, margin: 1134 } as const;
export const textWidth = page.width - 2 * page.margin;

/** Name of the style of every table. */
export const tableStyle = "TableGrid";

/** Lines around every cell, as Word's own style of that name has them; the library brings none. */
export function tableGrid(): string {
  const sides = ["top", "left", "bottom", "right", "insideH", "insideV"];
  const lines = sides.map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="${ink.line}"/>`);
  return (
    `<w:style w:type="table" w:styleId="${tableStyle}"><w:name w:val="Table Grid"/><w:basedOn w:val="TableNormal"/>` +
    `<w:tblPr><w:tblBorders>${lines.join("")}</w:tblBorders></w:tblPr></w:style>`
  );
}

/** Styles of paragraphs by what they are for; in Word's list of styles they stand under these names. */
export const styleOf = {
  request: "RelayRequest",
  note: "RelayNote",
  followUp: "RelayFollowUp",
  option: "RelayOption",
  cell: "RelayCell",
  cellHeading: "RelayCellHeading",
  cellExample: "RelayCellExample",
  gap: "RelayGap",
} as const;

type Look = [run: IParagraphStyleOptions["run"], paragraph: IParagraphStyleOptions["paragraph"]];

const looks: Readonly<Record<keyof typeof styleOf, Look>> = {
  // As it came, with a line beside it that tells it from our words.
  request: [
    { color: ink.quiet },
    {
      indent: { left: 200 },
      border: { left: { style: "single", size: 18, color: ink.line, space: 10 } },
    },
  ],
  // Reasons stay with their question.
  note: [
    { color: ink.quiet, size: 20 },
    { keepNext: true, keepLines: true, spacing: { after: 60 } },
  ],
  followUp: [
    { italics: true, color: ink.accent, size: 20 },
    { keepNext: true, spacing: { before: 260, after: 0 } },
  ],
  option: [{}, { indent: { left: 680, hanging: 340 }, spacing: { after: 50 } }],
  cell: [{}, { alignment: "left", spacing: { after: 0 } }],
  cellHeading: [
    { bold: true, color: ink.accent },
    { alignment: "left", spacing: { after: 0 } },
  ],
  cellExample: [
    { italics: true, color: ink.quiet },
    { alignment: "left", spacing: { after: 0 } },
  ],
  // Keeps what follows a table away from it.
  gap: [{}, { spacing: { before: 0, after: 60, line: 120 } }],
};

const paragraphStyles = Object.entries(styleOf).map(([use, id]): IParagraphStyleOptions => {
  const [run, paragraph] = looks[use as keyof typeof styleOf];
  return { id, name: id.replace(/(?<=[a-z])(?=[A-Z])/gu, " "), basedOn: "Normal", run, paragraph };
});

/** Styles by their names in Word, so that its navigation and its screen reader know headings. */
export function documentStyles(locale: string): IStylesOptions {
  return {
    paragraphStyles,
    default: {
      listParagraph: { paragraph: { spacing: { after: 60 } } },
      document: {
        run: { font: textFont, size: 22, color: ink.text, language: { value: locale } },
        paragraph: { spacing: { after: 100, line: 264 } },
      },
      title: {
        run: { font: textFont, size: 40, bold: true, color: ink.accent },
        paragraph: { spacing: { before: 0, after: 160 } },
      },
      heading1: {
        run: { font: textFont, size: 28, bold: true, color: ink.accent },
        paragraph: { spacing: { before: 400, after: 140 }, keepNext: true, keepLines: true },
      },
      heading2: {
        run: { font: textFont, size: 23, bold: true, color: ink.text },
        paragraph: { spacing: { before: 260, after: 60 }, keepNext: true, keepLines: true },
      },
    },
  };
}

const listStyle = { paragraph: { indent: { left: 360, hanging: 280 } }, run: { color: ink.accent } };

/** Lists by their reference. */
export const documentNumbering: INumberingOptions = {
  config: [
    { reference: "points", levels: [{ level: 0, format: "bullet", text: "\u2022", style: listStyle }] },
    { reference: "steps", levels: [{ level: 0, format: "decimal", text: "%1.", style: listStyle }] },
  ],
};
