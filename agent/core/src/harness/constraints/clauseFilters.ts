import {
  oneOffMarker,
  ownRuleOpener,
  reportedSpeech,
  strongStandingMarker,
  untilMarker,
} from "../lexicon/markers.ts";
import { isHold } from "../lexicon/holds.ts";
import { lazy } from "../text/lazy.ts";
import { tokens } from "../text/tokens.ts";
import { pattern } from "../text/words.ts";

const minTokens = 2;
const maxTokens = 45;

/** Rules are neither single words nor essays. */
export function hasRuleLength(words: readonly string[]): boolean {
  return words.length >= minTokens && words.length <= maxTokens;
}

const asked = lazy(() =>
  pattern(
    "(?:^|<(?:to|must|should|always|never|please|don't|not|me|you can|can|may|and|or) |<(?:i|i've|i have|eu|yo)(?: (?:already|just|ja|ya))? )$",
  ),
);

/**
 * Someone else says so ("the docs say to ..."); own words ("I said") and orders to
 * say something ("tell me before") are no report.
 */
export function reportsSpeech(clause: string): boolean {
  if (ownRuleOpener().test(clause)) return false;
  for (const match of clause.matchAll(reportedSpeech())) {
    if (!asked().test(clause.slice(Math.max(0, match.index - 20), match.index))) return true;
  }
  return false;
}

/** True when the clause speaks of this moment only. */
export function isOneOff(clause: string): boolean {
  return oneOffMarker().test(clause) && !untilMarker().test(clause) && !strongStandingMarker().test(clause);
}

const hedge = lazy(() =>
  pattern(`^(?:maybe|perhaps|probably|possibly|(?:i|we) (?:think|guess|believe|suppose)|i'd say
    | talvez | acho que | quem sabe | quiza | quizas | tal vez | a lo mejor | creo que | pienso que)>`),
);

/** Thinking aloud is no rule. */
export function isHedged(clause: string): boolean {
  return hedge().test(clause);
}

/** A short clause before, such as "for now," or "por enquanto,", dates the clause after it. */
export function datesNextClause(clause: string): boolean {
  return tokens(clause).length <= 4 && isOneOff(clause);
}

const part = lazy(() => pattern(",|<(?:and|but|e|mas|y|pero)>"));

/** The clause concerns this message and nothing else. */
export function holdsOnlyNow(clause: string): boolean {
  return isHold(clause) || isHold((clause.split(part(), 1)[0] ?? "").trim());
}
