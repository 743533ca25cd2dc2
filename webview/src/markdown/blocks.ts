import type { Token } from "markdown-it";
import { markdown } from "./parser.ts";

/** A block of the top level of a message. */
export type MarkdownBlock =
  | { readonly kind: "html"; readonly html: string; readonly isHeading: boolean }
  | { readonly kind: "code"; readonly language: string; readonly text: string; readonly isClosed: boolean };

/** A text and the blocks that it is made of, kept while the text grows. */
export interface ParsedText {
  readonly text: string;
  readonly blocks: readonly MarkdownBlock[];
  /** The last block begins here: all before it is settled. */
  readonly tailStart: number;
  readonly settled: readonly MarkdownBlock[];
}

const nothing: ParsedText = { text: "", blocks: [], tailStart: 0, settled: [] };

/**
 * Parses a text; of one that continues `previous`, only from where its last block begins. So a message that
 * streams costs what its last block costs, however long it is.
 */
export function parseBlocks(text: string, previous: ParsedText = nothing): ParsedText {
  if (text === previous.text) return previous;
  const start = text.startsWith(previous.text) ? previous : nothing;
  const tail = text.slice(start.tailStart);
  const parts = topLevel(tail);
  const last = parts.at(-1);
  const settled = [...start.settled, ...parts.slice(0, -1).map(({ block }) => block)];
  return {
    text,
    blocks: last ? [...settled, last.block] : settled,
    tailStart: start.tailStart + (last ? last.offset : 0),
    settled,
  };
}

function topLevel(source: string): { block: MarkdownBlock; offset: number }[] {
  const parser = markdown();
  const env: Record<string, unknown> = {};
  const tokens = parser.parse(source, env);
  const offsets = lineOffsets(source);
  const parts: { block: MarkdownBlock; offset: number }[] = [];
  for (let start = 0; start < tokens.length;) {
    const end = endOfBlock(tokens, start);
    const group = tokens.slice(start, end);
    const line = group[0]?.map?.[0] ?? 0;
    parts.push({ block: blockOf(group, source, offsets, env), offset: offsets[line] ?? 0 });
    start = end;
  }
  return parts;
}

function endOfBlock(tokens: readonly Token[], start: number): number {
  let depth = 0;
  for (let index = start; index < tokens.length; index++) {
    depth += tokens[index]?.nesting ?? 0;
    if (depth <= 0) return index + 1;
  }
  return tokens.length;
}

function blockOf(
  group: Token[],
  source: string,
  offsets: readonly number[],
  env: Record<string, unknown>,
): MarkdownBlock {
  const [first] = group;
  if (first?.type === "fence") {
    const language = first.info.trim().split(/\s+/)[0] ?? "";
    return { kind: "code", language, text: first.content, isClosed: isClosed(first, source, offsets) };
  }
  if (first?.type === "code_block") {
    return { kind: "code", language: "", text: first.content, isClosed: true };
  }
  const parser = markdown();
  const isHeading = first?.type === "heading_open";
  return { kind: "html", html: parser.renderer.render(group, parser.options, env), isHeading };
}

/** The last line of a fence that has ended is its mark. */
function isClosed(fence: Token, source: string, offsets: readonly number[]): boolean {
  const [from = 0, to = 0] = fence.map ?? [];
  if (to - from < 2) return false;
  const last = source.slice(offsets[to - 1], offsets[to] ?? source.length).trim();
  return last.startsWith(fence.markup) && last.replaceAll(fence.markup[0] ?? "`", "") === "";
}

function lineOffsets(source: string): number[] {
  const offsets = [0];
  for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1)) offsets.push(at + 1);
  return offsets;
}
