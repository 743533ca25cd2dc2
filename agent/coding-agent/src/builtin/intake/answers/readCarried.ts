import { isJsonObject } from "@relay-harness/protocol";
import type { CarriedQuestion, CarriedQuestionnaire } from "../document/carried.ts";
import { printable } from "../document/printable.ts";
import { documentLanguages, maxQuestions, questionKinds } from "../questionnaire.ts";

/** Options that a question can have, and those that are printed behind them. */
const maxOptions = 12;

/** The questionnaire that a document carries; `undefined` when the text is none. */
export function readCarried(text: string): CarriedQuestionnaire | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // A property that somebody else wrote.
    return undefined;
  }
  if (!isJsonObject(value) || value.v !== 1 || typeof value.title !== "string") return undefined;
  const language = documentLanguages.find((one) => one === value.language);
  if (!language || !Array.isArray(value.questions) || value.questions.length > maxQuestions) return undefined;
  const questions = value.questions.map(readQuestion);
  if (!questions.every((question) => question !== undefined)) return undefined;
  return { v: 1, title: printable(value.title), language, questions };
}

function readQuestion(value: unknown): CarriedQuestion | undefined {
  if (!isJsonObject(value)) return undefined;
  const { n, group, text, onlyIf } = value;
  const kind = questionKinds.find((one) => one === value.kind);
  if (typeof n !== "number" || typeof group !== "string" || typeof text !== "string" || !kind)
    return undefined;
  const options = texts(value.options)?.slice(0, maxOptions);
  const columns = texts(value.columns);
  const samples = Array.isArray(value.samples) ? value.samples.map((row) => texts(row) ?? []) : undefined;
  const due =
    isJsonObject(onlyIf) && typeof onlyIf.n === "number" && typeof onlyIf.answer === "string"
      ? { n: onlyIf.n, answer: printable(onlyIf.answer) }
      : undefined;
  return {
    n,
    group: printable(group),
    kind,
    text: printable(text),
    ...(options && { options }),
    ...(columns && { columns }),
    ...(samples && { samples }),
    ...(due && { onlyIf: due }),
  };
}

function texts(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string").map(printable) : undefined;
}
