import { lazy } from "../text/lazy.ts";
import { isDirectiveWord, isEnglishBaseForm } from "../lexicon/directiveVerbs.ts";
import { wordSet } from "../text/words.ts";

/** Verbs whose infinitive an English or Romance list may continue: "I will commit, push and deploy". */
const modals = lazy(() =>
  wordSet(`
    will would should must can could may might shall gonna let lets want wants need needs has have
    i'll we'll you'll he'll she'll they'll it'll i'd we'd you'd he'd she'd they'd
    vou vai vao iremos quero quer querem preciso precisa precisamos deve devem devo devemos pode podem podemos
    poderia gostaria costumo costuma
    voy va van quiero quiere quieren necesito necesita debe deben debo debemos puede pueden suelo suele`),
);

const englishSubjects = lazy(() => wordSet("i we they he she you who people everyone someone"));
const romanceSubjects = lazy(() =>
  wordSet("ele ela eles elas alguem todos gente él ella ellos ellas alguien todos"),
);

/** With one of these an English statement is complete: "I checked it, push". */
const complete = lazy(() =>
  wordSet(`
    is are am was were did had been 's i'm you're we're they're it's that's he's she's i've we've you've they've
    like love think believe agree approve hope know guess see`),
);

const settled = lazy(() => wordSet("good ready free nice happy close"));

/**
 * Whether a bare verb after this statement would continue it instead of being an order of its own:
 * "I'll commit, push" says what the developer will do.
 */
export function isOpenStatement(words: readonly string[]): boolean {
  if (words.some((word, index) => opensInfinitive(words, word, index))) return true;
  const [first = "", second = ""] = words;
  if (romanceSubjects().has(first) || romanceSubjects().has(second)) return true;
  if (!englishSubjects().has(first)) return false;
  return !words.some((word) => complete().has(word) || (word.endsWith("ed") && !isEnglishBaseForm(word)));
}

function opensInfinitive(words: readonly string[], word: string, index: number): boolean {
  const next = words[index + 1] ?? "";
  if (modals().has(word)) return (word !== "have" && word !== "has") || next === "to";
  if (word !== "to" || settled().has(words[index - 1] ?? "")) return false;
  return isEnglishBaseForm(next) && isDirectiveWord(next, next);
}
