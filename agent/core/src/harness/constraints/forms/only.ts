import { isDirectiveWord } from "../../lexicon/directiveVerbs.ts";
import { scopeWord } from "../../lexicon/markers.ts";
import { verbReadings } from "../../lexicon/verbForms.ts";
import { lazy } from "../../text/lazy.ts";
import { tokens } from "../../text/tokens.ts";
import { pattern } from "../../text/words.ts";
import type { FormRule, RuleClause } from "../types.ts";
import { groupOfWord } from "../verbs.ts";

const verbs = "use|change|touch|edit|modify|add|import|commit|write|run|work|create|update|fix|read|install";
const onlyDo = lazy(() =>
  pattern(`^(?:(?:only|exclusively) (?:ever )?
    |(?:you are|you're) only allowed to |you (?:may|must|should) only )(?:${verbs})>`),
);
/** "only" right behind the verb, at the end, or before where it applies: not inside a description. */
const doOnly = lazy(() =>
  pattern(`^(?:${verbs})> (?:(?:only|exclusively)>
    | (?:\\S+ ){1,8}(?:only|exclusively)(?:$| (?:for|in|under|inside|on|when|within|from|to)>))`),
);
const describes = lazy(() => pattern("<(?:so|that|which|if|because|where|who|when|it|is|are)>"));
const onlyWant = lazy(() =>
  pattern(`^(?:i (?:only|just) want you to | (?:eu )?(?:só|apenas|somente) quero que
    | (?:yo )?(?:solo|solamente|unicamente) quiero que)>`),
);
const adverb = "(?:só|apenas|somente|solo|solamente|unicamente|exclusivamente)";
const romanceOnly = lazy(() => pattern(`^${adverb} (\\S+)`));
const romanceVerbOnly = lazy(() => pattern(`^(\\S+) ${adverb}> \\S`));

const usingVerbs: ReadonlySet<string> = new Set(["usar", "utilizar", "importar"]);

/** Work on the code; "mostra só os ativos" describes what is shown. */
const limitedGroups: ReadonlySet<string> = new Set([
  "use",
  "change",
  "add",
  "commit",
  "run",
  "read",
  "fazer",
  "hacer",
  "consertar",
  "arreglar",
]);

export const only: FormRule = {
  form: "only",
  matches: (clause) =>
    onlyDo().test(clause.text) ||
    limits(clause.text) ||
    onlyWant().test(clause.text) ||
    limitsInRomance(clause),
};

function limits(text: string): boolean {
  const match = doOnly().exec(text);
  return match !== null && !describes().test(match[0].replace(/ (?:when|only|exclusively)$/u, ""));
}

function limitsInRomance(clause: RuleClause): boolean {
  const [word] = tokens(romanceOnly().exec(clause.text)?.[1] ?? "");
  if (word !== undefined) {
    if (verbReadings(word).some((reading) => usingVerbs.has(reading.lemma))) return true;
    return isDirectiveWord(word, clause.text) && scopeWord().test(clause.text);
  }
  const [verb] = tokens(romanceVerbOnly().exec(clause.text)?.[1] ?? "");
  return (
    verb !== undefined && isDirectiveWord(verb, clause.text) && limitedGroups.has(groupOfWord(verb) ?? "")
  );
}
