import { letterPattern } from "../../text/letters.ts";
import {
  isEnglishBaseForm,
  isNegativeImperativeEs,
  isNegativeImperativePt,
} from "../../lexicon/directiveVerbs.ts";
import { errorNoun } from "../../lexicon/markers.ts";
import { idiomAfterDont, isIdiomAfterNao, isIdiomAfterNo } from "../../lexicon/negativeIdioms.ts";
import { verbReadings } from "../../lexicon/verbForms.ts";
import { lazy } from "../../text/lazy.ts";
import { tokens } from "../../text/tokens.ts";
import { pattern, wordSet } from "../../text/words.ts";
import type { FormRule, RuleClause } from "../types.ts";
import { actsOnProduct } from "./subjects.ts";

const proclitic = "(?:(?:me|lo|la|los|las|les?|te|se|nos|lhes?|o|a|os|as) )*";

const dont = lazy(() =>
  pattern(
    "^(?:do not|don't|let's not)> (?:ever |just |under any circumstances |at any point |please )?(?=\\S)",
  ),
);
const avoid = lazy(() =>
  pattern(`^(?:avoid|refrain from|stay away from|steer clear of|evit(?:e|a|ar|em|en))> (?!that>|que>)\\S`),
);
const condition = lazy(() => pattern("<(?:when|if|quando|se|cuando|si)>"));
const stopDoing = lazy(() => pattern("^(?:stop|quit) \\p{L}+ing>"));
const stopDoingRomance = lazy(() =>
  pattern(`^(?:para|pare|parem|deja|deje|dejen|deixa|deixe) de (?:me |se )?(\\S+)`),
);
const afterwards = lazy(() => pattern("<(?:depois|despues|quando|cuando|apos|tras|when|after)>"));
const nao = lazy(() => pattern(`^(?:nao|n) ${proclitic}(?=\\S)`));
const no = lazy(() => pattern(`^no ${proclitic}(?=\\S)`));

export const prohibit: FormRule = {
  form: "prohibit",
  matches: (clause) =>
    forbidsInEnglish(clause) ||
    avoids(clause.text) ||
    stops(clause) ||
    forbidsInPortuguese(clause) ||
    forbidsInSpanish(clause),
};

function forbidsInEnglish(clause: RuleClause): boolean {
  const opener = dont().exec(clause.text);
  if (!opener) return false;
  const rest = clause.text.slice(opener[0].length);
  if (actsOnProduct(rest)) return false;
  const [word = "", next] = tokens(rest);
  if (!isEnglishBaseForm(word) || idiomAfterDont().has(word)) return false;
  return next !== undefined || verbReadings(word).some((reading) => reading.language === "en");
}

function avoids(text: string): boolean {
  return avoid().test(text) && !errorNoun().test(text) && !condition().test(text);
}

function stops(clause: RuleClause): boolean {
  if (clause.tokens.length < 3 || afterwards().test(clause.text)) return false;
  if (stopDoing().test(clause.text)) return true;
  const [word = ""] = tokens(stopDoingRomance().exec(clause.text)?.[1] ?? "");
  return verbReadings(word).some((reading) => reading.form === "infinitive");
}

function forbidsInPortuguese(clause: RuleClause): boolean {
  const opener = nao().exec(clause.text);
  if (!opener) return false;
  const negator = clause.text.split(" ", 1)[0] ?? "";
  if (isIdiomAfterNao(clause.text.slice(negator.length + 1))) return false;
  const rest = clause.text.slice(opener[0].length);
  const [word = ""] = tokens(rest);
  return !isIdiomAfterNao(rest) && !actsOnProduct(rest) && isNegativeImperativePt(word, clause.text);
}

function forbidsInSpanish(clause: RuleClause): boolean {
  const opener = no().exec(clause.text);
  if (!opener || isIdiomAfterNo(clause.text.slice(3))) return false;
  const rest = clause.text.slice(opener[0].length);
  const [word = ""] = tokens(rest);
  if (isIdiomAfterNo(rest) || actsOnProduct(rest)) return false;
  if (isNegativeImperativeEs(word) && (clause.language === "es" || isSpanishOnly(word))) return true;
  return clause.language === "es" && isInfinitive(word);
}

/** "no use case" is English and "no teste" Portuguese: such words need a Spanish sentence around them. */
function isSpanishOnly(word: string): boolean {
  return verbReadings(word).every((reading) => reading.language === "es");
}

const noInfinitive = lazy(() =>
  wordSet("poder saber haber tener ser ver lugar estar hogar par bar mar ayer mujer parecer caber querer"),
);

const romanceInfinitive = lazy(() =>
  letterPattern(String.raw`^\p{L}{2,}(?:ar|er|ir)(?:l[oae]s?|me|nos|se|te)*$`, "u"),
);

function isInfinitive(word: string): boolean {
  return romanceInfinitive().test(word) && !noInfinitive().has(word);
}
