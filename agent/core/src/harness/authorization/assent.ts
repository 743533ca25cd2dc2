import { assentWords } from "../lexicon/authorizationAssent.ts";
import { conditionals } from "../lexicon/authorizationWords.ts";
import { fold } from "../text/fold.ts";
import { lang } from "../text/lang.ts";
import { lazy } from "../text/lazy.ts";
import { prose } from "../text/prose.ts";
import { sentences } from "../text/sentences.ts";
import { wordSet } from "../text/words.ts";
import { splitClauses } from "../orders/clauseSplit.ts";
import { holdsPhrase, messageWords, phraseLength } from "../orders/messageWords.ts";
import { negatorIndex } from "../orders/negation.ts";

const mostWords = 6;
const thumb = /^[👍✅👌🆗](?:\p{Emoji_Modifier}|\uFE0F)?$/u;
const contrast = lazy(() => wordSet("but mas pero porem except exceto excepto"));

/**
 * Whether the message says yes to the one command that waits. "ok, now fix the typo" is about something
 * else, "yes, but not with force" and "yes, once the tests pass" are other commands or other times.
 */
export function isAssent(message: string): boolean {
  const text = prose(message).trim();
  if (thumb.test(text)) return true;
  if (/[?？]/u.test(text)) return false;
  const clauses = sentences(text).flatMap((sentence) =>
    splitClauses(fold(sentence.text)).map((clause) => messageWords(clause.text)),
  );
  const words = clauses.flat();
  if (words.length <= mostWords && isAllAssent(words)) return true;
  const first = clauses.find((clause) => clause.length > 0) ?? [];
  if (!isAllAssent(first) || !holdsStrong(first)) return false;
  const isPortuguese = lang(text) === "pt";
  if (clauses.some((clause) => negatorIndex(clause, 0, isPortuguese) >= 0)) return false;
  // "but" separates clauses, so it stands in none of them.
  if (messageWords(fold(text)).some((word) => contrast().has(word))) return false;
  return !holdsPhrase(words, conditionals());
}

/** Nothing but assent, at least one word of it more than polite. */
function isAllAssent(words: readonly string[]): boolean {
  let agrees = false;
  for (let index = 0; index < words.length;) {
    const length = phraseLength(words, index, assentWords());
    if (length === 0) return false;
    agrees ||= assentWords().get(words.slice(index, index + length).join(" ")) !== "polite";
    index += length;
  }
  return agrees;
}

function holdsStrong(words: readonly string[]): boolean {
  return words.some((_, index) => {
    const length = phraseLength(words, index, assentWords());
    return assentWords().get(words.slice(index, index + length).join(" ")) === "strong";
  });
}
