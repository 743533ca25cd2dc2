// How far quotes, brackets and words of PowerShell reach.

/** Index behind the quoted text, here-string, comment or bracket that starts at `at`; `at` when none does. */
export function skipNested(source: string, at: number): number {
  const char = source[at];
  if (char === "`") return Math.min(at + 2, source.length);
  if (char === "@" && (source[at + 1] === '"' || source[at + 1] === "'")) return skipHereString(source, at);
  if (char === "'" || char === '"') return skipQuoted(source, at);
  if (char === "<" && source[at + 1] === "#") {
    const end = source.indexOf("#>", at + 2);
    return end < 0 ? source.length : end + 2;
  }
  if (char === "(" || char === "{") return skipBracket(source, at);
  return at;
}

function skipHereString(source: string, at: number): number {
  const end = source.indexOf(`\n${source[at + 1]}@`, at + 2);
  return end < 0 ? source.length : end + 3;
}

function skipQuoted(source: string, at: number): number {
  const quote = source[at];
  for (let index = at + 1; index < source.length; index++) {
    if (source[index] === quote) {
      // A doubled quote is one of them.
      if (source[index + 1] !== quote) return index + 1;
      index++;
    } else if (quote === '"' && source[index] === "`") index++;
    else if (quote === '"' && source[index] === "$" && source[index + 1] === "(") {
      index = skipBracket(source, index + 1) - 1;
    }
  }
  return source.length;
}

const closing: Readonly<Record<string, string>> = { "(": ")", "{": "}" };

/** A loop with a stack of its own: input decides how deep brackets nest. */
function skipBracket(source: string, at: number): number {
  const open: string[] = [];
  for (let index = at; index < source.length; index++) {
    const char = source[index] ?? "";
    if (char === "(" || char === "{") open.push(closing[char] ?? "");
    else if (char === ")" || char === "}") {
      if (open.at(-1) === char) open.pop();
      if (open.length === 0) return index + 1;
    } else if (char === "#" && /[\s;({]/.test(source[index - 1] ?? " ")) {
      const end = source.indexOf("\n", index);
      index = end < 0 ? source.length : end;
    } else if (char === '"' || char === "'") index = skipSimpleQuote(source, index) - 1;
    else if (char === "`") index++;
  }
  return source.length;
}

/** Quotes inside brackets: what is nested in them again does not matter for where they end. */
function skipSimpleQuote(source: string, at: number): number {
  const quote = source[at];
  if (source[at - 1] === "@") return skipHereString(source, at - 1);
  for (let index = at + 1; index < source.length; index++) {
    if (source[index] === "`" && quote === '"') index++;
    else if (source[index] === quote) return index + 1;
  }
  return source.length;
}

/** What ends a command: a separator, or the bracket that it stands in. */
export function isCommandEnd(source: string, at: number): boolean {
  const char = source[at] ?? "";
  if (char === "&") return source[at + 1] === "&" || !/[>\d]/.test(source[at - 1] ?? "");
  return char === ";" || char === "|" || char === ")" || char === "}" || char === "\n" || char === "\r";
}
