import { letterPattern } from "./letters.ts";
import { startsWithDirective } from "../lexicon/directiveVerbs.ts";
import { fold } from "./fold.ts";
import { lazy } from "./lazy.ts";
import { strip } from "./strip.ts";
import { pattern } from "./words.ts";

const subject =
  "the|it|they|we|you|he|she|i|o|a|os|as|el|la|los|las|ele|ela|eles|elas|ellos|ellas|isso|isto|eso|esto";
const adversative = "but|mas|pero|porem|porém";
const prohibition = "don['’]?t|do not|n[ãa]o|no";
const adverb = "never|always|nunca|sempre|siempre|jam[aá]is";

/** Where a clause may end. */
const separator = lazy(() =>
  pattern(
    `;
    |(?<!\\s)\\s+(?:-{1,2}|[–—])\\s+|(?<!\\s)\\s*—\\s*
    |,\\s+(?=(?:and|but|so|e|y|${adversative})>)
    |(?<!\\s)\\s+(?=(?:${adversative})>)
    |(?<!\\s)\\s+(?=(?:and|e|y) (?:${adverb}|${prohibition})>)(?!e no>)
    |,\\s+(?=(?:${subject})>)
    |,\\s+(?=(?:${adverb}|${prohibition}|nada de|sem|sin|just|s[óo]|solo|s[óo]lo)>)
    |:\\s+(?=(?:${prohibition}|${adverb})>)`,
    "giu",
  ),
);

const clauseStart = lazy(() =>
  pattern(
    `^(?:never|always|don't|do not|only|nunca|sempre|siempre|jamais|nao|no|só|so|apenas|somente|solo|
    solamente|unicamente|avoid|evite|sem|sin|without|nada de|${subject})>`,
  ),
);

/** How much of a part decides whether it begins a clause: a limit keeps long sentences linear. */
const leadLength = 80;

/**
 * The clauses of one sentence, in order; written as it came (masked or not, folded or not). A part that
 * does not begin like a clause of its own stays with the part before it, separator included.
 */
export function clauses(sentence: string): string[] {
  const found: string[] = [];
  let from = 0;
  let previousEnd = 0;
  for (const match of sentence.matchAll(separator())) {
    const end = match.index + match[0].length;
    if (match.index < previousEnd) continue;
    const left = sentence.slice(from, match.index);
    if (left.trim() === "" || !beginsClause(sentence.slice(end, end + leadLength))) continue;
    if (match[0].startsWith(":") && startsWithDirective(strip(fold(left.slice(0, leadLength))))) continue;
    found.push(left.trim());
    from = end;
    previousEnd = end;
  }
  const last = sentence.slice(from).trim();
  if (last !== "") found.push(last);
  return found;
}

const loneAdverb = lazy(() => pattern(`^(?:${adverb})[.!…]*$`, "iu"));

const startsWithLetter = lazy(() => letterPattern(String.raw`^[\s*_¡¿]*\p{L}`, "u"));

function beginsClause(part: string): boolean {
  if (!startsWithLetter().test(part)) return false;
  const text = strip(fold(part));
  // "Treat warnings as errors, always": a word that says how, and no clause.
  if (loneAdverb().test(text)) return false;
  return clauseStart().test(text) || startsWithDirective(text);
}
