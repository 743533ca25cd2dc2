/** What `intake_questionnaire` is called with (harness.md §11), once it is checked. */
export interface Questionnaire {
  language: DocumentLanguage;
  title: string;
  /** As received. */
  request: string;
  understood: string[];
  today?: string[];
  groups: QuestionGroup[];
  glossary?: GlossaryEntry[];
  /** Where it goes instead of the default place. */
  out?: string;
}

export type DocumentLanguage = "en" | "pt" | "es";

export const documentLanguages: readonly DocumentLanguage[] = ["en", "pt", "es"];

/** In all groups. */
export const maxQuestions = 60;

export interface QuestionGroup {
  title: string;
  questions: Question[];
}

export interface GlossaryEntry {
  term: string;
  meaning: string;
}

export type QuestionKind = "choice" | "multi" | "yesno" | "text" | "examples";

export const questionKinds: readonly QuestionKind[] = ["choice", "multi", "yesno", "text", "examples"];

export interface Question {
  /** Names the question in `onlyIf`; never printed. */
  id: string;
  kind: QuestionKind;
  text: string;
  why: string;
  today?: string;
  options?: string[];
  other?: boolean;
  unknown?: boolean;
  lines?: number;
  columns?: string[];
  rows?: number;
  sample?: string[][];
  /** An earlier question, and the answer that makes this one due. */
  onlyIf?: { question: string; answer: string | boolean };
}

/** A question with its number through all groups, from 1. */
export interface NumberedQuestion extends Question {
  number: number;
  /** Number of the question that decides about this one, and its answer as it is printed. */
  condition?: { number: number; answer: string };
}

export function allQuestions({ groups }: Pick<Questionnaire, "groups">): Question[] {
  return groups.flatMap(({ questions }) => questions);
}
