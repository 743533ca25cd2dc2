import {
  approvals,
  fillers,
  markers,
  orderLabels,
  pluralReportVerbs,
  reportVerbs,
} from "../lexicon/authorizationWords.ts";
import { lazy } from "../text/lazy.ts";
import { wordSet } from "../text/words.ts";
import { messageWords, phraseLength, skipPhrases } from "./messageWords.ts";

const ownSubjects = lazy(() => wordSet("i i've i'd we we've eu yo nos já ja ya"));
const wordsBetweenOwnSubject = lazy(() => wordSet("just already also have te lhe os me"));

/** Whether the words tell what someone else says, wants or wrote: no orders of the developer. */
export function isReported(words: readonly string[]): boolean {
  const start = skipPhrases(words, markers());
  return words.some((word, index) => {
    if (index < start) return false;
    if (!reportVerbs().has(word) && !(index > start && pluralReportVerbs().has(word))) return false;
    return !hasOwnSubject(words, index);
  });
}

/** "I told you", "I already asked". "let me tell", "can you ask" are orders or plans, not reports. */
function hasOwnSubject(words: readonly string[], index: number): boolean {
  const before = words.slice(Math.max(0, index - 3), index);
  if (before.some((word) => ownSubjects().has(word))) return true;
  const last = before.at(-1) ?? "";
  return !reportVerbs().has(words[index] ?? "") && (last === "and" || wordsBetweenOwnSubject().has(last));
}

/**
 * Whether the part before a colon announces orders: "Ok: push", "Next steps: ...". "The docs say:",
 * "Commit message:", "Bug:" announce something else.
 */
export function isOrderLabel(words: readonly string[]): boolean {
  let index = 0;
  while (index < words.length) {
    const length = [markers(), approvals(), orderLabels(), fillers()]
      .map((phrases) => phraseLength(words, index, phrases))
      .reduce((left, right) => Math.max(left, right));
    if (length === 0 && !/^\d+$/u.test(words[index] ?? "")) return false;
    index += Math.max(1, length);
  }
  return true;
}

const doVerbs = lazy(() =>
  wordSet(
    "do run execute perform follow complete make faca faz fazer execute executa siga haz ejecuta sigue realiza",
  ),
);

/** The same for the line above a list, which may also say to do what follows. */
export function isOrderHeading(folded: string): boolean {
  const words = messageWords(folded);
  const start = skipPhrases(words, markers());
  return isOrderLabel(doVerbs().has(words[start] ?? "") ? words.slice(start + 1) : words);
}
