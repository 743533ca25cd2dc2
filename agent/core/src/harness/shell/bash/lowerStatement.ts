import type { SyntaxNode } from "../syntax.ts";
import {
  emptyList,
  listOf,
  textWord,
  type Assignment,
  type ListItem,
  type SimpleCommand,
  type Statement,
  type Word,
} from "../tree.ts";
import { lowerBranch, lowerCase, lowerLoop } from "./lowerCompound.ts";
import { lowerRedirected, lowerRedirects } from "./lowerRedirects.ts";
import { bodiesIn, lowerWord } from "./lowerWord.ts";
import type { Lowering } from "./lowering.ts";
import { attach, joinPipeline } from "./shapes.ts";

/** Statements in order; `&` marks the one before it. */
export function lowerSequence(nodes: readonly SyntaxNode[], lowering: Lowering): Statement | undefined {
  const items: ListItem[] = [];
  for (const node of nodes) {
    if (!node.isNamed) {
      const last = items.at(-1);
      if (node.type === "&" && last) items[items.length - 1] = { ...last, isBackground: true };
      continue;
    }
    const body = lowerStatement(node, lowering);
    if (body) items.push({ body, isBackground: false });
  }
  const [only] = items;
  if (!only) return undefined;
  return items.length === 1 && !only.isBackground ? only.body : { type: "list", items };
}

export function lowerStatement(node: SyntaxNode, lowering: Lowering): Statement | undefined {
  return lowering.nest(() => lowerNode(node, lowering), undefined);
}

function lowerNode(node: SyntaxNode, lowering: Lowering): Statement | undefined {
  const children = (): Statement[] =>
    node.children.filter((child) => child.isNamed).flatMap((child) => lowerStatement(child, lowering) ?? []);
  switch (node.type) {
    case "comment":
    case "heredoc_body":
    case "heredoc_end":
      return undefined;
    case "command":
    case "declaration_command":
    case "unset_command":
    case "variable_assignment":
    case "variable_assignments":
      return lowerCommand(
        node.children.length === 0 ? [node] : commandNodes(node),
        lowering.textOf(node),
        lowering,
      );
    case "test_command":
      return testCommand(node, lowering);
    case "redirected_statement":
      return lowerRedirected(node, lowering);
    case "list":
      return lowerList(node, lowering);
    case "pipeline":
      return joined(children());
    case "negated_command":
      return { type: "not", body: listOf(children()) };
    case "subshell":
    case "compound_statement":
    case "do_group": {
      const body = lowerSequence(node.children, lowering) ?? emptyList;
      return { type: "group", body, isSubshell: node.type === "subshell" };
    }
    case "function_definition":
      return lowerFunction(node, lowering);
    case "if_statement":
    case "elif_clause":
    case "else_clause":
      return lowerBranch(node, lowering);
    case "case_statement":
      return lowerCase(node, lowering);
    case "for_statement":
    case "while_statement":
    case "c_style_for_statement":
      return lowerLoop(node, lowering);
    default:
      // What the grammar recovered inside an error, or a stray word.
      return lowerSequence(node.children, lowering);
  }
}

function joined(stages: readonly Statement[]): Statement | undefined {
  return stages.length > 0 ? stages.reduce(joinPipeline) : undefined;
}

/** An assignment is a statement of its own: its node takes the place of the command's children. */
function commandNodes(node: SyntaxNode): readonly SyntaxNode[] {
  return node.type === "variable_assignment" ? [node] : node.children;
}

/** `time ( ... )`: the grammar hangs the subshell on a command named `time`. */
function timedSubshell(nodes: readonly SyntaxNode[]): SyntaxNode | undefined {
  return nodes.find((node, index) => index > 0 && node.type === "subshell");
}

export function lowerCommand(nodes: readonly SyntaxNode[], source: string, lowering: Lowering): Statement {
  const timed = timedSubshell(nodes);
  if (timed) return lowerStatement(timed, lowering) ?? emptyList;
  const assignments: Assignment[] = [];
  const words: Word[] = [];
  const redirectNodes: SyntaxNode[] = [];
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at];
    if (!node || node.type === "comment" || node.isMissing) continue;
    if (node.type === "variable_assignment") assignments.push(lowerAssignment(node, lowering));
    else if (/_redirect$/.test(node.type) || node.type === "ERROR") redirectNodes.push(node);
    else if (node.isNamed || isKeywordCommand(node)) {
      const joined = [node];
      // A line may end inside a word: the grammar makes two of it.
      for (let next = nodes[at + 1]; next && continuesWord(node, next, lowering); next = nodes[at + 1]) {
        joined.push(next);
        at++;
      }
      words.push(...lowerWord(joined, lowering));
    }
  }
  const simple: SimpleCommand = { type: "simple", assignments, words, redirects: [], source };
  const tail = lowerRedirects(redirectNodes, lowering);
  return tail.continue(attach(simple, tail.redirects, tail.words));
}

/** `export`, `declare`, `unset` ... are keywords to the grammar. */
function isKeywordCommand(node: SyntaxNode): boolean {
  return /^(export|declare|typeset|readonly|local|unset|unsetenv)$/.test(node.type);
}

function continuesWord(node: SyntaxNode, next: SyntaxNode, lowering: Lowering): boolean {
  const isWord = next.isNamed && !/redirect|comment|ERROR|assignment/.test(next.type);
  return isWord && lowering.source.slice(node.endIndex, next.startIndex) === "\\\n";
}

function lowerAssignment(node: SyntaxNode, lowering: Lowering): Assignment {
  const nameNode = node.children.find((child) => child.fieldName === "name");
  const value = node.children.find((child) => child.fieldName === "value");
  const name = nameNode ? lowering.textOf(nameNode).replace(/\[.*$/s, "") : "";
  const [word = textWord("")] = value ? lowerWord([value], lowering) : [];
  // `a[$(cmd)]=1`: the index is computed too.
  const bodies = nameNode ? bodiesIn(nameNode, lowering) : [];
  if (bodies.length === 0) return { name, value: word };
  const index: Word["parts"][number] = { kind: "opaque", bodies, source: "", quoted: true };
  return { name, value: { ...word, parts: [...word.parts, index] } };
}

/** `[ ... ]`, `[[ ... ]]` and `(( ... ))`: they change nothing, but commands may run inside. */
function testCommand(node: SyntaxNode, lowering: Lowering): Statement {
  const source = lowering.textOf(node);
  const operands: Word = {
    parts: [{ kind: "opaque", bodies: bodiesIn(node, lowering), source, quoted: true }],
    source,
  };
  return { type: "simple", assignments: [], words: [textWord("test"), operands], redirects: [], source };
}

function lowerList(node: SyntaxNode, lowering: Lowering): Statement | undefined {
  let result: Statement | undefined;
  let type: "and" | "or" = "and";
  for (const child of node.children) {
    if (child.type === "&&") type = "and";
    else if (child.type === "||") type = "or";
    else if (child.isNamed) {
      const side = lowerStatement(child, lowering);
      if (!side) continue;
      result = result ? { type, left: result, right: side } : side;
    }
  }
  return result;
}

function lowerFunction(node: SyntaxNode, lowering: Lowering): Statement {
  const nameNode = node.children.find((child) => child.fieldName === "name");
  const bodyNode = node.children.find((child) => child.fieldName === "body");
  const body = (bodyNode && lowerStatement(bodyNode, lowering)) ?? emptyList;
  return { type: "function", name: nameNode ? lowering.textOf(nameNode) : "", body };
}
