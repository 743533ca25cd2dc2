import { allowedTerms, findLayProblems } from "../validate/layText.ts";
import type { DocumentLanguage, Question, Questionnaire } from "../questionnaire.ts";
import { draftTexts, type DraftTexts } from "./draftTexts.ts";

export interface Draft {
  questionnaire: Questionnaire;
  /** How many of the found words became choices. */
  choices: number;
}

const maxTitleCharacters = 80;
const maxChoices = 8;

/** The checklist as a questionnaire, with choices from a search. It passes the validator. */
export function draftQuestionnaire({
  description,
  language,
  found,
}: {
  description: string;
  language: DocumentLanguage;
  /** Names from the project in words, the best first. */
  found: readonly string[];
}): Draft {
  const texts = draftTexts(language);
  const isLay = (text: string): boolean => findLayProblems(text, language, allowedTerms([])).length === 0;
  const options = found
    .map((words) => texts.found(words))
    .filter(isLay)
    .slice(0, maxChoices);
  const choices = options.length < 2 ? [] : options;
  const title = titleOf(description);
  const questionnaire: Questionnaire = {
    language,
    title: title !== undefined && isLay(title) ? title : texts.title,
    request: description,
    understood: [...texts.understood],
    groups: groupsOf(texts, choices),
  };
  return { questionnaire, choices: choices.length };
}

function titleOf(description: string): string | undefined {
  const line = description.replace(/\s+/gu, " ").trim();
  if (line.length > maxTitleCharacters || line.length < 3) return undefined;
  return line.charAt(0).toUpperCase() + line.slice(1);
}

function groupsOf(texts: DraftTexts, choices: readonly string[]): Questionnaire["groups"] {
  const { groups, searched } = texts;
  const written = (id: string, asked: { text: string; why: string }, lines = 3): Question => ({
    id,
    kind: "text",
    text: asked.text,
    why: asked.why,
    lines,
  });
  const yesNo = (id: string, { text, why }: { text: string; why: string }): Question => ({
    id,
    kind: "yesno",
    text,
    why,
  });
  const after = (question: string, asked: Question): Question => ({
    ...asked,
    onlyIf: { question, answer: true },
  });
  const { text, why, columns } = texts.examples;
  const which: Question[] =
    choices.length === 0
      ? []
      : [{ id: "which", kind: "multi", ...texts.which, today: searched, options: [...choices] }];
  return [
    {
      title: groups.what,
      questions: [...which, written("present", texts.present), written("wanted", texts.wanted, 4)],
    },
    {
      title: groups.values,
      questions: [
        written("inputs", texts.inputs),
        { id: "examples", kind: "examples", text, why, columns: [...columns] },
        written("rules", texts.rules),
      ],
    },
    {
      title: groups.reach,
      questions: [
        written("people", texts.people),
        yesNo("ripple", texts.ripple),
        after("ripple", written("ripple_where", texts.rippleWhere)),
      ],
    },
    {
      title: groups.start,
      questions: [
        yesNo("past", texts.past),
        after("past", written("past_from", texts.pastFrom, 1)),
        written("deadline", texts.deadline, 2),
      ],
    },
    { title: groups.check, questions: [written("messages", texts.messages), written("proof", texts.proof)] },
  ];
}
