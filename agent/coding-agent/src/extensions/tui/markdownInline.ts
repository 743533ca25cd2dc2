import type { MarkdownTheme } from "./markdown.ts";

type Paint = (text: string) => string;

interface Span {
  /** Where it begins and ends in the text. */
  from: number;
  to: number;
  shown: string;
}

const escapable = /\\([\\`*_{}[\]()#+\-.!~|<>])/g;

/** One line of Markdown with its styles: code, links, bold, italic, struck through. */
export function styledInline(text: string, theme: MarkdownTheme, plain: Paint): string {
  const span = firstSpan(text, theme, plain);
  if (!span) return text === "" ? "" : paintLines(text.replace(escapable, "$1"), plain);
  const before = text.slice(0, span.from);
  return (
    (before === "" ? "" : paintLines(before.replace(escapable, "$1"), plain)) +
    span.shown +
    styledInline(text.slice(span.to), theme, plain)
  );
}

/** Styles end with the line: what wraps the lines sees each of them whole. */
function paintLines(text: string, paint: Paint): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? "" : paint(line)))
    .join("\n");
}

function firstSpan(text: string, theme: MarkdownTheme, plain: Paint): Span | undefined {
  const found = patterns
    .map(({ expression, show }) => {
      const match = expression.exec(text);
      return match && { match, show };
    })
    .filter((candidate) => candidate !== null)
    .sort((a, b) => a.match.index - b.match.index)[0];
  if (!found) return undefined;
  const { match, show } = found;
  return {
    from: match.index,
    to: match.index + match[0].length,
    shown: show(match, theme, (inner, paint) =>
      styledInline(inner, theme, paint ? (part) => paint(plain(part)) : plain),
    ),
  };
}

type Inner = (text: string, paint?: Paint) => string;

/** In the order of precedence at one place. */
const patterns: {
  expression: RegExp;
  show: (match: RegExpExecArray, theme: MarkdownTheme, inner: Inner) => string;
}[] = [
  {
    expression: /(?<![\\`])(`+)(?!`)(.+?)(?<!`)\1(?!`)/s,
    show: ([, , code = ""], theme) => paintLines(code.replace(/^ (.+) $/s, "$1"), theme.code),
  },
  {
    expression: /(?<!\\)!?\[((?:\\.|[^\]\\])*)\]\(\s*<?([^\s)>]+)>?(?:\s+"[^"]*")?\s*\)/,
    show: ([, label = "", url = ""], theme, inner) => {
      const shown = inner(label, (text) => theme.link(theme.underline(text)));
      return label === url || `mailto:${label}` === url ? shown : `${shown} ${theme.linkUrl(`(${url})`)}`;
    },
  },
  {
    expression: /<(https?:\/\/[^\s>]+)>/,
    show: ([, url = ""], theme) => theme.link(theme.underline(url)),
  },
  {
    expression: /(?<!\\)(\*\*|__)(?=\S)(.+?)(?<=\S)(?<!\\)\1(?![*_])/s,
    show: ([, , text = ""], theme, inner) => inner(text, theme.bold),
  },
  {
    expression: /(?<!\\)~~(?=\S)(.+?)(?<=\S)~~/s,
    show: ([, text = ""], theme, inner) => inner(text, theme.strikethrough),
  },
  {
    expression:
      /(?<![\\*\w])\*(?=[^\s*])(.+?)(?<=[^\s*])(?<!\\)\*(?!\*)|(?<![\\_\w])_(?=[^\s_])(.+?)(?<=[^\s_])(?<!\\)_(?!\w)/s,
    show: ([, stars, lines], theme, inner) => inner(stars ?? lines ?? "", theme.italic),
  },
];
