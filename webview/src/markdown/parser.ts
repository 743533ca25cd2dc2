import MarkdownParser from "markdown-it";
import type { MarkdownIt, Token } from "markdown-it";
import { escapeHtml } from "./escapeHtml.ts";
import { isOpenableAddress } from "./links.ts";
import { addMath } from "./math.ts";

let shared: MarkdownIt | undefined;

/** The parser of every message: no HTML, links by data only, images as links. Made on first use. */
export function markdown(): MarkdownIt {
  shared ??= createMarkdown();
  return shared;
}

function createMarkdown(): MarkdownIt {
  const parser = new MarkdownParser({ html: false, linkify: true, breaks: false, typographer: false });
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  parser.validateLink = isOpenableAddress;
  addMath(parser);
  const { rules } = parser.renderer;
  rules["link_open"] = (tokens, index) => {
    const href = attribute(tokens[index], "href");
    return `<a href="#" data-href="${escapeHtml(href)}" title="${escapeHtml(decoded(href))}">`;
  };
  // Nothing is loaded from elsewhere: an image of a message is a link to it.
  rules["image"] = (tokens, index) => {
    const token = tokens[index];
    const address = attribute(token, "src");
    const label = escapeHtml(token?.content || decoded(address));
    if (!isOpenableAddress(address) || address === "") return label;
    return `<a href="#" data-href="${escapeHtml(address)}" title="${escapeHtml(decoded(address))}">${label}</a>`;
  };
  rules["th_open"] = rules["td_open"] = (tokens, index) => {
    const token = tokens[index];
    const align = /text-align:(left|right|center)/.exec(attribute(token, "style"))?.[1];
    return `<${token?.tag}${align ? ` class="align-${align}"` : ""}>`;
  };
  return parser;
}

function attribute(token: Token | undefined, name: string): string {
  return String(token?.attrGet(name) ?? "");
}

/** The parser percent-encodes; people and the host read addresses as they were written. */
function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    // Not a valid encoding: shown as it stands.
    return address;
  }
}
