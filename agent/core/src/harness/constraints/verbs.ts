import { letterPattern } from "../text/letters.ts";
import { lazy } from "../text/lazy.ts";
import { verbGroup } from "../lexicon/groups.ts";
import { verbReadings } from "../lexicon/verbForms.ts";
import { tokens } from "../text/tokens.ts";

/** The group of a verb form, participles and gerunds included; undefined when it is no directive verb. */
export function groupOfWord(word: string): string | undefined {
  for (const candidate of [word, ...baseForms(word)]) {
    const reading = verbReadings(candidate)[0];
    if (reading) return verbGroup(reading.lemma);
  }
  return undefined;
}

/** The group of the first directive verb; without one, the first word itself. */
export function groupOfClause(words: readonly string[]): string | undefined {
  for (const word of words) {
    const group = groupOfWord(word);
    if (group !== undefined) return group;
  }
  return words[0];
}

export function groupOfText(folded: string): string | undefined {
  return groupOfClause(tokens(folded));
}

const romanceParticiple = lazy(() => letterPattern(String.raw`^(\p{L}+?)([ai])d[oa]s?$`, "u"));

const inflectedVerb = lazy(() => letterPattern(String.raw`^(\p{L}{2,}?)(?:ed|ing|ando|endo|iendo)$`, "u"));

/** "edited", "committed", "creating", "editado": the forms they may come from. */
function baseForms(word: string): string[] {
  const romance = romanceParticiple().exec(word);
  if (romance) {
    const [, stem = "", vowel] = romance;
    return vowel === "a" ? [`${stem}ar`] : [`${stem}er`, `${stem}ir`];
  }
  const english = inflectedVerb().exec(word);
  if (!english) return [];
  const [, stem = ""] = english;
  if (/ndo$/u.test(word)) return [`${stem}ar`, `${stem}er`, `${stem}ir`];
  const single = /([a-z])\1$/u.test(stem) ? [stem.slice(0, -1)] : [];
  const y = stem.endsWith("i") ? [`${stem.slice(0, -1)}y`] : [];
  return [stem, `${stem}e`, ...single, ...y];
}
