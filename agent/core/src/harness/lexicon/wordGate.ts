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

const choice = /(?:\[([^\]]+)\]|([^\]]))(\??)/uy;
const optionalLetter = /[[?]/u;

function spellings(word: string): string[] {
  let found = [""];
  let rest = word;
  for (let at = rest.search(optionalLetter); at >= 0; at = rest.search(optionalLetter)) {
    // The letter before a `?` is the choice, and whatever stands before it is plain.
    choice.lastIndex = rest[at] === "?" ? at - 1 : at;
    const [whole = rest, letters, letter = "", optional] = choice.exec(rest) ?? [];
    const front = rest.slice(0, rest[at] === "?" ? at - 1 : at);
    const options = optional ? ["", ...(letters ?? letter)] : [...(letters ?? letter)];
    found = found.flatMap((begun) => options.map((option) => begun + front + option));
    rest = rest.slice(front.length + whole.length);
  }
  return rest === "" ? found : found.map((begun) => begun + rest);
}
