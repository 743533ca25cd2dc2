import { harmlessAfterNegator, negators } from "../lexicon/authorizationWords.ts";
import { isDirectiveWord, isNegativeImperativeEs } from "../lexicon/directiveVerbs.ts";
import { phraseLength } from "./messageWords.ts";

/** Where the negated part of a clause begins; -1 when nothing in it is negated. `start` is after the markers. */
export function negatorIndex(words: readonly string[], start: number, isPortuguese: boolean): number {
  return words.findIndex((_, index) => isNegator(words, index, start, isPortuguese));
}

function isNegator(words: readonly string[], index: number, start: number, isPortuguese: boolean): boolean {
  const word = words[index] ?? "";
  const next = words[index + 1] ?? "";
  if (isHarmless(words, index)) return false;
  if (word.endsWith("n't") || phraseLength(words, index, negators()) > 0) return true;
  // "stop pushing" forbids, "stop nginx" is an order.
  if (word === "stop") return next === "" || next.endsWith("ing");
  // In Portuguese "no" is "in the": "publica no npm".
  if (word !== "no") return false;
  if (index === start || index === 0) return true;
  return !isPortuguese && (isNegativeImperativeEs(next) || isDirectiveWord(next, next));
}

/** "don't worry", "no problem", "não se preocupe": nothing is forbidden. */
function isHarmless(words: readonly string[], index: number): boolean {
  const after = words[index] === "do" ? index + 2 : index + 1;
  return phraseLength(words, after, harmlessAfterNegator()) > 0;
}
