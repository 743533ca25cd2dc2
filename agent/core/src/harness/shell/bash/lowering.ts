import type { SyntaxNode } from "../syntax.ts";
import type { LoweredCommand } from "../tree.ts";

/** Far more than commands nest; a list joined by `&&` takes one level for each of its members. */
const maximumDepth = 300;

/** What one lowering knows: the text as written, and the grammar's errors that it understood. */
export class Lowering {
  readonly source: string;
  /** Lowers another text, such as what the grammar takes for plain words. */
  readonly lowerText: (source: string) => LoweredCommand | undefined;
  /** Errors that are known gaps of the grammar and were read correctly all the same. */
  readonly explained = new Set<SyntaxNode>();

  /** Something nests deeper than the lowering follows: what is inside is not known. */
  isTooDeep = false;
  /** A text inside this one that the grammar could not read. */
  hasNestedError = false;
  #depth = 0;

  constructor(source: string, lowerText: Lowering["lowerText"]) {
    this.source = source;
    this.lowerText = lowerText;
  }

  /** Goes one level down: input decides how deep trees are, the stack is not. */
  nest<T>(below: () => T, tooDeep: T): T {
    if (this.#depth >= maximumDepth) {
      this.isTooDeep = true;
      return tooDeep;
    }
    this.#depth++;
    const result = below();
    this.#depth--;
    return result;
  }

  textOf(node: SyntaxNode): string {
    return this.source.slice(node.startIndex, node.endIndex);
  }
}
