import { keepPredicate } from "../../lexicon/markers.ts";
import { lazy } from "../../text/lazy.ts";
import { tokens } from "../../text/tokens.ts";
import { pattern } from "../../text/words.ts";
import type { FormRule, RuleClause } from "../types.ts";
import { isParticiple, isRomanceParticiple } from "./participles.ts";
import { holdsPronoun, isEndUser } from "./subjects.ts";

const duty = lazy(() =>
  pattern(
    `^(.+?) (?:must|has to|have to|needs? to|devem?|tem que|têm que|precisam?|deben?|tienen? que) (?=\\S)`,
  ),
);
const work = lazy(() =>
  pattern(`^(?:have|use|go|stay|pass|include|follow|live|start|end|match|come
    | ter | usar | ficar | passar | seguir | comecar | terminar
    | tener | ir | pasar | llevar | incluir | estar | empezar)>`),
);
const place = lazy(() => pattern("^(?:in|under|at|below|within|em|en|no|na|dentro)>"));
const whole = lazy(() =>
  pattern("<(?:code|everything|documentation|output|codigo|documentacao|documentacion)$"),
);
const being = lazy(() => pattern("^(?:be|ser) (?=\\S)"));

export const plural: FormRule = { form: "plural", matches: speaksOfKind };

function speaksOfKind(clause: RuleClause): boolean {
  const match = duty().exec(clause.text);
  const subject = match?.[1];
  if (!match || subject === undefined || !isKind(subject)) return false;
  const rest = clause.text.slice(match[0].length);
  if (isPerfect(rest)) return false;
  if (work().test(rest)) return true;
  const state = being().exec(rest);
  if (!state) return false;
  const predicate = rest.slice(state[0].length);
  const [word = ""] = tokens(predicate);
  if (isParticiple(word) || isRomanceParticiple(word) || place().test(predicate)) return true;
  if (keepPredicate().test(predicate)) return true;
  return whole().test(subject) && clause.language !== "en";
}

/** "Tests must have broken": a guess about the past. */
function isPerfect(rest: string): boolean {
  const [have, participle = "", next] = tokens(rest);
  return have === "have" && (participle === "been" || (isParticiple(participle) && next === undefined));
}

/** All of a kind: a plural, or a word that stands for everything of its sort. */
function isKind(subject: string): boolean {
  const words = tokens(subject);
  const last = words.at(-1) ?? "";
  if (words.length === 0 || words.length > 6 || holdsPronoun(subject) || isEndUser(subject)) return false;
  if (/[^s]s$/u.test(last) || whole().test(subject)) return true;
  // "As mensagens de commit": the first word is what it is about.
  const head =
    /^(?:[oa]s|l[oa]s|tod[oa]s [oa]s|todos los|todas las) (\p{L}+s) (?:de|do|da|dos|das|del) /u.exec(
      subject,
    )?.[1];
  return head !== undefined && !head.endsWith("ss");
}
