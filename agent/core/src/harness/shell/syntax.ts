/** The grammars that the analysis knows. */
export type ShellLanguage = "bash" | "powershell";

/** One node of a parse tree, as much as the analysis reads of it. Offsets are UTF-16 units. */
export interface SyntaxNode {
  readonly type: string;
  readonly text: string;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly children: readonly SyntaxNode[];
  readonly isNamed: boolean;
  /** This node or one below it is an error or missing. */
  readonly hasError: boolean;
  readonly isMissing: boolean;
  /** Name of the field that this node fills in its parent. */
  readonly fieldName: string | undefined;
}

export interface ShellParser {
  /** The tree of `source`; `undefined` when this parser was made without the grammar. */
  parse(source: string, language: ShellLanguage): SyntaxNode | undefined;
}
