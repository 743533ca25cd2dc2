import { letterPattern } from "../text/letters.ts";
import { lazy } from "../text/lazy.ts";

const frame = /^["'“‘«[{(<*~¡¿!,;:`]+|["'”’»\]})>*~!,;:?`]+$|\.+$|…+$/gu;
const holdsWord = lazy(() => letterPattern(String.raw`[\p{L}\p{N}]`, "u"));

/**
 * The words of folded text as an order names things: split at white space only, so that paths, flags,
 * versions and names such as `deploy:prod` stay whole. `&` is "and".
 */
export function messageWords(folded: string): string[] {
  const words: string[] = [];
  for (const raw of folded.split(/\s+/u)) {
    if (raw === "&" || raw === "+") words.push("and");
    else if (holdsWord().test(raw)) words.push(trimWord(raw));
  }
  return words.filter((word) => word !== "");
}

/** A word without the marks around it; `.gitignore`, `-f` and `./dist` keep their beginning. */
export function trimWord(raw: string): string {
  let word = raw;
  for (let trimmed = word.replace(frame, ""); trimmed !== word; trimmed = word.replace(frame, "")) {
    word = trimmed;
  }
  return word;
}

/** A set of phrases, or a map by phrase. */
export type Phrases = ReadonlySet<string> | ReadonlyMap<string, unknown>;

/** Per set, the number of words of the longest phrase that starts with a word: most words start none. */
const longestByFirstWord = new WeakMap<Phrases, ReadonlyMap<string, number>>();

function longestFrom(word: string, phrases: Phrases): number {
  let known = longestByFirstWord.get(phrases);
  if (!known) {
    const table = new Map<string, number>();
    for (const phrase of phrases.keys()) {
      const words = phrase.split(" ");
      const first = words[0] ?? "";
      table.set(first, Math.max(table.get(first) ?? 0, words.length));
    }
    longestByFirstWord.set(phrases, (known = table));
  }
  return known.get(word) ?? 0;
}

/** The number of words of the longest phrase that starts at `index`; 0 for none. */
export function phraseLength(words: readonly string[], index: number, phrases: Phrases): number {
  const first = words[index];
  if (first === undefined) return 0;
  for (let length = longestFrom(first, phrases); length > 0; length--) {
    if (phrases.has(length === 1 ? first : words.slice(index, index + length).join(" "))) return length;
  }
  return 0;
}

/** Whether a phrase of the set stands anywhere in the words. */
export function holdsPhrase(words: readonly string[], phrases: Phrases): boolean {
  return words.some((_, index) => phraseLength(words, index, phrases) > 0);
}

/** The index after all phrases of the set that stand at the start, one after the other. */
export function skipPhrases(words: readonly string[], phrases: Phrases, from = 0): number {
  let index = from;
  for (let length = phraseLength(words, index, phrases); length > 0;) {
    index += length;
    length = phraseLength(words, index, phrases);
  }
  return index;
}
