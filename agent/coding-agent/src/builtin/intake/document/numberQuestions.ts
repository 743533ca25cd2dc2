import { labelsOf } from "./labels.ts";
import type { NumberedQuestion, Question, Questionnaire } from "../questionnaire.ts";

export interface NumberedGroup {
  title: string;
  questions: NumberedQuestion[];
}

/** The groups with their questions numbered 1 to N, follow-ups included, and conditions as they are printed. */
export function numberQuestions({
  groups,
  language,
}: Pick<Questionnaire, "groups" | "language">): NumberedGroup[] {
  const labels = labelsOf(language);
  const numbers = new Map<string, number>();
  const condition = ({ onlyIf }: Question): NumberedQuestion["condition"] => {
    const number = onlyIf && numbers.get(onlyIf.question);
    if (!onlyIf || number === undefined) return undefined;
    const { answer } = onlyIf;
    if (typeof answer === "string") return { number, answer };
    return { number, answer: answer ? labels.yes : labels.no };
  };
  return groups.map(({ title, questions }) => ({
    title,
    questions: questions.map((question) => {
      const number = numbers.size + 1;
      numbers.set(question.id, number);
      const due = condition(question);
      return { ...question, number, ...(due && { condition: due }) };
    }),
  }));
}

/** What can be marked in a question, in the order it is printed; empty for the kinds that are written into. */
export function printedOptions(question: Question, language: Questionnaire["language"]): string[] {
  const labels = labelsOf(language);
  const { kind, options = [], other = true, unknown = true } = question;
  const last = unknown ? [labels.unknown] : [];
  if (kind === "yesno") return [labels.yes, labels.no, ...last];
  if (kind !== "choice" && kind !== "multi") return [];
  return [...options, ...(other ? [labels.other] : []), ...last];
}
