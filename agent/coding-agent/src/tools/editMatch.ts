import { fuzzyText, normalizeLineEndings, replaceRanges, splitLines, type Replacement } from "./editText.ts";

export interface Edit {
  oldText: string;
  newText: string;
}

/** Offsets of a text, overlapping ones included. */
function occurrences(text: string, searched: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(searched); at !== -1; at = text.indexOf(searched, at + 1)) found.push(at);
  return found;
}

/** Error texts of sessions-and-tools.md §12.3. */
class EditErrors {
  readonly #path: string;
  readonly #isSingle: boolean;

  constructor(path: string, count: number) {
    this.#path = path;
    this.#isSingle = count === 1;
  }

  empty(index: number): Error {
    return new Error(
      `${this.#isSingle ? "" : `edits[${index}].`}oldText must not be empty in ${this.#path}.`,
    );
  }

  notFound(index: number): Error {
    return this.#isSingle
      ? new Error(
          `Could not find the exact text in ${this.#path}. ` +
            "The old text must match exactly including all whitespace and newlines.",
        )
      : new Error(
          `Could not find edits[${index}] in ${this.#path}. ` +
            "The oldText must match exactly including all whitespace and newlines.",
        );
  }

  ambiguous(index: number, count: number): Error {
    const [what, which] = this.#isSingle ? ["the text", "The text"] : [`edits[${index}]`, "Each oldText"];
    return new Error(
      `Found ${count} occurrences of ${what} in ${this.#path}. ` +
        `${which} must be unique. Please provide more context to make it unique.`,
    );
  }

  overlap(first: number, second: number): Error {
    return new Error(
      `edits[${first}] and edits[${second}] overlap in ${this.#path}. ` +
        "Merge them into one edit or target disjoint regions.",
    );
  }

  unchanged(): Error {
    const rest = this.#isSingle
      ? "The replacement produced identical content. This might indicate an issue with special characters " +
        "or the text not existing as expected."
      : "The replacements produced identical content.";
    return new Error(`No changes made to ${this.#path}. ${rest}`);
  }
}

interface Match extends Replacement {
  index: number;
}

/** Every edit's only match, sorted by position, in the text that all of them are found in. */
function findMatches(
  text: string,
  edits: readonly Edit[],
  errors: EditErrors,
): { compared: string; matches: Match[] } {
  const fuzzy = fuzzyText(text);
  const searches = edits.map((edit, index) => {
    const oldText = normalizeLineEndings(edit.oldText);
    if (oldText === "") throw errors.empty(index);
    const fuzzyOld = fuzzyText(oldText);
    return {
      index,
      newText: normalizeLineEndings(edit.newText),
      oldText,
      fuzzyOld,
      exact: occurrences(text, oldText),
      fuzzy: fuzzyOld === "" ? [] : occurrences(fuzzy, fuzzyOld),
    };
  });
  const isExact = searches.every((search) => search.exact.length > 0);
  const matches = searches.map((search): Match => {
    const found = isExact ? search.exact : search.fuzzy;
    const [start] = found;
    if (start === undefined) throw errors.notFound(search.index);
    const count = Math.max(found.length, search.fuzzy.length);
    if (count > 1) throw errors.ambiguous(search.index, count);
    const length = isExact ? search.oldText.length : search.fuzzyOld.length;
    return { index: search.index, start, end: start + length, newText: search.newText };
  });
  matches.sort((left, right) => left.start - right.start || left.index - right.index);
  return { compared: isExact ? text : fuzzy, matches };
}

function assertDisjoint(matches: readonly Match[], errors: EditErrors): void {
  for (const [position, match] of matches.entries()) {
    const next = matches[position + 1];
    if (!next || next.start >= match.end) continue;
    throw errors.overlap(Math.min(match.index, next.index), Math.max(match.index, next.index));
  }
}

/**
 * Applies all edits to the same original text, given without BOM and with its own line endings.
 * Throws the errors of sessions-and-tools.md §12.3; `path` is shown in them.
 */
export function applyEdits(original: string, edits: readonly Edit[], path: string): string {
  const errors = new EditErrors(path, edits.length);
  const { compared, matches } = findMatches(normalizeLineEndings(original), edits, errors);
  assertDisjoint(matches, errors);
  const result = replaceRanges(splitLines(original), compared, matches);
  if (result === original) throw errors.unchanged();
  return result;
}
