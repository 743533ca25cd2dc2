import type { SyntaxNode } from "../syntax.ts";
import { emptyList, type Statement, type Word } from "../tree.ts";
import { lowerSequence, lowerStatement } from "./lowerStatement.ts";
import { lowerWord } from "./lowerWord.ts";
import type { Lowering } from "./lowering.ts";

/** `if`, with its `elif` and `else` parts as further conditions and bodies. */
export function lowerBranch(node: SyntaxNode, lowering: Lowering): Statement {
  const conditions: Statement[] = [];
  const bodies: Statement[] = [];
  const isClause = (child: SyntaxNode): boolean => /^(elif|else)_clause$/.test(child.type);
  const thenAt = node.children.findIndex((child) => child.type === "then");
  const own = node.children.filter((child) => !isClause(child));
  const isCondition = (child: SyntaxNode): boolean => node.children.indexOf(child) < thenAt;
  const condition = lowerSequence(own.filter(isCondition), lowering);
  const body = lowerSequence(
    own.filter((child) => !isCondition(child)),
    lowering,
  );
  if (condition) conditions.push(condition);
  if (body) bodies.push(body);
  for (const clause of node.children.filter(isClause)) {
    const lowered = lowerBranch(clause, lowering);
    if (lowered.type !== "branch") continue;
    conditions.push(...lowered.conditions);
    bodies.push(...lowered.bodies);
  }
  return { type: "branch", conditions, bodies, words: [] };
}

export function lowerCase(node: SyntaxNode, lowering: Lowering): Statement {
  const value = node.children.find((child) => child.fieldName === "value");
  const bodies = node.children
    .filter((child) => child.type === "case_item")
    .flatMap((item) => {
      const statements = item.children.filter((child) => child.fieldName !== "value");
      return lowerSequence(statements, lowering) ?? [];
    });
  return { type: "branch", conditions: [], bodies, words: value ? lowerWord([value], lowering) : [] };
}

export function lowerLoop(node: SyntaxNode, lowering: Lowering): Statement {
  const variable = node.children.find((child) => child.fieldName === "variable");
  const values = node.children
    .filter((child) => child.fieldName === "value")
    .flatMap((child): Word[] => lowerWord([child], lowering));
  const bodyNode = node.children.find((child) => child.fieldName === "body");
  const conditions =
    node.type === "while_statement"
      ? node.children.filter((child) => child.fieldName === "condition" && child !== bodyNode)
      : [];
  return {
    type: "loop",
    variable: variable && lowering.textOf(variable),
    values,
    condition: lowerSequence(conditions, lowering),
    body: (bodyNode && lowerStatement(bodyNode, lowering)) ?? emptyList,
  };
}
