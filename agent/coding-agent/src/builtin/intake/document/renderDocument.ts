import { AlignmentType, Document, Footer, HeadingLevel, PageNumber, Paragraph, TextRun } from "docx";
import type { Questionnaire } from "../questionnaire.ts";
import { gap, listOf, paragraph, runs, type Block } from "./blocks.ts";
import { completePackage } from "./completePackage.ts";
import { labelsOf, type Labels } from "./labels.ts";
import { numberQuestions } from "./numberQuestions.ts";
import { printableQuestionnaire } from "./printableQuestionnaire.ts";
import { questionBlocks } from "./questionBlocks.ts";
import { carriedQuestionnaire, propertyName } from "./carried.ts";
import { documentNumbering, documentStyles, ink, page, styleOf, tableGrid } from "./style.ts";
import { table } from "./table.ts";

/** The questionnaire as the bytes of a Word document (harness.md §11). Importing this file loads the library. */
export function renderDocument(given: Questionnaire): Uint8Array {
  const questionnaire = printableQuestionnaire(given);
  const labels = labelsOf(questionnaire.language);
  const { title } = questionnaire;
  const document = new Document({
    title,
    creator: "Relay",
    lastModifiedBy: "Relay",
    styles: documentStyles(labels.locale),
    numbering: documentNumbering,
    customProperties: [{ name: propertyName, value: JSON.stringify(carriedQuestionnaire(questionnaire)) }],
    sections: [
      {
        properties: {
          page: {
            size: { width: page.width, height: page.height },
            margin: { top: page.margin, bottom: page.margin, left: page.margin, right: page.margin },
          },
        },
        footers: { default: footer(title, labels) },
        children: body(questionnaire, labels),
      },
    ],
  });
  return completePackage(document, { language: labels.locale, styles: tableGrid() });
}

function body(questionnaire: Questionnaire, labels: Labels): Block[] {
  const { title, request, understood, today = [], glossary = [], language } = questionnaire;
  let lastId = 0;
  const nextId = (): number => ++lastId;
  return [
    new Paragraph({ heading: HeadingLevel.TITLE, children: runs(title) }),
    heading(labels.request),
    paragraph(request, { style: styleOf.request }),
    heading(labels.understood),
    ...listOf("points", understood),
    ...(today.length > 0 ? [heading(labels.system), ...listOf("points", today)] : []),
    heading(labels.howTo),
    ...listOf("steps", labels.instructions),
    ...numberQuestions(questionnaire).flatMap((group) => [
      heading(group.title),
      ...group.questions.flatMap((question) => [...questionBlocks(question, language, nextId), gap()]),
    ]),
    ...(glossary.length > 0
      ? [
          heading(labels.glossary),
          ...glossary.map(
            ({ term, meaning }) =>
              new Paragraph({
                spacing: { after: 60 },
                children: [new TextRun({ text: `${term}: `, bold: true }), ...runs(meaning)],
              }),
          ),
        ]
      : []),
    heading(labels.anythingElse),
    table({ caption: labels.anythingElse, rows: [{ cells: [""], minLines: 6 }] }),
    gap(),
  ];
}

function heading(text: string): Paragraph {
  return new Paragraph({ heading: HeadingLevel.HEADING_1, children: runs(text) });
}

function footer(title: string, { page: [before, between] }: Labels): Footer {
  const run = { size: 18, color: ink.quiet };
  return new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.RIGHT,
        children: [
          new TextRun({ ...run, text: `${title}  ·  ` }),
          new TextRun({ ...run, children: [before, PageNumber.CURRENT, between, PageNumber.TOTAL_PAGES] }),
        ],
      }),
    ],
  });
}
