const whitespace = /\s/;

/**
 * Splits what follows a template's name (cli.md §9). White space separates, line ends too. A quote opens
 * at the start of an argument only; without its counterpart it is an ordinary character. Inside, a
 * backslash makes the same quote literal.
 */
export function splitTemplateArguments(text: string): string[] {
  const found: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (whitespace.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const quoted = readQuoted(text, at);
    const start = quoted?.end ?? at;
    const end = endOfWord(text, start);
    found.push((quoted?.value ?? "") + text.slice(start, end));
    at = end;
  }
  return found;
}

/** The quoted text that starts at `start`, and where it ends; `undefined` when none does. */
function readQuoted(text: string, start: number): { value: string; end: number } | undefined {
  const quote = text.charAt(start);
  if (quote !== '"' && quote !== "'") return undefined;
  let value = "";
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === quote) return { value, end: at + 1 };
    const isEscaped = character === "\\" && text.charAt(at + 1) === quote;
    if (isEscaped) at += 1;
    value += isEscaped ? quote : character;
  }
  return undefined;
}

function endOfWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && !whitespace.test(text.charAt(at))) at += 1;
  return at;
}
