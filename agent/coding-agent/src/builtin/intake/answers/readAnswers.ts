import type { CarriedQuestion, CarriedQuestionnaire } from "../document/carried.ts";
import { labelsOf } from "../document/labels.ts";
import { documentBlocks, type DocumentBlock } from "./documentBlocks.ts";
import { openDocument } from "./openDocument.ts";
import { readCarried } from "./readCarried.ts";

/** How a question was answered. */
export type Answer =
  /** Labels of marked boxes; `text` of the line beside "Other". */
  | { kind: "marked"; labels: { label: string; text?: string }[] }
  | { kind: "text"; paragraphs: string[] }
  | { kind: "table"; header: string[]; rows: string[][] }
  | { kind: "none" }
  /** A follow-up that nobody had to answer. */
  | { kind: "not-due" }
  /** The question is no longer in the document. */
  | { kind: "missing" };

export interface AnsweredQuestion {
  number: number;
  group: string;
  text: string;
  answer: Answer;
}

export interface AnsweredQuestionnaire {
  title: string;
  questions: AnsweredQuestion[];
  /** What stands in the box at the end, under its heading. */
  anythingElse?: { heading: string; paragraphs: string[] };
}

/** `undefined`: the document is readable, but no questionnaire. Throws what is wrong with the file. */
export function readAnswers(bytes: Uint8Array): AnsweredQuestionnaire | undefined {
  const { document, property } = openDocument(bytes);
  const carried = property === undefined ? undefined : readCarried(property);
  return carried && answersIn(carried, documentBlocks(document));
}

function answersIn(carried: CarriedQuestionnaire, blocks: readonly DocumentBlock[]): AnsweredQuestionnaire {
  const labels = labelsOf(carried.language);
  const closing = lastHeading(blocks, labels.anythingElse);
  const places = findQuestions(carried, blocks);
  const ends = [...places.values(), closing ?? blocks.length];
  const marked = new Map<number, ReadonlySet<string>>();
  const questions = carried.questions.map((question): AnsweredQuestion => {
    const { n: number, group, text, onlyIf } = question;
    const start = places.get(number);
    if (start === undefined) return { number, group, text, answer: { kind: "missing" } };
    const end = Math.min(...ends.filter((place) => place > start));
    const answer = answerIn(question, blocks.slice(start + 1, end), labels.other);
    if (answer.kind === "marked") marked.set(number, new Set(answer.labels.map(({ label }) => label)));
    const isDue = !onlyIf || marked.get(onlyIf.n)?.has(onlyIf.answer) === true;
    return { number, group, text, answer: answer.kind === "none" && !isDue ? { kind: "not-due" } : answer };
  });
  const rest = closing === undefined ? [] : writtenIn(blocks.slice(closing + 1));
  return {
    title: carried.title,
    questions,
    ...(rest.length > 0 && { anythingElse: { heading: labels.anythingElse, paragraphs: rest } }),
  };
}

/** Where each question starts: in order, by its number and text. */
function findQuestions(
  { questions }: CarriedQuestionnaire,
  blocks: readonly DocumentBlock[],
): Map<number, number> {
  const places = new Map<number, number>();
  const paragraphs = blocks.map((block) => (block.kind === "paragraph" ? plain(block.text) : undefined));
  let from = 0;
  for (const { n, text } of questions) {
    const heading = plain(`${n}. ${text}`);
    const at = paragraphs.indexOf(heading, from);
    if (at === -1) continue;
    places.set(n, at);
    from = at + 1;
  }
  return places;
}

function lastHeading(blocks: readonly DocumentBlock[], text: string): number | undefined {
  const at = blocks.findLastIndex((block) => block.kind === "paragraph" && plain(block.text) === text);
  return at === -1 ? undefined : at;
}

function answerIn(question: CarriedQuestion, blocks: readonly DocumentBlock[], otherLabel: string): Answer {
  if (question.kind === "text") {
    const paragraphs = writtenIn(blocks);
    return paragraphs.length > 0 ? { kind: "text", paragraphs } : { kind: "none" };
  }
  if (question.kind === "examples") return filledTable(question, blocks);
  const labels = (question.options ?? []).flatMap((label, index, options) => {
    const isOther = label === otherLabel && question.kind !== "yesno" && index >= options.length - 2;
    return markedOption(label, isOther, blocks) ?? [];
  });
  return labels.length > 0 ? { kind: "marked", labels } : { kind: "none" };
}

const mark = /^\s*(?:([☒☑✓✔✗✘])|(☐)|\[\s*([xX])\s*\]|\[\s*\]|([xX])(?=\s))/u;

/** The option when it was marked, or when something was written on its line. */
function markedOption(
  label: string,
  isOther: boolean,
  blocks: readonly DocumentBlock[],
): { label: string; text?: string } | undefined {
  // The line beside "Other" is the last that begins like it.
  for (const block of isOther ? blocks.toReversed() : blocks) {
    if (block.kind !== "paragraph") continue;
    const found = mark.exec(block.text);
    const rest = plain(found ? block.text.slice(found[0].length) : block.text);
    const isMarked = found !== null && (found[1] ?? found[3] ?? found[4]) !== undefined;
    if (rest === plain(label)) return isMarked ? { label } : undefined;
    if (!isOther || !rest.startsWith(`${plain(label)}:`)) continue;
    const text = rest
      .slice(plain(label).length + 1)
      .replace(/_+/gu, " ")
      .replace(/\s+/gu, " ")
      .trim();
    if (text !== "") return { label, text };
    return isMarked ? { label } : undefined;
  }
  return undefined;
}

/** What was written into the first box. */
function writtenIn(blocks: readonly DocumentBlock[]): string[] {
  const box = blocks.find((block) => block.kind === "table");
  return (box?.rows ?? []).flat(2).flatMap((text) => {
    const line = text.trim();
    return line === "" ? [] : [line];
  });
}

function filledTable(
  { columns = [], samples = [] }: CarriedQuestion,
  blocks: readonly DocumentBlock[],
): Answer {
  const table = blocks.find((block) => block.kind === "table");
  const [, ...rows] = (table?.rows ?? []).map((cells) => cells.map((texts) => texts.join("\n").trim()));
  const examples = new Set(samples.map((row) => JSON.stringify(row.map(plain))));
  const filled = rows.filter(
    (row) => row.some((cell) => cell !== "") && !examples.has(JSON.stringify(row.map(plain))),
  );
  return filled.length > 0 ? { kind: "table", header: columns, rows: filled } : { kind: "none" };
}

/** As it is compared: blanks of any kind are one. */
function plain(text: string): string {
  return text.normalize("NFC").replace(/\s+/gu, " ").trim();
}
