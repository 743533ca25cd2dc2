import { lazy } from "../text/lazy.ts";
import { claimLetters, claimPattern } from "./claimPattern.ts";

/**
 * A pattern that is compiled once a text holds a word that it cannot match without. There are many long
 * ones, in three languages, and an engine spends a millisecond on each: a text rarely needs a third of them.
 */
export interface GatedPattern {
  readonly needs: () => ReadonlySet<string>;
  readonly pattern: () => RegExp;
}

/** `needs`: alternatives as `alternativesOf` reads them; the text must hold the first word of one of them. */
export function gated(needs: string, source: string): GatedPattern {
  return {
    needs: lazy(() => new Set(alternativesOf(needs).map((words) => words.split(" ", 1)[0] ?? ""))),
    pattern: lazy(() => claimPattern(source)),
  };
}

/** The patterns that may match a text of these words. */
export function openPatterns(patterns: readonly GatedPattern[], words: ReadonlySet<string>): RegExp[] {
  return patterns.filter(({ needs }) => holdsAny(needs(), words)).map(({ pattern }) => pattern());
}

function holdsAny(needed: ReadonlySet<string>, words: ReadonlySet<string>): boolean {
  for (const word of words) if (needed.has(word)) return true;
  return false;
}

const betweenWords = new RegExp(`[^${claimLetters}]+`, "u");

export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(betweenWords));
}

/**
 * Alternatives of a regular expression as words: `|`, line breaks and blanks around it separate them,
 * `x?` is a letter more or less, `[oa]` one of the letters.
 */
export function alternativesOf(source: string): string[] {
  return source
    .split("|")
    .map((alternative) => alternative.trim())
    .flatMap(spellings);
}

function spellings(word: string): string[] {
  if (!word.includes("?") && !word.includes("[")) return [word];
  const choice = /(?:\[([^\]]+)\]|([^\]]))(\??)/u;
  let found = [""];
  for (let rest = word; rest !== "";) {
    const [whole = rest, letters, letter = "", optional] = choice.exec(rest) ?? [];
    const options = letters === undefined ? [letter] : [...letters];
    found = found.flatMap((front) => [
      ...(optional ? [front] : []),
      ...options.map((option) => front + option),
    ]);
    rest = rest.slice(whole.length);
  }
  return found;
}
