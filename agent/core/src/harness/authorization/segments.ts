import { nounLike, typeNounWords } from "../lexicon/authorizationWords.ts";
import { lazy } from "../text/lazy.ts";
import { wordSet } from "../text/words.ts";
import type { MessageClause } from "./messageClauses.ts";
import { beginsOrder } from "./messageClauses.ts";

const conjunctions = lazy(() => wordSet("and e y"));
const afterConjunction = lazy(() =>
  wordSet("then also please just depois tambem entao luego tambien me nos te"),
);

/**
 * The parts of a clause at "and" before another verb, each without the conjunction; markers of the first
 * one are left out. A part after one that is no order is left out too: "the team will build and push".
 */
export function segments(clause: MessageClause, named: ReadonlySet<string> | undefined): string[][] {
  const { words, start } = clause;
  if (start >= words.length) return [];
  const found: string[][] = [];
  let from = start;
  for (let index = start + 1; index < words.length; index++) {
    if (!conjunctions().has(words[index] ?? "")) continue;
    const next = nextVerb(words, index);
    if (!splitsAt(words, index, next, named)) continue;
    found.push(words.slice(from, index));
    if (!beginsOrder(words, from)) return found;
    from = next;
  }
  found.push(words.slice(from));
  return found;
}

function nextVerb(words: readonly string[], conjunction: number): number {
  let next = conjunction + 1;
  while (afterConjunction().has(words[next] ?? "")) next++;
  return next;
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
