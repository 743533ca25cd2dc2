import type { DocumentLanguage, Question, Questionnaire } from "../questionnaire.ts";
import { numberQuestions, printedOptions } from "./numberQuestions.ts";

/** Name of the document property that holds the questionnaire. */
export const propertyName = "relay.intake";

/** The questionnaire as it travels in its document, for who reads the answers. */
export interface CarriedQuestionnaire {
  v: 1;
  title: string;
  language: DocumentLanguage;
  questions: CarriedQuestion[];
}

export interface CarriedQuestion {
  n: number;
  group: string;
  kind: Question["kind"];
  text: string;
  /** All that can be marked, as printed. */
  options?: string[];
  columns?: string[];
  rows?: number;
  samples?: string[][];
  onlyIf?: { n: number; answer: string };
}

export function carriedQuestionnaire(questionnaire: Questionnaire): CarriedQuestionnaire {
  const { title, language } = questionnaire;
  const questions = numberQuestions(questionnaire).flatMap((group) =>
    group.questions.map((question): CarriedQuestion => {
      const { number: n, kind, text, columns, rows, sample, condition } = question;
      const options = printedOptions(question, language);
      return {
        n,
        group: group.title,
        kind,
        text,
        ...(options.length > 0 && { options }),
        ...(columns && { columns }),
        ...(rows !== undefined && { rows }),
        ...(sample && { samples: sample }),
        ...(condition && { onlyIf: { n: condition.number, answer: condition.answer } }),
      };
    }),
  );
  return { v: 1, title, language, questions };
}
