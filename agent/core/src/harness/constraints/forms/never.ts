import {
  isEnglishBaseForm,
  isNegativeImperativeEs,
  isNegativeImperativePt,
} from "../../lexicon/directiveVerbs.ts";
import { idiomAfterNever } from "../../lexicon/negativeIdioms.ts";
import { verbReadings } from "../../lexicon/verbForms.ts";
import { lazy } from "../../text/lazy.ts";
import { tokens } from "../../text/tokens.ts";
import { pattern } from "../../text/words.ts";
import type { FormRule, RuleClause } from "../types.ts";
import { isParticiple, isRomanceParticiple } from "./participles.ts";
import { actsOnProduct, isProductSubject, isStatedSubject } from "./subjects.ts";

const englishOpener = lazy(() =>
  pattern(`^(?:never|under no circumstances|at no point)>[,:]?
    (?: (?:ever|to|should (?:you|we)|you (?:should|must|may|can)|(?:should|must|may|can) you))* (?=\\S)`),
);
const romanceOpener = lazy(() =>
  pattern(`^(?:nunca|jamais|jamas|em hipotese (?:alguma|nenhuma)|bajo ninguna circunstancia|bajo ningun concepto)>[,:]?
    (?: (?:más|mas|mais))?(?: (?:lo|la|los|las|les?|me|te|se|nos|lhes?|o|a|os|as))? (?=\\S)`),
);
const subjectNever = lazy(() =>
  pattern(`^(.+?) (?:(?:should|must|may|can|shall) never
    | (?:deve|devem|pode|podem|debes?|deben|puedes?|pueden) (?:nunca|jamais|jamas)
    | (?:nunca|jamais|jamas) (?:deve|devem|pode|podem|debes?|deben|puedes?|pueden)
    ) (?!have>|be able>|happen|occur|fail|acontecer|ocurrir|pasar|fallar|falhar)(?=\\S)`),
);

const possible = lazy(() =>
  pattern(
    `(?:(?:can|may) never be|(?:pode|podem|puede|pueden) (?:nunca|jamais|jamas) (?:ser|estar)|(?:nunca|jamais|jamas) (?:pode|podem|puede|pueden) (?:ser|estar)) (?=\\S)`,
  ),
);

/** "The price can never be negative": what values there are, not what is to be done with them. */
function tellsValue(text: string): boolean {
  const match = possible().exec(text);
  if (!match) return false;
  const [word = ""] = tokens(text.slice(match.index + match[0].length));
  return !isParticiple(word) && !isRomanceParticiple(word);
}

export const never: FormRule = {
  form: "never",
  matches: (clause) => opensWithNever(clause) || forbidsSubject(clause),
};

function opensWithNever(clause: RuleClause): boolean {
  const english = englishOpener().exec(clause.text);
  if (english) {
    const rest = clause.text.slice(english[0].length);
    if (actsOnProduct(rest)) return false;
    const [word = ""] = tokens(rest);
    if (!isEnglishBaseForm(word) || idiomAfterNever().has(word)) return false;
    return clause.tokens.length >= 3 || verbReadings(word).some((reading) => reading.language === "en");
  }
  const romance = romanceOpener().exec(clause.text);
  if (!romance) return false;
  const rest = clause.text.slice(romance[0].length);
  if (actsOnProduct(rest)) return false;
  const [word = ""] = tokens(rest);
  const portuguese = clause.language !== "es" && isNegativeImperativePt(word, clause.text);
  if (!portuguese && !isNegativeImperativeEs(word)) return false;
  return clause.tokens.length >= 3 || verbReadings(word).some((reading) => reading.form !== "informal");
}

function forbidsSubject(clause: RuleClause): boolean {
  const subject = subjectNever().exec(clause.text)?.[1];
  if (tellsValue(clause.text)) return false;
  return subject !== undefined && isStatedSubject(subject) && !isProductSubject(subject);
}
