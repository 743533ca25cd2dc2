import { HeadingLevel, Paragraph, TextRun } from "docx";
import type { DocumentLanguage, NumberedQuestion } from "../questionnaire.ts";
import { paragraph, runs, type Block } from "./blocks.ts";
import { checkBox } from "./contentControl.ts";
import { labelsOf, type Labels } from "./labels.ts";
import { printedOptions } from "./numberQuestions.ts";
import { printable } from "./printable.ts";
import { styleOf } from "./style.ts";
import { table } from "./table.ts";

const blankLine = "_".repeat(40);

const defaultLines = 3;
const defaultRows = 4;

/** Hands out the ids of a document's content controls. */
export type NextId = () => number;

/** A question with everything that is needed to answer it. */
export function questionBlocks(
  question: NumberedQuestion,
  language: DocumentLanguage,
  nextId: NextId,
): Block[] {
  const labels = labelsOf(language);
  const { number, text, why, today, condition } = question;
  const followUp = condition && labels.onlyIf(condition.answer, condition.number);
  return [
    ...(followUp === undefined ? [] : [paragraph(followUp, { style: styleOf.followUp })]),
    new Paragraph({
      heading: HeadingLevel.HEADING_2,
      ...(followUp !== undefined && { spacing: { before: 20, after: 60 } }),
      children: runs(`${number}. ${oneLine(text)}`),
    }),
    note(labels.why, why),
    ...(today === undefined ? [] : [note(labels.today, today)]),
    ...answerBlocks(question, { language, labels, nextId }),
  ];
}

/** Reasons stand beside their label. */
function note(label: string, text: string): Paragraph {
  return new Paragraph({
    style: styleOf.note,
    children: [new TextRun({ text: `${label}: `, bold: true }), ...runs(text)],
  });
}

interface Printing {
  language: DocumentLanguage;
  labels: Labels;
  nextId: NextId;
}

function answerBlocks(question: NumberedQuestion, printing: Printing): Block[] {
  const { labels } = printing;
  const { kind, number } = question;
  if (kind === "text") {
    const rows = [{ cells: [""], minLines: question.lines ?? defaultLines }];
    return [table({ caption: `${labels.answerBox} ${number}`, rows })];
  }
  if (kind === "examples") {
    const { columns = [], sample = [], rows = defaultRows } = question;
    const empty = { cells: columns.map(() => ""), minLines: 1 };
    return [
      table({
        caption: `${labels.answerBox} ${number}`,
        header: columns,
        rows: [
          ...sample.map((cells) => ({ cells, isExample: true, minLines: 1 })),
          ...Array.from({ length: rows }, () => empty),
        ],
      }),
    ];
  }
  const options = printedOptions(question, printing.language);
  const hasOther = kind !== "yesno" && (question.other ?? true);
  const otherAt = hasOther ? options.indexOf(labels.other, question.options?.length ?? 0) : -1;
  return options.map((label, index) =>
    optionLine(label, index === otherAt, index < options.length - 1, printing),
  );
}

function optionLine(
  label: string,
  isOther: boolean,
  staysWithNext: boolean,
  { nextId }: Printing,
): Paragraph {
  const text = oneLine(label);
  return new Paragraph({
    style: styleOf.option,
    keepNext: staysWithNext,
    children: [
      checkBox(nextId(), text),
      new TextRun({ text: isOther ? ` ${text}: ${blankLine}` : ` ${text}` }),
    ],
  });
}

function oneLine(text: string): string {
  return printable(text).replace(/\s+/gu, " ").trim();
}
