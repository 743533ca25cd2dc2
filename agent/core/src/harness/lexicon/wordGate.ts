import { lazy } from "../text/lazy.ts";
import { claimLetters, claimPattern } from "./claimPattern.ts";

/**
 * A pattern that is compiled once a text holds a word that it cannot match without. There are many long
 * ones, in three languages, and an engine spends a millisecond on each: a text rarely needs a third of them.
 */
export interface GatedPattern {
  /** The first words of what it matches, as they are written, by the letter that they begin with. */
  readonly needs: () => ReadonlyMap<string, readonly string[]>;
  readonly pattern: () => RegExp;
}

/** `needs`: alternatives as `alternativesOf` reads them; the text must hold the first word of one of them. */
export function gated(needs: string, source: string): GatedPattern {
  return {
    needs: lazy(() => byLetter(needs.split("|").map((text) => text.trim().split(" ", 1)[0] ?? ""))),
    pattern: lazy(() => claimPattern(source)),
  };
}

/**
 * The words that patterns need. An answer has thousands of words, of which few are among them: each is looked
 * up once, and spellings are written out for the letters that are asked for.
 */
export class Vocabulary {
  private readonly spelled = new Map<string, ReadonlyMap<string, ReadonlySet<GatedPattern>>>();

  constructor(private readonly patterns: readonly GatedPattern[]) {}

  /** The patterns that a text may match. */
  openedBy(text: string): ReadonlySet<GatedPattern> {
    const open = new Set<GatedPattern>();
    for (const word of new Set(text.split(betweenWords))) {
      for (const pattern of this.under(word.slice(0, 1)).get(word) ?? []) open.add(pattern);
    }
    return open;
  }

  private under(letter: string): ReadonlyMap<string, ReadonlySet<GatedPattern>> {
    const known = this.spelled.get(letter);
    if (known) return known;
    const words = new Map<string, Set<GatedPattern>>();
    for (const pattern of this.patterns) {
      for (const word of pattern.needs().get(letter)?.flatMap(spellings) ?? []) {
        words.set(word, (words.get(word) ?? new Set()).add(pattern));
      }
    }
    this.spelled.set(letter, words);
    return words;
  }
}

/** Those of a list that are open. */
export function openPatterns(list: readonly GatedPattern[], open: ReadonlySet<GatedPattern>): RegExp[] {
  return list.filter((pattern) => open.has(pattern)).map(({ pattern }) => pattern());
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
