import { lang } from "../text/lang.ts";
import { lazy } from "../text/lazy.ts";
import { fold } from "../text/fold.ts";
import { tokens } from "../text/tokens.ts";
import { pattern, wordSet } from "../text/words.ts";
import { baseFormsInEd, baseFormsInS, notBaseForms } from "./directiveVerbsEn.ts";
import { askingVerbsEs, imperativesAfterAlwaysEs, notProhibitedEs } from "./directiveVerbsEs.ts";
import {
  askingVerbsPt,
  codeNounsPt,
  informalAfterAlwaysPt,
  informalAfterNegatorPt,
  informalBesideCodeNounPt,
} from "./directiveVerbsPt.ts";
import { verbReadings, type VerbReading } from "./verbForms.ts";

/** All functions take folded words and folded, stripped clauses. */

const reportMarker = lazy(() =>
  pattern(`<(?:quando|ao (?!inves>)\\p{L}+r|na tela|no console|ninguem|desde|toda hora|
    muit[oa]s?|much\\p{L}*|demais|demasiad\\p{L}*)>`),
);

/** Words that turn an informal imperative into a report ("não salva quando clico"). */
function hasReportMarker(clause: string): boolean {
  return reportMarker().test(clause);
}

/** V: a directive verb; one that looks like a report counts only without a report marker in its clause. */
export function isDirectiveWord(word: string, clause: string): boolean {
  const readings = verbReadings(word);
  if (readings.length === 0) return false;
  return readings.some((reading) => reading.form !== "informal") || !hasReportMarker(clause);
}

/** The clause begins with V. */
export function startsWithDirective(clause: string): boolean {
  const [first, second] = tokens(clause.slice(0, 120));
  if (first === undefined || !isDirectiveWord(first, clause)) return false;
  if (isNounFirst(clause)) return false;
  // "do" is "of the" in Portuguese; "sé que" knows something.
  if (first === "do") return second !== undefined && lang(clause.slice(0, 120)) !== "pt";
  return !(first === "sé" && second === "que");
}

const finite =
  "(?:is|are|was|were|has|have|had|does|did|isn't|aren't|wasn't|doesn't|didn't|hasn't|can't|won't|takes?|fails?|failed|works?" +
  "|shows|showed|returns|returned|seems|looks|keeps|gets|got|goes|breaks|broke|crashes|crashed|hangs|throws|threw|appears|happens" +
  "|passes|passed|exits|stops|stopped|é|esta|estao|foi|era|tem|falha|falhou|funciona|demora|aparece|quebrou|falla|tiene|tarda|fue)";
/** Cheap, and true of whatever `nounFirst` matches. */
const holdsFinite = lazy(() => pattern(`[ ]${finite}>`));
const nounFirst = lazy(() =>
  pattern(`^\\S+ (?!(?:the|a|an|this|that|these|those|my|your|our|it|them|all the|o|a|os|as|um|uma|el|la|los|las|un|una|if|se|si
    | what | why | how | whether|when|where|which|que|por|como|sure)>)
    (?:(?!(?:that|which|who|where|when|while|what|why|how|if|because|so|it|they|he|she|you|i|we|and|but|e|mas|y|pero
      | que | quando | cuando | se | si | o | a | os | as | el | la | los | las | the | when)>)[^\\s,;:]+ ){0,3}${finite}>`),
);

/** "run all takes long", "teste de login falha": the word that could be a verb is the subject of another. */
function isNounFirst(clause: string): boolean {
  return holdsFinite().test(clause) && nounFirst().test(clause);
}

const negativeInformal = lazy(() => wordSet(fold(informalAfterNegatorPt)));
const negativeBesideNoun = lazy(() => wordSet(fold(informalBesideCodeNounPt)));
const codeNouns = lazy(() => wordSet(fold(codeNounsPt)));
const noProhibition = lazy(() => wordSet(notProhibitedEs));

/** V- after "não", "nunca", "jamais": what forbids in Portuguese. */
export function isNegativeImperativePt(word: string, clause: string): boolean {
  const readings = verbReadings(word).filter((reading) => reading.language === "pt");
  if (readings.some((reading) => reading.form !== "informal")) return true;
  if (!readings.some((reading) => reading.form === "informal") && !negativeInformal().has(word)) return false;
  if (hasReportMarker(clause)) return false;
  if (negativeInformal().has(word)) return true;
  return negativeBesideNoun().has(word) && tokens(clause).some((token) => codeNouns().has(token));
}

/** V- after "no", "nunca", "jamás": subjunctives and infinitives of listed verbs. */
export function isNegativeImperativeEs(word: string): boolean {
  return (
    !noProhibition().has(word) &&
    verbReadings(word).some((reading) => reading.language === "es" && isNegativeFormEs(reading))
  );
}

function isNegativeFormEs(reading: VerbReading): boolean {
  return reading.form === "subjunctive" || reading.form === "infinitive";
}

const strictInformal = lazy(() => wordSet(fold(`${informalAfterAlwaysPt} ${imperativesAfterAlwaysEs}`)));
const asking = lazy(() => wordSet(fold(`${askingVerbsPt} ${askingVerbsEs}`)));
const askedWhom = lazy(() => pattern("<(?:antes|me|comigo|conmigo)>"));

/** V+: what after "sempre", "siempre" or a "whenever" clause can only be meant as an order. */
export function isStrictDirective(word: string, clause: string): boolean {
  const readings = verbReadings(word);
  if (readings.some(isStrictReading)) return true;
  if (hasReportMarker(clause)) return false;
  return strictInformal().has(word) || (asking().has(word) && askedWhom().test(clause));
}

function isStrictReading(reading: VerbReading): boolean {
  if (reading.form !== "informal") return true;
  return reading.enclitic === "me" || reading.enclitic === "nos";
}

const inEd = lazy(() => wordSet(baseFormsInEd));
const inS = lazy(() => wordSet(baseFormsInS));
const neverBase = lazy(() => wordSet(notBaseForms));

/** Whether the word after "never" or "don't" can be an English verb in its base form. */
export function isEnglishBaseForm(word: string): boolean {
  if (!/^[a-z]+(?:-[a-z]+)*$/u.test(word) || neverBase().has(word)) return false;
  if (word.endsWith("ed")) return inEd().has(word);
  if (word.endsWith("ing"))
    return ["bring", "sing", "ping", "string", "swing", "fling", "sting"].includes(word);
  return !word.endsWith("s") || inS().has(word);
}
