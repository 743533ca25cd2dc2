import { approvals, markers } from "../lexicon/authorizationWords.ts";
import { lazy } from "../text/lazy.ts";
import { wordSet } from "../text/words.ts";
import type { RawClause } from "./clauseSplit.ts";
import { splitClauses } from "./clauseSplit.ts";
import { messageWords, phraseLength, skipPhrases } from "./messageWords.ts";
import { negatorIndex } from "./negation.ts";
import { endsInEffectNoun, isOpenStatement } from "./openStatement.ts";
import { beginsOrder } from "./orderVerb.ts";
import { isOrderLabel } from "./reportedSpeech.ts";

/** A clause that may hold an order. */
export interface MessageClause {
  words: readonly string[];
  join: RawClause["join"];
  /** Index of the first word after the markers. */
  start: number;
  /** Index of the negator; -1 without one. */
  negator: number;
  /** Begins with a verb, as an order does. */
  isOrder: boolean;
  /** Nothing but words of agreement. */
  isInterjection: boolean;
  /** Why it is no order of its own, whatever it begins with. */
  blocked: "negated" | "continues" | "label" | undefined;
  /** Asks for something to be done: "can you push". */
  asksFor: boolean;
}

const requestOpener = lazy(() =>
  wordSet(`
    can_you could_you would_you will_you pode poderia você_pode voce_pode voce_poderia voce_consegue consegue
    conseguiria dá_pra dá_para da_pra da_para dava_pra daria_pra puedes me_puedes podrias me_podrias puede
    podria me_ayudas_a`),
);

/** The clauses of a folded sentence; `asked`: it ends with a question mark. */
export function messageClauses(sentence: string, isPortuguese: boolean, asked: boolean): MessageClause[] {
  const found: MessageClause[] = [];
  let sawRequest = !asked;
  const parts = splitClauses(sentence);
  parts.forEach((part, index) => {
    const clause = readClause(part, isPortuguese, asked);
    if (asked && opensRequest(clause)) {
      clause.asksFor = clause.isOrder;
      sawRequest ||= clause.isOrder;
    }
    const previous = found.at(-1);
    clause.blocked = sawRequest ? blockedBy(clause, previous) : "continues";
    if (parts[index + 1]?.join === "colon" && !clause.isInterjection) {
      clause.blocked ??= labelsFailure(parts[index + 1]?.text ?? "") ? "label" : undefined;
    }
    found.push(clause);
  });
  return found;
}

function readClause({ text, join }: RawClause, isPortuguese: boolean, asked: boolean): MessageClause {
  const words = messageWords(text);
  const start = skipMarkers(words, asked);
  const isOrder = beginsOrder(words, start);
  return {
    words,
    join,
    start,
    negator: negatorIndex(words, start, isPortuguese),
    isOrder,
    isInterjection: skipPhrases(words, approvals(), start) >= words.length,
    blocked: undefined,
    asksFor: false,
  };
}

/** "puede borrar" without a question mark may be "it can delete". */
const onlyAsked = lazy(() => wordSet("puede podria"));

function skipMarkers(words: readonly string[], asked: boolean): number {
  const start = skipPhrases(words, markers());
  return asked && onlyAsked().has(words[start] ?? "") ? skipPhrases(words, markers(), start + 1) : start;
}

function opensRequest({ words, start }: MessageClause): boolean {
  return words.slice(0, start).some((_, index) => phraseLength(words, index, requestOpener()) > 0);
}

const ownStart = lazy(() => wordSet("just only instead só so apenas solo sólo please por"));

function blockedBy(clause: MessageClause, previous: MessageClause | undefined): MessageClause["blocked"] {
  if (!previous) return undefined;
  if (clause.join === "colon") return isOrderLabel(previous.words) ? undefined : "label";
  if (clause.join !== "comma" || clause.asksFor || previous.isInterjection) return undefined;
  // "don't merge, just push": the second part starts anew.
  if (ownStart().has(clause.words[0] ?? "")) return undefined;
  if (previous.blocked) return clause.isOrder ? previous.blocked : undefined;
  // "don't commit, push or deploy": the list goes on.
  if (previous.negator >= 0 && previous.negator <= previous.start) return "negated";
  const before = previous.words.slice(previous.start);
  const continues = endsInEffectNoun(before) || (!previous.isOrder && isOpenStatement(before));
  return continues ? "continues" : undefined;
}

const failure =
  /^\s*(?:\d{3}\b|(?:fail|erro|falh|broken|denied|reject|timeout|timed out|quebr|falla|fallo|rechaz))/u;

/** "Deploy to staging: error 500" is a report. */
function labelsFailure(text: string): boolean {
  return failure.test(text);
}
