import { authorizationGroup, type AuthorizationGroup } from "../lexicon/authorizationGroups.ts";
import { fillers, typeNounWords } from "../lexicon/authorizationWords.ts";
import type { CommandWords } from "./commandWords.ts";
import { commandWords } from "./commandWords.ts";
import { isTheCommand, ordersTheCommand } from "./literalCommand.ts";
import type { MessageClause } from "../orders/messageClauses.ts";
import type { MessageSentence } from "../orders/messageSentences.ts";
import { messageSentences } from "../orders/messageSentences.ts";
import type { Operation } from "../shell/types.ts";
import { matchOrder, verbAt } from "./orderMatch.ts";
import { segments } from "../orders/segments.ts";
import { discardsEverything, namedForms } from "./targets.ts";
import { isVetoed, vetoesOf, type Vetoes } from "./veto.ts";

/** Why a call is asked about, most important first. */
export const askReasons = [
  "always asked",
  "question",
  "conditional",
  "negated",
  "target not named",
  "not named",
] as const;

export type AskReason = (typeof askReasons)[number];

export type MessageVerdict = { allowed: true } | { allowed: false; reason: AskReason };

/** Nobody names so many operations in a message; asking costs less than reading on. */
const mostOperations = 50;

/**
 * Whether the latest developer message names every operation of the command in an affirmative clause.
 * A whitelist: a clause with one word that says something unknown allows nothing.
 */
export function allowedByMessage(
  message: string,
  command: string,
  operations: readonly Operation[],
): MessageVerdict {
  if (operations.some(isAlwaysAsked)) return { allowed: false, reason: "always asked" };
  if (isTheCommand(message, command)) return { allowed: true };
  if (operations.length > mostOperations) return { allowed: false, reason: "not named" };
  const reader = new MessageReader(message);
  const isOrdered = ordersTheCommand(message, command);
  const reasons = operations
    .map((operation) => reader.judge(operation, isOrdered))
    .filter((verdict) => verdict !== "allowed");
  const reason = askReasons.find((candidate) => reasons.includes(candidate));
  return reason === undefined ? { allowed: true } : { allowed: false, reason };
}

function isAlwaysAsked(operation: Operation): boolean {
  if (operation.clause === "ask") return true;
  return operation.targets.some((target) => target.isDangerous && !discardsEverything(operation, target));
}

class MessageReader {
  private readonly sentences: readonly MessageSentence[];
  private readonly vetoes: Vetoes;

  constructor(message: string) {
    this.sentences = messageSentences(message);
    this.vetoes = vetoesOf(this.sentences);
  }

  judge(operation: Operation, isOrdered: boolean): "allowed" | AskReason {
    const group = operation.clause === "ask" ? undefined : authorizationGroup(operation.clause.group);
    if (!group) return "always asked";
    const command = commandWords(operation.words);
    if (isVetoed(this.vetoes, operation, group, command)) {
      return this.skippedReason(group) ?? "negated";
    }
    if (isOrdered) return "allowed";
    const match = this.bestMatch(operation, group, command);
    if (match === "allowed") return "allowed";
    return this.skippedReason(group) ?? match;
  }

  private bestMatch(
    operation: Operation,
    group: AuthorizationGroup,
    command: CommandWords,
  ): "allowed" | "target not named" | "not named" {
    const named = hasNeeds(operation) ? namedForms(operation) : undefined;
    let best: "target not named" | "not named" = "not named";
    for (const sentence of this.sentences) {
      if (sentence.isQuestion || sentence.isConditional || sentence.isForeign) continue;
      for (const [index, clause] of sentence.clauses.entries()) {
        if (clause.negator >= 0 || clause.blocked) continue;
        const startsOrder = verbAt(clause.words, clause.start, group) !== undefined;
        const whole =
          named && startsOrder ? withListedTargets(clause, sentence.clauses.slice(index + 1), named) : clause;
        for (const part of segments(whole, named)) {
          const match = matchOrder(part, operation, group, command);
          if (match === "allowed") return match;
          if (match === "target not named") best = match;
        }
      }
    }
    return best;
  }

  /** The operation is spoken of in a sentence that orders nothing. */
  private skippedReason(group: AuthorizationGroup): "question" | "conditional" | undefined {
    const speaks = ({ words }: MessageSentence): boolean =>
      words.some((_, index) => verbAt(words, index, group) !== undefined);
    if (this.sentences.some((sentence) => sentence.isQuestion && speaks(sentence))) return "question";
    return this.sentences.some((sentence) => sentence.isConditional && speaks(sentence))
      ? "conditional"
      : undefined;
  }
}

function hasNeeds({ clause }: Operation): boolean {
  return clause !== "ask" && clause.needs !== undefined;
}

/** "delete dist, build and coverage": a comma joins what is deleted, too. */
function withListedTargets(
  clause: MessageClause,
  next: readonly MessageClause[],
  named: ReadonlySet<string>,
): MessageClause {
  const end = next.findIndex((other) => !listsTargets(other, named));
  const listed = next.slice(0, end < 0 ? next.length : end);
  return { ...clause, words: [...clause.words, ...listed.flatMap(({ words }) => ["and", ...words])] };
}

function listsTargets({ join, negator, words }: MessageClause, named: ReadonlySet<string>): boolean {
  return (
    join === "comma" &&
    negator < 0 &&
    words.some((word) => named.has(word)) &&
    words.every((word) => named.has(word) || fillers().has(word) || typeNounWords().has(word))
  );
}
