import { tagQuestions } from "../lexicon/leadIns.ts";
import {
  accordingTo,
  hypotheticalOpener,
  interrogativeOpener,
  notInterrogative,
  unrealCondition,
} from "../lexicon/markers.ts";
import { lazy } from "../text/lazy.ts";
import { finalMarks, trimEndOf } from "../text/trimEnd.ts";
import { pattern } from "../text/words.ts";

const tag = lazy(() =>
  pattern(`(?:[,;.–-]+ ?(?:${tagQuestions.join("|")})|(?<=\\S) (?:please|por favor|né|ne|ok|okay))[ ?!.]*$`),
);
/** Longer than any tag with its marks; looking at the end only keeps long runs of marks cheap. */
const tagLength = 40;

/** Folded text without a question that only asks for agreement. */
export function withoutTag(folded: string): string {
  const end = Math.max(0, folded.length - tagLength);
  return folded.slice(0, end) + folded.slice(end).replace(tag(), "");
}

export function withoutFinalMarks(text: string): string {
  return trimEndOf(text, finalMarks);
}

/** `sentence`: folded, masked, without lead-ins; questions and mere assumptions state no rule. */
export function canStateRule(sentence: string): boolean {
  const text = withoutTag(sentence);
  if (/\?["'”»)\]]*$/u.test(text.trimEnd())) return false;
  if ([hypotheticalOpener, unrealCondition, accordingTo].some((opener) => opener().test(text))) return false;
  return !interrogativeOpener().test(text) || notInterrogative().test(text);
}
