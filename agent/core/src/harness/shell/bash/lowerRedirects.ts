import type { SyntaxNode } from "../syntax.ts";
import type { Redirect, Statement, Word } from "../tree.ts";
import { lowerCommand, lowerStatement } from "./lowerStatement.ts";
import { lowerQuoted, lowerWord } from "./lowerWord.ts";
import type { Lowering } from "./lowering.ts";
import { attach, joinPipeline } from "./shapes.ts";

/** What stands behind a command: its redirections, and what the grammar hangs onto them. */
export interface Tail {
  readonly redirects: Redirect[];
  /** Operands written after a redirection. */
  readonly words: Word[];
  /** What the rest of a heredoc's line does with the command. */
  readonly continue: (body: Statement) => Statement;
}

export function lowerRedirects(nodes: readonly SyntaxNode[], lowering: Lowering): Tail {
  const redirects: Redirect[] = [];
  const words: Word[] = [];
  let onward = (body: Statement): Statement => body;
  for (const [index, node] of nodes.entries()) {
    const hereString = isSplitHereString(nodes[index - 1], lowering);
    if (node.type === "file_redirect") {
      const { redirect, extra } = lowerFileRedirect(node, hereString, lowering);
      if (redirect) redirects.push(redirect);
      words.push(...extra);
      if (hereString && nodes[index - 1]) lowering.explained.add(nodes[index - 1] as SyntaxNode);
    } else if (node.type === "herestring_redirect") {
      const [target] = lowerWord(node.children.slice(1), lowering);
      if (target) redirects.push({ operator: "<<", descriptor: undefined, target });
    } else if (node.type === "heredoc_redirect") {
      const tail = lowerHeredoc(node, lowering);
      redirects.push(...tail.redirects);
      words.push(...tail.words);
      onward = tail.continue;
    }
  }
  return { redirects, words, continue: (body) => onward(body) };
}

/** The grammar reads `2>&1 <<< "text"` as an error `<<` and an input from a file. */
function isSplitHereString(node: SyntaxNode | undefined, lowering: Lowering): boolean {
  return node?.type === "ERROR" && lowering.textOf(node) === "<<";
}

function lowerFileRedirect(
  node: SyntaxNode,
  isHereString: boolean,
  lowering: Lowering,
): { redirect: Redirect | undefined; extra: Word[] } {
  let operator = "";
  let descriptor: number | undefined;
  const words: Word[] = [];
  for (const child of node.children) {
    if (child.type === "file_descriptor") descriptor = Number(lowering.textOf(child));
    else if (child.fieldName === "destination") words.push(...lowerWord([child], lowering));
    else if (child.type === "ERROR" && lowering.textOf(child) === ">" && operator === "<") {
      // `<>` is missing in the grammar.
      lowering.explained.add(child);
      operator = "<>";
    } else if (!child.isNamed) operator = lowering.textOf(child);
  }
  const [target, ...extra] = words;
  if (!target) return { redirect: undefined, extra };
  return { redirect: { operator: isHereString ? "<<" : operator, descriptor, target }, extra };
}

function lowerHeredoc(node: SyntaxNode, lowering: Lowering): Tail {
  const start = node.children.find((child) => child.type === "heredoc_start");
  const bodyNode = node.children.find((child) => child.type === "heredoc_body");
  const isRaw = start !== undefined && /['"\\]/.test(lowering.textOf(start));
  const target = swallowedBody(node, lowering) ?? heredocWord(bodyNode, isRaw, lowering);
  const nested = lowerRedirects(
    node.children.filter((child) => child.fieldName === "redirect" || child.type === "ERROR"),
    lowering,
  );
  const operands = node.children.filter(
    (child) => child.fieldName === "argument" && child.startIndex < lineEnd(node, lowering),
  );
  return {
    redirects: [{ operator: "<<", descriptor: undefined, target }, ...nested.redirects],
    words: [...nested.words, ...operands.flatMap((child) => lowerWord([child], lowering))],
    continue: restOfLine(node, lowering),
  };
}

/** Where the line ends on which a heredoc begins. */
function lineEnd(node: SyntaxNode, lowering: Lowering): number {
  const start = node.children.find((child) => child.type === "heredoc_start");
  const end = start ? lowering.source.indexOf("\n", start.endIndex) : -1;
  return end < 0 ? lowering.source.length : end;
}

/** A text that begins with a backslash: the grammar takes it for operands. */
function swallowedBody(node: SyntaxNode, lowering: Lowering): Word | undefined {
  const end = node.children.find((child) => child.type === "heredoc_end");
  const isSwallowed = node.children.some(
    (child) => child.fieldName === "argument" && child.endIndex > lineEnd(node, lowering),
  );
  if (!isSwallowed || !end) return undefined;
  const source = lowering.source.slice(lineEnd(node, lowering) + 1, end.startIndex);
  return { parts: [{ kind: "text", text: source, quoted: true }], source };
}

function heredocWord(node: SyntaxNode | undefined, isRaw: boolean, lowering: Lowering): Word {
  if (!node) return { parts: [], source: "" };
  const source = lowering.textOf(node);
  if (isRaw) return { parts: [{ kind: "text", text: source, quoted: true }], source };
  const range = { start: node.startIndex, end: node.endIndex };
  return { parts: lowerQuoted(node.children, range, lowering), source };
}

/** `<<E | sh`, `<<E && x`: the grammar keeps what follows on the line inside the heredoc. */
function restOfLine(node: SyntaxNode, lowering: Lowering): (body: Statement) => Statement {
  const pipeline = node.children.find((child) => child.type === "pipeline");
  const operator = node.children.find((child) => child.fieldName === "operator");
  const right = node.children.find((child) => child.fieldName === "right");
  const next = right && lowerStatement(right, lowering);
  return (body) => {
    let result = body;
    for (const child of pipeline?.children ?? []) {
      const stage = child.isNamed ? lowerStatement(child, lowering) : undefined;
      if (stage) result = joinPipeline(result, stage);
    }
    if (operator && next) {
      const type = lowering.textOf(operator) === "&&" ? "and" : "or";
      result = { type, left: result, right: next };
    }
    return result;
  };
}

/** A statement with redirections behind it. */
export function lowerRedirected(node: SyntaxNode, lowering: Lowering): Statement | undefined {
  const bodyNode = node.children.find((child) => child.fieldName === "body");
  const others = node.children.filter((child) => child !== bodyNode);
  const tail = lowerRedirects(others, lowering);
  const body = bodyNode
    ? lowerStatement(bodyNode, lowering)
    : lowerCommand([], lowering.textOf(node), lowering);
  return body && tail.continue(attach(body, tail.redirects, tail.words));
}
