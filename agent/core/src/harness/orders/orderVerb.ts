import { authorizationVerbs } from "../lexicon/authorizationGroups.ts";
import { moreOrderVerbs } from "../lexicon/authorizationWords.ts";
import { isDirectiveWord } from "../lexicon/directiveVerbs.ts";
import { verbReadings, type VerbReading } from "../lexicon/verbForms.ts";
import { phraseLength } from "./messageWords.ts";

/** Whether an order can begin at this word. */
export function beginsOrder(words: readonly string[], index: number): boolean {
  const word = words[index];
  if (word === undefined) return false;
  return (
    phraseLength(words, index, authorizationVerbs()) > 0 ||
    moreOrderVerbs().has(word) ||
    isDirectiveWord(regularForm(word), words.slice(index, index + 12).join(" "))
  );
}

/** What the word can be as a directive verb. */
export function orderReadings(word: string): readonly VerbReading[] {
  return verbReadings(regularForm(word));
}

/** Portuguese verbs in -ear take an i where it is stressed: "renomeia", "bloqueie". */
function regularForm(word: string): string {
  return word.replace(/ei(?=(?:a|e|em)$)/u, "e");
}
