import type { IntentKind, LanguageId } from "../intent.ts";
import { quotation } from "../quotes.ts";

/** A sentence form: folded text (lower case, no accents, quotations masked) that expresses an intent. */
export interface Rule {
  kind: Exclude<IntentKind, "unknown" | "call">;
  /**
   * Named groups: `path`, `text`, `to`, `content`, `command`, `pattern`. `word` is a path that only
   * counts when it looks like one.
   */
  pattern: RegExp;
}

/** How one language asks. All patterns apply to folded text. */
export interface Language {
  id: LanguageId;
  /** Politeness around a request, to be ignored. */
  politePrefix: RegExp;
  politeSuffix: RegExp;
  /** Separates steps that follow one another. */
  thenJoint: RegExp;
  /** Separates steps only when both sides are understood. */
  andJoint: RegExp;
  /** Parts that name lines; groups `first` and `last`, or `count`. */
  lineRanges: readonly RegExp[];
  /** A word that means the file of the step before. */
  pronoun: RegExp;
  /** Words that tell this language from the others. */
  markers: RegExp;
  /** Tried in order. */
  rules: readonly Rule[];
}

/** Replaces `{name}` in rule sources. `Q` is a quotation, `W` a quotation or a word. */
export function compileRules(
  parts: Readonly<Record<string, string>>,
  sources: readonly (readonly [kind: Rule["kind"], ...sources: string[]])[],
): Rule[] {
  const known: Record<string, string> = { Q: quotation, W: `(?:${quotation}|[^\\s,;\\ue000]+)`, ...parts };
  const expand = (source: string): string =>
    source.replace(/\{([A-Za-z]+)\}/g, (_, name: string) => {
      const part = known[name];
      if (part === undefined) throw new Error(`No rule part "${name}"`);
      return `(?:${expand(part)})`;
    });
  return sources.flatMap(([kind, ...forms]) =>
    forms.map((form) => ({ kind, pattern: new RegExp(`^${expand(form)}$`, "d") })),
  );
}
