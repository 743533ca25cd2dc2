import type { AuthorizationGroup } from "../lexicon/authorizationGroups.ts";
import type { CommandWords } from "./commandWords.ts";
import { environmentsIn } from "./commandWords.ts";
import type { MessageSentence } from "../orders/messageSentences.ts";
import type { Operation } from "../shell/types.ts";
import { verbAt } from "./orderMatch.ts";
import { comparable, namedForms } from "./targets.ts";

/** The negated parts of all sentences, from the negator to the end of its clause. */
export function negatedParts(sentences: readonly MessageSentence[]): string[][] {
  return sentences.flatMap(({ clauses }) =>
    clauses
      .filter((clause) => clause.negator >= 0 || clause.blocked === "negated")
      .map((clause) => clause.words.slice(Math.max(0, clause.negator))),
  );
}

/** Whether a negated part speaks of the operation: of what it does, or of what it does it to. */
export function isVetoed(
  parts: readonly (readonly string[])[],
  operation: Operation,
  group: AuthorizationGroup,
  command: CommandWords,
): boolean {
  const named = namedForms(operation);
  return parts.some((part) => {
    if (part.some((_, index) => verbAt(part, index, group))) return true;
    const words = part.map(comparable);
    if ([...environmentsIn(words)].some((name) => command.environments.has(name))) return true;
    return words.some(
      (word) => named.has(word) || command.operands.has(word) || command.operandPieces.has(word),
    );
  });
}
