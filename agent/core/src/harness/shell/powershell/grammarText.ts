import { isCommandEnd, skipNested } from "./scanner.ts";

const keywords =
  /^(if|elseif|else|while|until|do|for|foreach|switch|function|filter|param|return|throw|try|catch|finally|trap|begin|process|end|class|enum|using|break|continue|exit|data|workflow|parallel|sequence|in)$/i;

/**
 * The text with every plain command made of letters only, in the same length. The grammar knows statements
 * and blocks well, but stumbles over `--`, `--name=value` and `$env:X\path`: words are read from the text
 * as written, at the place where the grammar found a command.
 */
export function grammarText(source: string): string {
  const text = source.split("");
  // Whether the brackets around are ones in which statements stand.
  let at = 0;
  let isStart = true;
  while (at < source.length) {
    const char = source[at] ?? "";
    if (/\s/.test(char)) {
      if (char === "\n") isStart = true;
      at++;
    } else if (char === "#" || source.startsWith("<#", at)) {
      at = char === "#" ? lineEnd(source, at) : skipNested(source, at);
    } else if (source.startsWith("&&", at) || source.startsWith("||", at)) {
      at += 2;
      isStart = true;
    } else if (isStart && startsCommand(source, at)) {
      at = maskCommand(source, at, text);
      isStart = false;
    } else if (char === "@" && source[at + 1] === "{") at = skipNested(source, at + 1);
    else if (/["'`@]/.test(char)) {
      const end = skipNested(source, at);
      at = Math.max(end, at + 1);
      isStart = false;
    } else {
      const word = /^[A-Za-z]+/.exec(source.slice(at, at + 12))?.[0];
      if (isStart && word && keywords.test(word)) {
        at += word.length;
        if (/^param$/i.test(word)) at = endParameters(source, at, text);
        isStart = /^(return|throw|else|do|try|finally|begin|process|end|param)$/i.test(word);
        continue;
      }
      // The grammar takes the method `ForEach` for the keyword.
      const member = char === "." && /^\.([A-Za-z]+)\(/.exec(source.slice(at, at + 16))?.[1];
      if (member && keywords.test(member)) text[at + 1] = "x";
      isStart = /[;|&({}]/.test(char) || (char === "=" && source[at + 1] !== "=");
      // A condition's bracket is closed and its block may follow.
      if (char === ")" && /^\s*\{/.test(source.slice(at + 1, at + 40))) isStart = true;
      at++;
    }
  }
  return text.join("");
}

function lineEnd(source: string, at: number): number {
  const end = source.indexOf("\n", at);
  return end < 0 ? source.length : end;
}

/** A command begins with a name, a path, or `&` and `.` before one. */
function startsCommand(source: string, at: number): boolean {
  const rest = source.slice(at, at + 24);
  if (/^(&|\.)\s+["'$({\w.~/\\]/.test(rest) || /^&["'$({]/.test(rest)) return true;
  const word = /^[A-Za-z_]+(?![\w.:\\/-])/.exec(rest)?.[0];
  if (word && keywords.test(word)) return false;
  return (
    /^(%|\?)\s/.test(rest) || /^[A-Za-z_~]/.test(rest) || /^\.{1,2}[\\/]/.test(rest) || /^[\\/]\w/.test(rest)
  );
}

/** Masks a command and gives the index behind it. */
function maskCommand(source: string, start: number, text: string[]): number {
  let at = start;
  if (source[at] === "&") text[at++] = "x";
  while (at < source.length && !isCommandEnd(source, at)) {
    if (source[at] === "#" && /\s/.test(source[at - 1] ?? "")) break;
    const isContinued = source[at] === "`" && /^`\r?\n/.test(source.slice(at, at + 3));
    const end = Math.max(skipNested(source, at), at + 1);
    for (let index = at; index < end; index++) {
      if (isContinued || !/[ \t]/.test(source[index] ?? "") || end > at + 1)
        text[index] = isContinued ? " " : "x";
    }
    at = end;
  }
  // Blanks at the end are not part of a word.
  return at;
}

/** The grammar wants a line end behind `param(...)`. */
function endParameters(source: string, at: number, text: string[]): number {
  const open = source.indexOf("(", at);
  if (open < 0) return at;
  const end = skipNested(source, open);
  if (source[end] === " ") text[end] = "\n";
  return end;
}
