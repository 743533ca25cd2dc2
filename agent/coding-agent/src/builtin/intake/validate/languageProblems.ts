import type { Question, Questionnaire } from "../questionnaire.ts";
import { allowedTerms, findLayProblems } from "./layText.ts";
import type { Problem } from "./problem.ts";

/** What readers without technical knowledge would not understand, in the order of the document. */
export function languageProblems(questionnaire: Questionnaire): Problem[] {
  const { language, title, understood, today = [], groups, glossary = [] } = questionnaire;
  const terms = glossary.map(({ term }) => term);
  const allowed = allowedTerms(terms);
  const check = (path: string, text: string | undefined, words = allowed): Problem[] =>
    text === undefined
      ? []
      : findLayProblems(text, language, words).map(({ code, fragment, start }) => ({
          path,
          code,
          detail: fragment,
          start,
        }));
  const checkAll = (path: string, texts: readonly string[] = []): Problem[] =>
    texts.flatMap((text, index) => check(`${path}[${index}]`, text));
  const ofQuestion = (path: string, question: Question): Problem[] => [
    ...check(`${path}.text`, question.text),
    ...check(`${path}.why`, question.why),
    ...check(`${path}.today`, question.today),
    ...checkAll(`${path}.options`, question.options),
    ...checkAll(`${path}.columns`, question.columns),
    ...(question.sample ?? []).flatMap((row, index) => checkAll(`${path}.sample[${index}]`, row)),
  ];
  return [
    ...check("title", title),
    ...checkAll("understood", understood),
    ...checkAll("today", today),
    ...groups.flatMap((group, index) => [
      ...check(`groups[${index}].title`, group.title),
      ...group.questions.flatMap((question, position) =>
        ofQuestion(`groups[${index}].questions[${position}]`, question),
      ),
    ]),
    // A meaning that uses its own term explains nothing.
    ...glossary.flatMap(({ term, meaning }, index) =>
      check(
        `glossary[${index}].meaning`,
        meaning,
        allowedTerms(terms.filter((other) => other.toLowerCase() !== term.toLowerCase())),
      ),
    ),
  ];
}
