import { Lexer, type MarkedToken, type Token, type Tokens } from "marked";
import type { Child, Draw, PageElement } from "./dom.ts";
import { codeBlock } from "./highlight.ts";
import { dataImage, safeLink } from "./safeUrl.ts";

/** Longer texts are shown as they are. */
const maxMarkdown = 200_000;

/** Markdown as elements. Markup in it is shown as text; images are shown when the text holds them. */
export function markdown(draw: Draw, text: string): PageElement {
  if (text.length > maxMarkdown) return draw("div.plain", {}, text);
  try {
    return draw("div.markdown", {}, ...inline(draw, new Lexer({ gfm: true }).lex(text)));
  } catch (error) {
    // Nesting deep enough to exhaust the stack is no text for readers.
    if (error instanceof RangeError) return draw("div.plain", {}, text);
    throw error;
  }
}

function inline(draw: Draw, tokens: readonly Token[] | undefined): Child[] {
  return (tokens ?? []).map((token) => element(draw, token));
}

function element(draw: Draw, generic: Token): Child {
  // The lexer has no extensions that could add kinds of their own.
  const token = generic as MarkedToken;
  switch (token.type) {
    case "space":
    case "def":
      return undefined;
    case "heading":
      // The page's own heading is the first level.
      return draw(`h${Math.min(token.depth + 1, 6)}`, {}, ...inline(draw, token.tokens));
    case "paragraph":
      return draw("p", {}, ...inline(draw, token.tokens));
    case "text":
      return token.tokens ? draw("span", {}, ...inline(draw, token.tokens)) : decodeEntities(token.text);
    case "escape":
      return token.text;
    case "code":
      return codeBlock(draw, token.text, token.lang?.split(/\s/, 1)[0]);
    case "codespan":
      return draw("code", {}, token.text);
    case "strong":
    case "em":
    case "del":
    case "blockquote":
      return draw(token.type, {}, ...inline(draw, token.tokens));
    case "br":
    case "hr":
      return draw(token.type);
    case "checkbox":
      return draw("input", { type: "checkbox", disabled: "", ...(token.checked && { checked: "" }) });
    case "list":
      return list(draw, token);
    case "list_item":
      return draw("li", {}, ...inline(draw, token.tokens));
    case "table":
      return table(draw, token);
    case "link":
      return link(draw, token);
    case "image":
      return image(draw, token);
    case "html":
      return token.text;
  }
}

function list(draw: Draw, { ordered, start, items }: Tokens.List): PageElement {
  const attributes: Record<string, string> =
    ordered && typeof start === "number" && start !== 1 ? { start: String(start) } : {};
  return draw(
    ordered ? "ol" : "ul",
    attributes,
    ...items.map((item) => draw("li", {}, ...inline(draw, item.tokens))),
  );
}

function table(draw: Draw, { header, rows }: Tokens.Table): PageElement {
  const row = (cells: readonly Tokens.TableCell[], tag: "th" | "td"): PageElement =>
    draw("tr", {}, ...cells.map((cell) => draw(tag, {}, ...inline(draw, cell.tokens))));
  return draw(
    "div.wide",
    {},
    draw(
      "table",
      {},
      draw("thead", {}, row(header, "th")),
      draw("tbody", {}, ...rows.map((cells) => row(cells, "td"))),
    ),
  );
}

/** A target that a link may not have is shown behind the text. */
function link(draw: Draw, { href, tokens }: Tokens.Link): PageElement {
  const target = safeLink(href);
  const children = inline(draw, tokens);
  if (target === undefined) return draw("span", {}, ...children, draw("span.target", {}, ` (${href})`));
  return draw("a", { href: target, target: "_blank", rel: "noopener noreferrer" }, ...children);
}

/** Nothing is loaded from elsewhere: images that are not in the text become links. */
function image(draw: Draw, { href, text }: Tokens.Image): PageElement {
  const source = dataImage(href);
  if (source !== undefined) return draw("img", { src: source, alt: text });
  const target = safeLink(href);
  const name = text || href;
  if (target === undefined) return draw("span", {}, name);
  return draw("a", { href: target, target: "_blank", rel: "noopener noreferrer" }, name);
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00A0",
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:(\w+)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi, (whole, name, decimal, hex) => {
    if (name) return entities[String(name)] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
