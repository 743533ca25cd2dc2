import { lazy } from "../text/lazy.ts";
import { claimLetters, claimPattern } from "./claimPattern.ts";

/**
 * A pattern that is compiled once a text holds a word that it cannot match without. There are many long
 * ones, in three languages, and an engine spends a millisecond on each: a text rarely needs a third of them.
 */
export interface GatedPattern {
  /** Whether a word is one of those that the pattern needs. */
  readonly needs: (word: string) => boolean;
  readonly pattern: () => RegExp;
}

/** `needs`: alternatives as `alternativesOf` reads them; the text must hold the first word of one of them. */
export function gated(needs: string, source: string): GatedPattern {
  return { needs: firstWordTest(needs), pattern: lazy(() => claimPattern(source)) };
}

/** The patterns that may match a text of these words. */
export function openPatterns(patterns: readonly GatedPattern[], words: ReadonlySet<string>): RegExp[] {
  return patterns.filter(({ needs }) => [...words].some(needs)).map(({ pattern }) => pattern());
}

/** Whether a word begins one of the alternatives; spellings are written out for the letters that are asked for. */
function firstWordTest(source: string): (word: string) => boolean {
  const words = lazy(() => byLetter(source.split("|").map((text) => text.trim().split(" ", 1)[0] ?? "")));
  const spelled = new Map<string, ReadonlySet<string>>();
  return (word) => {
    const letter = word.slice(0, 1);
    const known = spelled.get(letter) ?? new Set(words().get(letter)?.flatMap(spellings));
    spelled.set(letter, known);
    return known.has(word);
  };
}

function byLetter(words: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const word of words) {
    const begins = word.startsWith("[") || word[1] === "?" ? spellings(word) : [word];
    for (const spelling of begins) {
      const letter = spelling.slice(0, 1);
      found.set(letter, [...(found.get(letter) ?? []), spelling]);
    }
  }
  return found;
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
