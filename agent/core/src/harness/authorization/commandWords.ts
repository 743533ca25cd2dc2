import { letterPattern } from "../text/letters.ts";
import { lazy } from "../text/lazy.ts";
import { environmentOf } from "../lexicon/authorizationWords.ts";
import { fold } from "../text/fold.ts";
import { comparable } from "./targets.ts";

/** What a clause may repeat of the simple command of an operation. */
export interface CommandWords {
  /** Whole words and their pieces between other characters, of two characters and more. */
  known: ReadonlySet<string>;
  /** Operands: the words from the third on that are no flags. */
  operands: ReadonlySet<string>;
  /** Their pieces, and those of long flags. */
  operandPieces: ReadonlySet<string>;
  environments: ReadonlySet<string>;
  /** Numbers and versions in its operands, such as 42, 1.2. */
  numbers: ReadonlySet<string>;
}

const piecePattern = lazy(() => letterPattern(String.raw`[\p{L}\p{N}]+`, "gu"));

export function commandWords(words: readonly string[]): CommandWords {
  const known = new Set<string>();
  const operands = new Set<string>();
  const operandPieces = new Set<string>();
  const numbers = new Set<string>();
  words.forEach((word, index) => {
    const whole = comparable(word);
    if (whole !== "") known.add(whole);
    for (const piece of pieces(word)) known.add(piece);
    if (index < 2) return;
    for (const number of numbersIn(word)) numbers.add(number);
    if (!word.startsWith("-") && whole !== "") operands.add(whole);
    if (!isQuietFlag(word)) for (const piece of pieces(word)) operandPieces.add(piece);
  });
  return { known, operands, operandPieces, environments: environmentsIn(known), numbers };
}

/** Clusters of letters say nothing in words, and "no-" turns around what the rest says; `-auto-approve` does speak. */
function isQuietFlag(word: string): boolean {
  return /^-[A-Za-z]{0,3}$|^--?no-/u.test(word);
}

function pieces(word: string): string[] {
  return (fold(word).match(piecePattern()) ?? []).filter((piece) => piece.length >= 2);
}

function numbersIn(word: string): string[] {
  return word.match(/\d+(?:\.\d+)*/gu) ?? [];
}

/** A number said of a command that holds others means another one: "merge PR 41" and `gh pr merge 42`. */
export function agreesOnNumber(word: string, { numbers }: CommandWords): boolean {
  return numbers.size === 0 || numbersIn(word).some((number) => numbers.has(number));
}

const betweenPieces = lazy(() => letterPattern(String.raw`[^\p{L}\p{N}]+`, "u"));

/** A word of the command, or a path or name made of its pieces: "origin/main" for `origin main`. */
export function isKnown(word: string, { known }: CommandWords): boolean {
  if (known.has(word)) return true;
  const parts = word.split(betweenPieces()).filter((part) => part !== "");
  return parts.length > 1 && !word.startsWith("-") && parts.every((part) => known.has(part));
}

/** Environments that the words name, each by one name. */
export function environmentsIn(words: Iterable<string>): Set<string> {
  const found = new Set<string>();
  for (const word of words) {
    const name = environmentOf().get(word);
    if (name !== undefined) found.add(name);
  }
  return found;
}

/** `false` when both speak of environments and of no common one. */
export function agreeOnEnvironment(words: readonly string[], command: CommandWords): boolean {
  const said = environmentsIn(words);
  if (said.size === 0 || command.environments.size === 0) return true;
  return [...said].some((name) => command.environments.has(name));
}
