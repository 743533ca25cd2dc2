import { letterPattern } from "./letters.ts";
import { languageTokens } from "../lexicon/languageTokens.ts";
import { fold } from "./fold.ts";
import { lazy } from "./lazy.ts";
import { wordSet } from "./words.ts";

export type Language = "en" | "pt" | "es";

const languages: readonly Language[] = ["en", "pt", "es"];

type Scores = Record<Language, number>;

/** How much a folded word says for each language: 2 when it is listed for one only, else 1 each. */
const wordScores = lazy(() => {
  const table = new Map<string, Scores>();
  const lists = languages.map((language) => ({
    language,
    words: wordSet(fold(languageTokens[language])),
  }));
  for (const { words } of lists) {
    for (const word of words) {
      const listed = lists.filter((list) => list.words.has(word));
      const scores: Scores = { en: 0, pt: 0, es: 0 };
      for (const { language } of listed) scores[language] = listed.length === 1 ? 2 : 1;
      table.set(word, scores);
    }
  }
  return table;
});

const languageWord = lazy(() => letterPattern(String.raw`[\p{L}\p{M}']+`, "gu"));

/**
 * The language of a sentence. `previous` is the language of the sentence before it: it decides when
 * nothing speaks for a language, and in ties that it takes part in.
 */
export function lang(sentence: string, previous: Language = "en"): Language {
  const total: Scores = { en: 0, pt: 0, es: 0 };
  for (const raw of sentence
    .replace(/⟦[cq]⟧/gu, " ")
    .toLowerCase()
    .match(languageWord()) ?? []) {
    const word = raw.normalize("NFC");
    const scores = wordScores().get(fold(word));
    for (const language of languages) total[language] += scores?.[language] ?? 0;
    if (/ç(?:ão|ões)$/u.test(word)) total.pt += 2;
    if (/ci(?:ón|ones)$/u.test(word)) total.es += 2;
  }
  if (/[ãõçêô]/iu.test(sentence.normalize("NFC"))) total.pt += 3;
  if (/[ñ¿¡]/iu.test(sentence.normalize("NFC"))) total.es += 3;
  const best = Math.max(total.en, total.pt, total.es);
  if (best === 0 || total[previous] === best) return previous;
  return languages.find((language) => total[language] === best) ?? previous;
}
