import { letterPattern } from "../text/letters.ts";
import { conditionals, noConditional, untracked } from "../lexicon/authorizationWords.ts";
import { tagQuestions } from "../lexicon/leadIns.ts";
import { fold } from "../text/fold.ts";
import { lang } from "../text/lang.ts";
import { lazy } from "../text/lazy.ts";
import { mask, quoteMask } from "../text/mask.ts";
import { prose } from "../text/prose.ts";
import { sentences, type Sentence } from "../text/sentences.ts";
import { pattern } from "../text/words.ts";
import type { MessageClause } from "./messageClauses.ts";
import { messageClauses } from "./messageClauses.ts";
import { holdsPhrase, messageWords } from "./messageWords.ts";
import { isOrderHeading, isReported } from "./reportedSpeech.ts";

/** A sentence of the developer, read for orders. */
export interface MessageSentence {
  words: readonly string[];
  clauses: readonly MessageClause[];
  /** Ends with a question mark and asks for nothing to be done. */
  isQuestion: boolean;
  isConditional: boolean;
  /** Holds quoted text, tells what someone else says, or stands in a list that is no list of orders. */
  isForeign: boolean;
}

/** The sentences of a message, in order. */
export function messageSentences(message: string): MessageSentence[] {
  const found: MessageSentence[] = [];
  let heading: string | undefined;
  for (const sentence of sentences(withoutHeadings(prose(message)))) {
    const folded = foldSentence(sentence.text);
    if (!sentence.bullet) heading = undefined;
    const isListed = heading !== undefined && !isOrderHeading(heading);
    found.push(readSentence(sentence, folded, isListed));
    if (!sentence.bullet && folded.trimEnd().endsWith(":")) heading = folded;
  }
  return found;
}

/** Titles of a pasted page read like orders: "## Deploy". */
function withoutHeadings(text: string): string {
  return text.replace(/^[ \t]*#{1,6}[ \t].*$/gmu, "");
}

const mention = lazy(() =>
  letterPattern(String.raw`(?<![\p{L}\p{N}_./])@[\p{L}\p{N}_-]+(?![\p{L}\p{N}_/-])`, "gu"),
);

function foldSentence(text: string): string {
  return fold(text.replaceAll("`", "").replace(mention(), " "))
    .replaceAll("\\", "/")
    .replace(untracked(), "untracked");
}

function readSentence(sentence: Sentence, folded: string, isListed: boolean): MessageSentence {
  const words = messageWords(folded);
  const { asked, text } = withoutTag(folded);
  const clauses = messageClauses(text, lang(sentence.text) === "pt", asked);
  const isQuestion = asked && !clauses.some((clause) => clause.asksFor);
  const conditional = messageWords(folded.replace(noConditional(), " "));
  return {
    words,
    clauses,
    isQuestion,
    isConditional: holdsPhrase(conditional, conditionals()),
    isForeign: isListed || mask(folded).masked.includes(quoteMask) || isReported(words),
  };
}

const questionEnd = /[?？]["'”’)\]*_\s\p{Extended_Pictographic}]*$/u;

const tag = lazy(() => {
  const words = tagQuestions.map(fold).sort((a, b) => b.length - a.length);
  return pattern(`(?:,\\s*(?:${words.join("|")})|\\s(?:ta|ne|blz|please|por favor))\\s*[?？.!]*\\s*$`, "u");
});

/** "Push it, ok?" asks for agreement only. */
function withoutTag(folded: string): { asked: boolean; text: string } {
  if (!questionEnd.test(folded)) return { asked: false, text: folded };
  // Looks at the end only: a tag has at most three words.
  const end = folded.slice(-40);
  const match = tag().exec(end);
  if (!match) return { asked: true, text: folded };
  return { asked: false, text: folded.slice(0, folded.length - (end.length - match.index)) };
}
