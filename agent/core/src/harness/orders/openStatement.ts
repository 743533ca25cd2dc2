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
  if (holdsOpenInfinitive(words)) return true;
  const [first = "", second = ""] = words;
  if (romanceSubjects().has(first) || romanceSubjects().has(second)) return true;
  if (!englishSubjects().has(first)) return false;
  return !words.some((word) => complete().has(word) || (word.endsWith("ed") && !isEnglishBaseForm(word)));
}

/** The words hold a verb that "and" may continue: "a script that can commit and push". */
export function holdsOpenInfinitive(words: readonly string[]): boolean {
  return words.some((word, index) => opensInfinitive(words, word, index));
}

const relatives = lazy(() => wordSet("which who que quien"));
const purposes = lazy(() => wordSet("to para pra"));

function opensInfinitive(words: readonly string[], word: string, index: number): boolean {
  const next = words[index + 1] ?? "";
  if (modals().has(word)) return (word !== "have" && word !== "has") || next === "to";
  if (relatives().has(word)) return true;
  if (!purposes().has(word) || settled().has(words[index - 1] ?? "")) return false;
  const isVerb = word === "to" ? isEnglishBaseForm(next) : /[aei]r$/u.test(next);
  return isVerb && isDirectiveWord(next, next);
}

const effectNouns = lazy(() =>
  wordSet(
    "pull push fetch merge commit deploy publish release rollback apply destroy upload download rebase",
  ),
);
const determiners = lazy(() => wordSet("the a my your this that it o a um el la un"));
const lightVerbs = lazy(() =>
  wordSet("do run execute make de dê dá da dar faca faz fazer haz hacer haga mande manda roda rode ejecuta"),
);

/** "implement pull and push", "the buttons are pull, push": what follows names another thing, not an order. */
export function endsInEffectNoun(words: readonly string[]): boolean {
  if (words.length < 2 || lightVerbs().has(words[0] ?? "")) return false;
  return effectNouns().has(words.at(-1) ?? "") && !determiners().has(words.at(-2) ?? "");
}

/** A verb that says little without its noun: "faz o commit e o push". */
export function isLightVerb(word: string): boolean {
  return lightVerbs().has(word);
}
