import type { ShellParser, SyntaxNode } from "../syntax.ts";
import { emptyList, type LoweredCommand } from "../tree.ts";
import { maskCiExpressions } from "./ciExpressions.ts";
import { lowerSequence } from "./lowerStatement.ts";
import { Lowering } from "./lowering.ts";

/** The command tree of a bash text; `undefined` when the parser has no grammar for it. */
export function lowerBash(source: string, parser: ShellParser): LoweredCommand | undefined {
  const root = parser.parse(maskCiExpressions(source), "bash");
  if (!root) return undefined;
  const lowering = new Lowering(source, (text) => lowerBash(text, parser));
  const body = lowerSequence(root.children, lowering);
  const hasError =
    lowering.isTooDeep || lowering.hasNestedError || (root.hasError && hasUnexplainedError(root, lowering));
  return { body: body ?? emptyList, hasError };
}

function hasUnexplainedError(root: SyntaxNode, lowering: Lowering): boolean {
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (lowering.explained.has(node)) continue;
    if (node.type === "ERROR" || node.isMissing) return true;
    open.push(...node.children.filter((child) => child.hasError || child.isMissing));
  }
  return false;
}
