const frame = /^["'“‘«[{(<*~¡¿!,;:`]+|["'”’»\]})>*~!,;:?`]+$|\.+$|…+$/gu;
const holdsWord = /[\p{L}\p{N}]/u;

/**
 * The words of folded text as an order names things: split at white space only, so that paths, flags,
 * versions and names such as `deploy:prod` stay whole. `&` is "and".
 */
export function messageWords(folded: string): string[] {
  const words: string[] = [];
  for (const raw of folded.split(/\s+/u)) {
    if (raw === "&" || raw === "+") words.push("and");
    else if (holdsWord.test(raw)) words.push(trimWord(raw));
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

const longestPhrase = 5;

/** The number of words of the longest phrase of the set (or map) that starts at `index`; 0 for none. */
export function phraseLength(
  words: readonly string[],
  index: number,
  phrases: { has(phrase: string): boolean },
): number {
  for (let length = Math.min(longestPhrase, words.length - index); length > 0; length--) {
    if (phrases.has(words.slice(index, index + length).join(" "))) return length;
  }
  return 0;
}

/** Whether a phrase of the set stands anywhere in the words. */
export function holdsPhrase(words: readonly string[], phrases: { has(phrase: string): boolean }): boolean {
  return words.some((_, index) => phraseLength(words, index, phrases) > 0);
}

/** The index after all phrases of the set that stand at the start, one after the other. */
export function skipPhrases(
  words: readonly string[],
  phrases: { has(phrase: string): boolean },
  from = 0,
): number {
  let index = from;
  for (let length = phraseLength(words, index, phrases); length > 0;) {
    index += length;
    length = phraseLength(words, index, phrases);
  }
  return index;
}
