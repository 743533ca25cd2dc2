import { pattern } from "../text/words.ts";

/** What words of claims are made of, for a character class. */
export const claimLetters = "a-z0-9_à-öø-ÿ";
const letter = `[${claimLetters}]`;

/**
 * `pattern` for lower-case text in English, Portuguese and Spanish. There are many long patterns of claims,
 * and a boundary over these letters compiles many times faster than one over all of Unicode.
 */
export function claimPattern(source: string, flags = "u"): RegExp {
  const bounded = source
    .replace(/(?<!\(\?)<(?![=!])/gu, `(?<!${letter})`)
    .replace(/(?<!\()>/gu, `(?!${letter})`);
  return pattern(bounded, flags);
}
