import type { Language } from "../text/lang.ts";
import { areOpposed, concernSame, constraintAtoms } from "./atoms.ts";
import { parseConstraintData, type ConstraintData, type RetractReason } from "./constraintData.ts";
import { detectConstraints, lastLanguage } from "./detectConstraints.ts";
import { requestedActions } from "./exceptions.ts";
import { constraintKey, numberlessKey } from "./key.ts";
import { clauseObjects, objectOverlap } from "./objects.ts";
import { retractionsOf, wordsOfRule, type Retraction } from "./retractions.ts";
import { groupOfWord } from "./verbs.ts";
import type { Atom, ConstraintForm, DetectedConstraint } from "./types.ts";

const maxRestated = 20;
const maxRestatedLength = 4000;

export interface ConstraintRecord {
  readonly id: string;
  readonly text: string;
  readonly lang: Language;
  readonly form: string;
  readonly entryId: string;
  readonly status: "active" | "superseded" | "retracted";
  readonly reason: RetractReason | null;
}

export interface RestatedConstraints {
  /** Oldest first. */
  readonly rules: readonly ConstraintRecord[];
  /** Active rules that are left out. */
  readonly older: number;
}

export interface ReplayOptions {
  /** Data of harness entries on other branches of the file: their ids are never used again. */
  readonly elsewhere?: Iterable<unknown>;
}

interface Rule extends ConstraintRecord {
  readonly key: string;
  readonly atoms: readonly Atom[];
}

/** The rules of one branch of a session: a replay of its entries, and what new messages add to them. */
export class ConstraintLedger {
  readonly #rules = new Map<string, Rule>();
  #lastNumber = 0;
  #language: Language = "en";

  /** `path`: data of the harness entries from the root to the leaf; what it does not know is skipped. */
  static replay(path: Iterable<unknown>, options: ReplayOptions = {}): ConstraintLedger {
    const ledger = new ConstraintLedger();
    for (const data of options.elsewhere ?? []) ledger.#reserve(parseConstraintData(data)?.id);
    for (const data of path) {
      const known = parseConstraintData(data);
      if (known) ledger.#apply(known);
    }
    return ledger;
  }

