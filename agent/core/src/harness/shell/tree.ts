// The command tree that both grammars are lowered to: what runs, in which order, with which words.

/** A word before expansion. `source` is the text as written. */
export interface Word {
  readonly parts: readonly WordPart[];
  readonly source: string;
}

export type WordPart =
  | { readonly kind: "text"; readonly text: string; readonly quoted: boolean }
  /** An unquoted pattern character, or a bracket expression. */
  | { readonly kind: "glob"; readonly text: string }
  | {
      readonly kind: "variable";
      readonly name: string;
      /** Commands in its default value. */
      readonly bodies: readonly Statement[];
      readonly source: string;
      readonly quoted: boolean;
    }
  /** `$(...)` and backticks: the output of commands. */
  | {
      readonly kind: "output";
      readonly body: Statement;
      readonly source: string;
      readonly quoted: boolean;
    }
  /** `<(...)` and `>(...)`: a path to what commands write or read. */
  | { readonly kind: "process"; readonly body: Statement; readonly source: string }
  /** Any other expansion; `bodies` are the commands inside it. */
  | {
      readonly kind: "opaque";
      readonly bodies: readonly Statement[];
      readonly source: string;
      readonly quoted: boolean;
    }
  /** Elements of an array, each a word of its own. */
  | { readonly kind: "array"; readonly words: readonly Word[]; readonly source: string };

export interface Assignment {
  readonly name: string;
  readonly value: Word | undefined;
}

export interface Redirect {
  /** `<`, `>`, `>>`, `>|`, `&>`, `&>>`, `<>`, `>&`, `<&`, or `<<` for literal input. */
  readonly operator: string;
  readonly descriptor: number | undefined;
  /** The file; of `<<`, the text. */
  readonly target: Word;
}

export interface SimpleCommand {
  readonly type: "simple";
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
  readonly source: string;
}

export interface ListItem {
  readonly body: Statement;
  readonly isBackground: boolean;
}

export type Statement =
  | SimpleCommand
  | { readonly type: "list"; readonly items: readonly ListItem[] }
  | { readonly type: "and" | "or"; readonly left: Statement; readonly right: Statement }
  | { readonly type: "pipeline"; readonly stages: readonly Statement[] }
  | { readonly type: "not"; readonly body: Statement }
  | { readonly type: "group"; readonly body: Statement; readonly isSubshell: boolean }
  | { readonly type: "redirected"; readonly body: Statement; readonly redirects: readonly Redirect[] }
  /** if and case: the conditions run first, then one of the bodies or none. */
  | {
      readonly type: "branch";
      readonly conditions: readonly Statement[];
      readonly bodies: readonly Statement[];
      readonly words: readonly Word[];
    }
  | {
      readonly type: "loop";
      readonly variable: string | undefined;
      readonly values: readonly Word[];
      readonly condition: Statement | undefined;
      readonly body: Statement;
    }
  | { readonly type: "function"; readonly name: string; readonly body: Statement };

/** A lowered text. `hasError`: the grammar could not read all of it. */
export interface LoweredCommand {
  readonly body: Statement;
  readonly hasError: boolean;
}

export const emptyList: Statement = { type: "list", items: [] };

export function listOf(bodies: readonly Statement[]): Statement {
  const [only] = bodies;
  if (bodies.length === 1 && only) return only;
  return { type: "list", items: bodies.map((body) => ({ body, isBackground: false })) };
}

/** A word that is exactly this text. */
export function textWord(text: string): Word {
  return { parts: [{ kind: "text", text, quoted: true }], source: text };
}
