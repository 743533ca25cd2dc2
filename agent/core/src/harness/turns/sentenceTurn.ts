import { letterPattern } from "../text/letters.ts";
import { startsWithDirective } from "../lexicon/directiveVerbs.ts";
import {
  desire,
  informationDesire,
  romanceOpener,
  whOpener,
  wondering,
  yesNoOpener,
} from "../lexicon/questionOpeners.ts";
import { requestQuestion } from "../lexicon/requestQuestions.ts";
import {
  andThen,
  conditionAnswered,
  informationImperative,
  informationVerb,
  orderAtEnd,
  ruleOpener,
  suggestion,
  tail,
  vocative,
  weCould,
} from "../lexicon/turnWords.ts";
import { verbReadings } from "../lexicon/verbForms.ts";
import { lazy } from "../text/lazy.ts";
import { strip } from "../text/strip.ts";
import { tokens } from "../text/tokens.ts";
import { pattern } from "../text/words.ts";

/** What one sentence wants: an answer, work, or neither (a rule, a statement). */
export type SentenceTurn = "question" | "directive" | "neither";

/** `folded`: a folded and masked sentence. */
export function sentenceTurn(folded: string): SentenceTurn {
  const text = withoutOpeners(folded);
  const asksWork = tail().test(text);
  if (informationImperative.test(text)) return asksWork || andThen().test(text) ? "directive" : "question";
  const suggested = suggestion.exec(text);
  if (suggested)
    return asksWork || !asksForWords(text.slice(suggested[0].length).trimStart()) ? "directive" : "question";
  const request = requestTurn(text);
  if (request !== undefined) return request === "question" && asksWork ? "directive" : request;
  if (/\?["'”»)\]*_]*$/u.test(text)) return asksWork || holdsRequest(text) ? "directive" : "question";
  return openTurn(text, asksWork);
}

/** A sentence that nothing marks as a question. */
function openTurn(text: string, asksWork: boolean): SentenceTurn {
  if (asksByOpener(text)) return asksWork || holdsRequest(text) ? "directive" : "question";
  if (desire.test(text)) return "directive";
  if (ruleOpener.test(text)) return "neither";
  if (startsWithDirective(text)) return "directive";
  if (holdsRequest(text) || orderAtEnd().test(text)) return "directive";
  return asksAtEnd().test(text) ? "question" : "neither";
}

function asksByOpener(text: string): boolean {
  return [whOpener, yesNoOpener, romanceOpener, wondering, informationDesire].some((opener) =>
    opener.test(text),
  );
}

/** "The build fails on CI, why": the question is its last part. */
const asksAtEnd = lazy(() =>
  pattern(`(?:,| but| mas| pero) (?:why|how come|por que|any ideas?|what's (?:wrong|going on|happening)
    | (?:why|what|how) (?:is|are|was|were|do|does|did|can|could|should|would) .*)[.…]*$`),
);

function withoutOpeners(folded: string): string {
  let text = strip(folded);
  for (;;) {
    const rest = strip(conditionAnswered.removeFrom(vocative.removeFrom(text)));
    if (rest === text || rest === "") return text;
    text = rest;
  }
}

/** "Can you ...", "can we ...": undefined when the sentence does not begin like that. */
function requestTurn(text: string): "question" | "directive" | undefined {
  if (weCould.test(text)) return "directive";
  const opener = requestQuestion.exec(text);
  if (!opener) return undefined;
  const rest = text.slice(opener[0].length);
  if (asksForWords(rest)) return "question";
  const [verb = ""] = tokens(rest);
  return canBeAsked(verb, opener[0]) ? "directive" : undefined;
}

function asksForWords(rest: string): boolean {
  return informationVerb().test(rest);
}

const romanceInfinitive = lazy(() =>
  letterPattern(String.raw`\p{L}{2}r(?:-?(?:l?[oa]s?|me|nos|se|te|lhes?|les?))*$`, "u"),
);

/** After "¿puede ...?" an article is a subject and the sentence a question about it. */
function canBeAsked(verb: string, opener: string): boolean {
  if (/^(?:can|could|would|will) /u.test(opener)) return true;
  return romanceInfinitive().test(verb) || verbReadings(verb).length > 0;
}

const partBorder = lazy(() => pattern(", |<(?:but|mas|pero)> "));

/** One of the parts asks for work: "the tooltip stays, can you fix that?" */
function holdsRequest(text: string): boolean {
  const [, ...later] = text.split(partBorder());
  return later.some(
    (part) =>
      requestTurn(strip(part)) === "directive" ||
      (plainOrder().test(part) && startsWithDirective(strip(part))),
  );
}

/** "who cares, just remove it": a verb alone could be part of a list ("how to build, test and run"). */
const plainOrder = lazy(() => pattern("^(?:just|please|por favor|só|solo)> "));
