import { letterPattern } from "../text/letters.ts";
import { foldWord } from "../text/fold.ts";
import { lazy } from "../text/lazy.ts";
import type { Language } from "../text/lang.ts";
import { wordList } from "../text/words.ts";
import { directiveVerbsEn } from "./directiveVerbsEn.ts";
import { directiveVerbsEs, irregularVerbsEs } from "./directiveVerbsEs.ts";
import { directiveVerbsPt, irregularVerbsPt } from "./directiveVerbsPt.ts";

/**
 * - `base`: English.
 * - `infinitive`: Portuguese, Spanish.
 * - `formal`: Portuguese "altere", "alterem".
 * - `informal`: Portuguese "altera" and Spanish "cambia", which are also the third person of a report.
 * - `subjunctive`: Spanish "cambies", "cambie".
 * - `we`: "alteramos", "cambiamos".
 */
export type VerbForm = "base" | "infinitive" | "formal" | "informal" | "subjunctive" | "we";

export interface VerbReading {
  readonly language: Language;
  /** Folded infinitive or base form. */
  readonly lemma: string;
  readonly form: VerbForm;
  /** The pronoun that was removed from the end ("corrígelo" -> "lo"). */
  readonly enclitic?: string;
}

/**
 * Forms by the letter they begin with: deriving the thousands of all verbs takes milliseconds, and the few
 * words of a message begin with few letters.
 */
const tables = new Map<string, ReadonlyMap<string, readonly VerbReading[]>>();

function formsOf(word: string): readonly VerbReading[] | undefined {
  const letter = firstLetter(word);
  let table = tables.get(letter);
  if (!table) {
    table = tableOf(letter);
    tables.set(letter, table);
  }
  return table.get(word);
}

function tableOf(letter: string): ReadonlyMap<string, readonly VerbReading[]> {
  const forms = new Map<string, VerbReading[]>();
  const add: Add = (word, reading) => {
    const key = foldWord(word);
    const readings = forms.get(key) ?? [];
    if (!readings.some((known) => known.form === reading.form && known.language === reading.language)) {
      readings.push(reading);
    }
    forms.set(key, readings);
  };
  for (const addForms of sources().get(letter) ?? []) addForms(add);
  for (const word of prepositions) forms.delete(word);
  return forms;
}

type Add = (word: string, reading: VerbReading) => void;

/** What adds the forms that begin with a letter, in the order in which readings are preferred. */
const sources = lazy(() => {
  const found = new Map<string, ((add: Add) => void)[]>();
  const under = (word: string, addForms: (add: Add) => void): void => {
    const letter = firstLetter(word);
    const known = found.get(letter);
    if (known) known.push(addForms);
    else found.set(letter, [addForms]);
  };
  const form: Add = (word, reading) => under(word, (add) => add(word, reading));
  for (const verb of wordList(directiveVerbsEn)) form(verb, { language: "en", lemma: verb, form: "base" });
  addRomance("pt", irregularVerbsPt, "formal", form);
  addRomance("es", irregularVerbsEs, "subjunctive", form);
  // Regular verbs keep their first letter in every form.
  for (const verb of wordList(directiveVerbsPt)) under(verb, (add) => addRegularPt(verb, add));
  for (const verb of wordList(directiveVerbsEs)) under(verb, (add) => addRegularEs(verb, add));
  return found;
});

function firstLetter(word: string): string {
  return foldWord(word.slice(0, 1));
}

/** Forms that are far more often a preposition or an article: "para o módulo", "entre os testes". */
const prepositions = ["para", "entre", "de", "le", "se", "como", "cara", "nada", "ira"];

/** Pt tables list the formal forms first, es tables the informal ones. */
function addRomance(language: "pt" | "es", lines: string, negative: VerbForm, add: Add): void {
  for (const line of lines.trim().split("\n")) {
    const [name = "", forms = ""] = line.split(":");
    const [first = "", second = ""] = forms.split("|");
    const lemma = foldWord(name.trim());
    const [strict, informal] = language === "pt" ? [first, second] : [second, first];
    for (const word of wordList(strict)) {
      if (word !== "") add(word, { language, lemma, form: word === name.trim() ? "infinitive" : negative });
    }
    for (const word of wordList(informal)) {
      if (word !== "") add(word, { language, lemma, form: word === name.trim() ? "infinitive" : "informal" });
    }
  }
}

