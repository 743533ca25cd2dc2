import type { Language } from "../text/lang.ts";

/** The names of the forms, in the order they are tried. */
export type ConstraintForm =
  | "never"
  | "prohibit"
  | "desire"
  | "modal"
  | "universal"
  | "plural"
  | "always"
  | "only"
  | "substitution"
  | "keep"
  | "none"
  | "each"
  | "status"
  | "ensure"
  | "convention"
  | "standing"
  | "list";

export type Polarity = "+" | "-";

/** What a rule says about one kind of action: the side it takes, the action and what it acts on. */
export interface Atom {
  readonly polarity: Polarity;
  readonly group: string;
  readonly objects: readonly string[];
}

/** A rule as the developer stated it. */
export interface DetectedConstraint {
  /** The developer's words, at most 300 characters. */
  readonly text: string;
  readonly lang: Language;
  readonly form: ConstraintForm;
  /** Equal keys mean the same rule. */
  readonly key: string;
  readonly atoms: readonly Atom[];
}

/** One clause as the forms see it. */
export interface RuleClause {
  /** Folded, masked, without lead-ins, tag question and final marks. */
  readonly text: string;
  readonly tokens: readonly string[];
  /** Language of the sentence. */
  readonly language: Language;
  /** The whole sentence, folded, masked and without lead-ins. */
  readonly sentence: string;
}

export interface FormRule {
  readonly form: ConstraintForm;
  readonly matches: (clause: RuleClause) => boolean;
}
