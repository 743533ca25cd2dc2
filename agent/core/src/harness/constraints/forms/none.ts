import { finiteVerb } from "../../lexicon/markers.ts";
import { isIdiomAfterNo, noRuleHeads } from "../../lexicon/negativeIdioms.ts";
import { verbReadings } from "../../lexicon/verbForms.ts";
import { lazy } from "../../text/lazy.ts";
import type { Language } from "../../text/lang.ts";
import { tokens } from "../../text/tokens.ts";
import { pattern } from "../../text/words.ts";
import type { FormRule, RuleClause } from "../types.ts";

const openers: Readonly<Record<Language, () => RegExp>> = {
  en: lazy(() => pattern("^(?:no|zero) (?=\\S)")),
  pt: lazy(() => pattern("^(?:sem|nenhuma?|zero|nada de|sin|ninguna?) (?=\\S)")),
  es: lazy(() => pattern("^(?:sin|ninguna?|cero|nada de) (?=\\S)")),
};
const romanceInEnglish = lazy(() => pattern("^(?:sem|nenhuma?|sin|ninguna?|cero|nada de) (?=\\S)"));
const preposition = lazy(() =>
  pattern(
    " (?:to|in|for|on|at|from|with|of|unless|except|without|de|do|da|em|en|no|na|para|por|com|con|a|ao|al)> ",
  ),
);

const changes = lazy(() =>
  pattern("^(?:changes?|modifications?|mudancas?|alterac(?:ao|oes)|cambios?|modificaciones)$"),
);
const infinitive = lazy(() => pattern("^\\p{L}+(?:ar|er|ir|pôr)(?:l[oae]s?|me|nos|se|te)?>"));

export const none: FormRule = { form: "none", matches: wantsNone };

function wantsNone(clause: RuleClause): boolean {
  if (clause.tokens.length > 9) return false;
  const opener =
    openers[clause.language]().exec(clause.text) ??
    (clause.language === "en" ? romanceInEnglish().exec(clause.text) : null);
  if (!opener) return false;
  const phrase = clause.text.slice(opener[0].length);
  const english = /^(?:no|zero) $/u.test(opener[0]);
  return (english || !infinitive().test(phrase)) && isPhrase(phrase, opener[0] === "no ");
}

function isPhrase(phrase: string, afterNo: boolean): boolean {
  const words = tokens(phrase);
  const [first = ""] = words;
  const head = tokens(phrase.split(preposition())[0] ?? "").at(-1) ?? "";
  const heads = noRuleHeads();
  if (first === "" || heads.has(first) || heads.has(head) || phrase.startsWith("big deal")) return false;
  if (changes().test(head) && !/ (?:to|in|em|en|no|na|nos|nas) /u.test(phrase)) return false;
  if (afterNo && isIdiomAfterNo(phrase)) return false;
  return (
    !finiteVerb().test(phrase) && !isVerb(first, false) && !words.slice(1).some((word) => isVerb(word, true))
  );
}

/** "sem mudar", "sin recargar", "sem token retorna 401": a verb makes it a circumstance. */
function isVerb(word: string, laterOn: boolean): boolean {
  const readings = verbReadings(word);
  if (readings.some((reading) => reading.language === "en")) return false;
  if (
    readings.some((reading) => reading.form === "informal" || (!laterOn && reading.form === "infinitive"))
  ) {
    return true;
  }
  return laterOn ? /[a-z]{2}ed$/u.test(word) : false;
}
