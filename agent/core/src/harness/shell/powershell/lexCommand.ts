import type { Redirect, SimpleCommand, Statement, Word, WordPart } from "../tree.ts";
import { skipNested } from "./scanner.ts";

/** Lowers the text of a nested block. */
export type LowerNested = (source: string) => Statement;

/** The words and redirections of one command as PowerShell reads them. */
export function lexCommand(source: string, nested: LowerNested): SimpleCommand {
  const words: Word[] = [];
  const redirects: Redirect[] = [];
  let at = 0;
  let operator: { operator: string; descriptor: number | undefined } | undefined;
  const isCall = /^(&|\.)(?=[\s"'$({])/.exec(source);
  if (isCall) at = 1;
  while (at < source.length) {
    const blank = /^(?:[\s]|`\r?\n)+/.exec(source.slice(at))?.[0];
    if (blank) {
      at += blank.length;
      continue;
    }
    if (source[at] === "#" || source.startsWith("<#", at)) {
      at = source[at] === "#" ? endOfLine(source, at) : skipNested(source, at);
      continue;
    }
    const redirect = /^([1-6*]?)(>>?)(&[12])?/.exec(source.slice(at));
    if (redirect) {
      at += redirect[0].length;
      if (!redirect[3]) operator = { operator: redirect[2] ?? ">", descriptor: descriptorOf(redirect[1]) };
      continue;
    }
    if (source.startsWith("--%", at)) {
      for (const text of source
        .slice(at + 3)
        .trim()
        .split(/\s+/))
        words.push(rawWord(text));
      break;
    }
    const end = wordEnd(source, at);
    const word = lexWord(source.slice(at, end), nested);
    at = end;
    if (operator) redirects.push({ ...operator, target: word });
    else words.push(word);
    operator = undefined;
  }
  return { type: "simple", assignments: [], words, redirects, source };
}

function descriptorOf(text: string | undefined): number | undefined {
  return text && text !== "*" ? Number(text) : undefined;
}

function rawWord(text: string): Word {
  return { parts: [{ kind: "text", text, quoted: true }], source: text };
}

function endOfLine(source: string, at: number): number {
  const end = source.indexOf("\n", at);
  return end < 0 ? source.length : end;
}

/** A word ends at a blank, or behind the comma that separates it from the next element of an array. */
function wordEnd(source: string, start: number): number {
  let at = start;
  while (at < source.length && !/\s/.test(source[at] ?? "")) {
    if (source[at] === ">" && at > start) break;
    if (source[at] === ",") return at + 1;
    at = Math.max(skipNested(source, at), at + 1);
  }
  return at;
}

const variable = /^\$(?:\{([^}]*)\}|((?:env|script|global|local|using):\w+|\w+|[_?^$]))/i;

/** Members and indexes of a value in brackets, but no calls. */
const members = /^(?:\.\w+(?![\w(])|\[[^\]]*\])+/;
/** What `Get-Command` tells of a command, which names it. */
const commandName = /^\.(source|path|definition|name)$/i;

function lexWord(source: string, nested: LowerNested): Word {
  const parts: WordPart[] = [];
  let plain = "";
  const flush = (): void => {
    parts.push(...plainParts(plain));
    plain = "";
  };
  let at = 0;
  while (at < source.length) {
    const char = source[at] ?? "";
    const end = Math.max(skipNested(source, at), at + 1);
    const text = source.slice(at, end);
    if (char === "`") plain += text.slice(1);
    else if (char === "'") {
      flush();
      parts.push({ kind: "text", text: text.slice(1, -1).replaceAll("''", "'"), quoted: true });
    } else if (char === '"') {
      flush();
      parts.push(...expandable(text.slice(1, -1), nested));
    } else if (char === "@" && /^@["']/.test(text)) {
      flush();
      const inner = text.replace(/^@["'][^\n]*\n/, "").replace(/\r?\n["']@$/, "");
      if (text[1] === '"') parts.push(...expandable(inner, nested));
      else parts.push({ kind: "text", text: inner, quoted: true });
    } else if (char === "@" && at === 0 && /^@[A-Za-z_]\w*$/.test(source)) {
      parts.push({ kind: "variable", name: canonicalSplat(source), bodies: [], source, quoted: true });
      at = source.length;
      continue;
    } else if (char === "{") {
      flush();
      parts.push({ kind: "opaque", bodies: [nested(text.slice(1, -1))], source: text, quoted: true });
    } else if (char === "(") {
      flush();
      const member = /^[$@]?$/.test(source.slice(0, at)) ? (members.exec(source.slice(end))?.[0] ?? "") : "";
      if (member !== "" && !commandName.test(member)) {
        parts.push({ kind: "opaque", bodies: [nested(text.slice(1, -1))], source, quoted: true });
        at = end + member.length;
        continue;
      }
      const isHash = source[at - 1] === "@";
      at = end + member.length;
      parts.push({ kind: "output", body: nested(text.slice(1, -1)), source: text, quoted: !isHash });
      continue;
    } else if (char === "$" && source[at + 1] !== "(") {
      flush();
      const [part, length] = lexVariable(source.slice(at));
      parts.push(part);
      at += length;
      continue;
    } else if ((char === "@" || char === "$") && /[({]/.test(source[at + 1] ?? "")) {
      // `@(...)` and `$(...)` are what is in the brackets; `@{...}` is data.
      if (source[at + 1] === "{") {
        const hashEnd = skipNested(source, at + 1);
        flush();
        parts.push({ kind: "opaque", bodies: [], source: source.slice(at, hashEnd), quoted: true });
        at = hashEnd;
        continue;
      }
    } else plain += text;
    at = end;
  }
  flush();
  return { parts, source };
}

/** Variables with members or indexes have values that the text does not tell. */
function lexVariable(source: string): [WordPart, number] {
  const match = variable.exec(source);
  if (!match) return [{ kind: "text", text: source[0] ?? "", quoted: true }, 1];
  const member = /^(?:\.\w+|\[[^\]]*\])+/.exec(source.slice(match[0].length))?.[0] ?? "";
  const text = match[0] + member;
  const name = (match[1] ?? match[2] ?? "").replace(/^(script|global|local|using):/i, "");
  if (member !== "") return [{ kind: "opaque", bodies: [], source: text, quoted: true }, text.length];
  const part: WordPart = { kind: "variable", name: canonical(name), bodies: [], source: text, quoted: true };
  return [part, text.length];
}

/** Names are case-insensitive. */
export function canonical(name: string): string {
  const environment = /^env:(.*)$/i.exec(name)?.[1];
  if (/^home$/i.test(name)) return "HOME";
  return environment === undefined ? name.toLowerCase() : `env:${environment.toUpperCase()}`;
}

function canonicalSplat(source: string): string {
  return `@${canonical(source.slice(1))}`;
}

/** The parts of a double-quoted text. */
function expandable(source: string, nested: LowerNested): WordPart[] {
  const parts: WordPart[] = [];
  let text = "";
  let at = 0;
  const flush = (): void => {
    if (text !== "") parts.push({ kind: "text", text, quoted: true });
    text = "";
  };
  while (at < source.length) {
    const char = source[at] ?? "";
    if (char === "`") {
      text += escaped(source[at + 1] ?? "");
      at += 2;
    } else if (char === '"' && source[at + 1] === '"') {
      text += '"';
      at += 2;
    } else if (char === "$" && source[at + 1] === "(") {
      const end = skipNested(source, at + 1);
      flush();
      const inner = source.slice(at + 2, end - 1);
      parts.push({ kind: "output", body: nested(inner), source: source.slice(at, end), quoted: true });
      at = end;
    } else if (char === "$" && variable.test(source.slice(at))) {
      flush();
      const match = variable.exec(source.slice(at));
      const name = match?.[1] ?? match?.[2] ?? "";
      const length = match?.[0].length ?? 1;
      parts.push({
        kind: "variable",
        name: canonical(name),
        bodies: [],
        source: source.slice(at, at + length),
        quoted: true,
      });
      at += length;
    } else {
      text += char;
      at++;
    }
  }
  flush();
  return parts.length > 0 ? parts : [{ kind: "text", text: "", quoted: true }];
}

function escaped(char: string): string {
  return { n: "\n", t: "\t", r: "\r", "0": "\0" }[char] ?? char;
}

function plainParts(text: string): WordPart[] {
  if (text === "") return [];
  return text
    .split(/([*?])/)
    .filter((piece) => piece !== "")
    .map((piece) =>
      /^[*?]$/.test(piece) ? { kind: "glob", text: piece } : { kind: "text", text: piece, quoted: false },
    );
}
