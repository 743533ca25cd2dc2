import {
  documentLanguages,
  maxQuestions,
  type DocumentLanguage,
  type GlossaryEntry,
  type Question,
  type QuestionGroup,
  type Questionnaire,
} from "../questionnaire.ts";
import { languageProblems } from "./languageProblems.ts";
import type { Problem } from "./problem.ts";
import { readQuestion } from "./readQuestion.ts";
import { Shape } from "./shape.ts";

const fields = ["language", "title", "request", "understood", "today", "groups", "glossary", "out"];
const maxRequestCharacters = 1_000_000;

/** What a call leaves open. */
export interface Defaults {
  language?: DocumentLanguage;
  request?: string;
}

export type Reading = { questionnaire: Questionnaire } | { problems: Problem[] };

/** Checks a call of `intake_questionnaire`: its shape first, then every text that readers will see. */
export function readQuestionnaire(value: unknown, defaults: Defaults = {}): Reading {
  const shape = new Shape();
  const given = shape.object("", value, fields);
  if (!given) return { problems: shape.problems };
  const language = shape.oneOf("language", given.language ?? defaults.language, documentLanguages);
  const title = shape.text("title", given.title, { min: 3, max: 80 });
  const request = shape.text("request", given.request ?? defaults.request, { max: maxRequestCharacters });
  const understood = shape.texts("understood", given.understood, 1, 8);
  const today = shape.texts("today", given.today, 0, 12);
  const groups = readGroups(shape, given.groups);
  const glossary = readGlossary(shape, given.glossary);
  const out = given.out === undefined ? undefined : shape.text("out", given.out, { max: 4096 });
  const questionnaire = {
    language: language ?? "en",
    title: title ?? "",
    request: request ?? "",
    understood: understood ?? [],
    ...(today && today.length > 0 && { today }),
    groups,
    ...(glossary.length > 0 && { glossary }),
    ...(out !== undefined && { out }),
  };
  const problems = [...shape.problems, ...(language ? languageProblems(questionnaire) : [])];
  return problems.length > 0 ? { problems } : { questionnaire };
}

function readGroups(shape: Shape, value: unknown): QuestionGroup[] {
  const groups = shape.list("groups", value, 1, 12) ?? [];
  const earlier = new Map<string, Question>();
  let count = 0;
  const read = groups.flatMap((group, index): QuestionGroup[] => {
    const path = `groups[${index}]`;
    const given = shape.object(path, group, ["title", "questions"]);
    if (!given) return [];
    const title = shape.text(`${path}.title`, given.title, { max: 200 });
    const listed = shape.list(`${path}.questions`, given.questions, 1, 1000) ?? [];
    count += listed.length;
    // What is too much anyway is not looked at one by one.
    const questions = listed.slice(0, maxQuestions).flatMap((question, position) => {
      const found = readQuestion(shape, `${path}.questions[${position}]`, question, earlier);
      if (found) earlier.set(found.id, found);
      return found ?? [];
    });
    return title === undefined ? [] : [{ title, questions }];
  });
  if (count > maxQuestions) {
    shape.fail("groups", "out-of-range", `${count} questions; use 1 to ${maxQuestions}`);
  }
  return read;
}

function readGlossary(shape: Shape, value: unknown): GlossaryEntry[] {
  const entries = shape.list("glossary", value, 0, 12) ?? [];
  return entries.flatMap((entry, index): GlossaryEntry[] => {
    const path = `glossary[${index}]`;
    const given = shape.object(path, entry, ["term", "meaning"]);
    const term = given && shape.text(`${path}.term`, given.term, { max: 60 });
    const meaning = given && shape.text(`${path}.meaning`, given.meaning);
    return term === undefined || meaning === undefined ? [] : [{ term, meaning }];
  });
}
