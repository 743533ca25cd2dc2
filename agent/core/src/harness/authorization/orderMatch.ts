import { letterPattern } from "../text/letters.ts";
import { lazy } from "../text/lazy.ts";
import type { AuthorizationGroup, VerbStrength } from "../lexicon/authorizationGroups.ts";
import { mayStandInVerb, qualifierWords } from "../lexicon/authorizationQualifiers.ts";
import { fillers } from "../lexicon/authorizationWords.ts";
import type { CommandWords } from "./commandWords.ts";
import { agreeOnEnvironment, agreesOnNumber, isKnown } from "./commandWords.ts";
import { holdsPhrase, phraseLength } from "../orders/messageWords.ts";
import type { Operation } from "../shell/types.ts";
import { comparable, discardsEverything, isWordForEverything, namedForms, namesAll } from "./targets.ts";

/** How far a part of the message goes towards allowing an operation. */
export type OrderMatch = "allowed" | "target not named" | "not named";

/** Does the part, which begins with what should be a verb of the group, order exactly this operation? */
export function matchOrder(
  part: readonly string[],
  operation: Operation,
  group: AuthorizationGroup,
  command: CommandWords,
): OrderMatch {
  const { clause } = operation;
  const verb = verbAt(part, 0, group);
  if (clause === "ask" || !verb) return "not named";
  const rest = part.slice(verb.length).map(comparable);
  if (!meetsQualifier(clause.qualifier, part.slice(0, verb.length), rest)) return "not named";
  const said = new Set(rest);
  if (!namesAll(operation, said)) return "target not named";
  const context: RestContext = {
    group,
    command,
    named: namedForms(operation),
    qualifier: qualifierWords(clause.qualifier ?? "") ?? new Set(),
    discardsAll: operation.targets.some((target) => discardsEverything(operation, target)),
    afterEnglishVerb: verb.isEnglish,
  };
  const content = contentOf(rest, context);
  if (content === undefined || (verb.strength === "weak" && content === 0)) return "not named";
  return agreeOnEnvironment(part, command) ? "allowed" : "not named";
}

interface VerbMatch {
  length: number;
  strength: VerbStrength;
  isEnglish: boolean;
}

const enclitic = lazy(() =>
  letterPattern(
    String.raw`-(?:o|a|os|as|lo|la|los|las)$|(?<=\p{L}{3})(?:melos?|melas?|lo|la|los|las|le|les|nos|me)$`,
    "u",
  ),
);

/** The verb of the group at `index`, with the pronoun that may hang on it ("súbelo", "publicá-lo"). */
export function verbAt(
  words: readonly string[],
  index: number,
  { verbs }: AuthorizationGroup,
): VerbMatch | undefined {
  const first = words[index] ?? "";
  const length = phraseLength(words, index, verbs);
  const strength = verbs.get(words.slice(index, index + length).join(" "));
  if (strength) return { length, strength, isEnglish: englishVerb.test(first) };
  const bare = verbs.get(first.replace(enclitic(), ""));
  return bare && { length: 1, strength: bare, isEnglish: false };
}

/** English verbs before which "no" cannot be the Portuguese "in the". Others are shared ("deploy no staging"). */
const englishVerb =
  /^(?:delete|remove|erase|wipe|purge|clean|clear|nuke|get|destroy|uninstall|tear|empty|truncate|ship|release|open|create|submit|raise|make|send|throw|revert|undo|discard|restore|publish|promote|roll|install|upgrade|update|restart|start|stop|kill|run|force-push|force)$/u;

function meetsQualifier(
  qualifier: string | undefined,
  verb: readonly string[],
  rest: readonly string[],
): boolean {
  if (qualifier === undefined) return true;
  const words = qualifierWords(qualifier);
  if (!words) return false;
  return (
    holdsPhrase(rest, words) ||
    (mayStandInVerb(qualifier) && holdsPhrase(verb, words)) ||
    // "git clean" is a verb of two words, "hard reset" holds its qualifier.
    (mayStandInVerb(qualifier) && words.has(verb.join(" ")))
  );
}

interface RestContext {
  group: AuthorizationGroup;
  command: CommandWords;
  named: ReadonlySet<string>;
  qualifier: ReadonlySet<string>;
  discardsAll: boolean;
  afterEnglishVerb: boolean;
}

const numberOrVersion = lazy(() => letterPattern(String.raw`^[v#]?\d[\p{L}\p{N}.+-]*$`, "u"));

/** Words that say something, fillers and numbers not counted; `undefined` when one is unknown. */
function contentOf(rest: readonly string[], context: RestContext): number | undefined {
  let content = 0;
  for (let index = 0; index < rest.length;) {
    const step = readWord(rest, index, context);
    if (!step) return undefined;
    if (step.saysSomething) content++;
    index += step.length;
  }
  return content;
}

function readWord(
  rest: readonly string[],
  index: number,
  context: RestContext,
): { length: number; saysSomething: boolean } | undefined {
  const word = rest[index] ?? "";
  if (word === "no" && context.afterEnglishVerb) return undefined;
  if (word === "" || (context.discardsAll && isWordForEverything(word))) {
    return { length: 1, saysSomething: word !== "" };
  }
  const noun = Math.max(
    phraseLength(rest, index, context.group.nouns),
    phraseLength(rest, index, context.qualifier),
  );
  if (noun > 0) return { length: noun, saysSomething: true };
  if (context.named.has(word)) return { length: 1, saysSomething: true };
  const filler = phraseLength(rest, index, fillers());
  if (filler > 0) return { length: filler, saysSomething: false };
  if (isKnown(word, context.command)) return { length: 1, saysSomething: true };
  return numberOrVersion().test(word) && agreesOnNumber(word, context.command)
    ? { length: 1, saysSomething: false }
    : undefined;
}
