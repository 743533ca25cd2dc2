import { tagQuestions } from "../lexicon/leadIns.ts";
import {
  hypotheticalOpener,
  interrogativeOpener,
  notInterrogative,
  unrealCondition,
} from "../lexicon/markers.ts";
import { lazy } from "../text/lazy.ts";
import { pattern } from "../text/words.ts";

const tag = lazy(() =>
  pattern(`(?:[,;.–-]+ ?(?:${tagQuestions.join("|")})|(?<=\\S) (?:please|por favor|né|ne|ok|okay))[ ?!.]*$`),
);
const finalMarks = /[\s.!…;:),]+$/u;

/** Folded text without a question that only asks for agreement. */
export function withoutTag(folded: string): string {
  return folded.replace(tag(), "");
}

export function withoutFinalMarks(text: string): string {
  const kept = text.trimEnd();
  return finalMarks.test(kept) ? kept.replace(finalMarks, "") : kept;
}

/** `sentence`: folded, masked, without lead-ins; questions and mere assumptions state no rule. */
export function canStateRule(sentence: string): boolean {
  const text = withoutTag(sentence);
  if (/\?["'”»)\]]*$/u.test(text.trimEnd())) return false;
  if (hypotheticalOpener().test(text) || unrealCondition().test(text)) return false;
  return !interrogativeOpener().test(text) || notInterrogative().test(text);
}
