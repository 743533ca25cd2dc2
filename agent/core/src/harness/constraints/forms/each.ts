import { isDirectiveWord, isStrictDirective, startsWithDirective } from "../../lexicon/directiveVerbs.ts";
import { developmentEvent } from "../../lexicon/markers.ts";
import { verbReadings } from "../../lexicon/verbForms.ts";
import { lazy } from "../../text/lazy.ts";
import { tokens } from "../../text/tokens.ts";
import { pattern } from "../../text/words.ts";
import type { FormRule, RuleClause } from "../types.ts";

const event = `(?:(?:(?:single|code|git|\\p{L}+) )?${developmentEvent}|new \\p{L}+|nov[ao] \\p{L}+|nuev[ao] \\p{L}+)`;
const occasion = `(?:(?:before|after|on|for|with|in) (?:every|each|any)
  | (?:antes|depois|despues) de (?:cada|todo|toda)
  | (?:a|em|en) cada) ${event}`;
const occasionFirst = lazy(() => pattern(`^${occasion}>,? (?=\\S)`));
const occasionLater = lazy(() => pattern(`\\S ${occasion}>`));
const whenever = lazy(() =>
  pattern(
    `^(?:whenever|(?:every|each) time|toda vez que|sempre que|cada vez que|siempre que) (.+?), (?=\\S)`,
  ),
);
const negator = lazy(() => pattern("^(?:don't|do not|never|nao|no|nunca|jamais|jamas)> \\S"));

export const each: FormRule = {
  form: "each",
  matches: (clause) => onOccasion(clause.text) || onEvery(clause),
};

function onOccasion(text: string): boolean {
  const first = occasionFirst().exec(text);
  if (first) {
    const rest = text.slice(first[0].length);
    return startsWithDirective(rest) || negator().test(rest);
  }
  return occasionLater().test(text) && startsWithDirective(text);
}

function onEvery(clause: RuleClause): boolean {
  const match = whenever().exec(clause.text);
  if (!match) return false;
  const rest = clause.text.slice(match[0].length).replace(/^(?:please|por favor),? /u, "");
  if (negator().test(rest)) return true;
  const [word = ""] = tokens(rest);
  if (isStrictDirective(word, rest)) return true;
  return isFutureCondition(match[1] ?? "") && isDirectiveWord(word, rest);
}

/** "sempre que mudar", "siempre que cambies": something still to be done, so what follows is an order. */
function isFutureCondition(condition: string): boolean {
  const words = tokens(condition);
  return words.slice(0, 3).some((word) => {
    const readings = verbReadings(word);
    return readings.some((reading) => reading.form === "infinitive" || reading.form === "subjunctive");
  });
}
