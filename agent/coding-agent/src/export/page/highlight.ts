import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import php from "highlight.js/lib/languages/php";
import powershell from "highlight.js/lib/languages/powershell";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import type { Child, Draw, PageElement } from "./dom.ts";

/** Longer code is shown plain: colouring it would keep the page waiting. */
const maxHighlighted = 30_000;

const languages = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  php,
  powershell,
  python,
  ruby,
  rust,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};

export function registerLanguages(): void {
  for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);
}

/** A block of code, coloured when its language is known. */
export function codeBlock(draw: Draw, text: string, language: string | undefined): PageElement {
  return draw("pre.code", {}, draw("code", {}, ...colours(draw, text, language)));
}

function colours(draw: Draw, text: string, language: string | undefined): Child[] {
  if (!language || text.length > maxHighlighted || !hljs.getLanguage(language)) return [text];
  return fromMarkup(draw, hljs.highlight(text, { language, ignoreIllegals: true }).value);
}

/** Elements for the highlighter's markup, which consists of spans and escaped text. */
function fromMarkup(draw: Draw, markup: string): Child[] {
  const top: Child[] = [];
  const open: { selector: string; children: Child[] }[] = [];
  for (const [part, className] of markup.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    if (className !== undefined) {
      open.push({ selector: ["span", ...className.split(" ")].join("."), children: [] });
    } else if (part === "</span>") {
      const done = open.pop();
      if (done) (open.at(-1)?.children ?? top).push(draw(done.selector, {}, ...done.children));
    } else {
      (open.at(-1)?.children ?? top).push(unescape(part));
    }
  }
  return top;
}

const escapes: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

function unescape(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => escapes[entity] ?? entity);
}
