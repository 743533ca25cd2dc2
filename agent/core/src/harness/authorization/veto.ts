import type { AuthorizationGroup } from "../lexicon/authorizationGroups.ts";
import { lazy } from "../text/lazy.ts";
import { wordSet } from "../text/words.ts";
import type { CommandWords } from "./commandWords.ts";
import { environmentsIn } from "./commandWords.ts";
import type { MessageClause } from "../orders/messageClauses.ts";
import type { MessageSentence } from "../orders/messageSentences.ts";
import type { Operation } from "../shell/types.ts";
import { verbAt } from "./orderMatch.ts";
import { comparable, namedForms } from "./targets.ts";

/** What a message forbids, and what it wants to be left where it is. */
export interface Vetoes {
  /** From the negator to the end of its clause. */
  readonly negated: readonly (readonly string[])[];
  readonly keepsSomething: boolean;
}

export function vetoesOf(sentences: readonly MessageSentence[]): Vetoes {
  const clauses = sentences.flatMap((sentence) => sentence.clauses);
  return {
    negated: clauses
      .filter((clause) => clause.negator >= 0 || clause.blocked === "negated")
      .map((clause) => clause.words.slice(Math.max(0, clause.negator))),
    keepsSomething: clauses.some(keepsSomething),
  };
}

const keepVerbs = lazy(() =>
  wordSet(`
    keep leave preserve spare retain mantenha mantem mantenham preserve preserva deixe deixa guarda guarde
    conserva conserve manten mantenga deja deje`),
);
/** "leave the rest", "keep going" spare nothing that a deletion names. */
const keepsNothing = lazy(() =>
  wordSet("rest others else going working resto demais demas otros otras outros outras quieto"),
);

/** "delete dist but keep the maps": nobody knows whether they lie in what is deleted. */
function keepsSomething({ words, start }: MessageClause): boolean {
  return keepVerbs().has(words[start] ?? "") && !words.some((word) => keepsNothing().has(word));
}

/** Whether a message speaks against the operation: against what it does, or what it does it to. */
export function isVetoed(
  { negated, keepsSomething }: Vetoes,
  operation: Operation,
  group: AuthorizationGroup,
  command: CommandWords,
): boolean {
  const deletes = operation.clause !== "ask" && operation.clause.needs === "targets";
  if (keepsSomething && deletes) return true;
  const named = namedForms(operation);
  return negated.some((part) => {
    if (part.some((_, index) => verbAt(part, index, group))) return true;
    const words = part.map(comparable);
    if ([...environmentsIn(words)].some((name) => command.environments.has(name))) return true;
    if (operation.id.startsWith("git.push") && words.some(isTagWord) && pushesTag(command)) return true;
    return words.some((word) => speaksOf(word, command) || named.has(word) || liesInside(word, named));
  });
}

/** "without the tag" speaks of `--tags`. */
function speaksOf(word: string, { operands, operandPieces }: CommandWords): boolean {
  const forms = [word, `${word}s`, word.replace(/s$/u, "")];
  return operands.has(word) || forms.some((form) => form.length > 1 && operandPieces.has(form));
}

/** "delete dist, but not dist/maps". */
function liesInside(word: string, named: ReadonlySet<string>): boolean {
  return [...word.matchAll(/\//gu)].some(({ index }) => named.has(word.slice(0, index)));
}

function isTagWord(word: string): boolean {
  return /^(?:tags?|etiquetas?)$/u.test(word);
}

/** `git push origin v1.2.0`: a version is a tag. */
function pushesTag({ operands }: CommandWords): boolean {
  return [...operands].some((operand) => /(?:^|\/)v?\d+(?:\.\d+)+/u.test(operand));
}
