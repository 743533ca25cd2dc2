import { letterPattern } from "../text/letters.ts";
import { lazy } from "../text/lazy.ts";
import { fold } from "../text/fold.ts";
import { strip } from "../text/strip.ts";

const contractions: ReadonlyMap<string, string> = new Map([
  ["don't", "do not"],
  ["doesn't", "does not"],
  ["didn't", "did not"],
  ["can't", "can not"],
  ["cannot", "can not"],
  ["won't", "will not"],
  ["shouldn't", "should not"],
  ["mustn't", "must not"],
  ["couldn't", "could not"],
  ["wouldn't", "would not"],
  ["isn't", "is not"],
  ["aren't", "are not"],
  ["let's", "let us"],
  ["i'm", "i am"],
  ["i've", "i have"],
  ["you're", "you are"],
  ["it's", "it is"],
  ["that's", "that is"],
  ["we're", "we are"],
  ["pra", "para"],
  ["pro", "para o"],
  ["ta", "esta"],
  ["tá", "esta"],
]);

const wordOfKey = lazy(() => letterPattern(String.raw`[\p{L}']+`, "gu"));

const markOfKey = lazy(() => letterPattern(String.raw`[^\p{L}\p{N}_\s./#@-]`, "gu"));

/** Equal keys are the same rule, however it is spelled and punctuated. */
export function constraintKey(text: string): string {
  return strip(fold(text))
    .replace(wordOfKey(), (word) => contractions.get(word) ?? word)
    .replace(markOfKey(), " ")
    .split(/\s+/u)
    .map((token) => (isBareMark(token) ? "" : token.replace(/^[./-]+(?=$)|\.+$/gu, "")))
    .filter((token) => token !== "")
    .join(" ");
}

const letterOrDigit = lazy(() => letterPattern(String.raw`[\p{L}\p{N}]`, "u"));

function isBareMark(token: string): boolean {
  return !letterOrDigit().test(token);
}

/** Begins its word: the digits of `module2`, `utf-8` and `#12` are part of a name. */
const number = lazy(() => letterPattern(String.raw`(?<![\p{L}\p{N}_./#@-])\p{N}+(?:[.,]\p{N}+)*`, "gu"));

/** Equal for rules that differ in their numbers only. */
export function numberlessKey(key: string): string {
  return key.replace(number(), "#");
}