function addRegularPt(verb: string, add: Add): void {
  const lemma = foldWord(verb);
  const reading = (form: VerbForm): VerbReading => ({ language: "pt", lemma, form });
  add(verb, reading("infinitive"));
  const stem = verb.slice(0, -2);
  if (verb.endsWith("ar")) {
    const front = stem.replace(/c$/u, "qu").replace(/g$/u, "gu").replace(/ç$/u, "c");
    add(`${stem}a`, reading("informal"));
    for (const ending of ["e", "em", "emos"]) add(front + ending, reading("formal"));
    add(`${stem}amos`, reading("we"));
  } else if (verb.endsWith("er") || verb.endsWith("ir")) {
    const back = stem.replace(/g$/u, "j").replace(/c$/u, "ç");
    add(`${stem}e`, reading("informal"));
    for (const ending of ["a", "am", "amos"]) add(back + ending, reading("formal"));
    add(`${stem}${verb.endsWith("er") ? "emos" : "imos"}`, reading("we"));
  }
}

function addRegularEs(verb: string, add: Add): void {
  const lemma = foldWord(verb);
  const reading = (form: VerbForm): VerbReading => ({ language: "es", lemma, form });
  add(verb, reading("infinitive"));
  const stem = verb.slice(0, -2);
  if (verb.endsWith("ar")) {
    const front = stem.replace(/c$/u, "qu").replace(/g$/u, "gu").replace(/z$/u, "c");
    add(`${stem}a`, reading("informal"));
    for (const ending of ["es", "e", "en", "emos"]) add(front + ending, reading("subjunctive"));
    add(`${stem}amos`, reading("we"));
  } else if (verb.endsWith("er") || verb.endsWith("ir")) {
    add(`${stem}e`, reading("informal"));
    for (const ending of ["as", "a", "an", "amos"]) add(stem + ending, reading("subjunctive"));
    add(`${stem}${verb.endsWith("er") ? "emos" : "imos"}`, reading("we"));
  }
}

const hyphenEnclitic = lazy(() =>
  letterPattern(String.raw`^(\p{L}{2,})-(o|a|os|as|lo|la|los|las|me|nos|lhe|lhes|no|na)$`, "u"),
);
const joinedEnclitic = lazy(() =>
  letterPattern(
    String.raw`^(\p{L}{3,}?)(melos?|melas?|selos?|selas?|lo|la|los|las|les|le|me|nos|te|se)$`,
    "u",
  ),
);
/** Spanish imperatives too short for the rule above. */
const shortWithEnclitic: ReadonlyMap<string, readonly [string, string]> = new Map([
  ["dime", ["decir", "me"]],
  ["dame", ["dar", "me"]],
  ["dale", ["dar", "le"]],
]);

/** What a folded word can be as a directive; empty for every other word. */
export function verbReadings(word: string): readonly VerbReading[] {
  const direct = formsOf(word);
  if (direct) return direct;
  const short = shortWithEnclitic.get(word);
  if (short) return [{ language: "es", lemma: short[0], form: "informal", enclitic: short[1] }];
  return withoutEnclitic(word);
}

function withoutEnclitic(word: string): readonly VerbReading[] {
  if (word.length > 40) return [];
  const hyphen = hyphenEnclitic().exec(word);
  if (hyphen) {
    const [, verb = "", enclitic = ""] = hyphen;
    // "fazê-lo", "alterá-las": the infinitive loses its r before these pronouns.
    const readings = formsOf(verb) ?? [];
    const infinitive = /^l/u.test(enclitic) ? (formsOf(`${verb}r`) ?? []) : [];
    return [...readings, ...infinitive]
      .filter((reading) => reading.language === "pt")
      .map((reading) => ({ ...reading, enclitic }));
  }
  for (let length = 2; length <= 5 && length < word.length - 2; length++) {
    const enclitic = word.slice(-length);
    if (!joinedEnclitic().test(`xxx${enclitic}`)) continue;
    const readings = (formsOf(word.slice(0, -length)) ?? []).filter(
      (reading) =>
        reading.language === "es" &&
        (reading.form === "infinitive" || reading.form === "informal" || reading.form === "subjunctive"),
    );
    if (readings.length > 0) return readings.map((reading) => ({ ...reading, enclitic }));
  }
  return [];
}
