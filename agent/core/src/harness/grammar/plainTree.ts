import type { TreeCursor } from "@vscode/tree-sitter-wasm";
import type { SyntaxNode } from "../shell/syntax.ts";

interface NodeKind {
  readonly type: string;
  readonly isNamed: boolean;
}

/** What is known of a grammar's nodes by their number: each question about a node crosses into its memory. */
export type NodeKinds = Map<number, NodeKind>;

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

  constructor(cursor: TreeCursor, source: string, { type, isNamed }: NodeKind) {
    this.type = type;
    this.isNamed = isNamed;
    this.startIndex = cursor.startIndex;
    this.endIndex = cursor.endIndex;
    // What is missing has no text.
    this.isMissing = this.startIndex === this.endIndex && cursor.nodeIsMissing;
    this.fieldName = cursor.currentFieldName ?? undefined;
    this.hasError = this.isMissing || this.type === "ERROR";
    this.#source = source;
  }

  get text(): string {
    return this.#source.slice(this.startIndex, this.endIndex);
  }
}

/** Copies the tree below `cursor` and frees the cursor. A loop, since input decides how deep trees are. */
export function plainTree(cursor: TreeCursor, source: string, kinds: NodeKinds): SyntaxNode {
  const root = nodeAt();
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
    const node = nodeAt();
    path.at(-1)?.children.push(node);
    path.push(node);
  }

  function nodeAt(): PlainNode {
    const id = cursor.nodeTypeId;
    let kind = kinds.get(id);
    if (!kind) kinds.set(id, (kind = { type: cursor.nodeType, isNamed: cursor.nodeIsNamed }));
    return new PlainNode(cursor, source, kind);
  }
}
