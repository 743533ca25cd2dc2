import { startsWithDirective } from "../lexicon/directiveVerbs.ts";
import { requestQuestion } from "../lexicon/requestQuestions.ts";
import { clauses } from "../text/clauses.ts";
import { fold } from "../text/fold.ts";
import { lazy } from "../text/lazy.ts";
import { countMasks, mask, unmask } from "../text/mask.ts";
import { prose } from "../text/prose.ts";
import { sentences } from "../text/sentences.ts";
import { strip } from "../text/strip.ts";
import { finalMarks, trimEndOf } from "../text/trimEnd.ts";
import { pattern } from "../text/words.ts";
import { clauseObjects } from "./objects.ts";
import type { Atom } from "./types.ts";
import { groupOfText } from "./verbs.ts";

const permission = lazy(() => pattern("^(?:you (?:can|may)|(?:voce )?(?:ja )?pode|(?:ya )?puedes) (?=\\S)"));
const negation = lazy(() => pattern("<(?:don't|do not|never|not|nao|no|nunca|jamais|jamas)>"));

/** What a message asks for in affirmative clauses: the actions that may go against an older rule. */
export function requestedActions(message: string): Atom[] {
  const found: Atom[] = [];
  for (const { text } of sentences(prose(message))) {
    const { masked, parts } = mask(text);
    let masks = 0;
    for (const piece of clauses(masked)) {
      const folded = trimEndOf(strip(fold(piece)), `${finalMarks}?`);
      const request = requestedVerb(folded);
      if (request !== undefined && !negation().test(folded)) {
        const group = groupOfText(request);
        const objects = clauseObjects(unmask(piece, parts, masks));
        if (group !== undefined) found.push({ polarity: "+", group, objects });
      }
      masks += countMasks(piece);
    }
  }
  return found;
}

/** The clause from its verb on; undefined when it asks for nothing. */
function requestedVerb(folded: string): string | undefined {
  if (startsWithDirective(folded)) return folded;
  const opener = requestQuestion.exec(folded) ?? permission().exec(folded);
  return opener ? folded.slice(opener[0].length) : undefined;
}
