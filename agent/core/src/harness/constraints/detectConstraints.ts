import { letterPattern } from "../text/letters.ts";
import { lazy } from "../text/lazy.ts";
import { fold } from "../text/fold.ts";
import { clauses } from "../text/clauses.ts";
import { lang, type Language } from "../text/lang.ts";
import { isOneMask, mask, countMasks, unmask } from "../text/mask.ts";
import { prose } from "../text/prose.ts";
import { sentences, type Sentence } from "../text/sentences.ts";
import { strip } from "../text/strip.ts";
import { tokens } from "../text/tokens.ts";
import { constraintAtoms } from "./atoms.ts";
import {
  datesNextClause,
  hasRuleLength,
  holdsOnlyNow,
  isHedged,
  isOneOff,
  reportsSpeech,
} from "./clauseFilters.ts";
import { tellsProductBehaviour } from "./forms/each.ts";
import { formTable } from "./forms/formTable.ts";
import { substitution } from "./forms/substitution.ts";
import { listedRules, type ListedRule } from "./listedRules.ts";
import { constraintKey } from "./key.ts";
import { canStateRule, withoutFinalMarks, withoutTag } from "./sentenceFilters.ts";
import type { ConstraintForm, DetectedConstraint, RuleClause } from "./types.ts";

const maxTextLength = 300;
const maxConstraints = 20;

export interface DetectOptions {
  /** Language of the session's sentence before this message. */
  readonly language?: Language;
}

/** The standing rules that a developer message states, in its order. */
export function detectConstraints(message: string, options: DetectOptions = {}): DetectedConstraint[] {
  const found: DetectedConstraint[] = [];
  const all = sentences(prose(message));
  const listed = listedRules(all);
  let language = options.language ?? "en";
  for (const [index, sentence] of all.entries()) {
    language = lang(mask(sentence.text).masked, language);
    const rules = rulesOf(sentence, language, listed.get(index));
    for (const rule of rules) {
      if (found.length === maxConstraints) return found;
      if (!found.some((known) => known.key === rule.key)) found.push(rule);
    }
  }
  return found;
}

/** The language of the last sentence, which decides about the next message's first one. */
export function lastLanguage(message: string, previous: Language = "en"): Language {
  return sentences(prose(message)).reduce(
    (language, { text }) => lang(mask(text).masked, language),
    previous,
  );
}

function rulesOf(
  sentence: Sentence,
  language: Language,
  listed: ListedRule | undefined,
): DetectedConstraint[] {
  const rules = statedRules(sentence.text, language);
  if (!listed) return rules;
  if (rules.length > 0 || listed.text === undefined) return rules;
  const folded = strip(fold(mask(listed.text).masked));
  if (folded === "" || folded.includes("?") || isOneOff(folded) || holdsOnlyNow(withoutFinalMarks(folded)))
    return [];
  return [constraint(listed.text, language, "list")];
}

function statedRules(sentence: string, language: Language): DetectedConstraint[] {
  const { masked, parts } = mask(sentence);
  if (isOneMask(masked)) return [];
  const whole = strip(fold(masked));
  if (!canStateRule(whole) || tellsProductBehaviour(whole)) return [];
  const pieces = joinChoices(clauses(masked), language, whole);
  const rules: DetectedConstraint[] = [];
  let masksBefore = 0;
  let skipped = false;
  let position = 0;
  for (const piece of pieces) {
    const clause = ruleClause(piece, language, whole);
    const form = skipped ? undefined : constraintForm(clause);
    const at = masked.indexOf(piece, position);
    if (at >= 0) position = at + piece.length;
    const introduces = /^\s*:/u.test(masked.slice(position, position + 3)) && reportsSpeech(clause.text);
    skipped = introduces || datesNextClause(clause.text);
    if (form !== undefined) {
      const text = pieces.length === 1 ? sentence : withoutConjunction(unmask(piece, parts, masksBefore));
      rules.push(constraint(text, language, form));
    }
    masksBefore += countMasks(piece);
  }
  return rules;
}

function ruleClause(piece: string, language: Language, sentence: string): RuleClause {
  const text = withoutFinalMarks(withoutTag(strip(asAccented(fold(piece), language))));
  return { text, tokens: tokens(text), language, sentence };
}

const unaccentedOnly = lazy(() => letterPattern(String.raw`^(\W*)so (?=\p{L})`, "u"));

/** In a Portuguese sentence an opening "so" is "só" typed in a hurry. */
function asAccented(folded: string, language: Language): string {
  return language === "pt" ? folded.replace(unaccentedOnly(), "$1só ") : folded;
}

/** The name of the rule's form; undefined when the clause states none. */
function constraintForm(clause: RuleClause): ConstraintForm | undefined {
  if (!hasRuleLength(clause.tokens) || reportsSpeech(clause.text)) return undefined;
  if (isOneOff(clause.text) || holdsOnlyNow(clause.text) || isHedged(clause.text)) return undefined;
  return formTable.find((rule) => rule.matches(clause))?.form;
}

/** "Use tabs, não espaços" is one choice, although a part that opens with "não" looks like a clause. */
function joinChoices(pieces: readonly string[], language: Language, sentence: string): string[] {
  const joined: string[] = [];
  for (const piece of pieces) {
    const left = joined.at(-1);
    if (left !== undefined && /^(?:n[ãa]o|no|never|nunca|jam[aá]i?s) /iu.test(piece)) {
      const both = `${left}, ${piece}`;
      const states = (text: string): boolean =>
        constraintForm(ruleClause(text, language, sentence)) !== undefined;
      const choice = ruleClause(both, language, sentence);
      if (!states(piece) && hasRuleLength(choice.tokens) && substitution.matches(choice)) {
        joined[joined.length - 1] = both;
        continue;
      }
    }
    joined.push(piece);
  }
  return joined;
}

const conjunction = /^(?:and|but|so|e|mas|y|pero|por[ée]m)\s+/iu;

function withoutConjunction(text: string): string {
  return text.trim().replace(conjunction, "");
}

function constraint(source: string, language: Language, form: ConstraintForm): DetectedConstraint {
  const whole = source.trim();
  const text = whole.length > maxTextLength ? `${whole.slice(0, maxTextLength)}…` : whole;
  return {
    text,
    lang: language,
    form,
    key: constraintKey(text),
    atoms: constraintAtoms(text, language, form),
  };
}
