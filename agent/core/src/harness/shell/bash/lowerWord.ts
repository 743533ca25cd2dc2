import type { SyntaxNode } from "../syntax.ts";
import { emptyList, type Statement, type Word, type WordPart } from "../tree.ts";
import { ansiStringText } from "./ansiString.ts";
import { expandBraces } from "./braces.ts";
import { splitGlobs } from "./globs.ts";
import type { Lowering } from "./lowering.ts";
import { lowerSequence } from "./lowerStatement.ts";

/** The words that the nodes of one shell word stand for: several when braces expand. */
export function lowerWord(nodes: readonly SyntaxNode[], lowering: Lowering): Word[] {
  const source = nodes.map((node) => lowering.textOf(node)).join("");
  const parts = nodes.flatMap((node) => lowerParts(node, lowering));
  return expandBraces(mergeText(parts)).map((expanded) => ({ parts: splitGlobs(expanded), source }));
}

/** The parts of a text in which quotes have no meaning: what is in double quotes, or a heredoc. */
export function lowerQuoted(
  children: readonly SyntaxNode[],
  range: { start: number; end: number },
  lowering: Lowering,
): WordPart[] {
  const parts: WordPart[] = [];
  let at = range.start;
  const addText = (end: number): void => {
    if (end <= at) return;
    const raw = lowering.source.slice(at, end);
    parts.push({ kind: "text", text: raw.replace(/\\(?:\n|([$`"\\]))/g, "$1"), quoted: true });
  };
  for (const child of children) {
    if (child.startIndex < at || child.endIndex > range.end) continue;
    if (child.type === "string_content" || child.type === "heredoc_content" || !child.isNamed) continue;
    addText(child.startIndex);
    parts.push(...lowerParts(child, lowering).map(asQuoted));
    at = child.endIndex;
  }
  addText(range.end);
  return parts;
}

function asQuoted(part: WordPart): WordPart {
  return "quoted" in part ? { ...part, quoted: true } : part;
}

function lowerParts(node: SyntaxNode, lowering: Lowering): WordPart[] {
  return lowering.nest(() => lowerNode(node, lowering), []);
}

function lowerNode(node: SyntaxNode, lowering: Lowering): WordPart[] {
  const text = lowering.textOf(node);
  switch (node.type) {
    case "concatenation":
    case "command_name":
      return node.children.flatMap((child) => lowerParts(child, lowering));
    case "raw_string":
      return [{ kind: "text", text: text.slice(1, -1), quoted: true }];
    case "ansi_c_string":
      return [{ kind: "text", text: ansiStringText(text.slice(2, -1)), quoted: true }];
    case "string":
      return lowerString(node, lowering);
    case "translated_string":
      return node.children.filter((child) => child.isNamed).flatMap((child) => lowerParts(child, lowering));
    case "simple_expansion":
      return [{ kind: "variable", name: text.slice(1), bodies: [], source: text, quoted: false }];
    case "expansion":
      return [lowerExpansion(node, lowering)];
    case "command_substitution": {
      const body = lowerSequence(node.children, lowering) ?? emptyList;
      return [{ kind: "output", body, source: text, quoted: false }];
    }
    case "process_substitution": {
      const body = lowerSequence(node.children, lowering) ?? emptyList;
      return [{ kind: "process", body, source: text }];
    }
    case "arithmetic_expansion":
      return [{ kind: "opaque", bodies: bodiesIn(node, lowering), source: text, quoted: true }];
    case "array": {
      const words = node.children
        .filter((child) => child.isNamed && child.type !== "comment")
        .flatMap((child) => lowerWord([child], lowering));
      return [{ kind: "array", words, source: text }];
    }
    default:
      return unquotedText(text);
  }
}

function lowerString(node: SyntaxNode, lowering: Lowering): WordPart[] {
  const isClosed = node.children.length > 1 && node.children.at(-1)?.type === '"';
  const range = { start: node.startIndex + 1, end: isClosed ? node.endIndex - 1 : node.endIndex };
  const parts = lowerQuoted(node.children, range, lowering);
  // An empty string is a word all the same.
  return parts.length > 0 ? parts : [{ kind: "text", text: "", quoted: true }];
}

/** `${X}`, `${X:-y}` and array forms are the variable; what computes another text of it is opaque. */
function lowerExpansion(node: SyntaxNode, lowering: Lowering): WordPart {
  const source = lowering.textOf(node);
  const bodies = bodiesIn(node, lowering);
  const plain = /^\$\{(\w+|[@*#?$!-])(?:\[[@*\d]+\])?(?:\}$|:?[-=?])/.exec(source);
  const name = plain?.[1];
  // A masked CI expression is a name of underscores.
  if (!name || source.startsWith("${{")) return { kind: "opaque", bodies, source, quoted: false };
  return { kind: "variable", name, bodies, source, quoted: false };
}

/** The commands that run somewhere inside a node. */
export function bodiesIn(node: SyntaxNode, lowering: Lowering): Statement[] {
  const found: Statement[] = [];
  const open = [...node.children];
  for (let child = open.shift(); child; child = open.shift()) {
    if (child.type === "command_substitution" || child.type === "process_substitution") {
      const body = lowerSequence(child.children, lowering);
      if (body) found.push(body);
    } else if (child.children.length > 0) open.unshift(...child.children);
    else found.push(...backtickBodies(child, lowering));
  }
  return found;
}

/** The grammar reads backticks inside `${x:-...}` as plain text. */
function backtickBodies(node: SyntaxNode, lowering: Lowering): Statement[] {
  if (!/^(word|regex|string_content)$/.test(node.type)) return [];
  const text = lowering.textOf(node);
  return [...text.matchAll(/(?<!\\)`((?:[^`\\]|\\[\s\S])+)`/g)].flatMap((match) => {
    const lowered = lowering.lowerText((match[1] ?? "").replace(/\\([`\\$])/g, "$1"));
    if (lowered?.hasError) lowering.hasNestedError = true;
    return lowered ? [lowered.body] : [];
  });
}

function unquotedText(text: string): WordPart[] {
  if (!text.includes("\\")) return [{ kind: "text", text, quoted: false }];
  return text
    .split(/(\\[\s\S])/)
    .filter((piece) => piece !== "" && piece !== "\\\n")
    .map((piece) =>
      /^\\[\s\S]$/.test(piece)
        ? { kind: "text", text: piece.slice(1), quoted: true }
        : { kind: "text", text: piece, quoted: false },
    );
}

function mergeText(parts: readonly WordPart[]): WordPart[] {
  const merged: WordPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (part.kind === "text" && last?.kind === "text" && part.quoted === last.quoted) {
      merged[merged.length - 1] = { ...last, text: last.text + part.text };
    } else merged.push(part);
  }
  return merged;
}
