import type { Component } from "../types/ui.ts";
import { styledInline } from "./markdownInline.ts";
import { truncateToWidth, visibleWidth, wrapTextWithAnsi } from "./width.ts";

type Paint = (text: string) => string;

export interface MarkdownTheme {
  heading: Paint;
  link: Paint;
  linkUrl: Paint;
  code: Paint;
  codeBlock: Paint;
  codeBlockBorder: Paint;
  quote: Paint;
  quoteBorder: Paint;
  hr: Paint;
  listBullet: Paint;
  bold: Paint;
  italic: Paint;
  strikethrough: Paint;
  underline: Paint;
  /** Lines of a code block in colours. */
  highlightCode?: (code: string, language?: string) => string[];
  /** Default two spaces. */
  codeBlockIndent?: string;
}

/** How text looks that nothing else styles. */
export interface DefaultTextStyle {
  color?: Paint;
  bgColor?: Paint;
  bold?: boolean;
  italic?: boolean;
  strikethrough?: boolean;
  underline?: boolean;
}

/** Markdown as lines: headings, lists, quotes, code, tables and what stands within a line. */
export class Markdown implements Component {
  private cached: { width: number; lines: string[] } | undefined;

  constructor(
    private text: string,
    private readonly paddingX: number,
    private readonly paddingY: number,
    private readonly theme: MarkdownTheme,
    private readonly textStyle: DefaultTextStyle = {},
  ) {}

  setText(text: string): void {
    this.text = text;
    this.cached = undefined;
  }

  invalidate(): void {
    this.cached = undefined;
  }

  render(width: number): string[] {
    if (this.cached?.width !== width) this.cached = { width, lines: this.lines(width) };
    return this.cached.lines;
  }

  private lines(width: number): string[] {
    if (this.text.trim() === "") return [];
    const side = " ".repeat(this.paddingX);
    const plain = this.paintText();
    const blocks = renderBlocks(this.text.replaceAll("\t", "   "), {
      width: Math.max(1, width - 2 * this.paddingX),
      theme: this.theme,
      plain,
    });
    const background = this.textStyle.bgColor ?? ((line: string): string => line);
    const full = (line: string): string => {
      // A table of many columns may have no room to be narrower.
      const text = truncateToWidth(side + line, width, "");
      return background(text + " ".repeat(Math.max(0, width - visibleWidth(text))));
    };
    const space = Array<string>(this.paddingY).fill(full(""));
    return [...space, ...blocks.map(full), ...space];
  }

  private paintText(): Paint {
    const { color, bold, italic, strikethrough, underline } = this.textStyle;
    const paints = [
      color,
      bold && this.theme.bold,
      italic && this.theme.italic,
      strikethrough && this.theme.strikethrough,
      underline && this.theme.underline,
    ].filter((paint): paint is Paint => typeof paint === "function");
    return (text) => paints.reduce((painted, paint) => paint(painted), text);
  }
}

interface BlockOptions {
  width: number;
  theme: MarkdownTheme;
  plain: Paint;
}

