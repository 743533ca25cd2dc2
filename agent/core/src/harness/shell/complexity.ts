import type { ShellLanguage } from "./syntax.ts";

/**
 * The grammars need time that grows with the square of these; commands that people write have a few. In
 * PowerShell each pair of brackets is read once more as a text of its own.
 */
const mostNested: Readonly<Record<ShellLanguage, number>> = { bash: 250, powershell: 60 };
/** Heredocs begun: those that never end are looked for over and over. */
const mostHeredocs = 300;
/** On one line: a table in a heredoc has as many. */
const mostPipes = 600;

const heredoc = /^<<[-~]?["'\\]?\w/;

/**
 * Whether a grammar would need seconds for a text: brackets in brackets, endless pipelines, or characters
 * that no command line can hold.
 */
export function isTooComplex(source: string, language: ShellLanguage): boolean {
  const nested = mostNested[language];
  let depth = 0;
  let pipes = 0;
  let heredocs = 0;
  for (let at = 0; at < source.length; at++) {
    switch (source[at]) {
      case "(":
      case "{":
        if (++depth > nested) return true;
        break;
      case ")":
      case "}":
        if (depth > 0) depth--;
        break;
      case "|":
        if (++pipes > mostPipes) return true;
        break;
      case "<":
        if (heredoc.test(source.slice(at, at + 5)) && ++heredocs > mostHeredocs) return true;
        break;
      case "\n":
        pipes = 0;
        break;
      case "\0":
        return true;
      default:
        break;
    }
  }
  return false;
}
