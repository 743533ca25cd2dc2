import { lazy } from "../text/lazy.ts";
import { fold } from "../text/fold.ts";
import { wordSet } from "../text/words.ts";
import { trimWord } from "../orders/messageWords.ts";
import type { Operation, OperationTarget } from "../shell/types.ts";

/** A path or name as words of a message are compared with it. */
export function comparable(text: string): string {
  const plain = fold(text.trim())
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/)+/u, "")
    .replace(/\/+$/u, "");
  return trimWord(plain);
}

/** What a message may say for a target: the operand, or for a path its suffixes of two parts and more. */
function targetForms(text: string): string[] {
  const operand = comparable(text);
  const parts = operand.split("/").filter((part) => part !== "");
  const forms = [operand];
  for (let from = 1; from <= parts.length - 2; from++) forms.push(parts.slice(from).join("/"));
  return forms.filter((form) => form !== "");
}

const everything = lazy(() => wordSet(". ./ :/ *"));

/** `git checkout .` takes no file's name but a word for all changes. */
export function discardsEverything(operation: Operation, target: OperationTarget): boolean {
  const { clause } = operation;
  return clause !== "ask" && clause.group === "discard" && everything().has(target.text.trim());
}

const wordsForEverything = lazy(() =>
  wordSet("changes everything all mudancas alteracoes tudo cambios todo"),
);

export function isWordForEverything(word: string): boolean {
  return wordsForEverything().has(word);
}

/** Everything that words may name of the operation's targets and names. */
export function namedForms(operation: Operation): Set<string> {
  const forms = new Set<string>();
  for (const { text, kind } of operation.targets) {
    if (kind === "literal") for (const form of targetForms(text)) forms.add(form);
  }
  for (const name of operation.names) for (const form of nameForms(name)) forms.add(form);
  return forms;
}

function nameForms(name: string): string[] {
  const whole = comparable(name);
  const withoutVersion = whole.replace(/(?<=.)@[^@/]*$/u, "");
  return [whole, withoutVersion].filter((form) => form !== "");
}

/** Whether the words name all that the operation acts on. */
export function namesAll(operation: Operation, words: ReadonlySet<string>): boolean {
  const { clause, targets, names } = operation;
  if (clause === "ask" || clause.needs === undefined) return true;
  if (clause.needs === "names") {
    return names.length > 0 && names.every((name) => nameForms(name).some((form) => words.has(form)));
  }
  return targets.length > 0 && targets.every((target) => isNamed(operation, target, words));
}

function isNamed(operation: Operation, target: OperationTarget, words: ReadonlySet<string>): boolean {
  if (discardsEverything(operation, target)) return [...words].some(isWordForEverything);
  if (target.kind !== "literal" || target.isDangerous) return false;
  return targetForms(target.text).some((form) => words.has(form));
}
