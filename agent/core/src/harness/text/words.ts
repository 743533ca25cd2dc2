import { wordCharacters, withRanges } from "./letters.ts";

/** What may not stand beside a word: JavaScript's `\b` breaks inside "só" and "não". */
const wordStart = `(?<![${wordCharacters}])`;
const wordEnd = `(?![${wordCharacters}])`;

/**
 * A regular expression over folded text, from a readable source: line breaks with their indentation
 * and the blanks of ` | ` are dropped (`[ ]` keeps one at the end of a line), `<` and `>` are Unicode-aware word boundaries.
 */
export function pattern(source: string, flags = "u"): RegExp {
  const compact = source
    .replace(/\s*\n\s*\| ?/gu, "|")
    .replace(/\s*\n\s*/gu, "")
    .replace(/ \| /gu, "|");
  const bounded = withRanges(compact)
    .replace(/(?<!\(\?)<(?![=!])/gu, wordStart)
    .replace(/(?<!\()>/gu, wordEnd);
  return new RegExp(bounded, flags);
}

/** A list of words written with blanks between them; `_` stands for a blank inside an entry. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(wordList(list));
}

export function wordList(list: string): string[] {
  return list
    .trim()
    .split(/\s+/u)
    .map((entry) => entry.replaceAll("_", " "));
}