  /** Every rule of the branch, oldest first. */
  get all(): readonly ConstraintRecord[] {
    return [...this.#rules.values()].map(({ key: _key, atoms: _atoms, ...record }) => record);
  }

  get active(): readonly ConstraintRecord[] {
    return this.all.filter((rule) => rule.status === "active");
  }

  /** The newest active rules that fit into a request. */
  get restated(): RestatedConstraints {
    const active = this.active;
    const rules: ConstraintRecord[] = [];
    let length = 0;
    for (const rule of active.slice(-maxRestated).reverse()) {
      length += rule.text.length;
      if (length > maxRestatedLength) break;
      rules.unshift(rule);
    }
    return { rules, older: active.length - rules.length };
  }

  /**
   * Takes in a developer message. Returns the data of the entries to append right after the message's
   * own entry, in order; the ledger already counts with them.
   */
  record(message: string, entryId: string): ConstraintData[] {
    const written: ConstraintData[] = [];
    const write = (data: ConstraintData): void => {
      written.push(data);
      this.#apply(data);
    };
    // Without a rule there is none to end: most messages need not be searched for it.
    const retractions = this.#active().length > 0 ? retractionsOf(message) : [];
    for (const retraction of retractions) {
      for (const rule of this.#retractedBy(retraction)) {
        write({ v: 1, op: "retract", id: rule.id, reason: "developer", entryId });
      }
    }
    for (const detected of detectConstraints(message, { language: this.#language })) {
      this.#add(detected, entryId, write);
    }
    this.#language = lastLanguage(message, this.#language);
    return written;
  }

  /** Ends a rule at the developer's command; undefined when no active rule has this id. */
  retract(id: string, entryId: string): ConstraintData | undefined {
    if (this.#rules.get(id)?.status !== "active") return undefined;
    const data: ConstraintData = { v: 1, op: "retract", id, reason: "developer", entryId };
    this.#apply(data);
    return data;
  }

  /**
   * Ids of active prohibitions that the message itself asks to go against: they are suspended for its
   * request. Rules that this message states (`entryId`) are not meant.
   */
  exceptions(message: string, entryId?: string): string[] {
    const prohibitions = this.#active().filter(
      (rule) => rule.entryId !== entryId && rule.atoms.some(({ polarity }) => polarity === "-"),
    );
    if (prohibitions.length === 0) return [];
    const actions = requestedActions(message);
    return prohibitions
      .filter((rule) =>
        rule.atoms.some(
          (atom) => atom.polarity === "-" && actions.some((action) => concernSame(atom, action)),
        ),
      )
      .map((rule) => rule.id);
  }

  #active(): Rule[] {
    return [...this.#rules.values()].filter((rule) => rule.status === "active");
  }

  #add(detected: DetectedConstraint, entryId: string, write: (data: ConstraintData) => void): void {
    const active = this.#active();
    if (active.some((rule) => rule.key === detected.key)) return;
    const pattern = numberlessKey(detected.key);
    const replaced = active.find((rule) => numberlessKey(rule.key) === pattern);
    for (const rule of active) {
      if (
        rule === replaced ||
        !rule.atoms.some((atom) => detected.atoms.some((other) => areOpposed(atom, other)))
      ) {
        continue;
      }
      write({ v: 1, op: "retract", id: rule.id, reason: "contradicted", entryId });
    }
    const { text, lang, form } = detected;
    const id = `c${this.#lastNumber + 1}`;
    const supersedes = replaced ? { supersedes: replaced.id } : {};
    write({ v: 1, op: "add", id, text, lang, form, entryId, ...supersedes });
  }

  #retractedBy(retraction: Retraction): Rule[] {
    const active = this.#active();
    switch (retraction.kind) {
      case "all":
        return active;
      case "newest":
        return active.slice(-1);
      case "about": {
        const { objects, words } = retraction;
        const named = active.filter((rule) => objectOverlap(clauseObjects(rule.text), objects) >= 0.5);
        return named.length > 0 ? named : active.filter((rule) => holdsWords(rule, words));
      }
      case "action":
        return active.filter((rule) => rule.atoms.some((atom) => areOpposed(atom, retraction.atom)));
    }
  }

  #apply(data: ConstraintData): void {
    this.#reserve(data.id);
    if (data.op === "retract") {
      this.#end(data.id, data.reason);
      return;
    }
    if (data.supersedes !== undefined) this.#end(data.supersedes, "superseded");
    const { id, text, lang, form, entryId } = data;
    const atoms = isForm(form) ? constraintAtoms(text, lang, form) : [];
    this.#rules.set(id, {
      id,
      text,
      lang,
      form,
      entryId,
      status: "active",
      reason: null,
      key: constraintKey(text),
      atoms,
    });
    this.#language = lang;
  }

  #end(id: string, reason: RetractReason): void {
    const rule = this.#rules.get(id);
    if (rule?.status !== "active") return;
    this.#rules.set(id, { ...rule, status: reason === "superseded" ? "superseded" : "retracted", reason });
  }

  #reserve(id: string | undefined): void {
    const number = /^c(\d{1,9})$/u.exec(id ?? "")?.[1];
    if (number !== undefined) this.#lastNumber = Math.max(this.#lastNumber, Number(number));
  }
}

/** All of these words stand in the rule, verbs in any form. */
function holdsWords({ text, atoms }: Rule, words: readonly string[]): boolean {
  const own = new Set(wordsOfRule(text));
  const isVerb = (word: string): boolean => {
    const group = groupOfWord(word);
    return group !== undefined && atoms.some((atom) => atom.group === group);
  };
  return words.length > 0 && words.every((word) => own.has(word) || isVerb(word));
}

const forms: ReadonlySet<string> = new Set<ConstraintForm>([
  "never",
  "prohibit",
  "desire",
  "modal",
  "universal",
  "plural",
  "always",
  "only",
  "substitution",
  "keep",
  "none",
  "each",
  "status",
  "ensure",
  "convention",
  "standing",
  "list",
]);

function isForm(form: string): form is ConstraintForm {
  return forms.has(form);
}