const fence = /^\s{0,3}(```+|~~~+)\s*([\w+#.-]*)/;
const heading = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*$/;
const rule = /^\s{0,3}([-*_])(?:\s*\1){2,}\s*$/;
const item = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const tableRule = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*$|^\s*\|\s*:?-+:?\s*\|\s*$/;

function renderBlocks(text: string, options: BlockOptions): string[] {
  const source = text.split("\n");
  const lines: string[] = [];
  let at = 0;
  const separate = (): void => {
    if (lines.length > 0 && lines.at(-1) !== "") lines.push("");
  };
  while (at < source.length) {
    const line = source[at] ?? "";
    if (line.trim() === "") {
      separate();
      at++;
      continue;
    }
    const block = codeBlock(source, at, options) ?? quote(source, at, options) ?? table(source, at, options);
    if (block) {
      lines.push(...block.lines);
      at = block.next;
      continue;
    }
    const single = singleLine(line, options);
    if (single) {
      lines.push(...single);
      at++;
      continue;
    }
    const start = at;
    while (at < source.length && !beginsBlock(source, at, at > start)) at++;
    const paragraph = source.slice(start, Math.max(at, start + 1)).map((part) => part.trim());
    at = Math.max(at, start + 1);
    lines.push(...wrapTextWithAnsi(inline(paragraph.join("\n"), options), options.width));
  }
  while (lines.at(-1) === "") lines.pop();
  return lines;
}

function inline(text: string, { theme, plain }: BlockOptions): string {
  return styledInline(text, theme, plain);
}

function beginsBlock(source: readonly string[], at: number, isInParagraph: boolean): boolean {
  if (!isInParagraph) return false;
  const line = source[at] ?? "";
  return line.trim() === "" || [fence, heading, rule, item, /^\s{0,3}>/].some((begin) => begin.test(line));
}

/** Headings, rules and list items. */
function singleLine(line: string, options: BlockOptions): string[] | undefined {
  const { theme, width } = options;
  const [, marks = "", title = ""] = heading.exec(line) ?? [];
  if (marks !== "") {
    const text = styledInline(title, theme, (part) => theme.heading(theme.bold(part)));
    return wrapTextWithAnsi(marks.length > 2 ? `${theme.heading(`${marks} `)}${text}` : text, width);
  }
  if (rule.test(line)) return [theme.hr("─".repeat(Math.min(width, 80)))];
  const [, indent, bullet, rest = ""] = item.exec(line) ?? [];
  if (indent === undefined || bullet === undefined) return undefined;
  const mark = /\d/.test(bullet) ? `${bullet} ` : "- ";
  const before = " ".repeat(Math.min(indent.length, Math.max(0, width - mark.length - 1)));
  const room = Math.max(1, width - before.length - mark.length);
  const task = /^\[([ xX])\]\s+(.*)$/.exec(rest);
  const text = task ? `[${task[1]?.trim() === "" ? " " : "x"}] ${task[2] ?? ""}` : rest;
  return wrapTextWithAnsi(inline(text, options), room).map((part, index) =>
    index === 0 ? before + theme.listBullet(mark) + part : before + " ".repeat(mark.length) + part,
  );
}

interface Block {
  lines: string[];
  next: number;
}

function codeBlock(source: readonly string[], at: number, { theme, width }: BlockOptions): Block | undefined {
  const [, marks, language = ""] = fence.exec(source[at] ?? "") ?? [];
  if (marks === undefined) return undefined;
  const isEnd = (line: string): boolean => line.trim().startsWith(marks) && /^\s*[`~]+\s*$/.test(line);
  const found = source.findIndex((line, index) => index > at && isEnd(line));
  const end = found === -1 ? source.length : found;
  const code = source.slice(at + 1, end).join("\n");
  const painted = theme.highlightCode?.(code, language || undefined) ?? code.split("\n").map(theme.codeBlock);
  const indent = theme.codeBlockIndent ?? "  ";
  const room = Math.max(1, width - indent.length);
  const lines = painted.flatMap((line) => wrapTextWithAnsi(line, room)).map((line) => indent + line);
  const border = theme.codeBlockBorder;
  return { lines: [border(marks + language), ...lines, border(marks)], next: end + 1 };
}

function quote(source: readonly string[], at: number, options: BlockOptions): Block | undefined {
  let end = at;
  while (/^\s{0,3}>/.test(source[end] ?? "")) end++;
  if (end === at) return undefined;
  const { theme, width } = options;
  const inner = source.slice(at, end).map((line) => line.replace(/^\s{0,3}>\s?/, ""));
  const lines = renderBlocks(inner.join("\n"), {
    ...options,
    width: Math.max(1, width - 2),
    plain: (text) => theme.quote(theme.italic(text)),
  });
  return { lines: lines.map((line) => theme.quoteBorder("│ ") + line), next: end };
}

function cells(line: string): string[] {
  const inner = line.trim().replace(/^\||(?<!\\)\|$/g, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** Columns as wide as their longest cell, narrower where the line has no room. */
function table(source: readonly string[], at: number, options: BlockOptions): Block | undefined {
  const { theme, width } = options;
  if (!(source[at] ?? "").includes("|") || !tableRule.test(source[at + 1] ?? "")) return undefined;
  let end = at + 2;
  while ((source[end] ?? "").includes("|")) end++;
  const rows = [source[at] ?? "", ...source.slice(at + 2, end)].map(cells);
  const count = Math.max(...rows.map(({ length }) => length));
  const styled = rows.map((row, index) =>
    Array.from({ length: count }, (_, column) => {
      const text = inline(row[column] ?? "", options);
      return index === 0 ? theme.bold(text) : text;
    }),
  );
  const widths = fittingWidths(
    Array.from({ length: count }, (_, column) =>
      Math.max(1, ...styled.map((row) => visibleWidth(row[column] ?? ""))),
    ),
    width - 3 * (count - 1),
  );
  const drawn = styled.map((row) => drawRow(row, widths));
  const ruleLine = widths.map((columns) => "─".repeat(columns)).join("─┼─");
  return { lines: [...(drawn[0] ?? []), ruleLine, ...drawn.slice(1).flat()], next: end };
}

function fittingWidths(natural: number[], room: number): number[] {
  const widths = [...natural];
  while (widths.reduce((sum, one) => sum + one, 0) > room) {
    const widest = widths.indexOf(Math.max(...widths));
    if ((widths[widest] ?? 1) <= 1) break;
    widths[widest] = (widths[widest] ?? 1) - 1;
  }
  return widths;
}

function drawRow(row: readonly string[], widths: readonly number[]): string[] {
  const wrapped = row.map((cell, column) => wrapTextWithAnsi(cell, widths[column] ?? 1));
  const height = Math.max(...wrapped.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    widths
      .map((columns, column) => {
        const text = wrapped[column]?.[line] ?? "";
        return text + " ".repeat(Math.max(0, columns - visibleWidth(text)));
      })
      .join(" │ ")
      .trimEnd(),
  );
}
