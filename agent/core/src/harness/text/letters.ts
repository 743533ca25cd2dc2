/**
 * The letters for a character class, as block ranges. A Unicode property stands for some 700 ranges, which
 * the engine compiles anew for every place that it is used in: over a millisecond for a pattern between two
 * word boundaries, and a first message meets hundreds of patterns. Exact for Latin letters and for every
 * mark and sign below U+0370; further on a block counts as a whole, with the marks and digits it holds.
 */
export const letters =
  "A-Za-zªµºÀ-ÖØ-öø-ˁˆ-ˑˠ-ˤˬˮͰ-ͽͿ-\\u1fff\\u2071\\u207f\\u2090-\\u209c\\u2c00-\\u2dff\\u3005-\\u3007" +
  "\\u3021-\\u3029\\u3031-\\u303c\\u3040-\\ud7ff\\uf900-\\ufdff\\ufe70-\\ufefc\\uff21-\\uff3a\\uff41-\\uff5a" +
  "\\uff66-\\uffdc\\u{10000}-\\u{1cfff}\\u{1d400}-\\u{1dfff}\\u{1e000}-\\u{1efff}\\u{20000}-\\u{3ffff}";

/** Digits and other numerals, for a character class. */
export const digits =
  "0-9²³¹¼-¾\\u2070\\u2074-\\u2079\\u2080-\\u2089\\u2150-\\u2189\\u2460-\\u249b\\uff10-\\uff19";

/** Letters, digits and the underscore, for a character class. */
export const wordCharacters = `${letters}${digits}_`;

/** Accents that a decomposed Latin letter carries, for a character class. */
const accents = "\\u0300-\\u036f";

/** A regular expression whose source may name the classes above as `\p{L}`, `\p{N}` and `\p{M}`, alone or inside a class. */
export function letterPattern(source: string, flags: string): RegExp {
  return new RegExp(withRanges(source), flags);
}

export function withRanges(source: string): string {
  let isInClass = false;
  return source.replace(/\\p\{([LNM])\}|\\[^]|\[|\]/gu, (token, property: string | undefined) => {
    if (property !== undefined) {
      const ranges = rangesOf[property as keyof typeof rangesOf];
      return isInClass ? ranges : `[${ranges}]`;
    }
    if (token === "[") isInClass = true;
    if (token === "]") isInClass = false;
    return token;
  });
}

const rangesOf = { L: letters, N: digits, M: accents };
