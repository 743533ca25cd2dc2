import type { SyntaxNode } from "../syntax.ts";

/** What one lowering knows: the text as written, and the grammar's errors that it understood. */
export class Lowering {
  readonly source: string;
  /** Errors that are known gaps of the grammar and were read correctly all the same. */
  readonly explained = new Set<SyntaxNode>();

  constructor(source: string) {
    this.source = source;
  }

  textOf(node: SyntaxNode): string {
    return this.source.slice(node.startIndex, node.endIndex);
  }
}
