/** Deeper JSON is refused: the engine parses it, but cannot write it again, into a session or a request. */
export const maxNesting = 500;

const quote = 0x22;
const backslash = 0x5c;

/** Whether arrays and objects of a JSON text are nested more than `maxNesting` deep. */
export function isNestedTooDeeply(json: string): boolean {
  // Every level takes two characters.
  if (json.length <= 2 * maxNesting) return false;
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfString(json, at);
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > maxNesting) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}

/** Position of the quote that ends the string opened at `start`, or the end of the text. */
export function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return end;
    end = json.indexOf('"', end + 1);
  }
  return json.length;
}
