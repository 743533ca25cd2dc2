import { nounLike, typeNounWords } from "../lexicon/authorizationWords.ts";
import { lazy } from "../text/lazy.ts";
import { wordSet } from "../text/words.ts";
import type { MessageClause } from "./messageClauses.ts";
import { endsInEffectNoun, holdsOpenInfinitive, isLightVerb } from "./openStatement.ts";
import { beginsOrder } from "./orderVerb.ts";

const conjunctions = lazy(() => wordSet("and e y"));
const afterConjunction = lazy(() =>
  wordSet("then also please just depois tambem entao luego tambien me nos te"),
);
const articles = lazy(() => wordSet("o a um el un the"));

/**
 * The parts of a clause at "and" before another verb, each without the conjunction; markers of the first
 * one are left out. What follows a part that is no order is left out too: "the team will build and push".
 */
export function segments(clause: MessageClause, named: ReadonlySet<string> | undefined): string[][] {
  const { words, start } = clause;
  const found: string[][] = [];
  let part: string[] = [];
  let from = start;
  for (let index = start; index < words.length; index++) {
    const next = index > start && conjunctions().has(words[index] ?? "") ? nextVerb(words, index) : 0;
    const sharesVerb = next > 0 && isSharedVerb(words, from, next);
    if (next === 0 || !(sharesVerb || splitsAt(words, index, next, named))) {
      part.push(words[index] ?? "");
      continue;
    }
    found.push(part);
    if (!beginsOrder(words, from) || holdsOpenInfinitive(part) || endsInEffectNoun(part)) return found;
    part = sharesVerb ? [words[from] ?? ""] : [];
    if (!sharesVerb) from = next;
    index = sharesVerb ? next : next - 1;
  }
  if (part.length > 0) found.push(part);
  return found;
}

function nextVerb(words: readonly string[], conjunction: number): number {
  let next = conjunction + 1;
  while (afterConjunction().has(words[next] ?? "")) next++;
  return next;
}

/** "faz o commit e o push": the verb counts for both. */
function isSharedVerb(words: readonly string[], from: number, next: number): boolean {
  return isLightVerb(words[from] ?? "") && articles().has(words[next] ?? "") && beginsOrder(words, next + 1);
}

/** With `named` (what a deletion may name) "and" may join two of them; without it only verbs matter. */
function splitsAt(
  words: readonly string[],
  conjunction: number,
  next: number,
  named: ReadonlySet<string> | undefined,
): boolean {
  const word = words[next] ?? "";
  if (!named) return beginsOrder(words, next);
  if (words[conjunction] !== "and") return word !== "" && !named.has(word);
  if (!beginsOrder(words, next)) return false;
  return !nounLike().has(word) || typeNounWords().has(words[conjunction - 1] ?? "");
}
