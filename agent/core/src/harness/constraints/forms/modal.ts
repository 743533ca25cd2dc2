import { conditionOpener } from "../../lexicon/markers.ts";
import { verbReadings } from "../../lexicon/verbForms.ts";
import { lazy } from "../../text/lazy.ts";
import { tokens } from "../../text/tokens.ts";
import { pattern, wordSet } from "../../text/words.ts";
import type { FormRule, RuleClause } from "../types.ts";
import { isParticiple } from "./participles.ts";
import { isProductSubject, isStatedSubject } from "./subjects.ts";

const active = lazy(() =>
  pattern(`^(.+?) (?:(?:must|should|may|shall) not|mustn't|shouldn't) (?:ever )?(?=\\S)`),
);
const passive = lazy(() =>
  pattern(`^(.+?) (?:(?:must|should|may|shall|can) not|mustn't|shouldn't|can't|cannot) (?:ever )?be (?=\\S)`),
);
const romance = lazy(() =>
  pattern(`^(?:(.+?) )?(?:nao (?:deve|devem|pode|podem)|no (?:debes?|deben|puedes?|pueden)) (?=\\S)`),
);
const noRomanceSubject = lazy(() => pattern("<(?:eu|isso|isto|ele|ela|a gente|nos|esto|eso|él|ella)$"));
/** Verbs of what a product shows or does, not of work on it. */
const noWork = lazy(() => wordSet("be fail happen matter find see get work have occur need"));
const notPassive = lazy(() => wordSet("seen open listen"));

export const modal: FormRule = {
  form: "modal",
  matches: (clause) => forbidsAction(clause) || forbidsState(clause) || forbidsInRomance(clause),
};

function forbidsAction(clause: RuleClause): boolean {
  const match = active().exec(clause.text);
  const subject = match?.[1];
  if (!match || subject === undefined || !isStatedSubject(subject) || isProductSubject(subject)) return false;
  const [word = ""] = tokens(clause.text.slice(match[0].length));
  if (word === "" || noWork().has(word)) return false;
  return !isWe(subject) || verbReadings(word).some((reading) => reading.language === "en");
}

function forbidsState(clause: RuleClause): boolean {
  const match = passive().exec(clause.text);
  const subject = match?.[1];
  if (!match || subject === undefined || !isStatedSubject(subject) || isProductSubject(subject)) return false;
  const [word = ""] = tokens(clause.text.slice(match[0].length));
  if (/(?:^|\s)(?:you|we)$/u.test(subject) && word.endsWith("ing")) return true;
  return isParticiple(word) && !notPassive().has(word) && !isWe(subject);
}

function isWe(subject: string): boolean {
  return /(?:^|\s)we$/u.test(subject);
}

function forbidsInRomance(clause: RuleClause): boolean {
  const match = romance().exec(clause.text);
  if (!match || conditionOpener().test(clause.text)) return false;
  const subject = match[1] ?? "";
  if (noRomanceSubject().test(subject) || isProductSubject(subject)) return false;
  const [word = "", next = ""] = tokens(clause.text.slice(match[0].length));
  if (word === "ser") return subject !== "" && /[ai]d[oa]s?$/u.test(next);
  return verbReadings(word).some((reading) => reading.form === "infinitive");
}
