import type { TreeCursor } from "@vscode/tree-sitter-wasm";
import type { SyntaxNode } from "../shell/syntax.ts";

/** A node that lives without the grammar's memory, which is freed after each parse. */
class PlainNode implements SyntaxNode {
  readonly children: PlainNode[] = [];
  readonly type: string;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly isNamed: boolean;
  readonly isMissing: boolean;
  readonly fieldName: string | undefined;
  hasError: boolean;
  readonly #source: string;

  constructor(cursor: TreeCursor, source: string) {
    this.type = cursor.nodeType;
    this.startIndex = cursor.startIndex;
    this.endIndex = cursor.endIndex;
    this.isNamed = cursor.nodeIsNamed;
    this.isMissing = cursor.nodeIsMissing;
    this.fieldName = cursor.currentFieldName ?? undefined;
    this.hasError = this.isMissing || this.type === "ERROR";
    this.#source = source;
  }

  get text(): string {
    return this.#source.slice(this.startIndex, this.endIndex);
  }
}

/** Copies the tree below `cursor` and frees the cursor. A loop, since input decides how deep trees are. */
export function plainTree(cursor: TreeCursor, source: string): SyntaxNode {
  const root = new PlainNode(cursor, source);
  const path = [root];
  for (;;) {
    if (cursor.gotoFirstChild()) {
      add();
      continue;
    }
    for (;;) {
      const done = path.pop();
      if (!done || path.length === 0) {
        cursor.delete();
        return root;
      }
      const parent = path.at(-1);
      if (parent && done.hasError) parent.hasError = true;
      if (cursor.gotoNextSibling()) {
        add();
        break;
      }
      cursor.gotoParent();
    }
  }

  function add(): void {
    const node = new PlainNode(cursor, source);
    path.at(-1)?.children.push(node);
    path.push(node);
  }
}
