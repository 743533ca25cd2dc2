import { letterPattern } from "../text/letters.ts";
import { lazy } from "../text/lazy.ts";
import { pattern } from "../text/words.ts";

/**
 * How a clause is joined to the one before it. After a `comma` a bare verb may continue a list
 * ("I'll commit, push"), after the others it starts anew.
 */
export type ClauseJoin = "start" | "comma" | "contrast" | "strong" | "colon";

export interface RawClause {
  text: string;
  join: ClauseJoin;
}

const separator = lazy(() =>
  pattern(
    `\\s*;\\s*
    |\\s+(?:-{1,2}|[–—]|[-=]\\x3e|→)\\s+|\\s*—\\s*
    |:\\s+
    |,\\s+(?:(?:and|but|then|e|mas|y|pero|porem|depois|entao|luego|entonces)\\s+)*
    |\\s+(?:but|mas|pero|porem)\\s+
    |\\s+(?:(?:and|e|y)\\s+)?(?:then|depois|luego)\\s+`,
    "gu",
  ),
);

const contrast = lazy(() => pattern("<(?:but|mas|pero|porem)>"));

/** The clauses of a folded sentence, in order. */
export function splitClauses(sentence: string): RawClause[] {
  const found: RawClause[] = [];
  let from = 0;
  let join: ClauseJoin = "start";
  for (const match of sentence.matchAll(separator())) {
    found.push({ text: sentence.slice(from, match.index), join });
    from = match.index + match[0].length;
    join = joinOf(match[0]);
  }
  found.push({ text: sentence.slice(from), join });
  return found;
}

const startsWithLetter = lazy(() => letterPattern(String.raw`^\p{L}`, "u"));

function joinOf(text: string): ClauseJoin {
  if (contrast().test(text)) return "contrast";
  const mark = text.trim();
  if (mark.startsWith(":")) return "colon";
  return mark.startsWith(",") || startsWithLetter().test(mark) ? "comma" : "strong";
}
