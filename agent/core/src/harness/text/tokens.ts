import { letterPattern } from "./letters.ts";
import { lazy } from "./lazy.ts";

/** A word with what paths, flags and contractions are made of, or a mask. */
const tokenPattern = lazy(() => letterPattern(String.raw`⟦[cq]⟧|[\p{L}\p{N}_'@#./*-]+`, "gu"));

const holdsWord = lazy(() => letterPattern(String.raw`[\p{L}\p{N}⟦]`, "u"));
/** Quotes and emphasis in front, and full stops, quotes and emphasis behind; dots of `.env`, `*.ts` stay. */
const hanging = lazy(() =>
  letterPattern(String.raw`^'+|^\*+(?=[\p{L}\p{N}_])|(?<=[\p{L}\p{N}_])['.*]+$`, "gu"),
);

/**
 * The tokens of a sentence: `src/a.ts`, `don't`, `--force`, `⟦c⟧`. Marks without a letter or digit
 * are no tokens, and a full stop after a word is not part of it.
 */
export function tokens(text: string): string[] {
  const found: string[] = [];
  for (const match of text.match(tokenPattern()) ?? []) {
    if (holdsWord().test(match)) found.push(match.startsWith("⟦") ? match : match.replace(hanging(), ""));
  }
  return found;
}
