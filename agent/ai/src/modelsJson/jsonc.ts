/** A problem in JSON text with comments; line and column count from 1. */
export class JsoncError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "JsoncError";
  }
}

/**
 * Parses JSON that may contain comments, trailing commas and a byte order mark.
 * @throws JsoncError with the position of the problem.
 */
export function parseJsonc(text: string): unknown {
  const json = toJson(text.replace(/^\uFEFF/, ""));
  try {
    return JSON.parse(json);
  } catch {
    throw new JsoncError(describe(json));
  }
}

/**
 * Parses JSON like the engine, but with errors that quote nothing of the text.
 * @throws JsoncError with the position of the problem.
 */
export function parseStrictJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new JsoncError(describe(text));
  }
}

/** Blanks out comments and trailing commas; everything else keeps its position. */
function toJson(text: string): string {
  // Plain characters in runs: taken one by one, those of a long string overflow the engine's stack.
  const token = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g;
  const blanked = text.replace(token, (match) =>
    match.startsWith("/") ? match.replace(/[^\n\r]/g, " ") : match,
  );
  return blanked.replace(/"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|(?<![[{,]\s*),(?=\s*[}\]])/g, (match) =>
    match === "," ? " " : match,
  );
}

/** The engine's message quotes the text, which may be a key, and does not always tell the position. */
function describe(json: string): string {
  const offset = findProblem(json);
  const before = json.slice(0, offset).split("\n");
  const what = json.slice(offset).trim() === "" ? "Unexpected end" : "Unexpected text";
  return `${what} at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

const stringToken = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const scalarToken = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const spaceToken = /[ \t\r\n]*/y;

/** Offset of the first character that JSON does not allow there. */
function findProblem(json: string): number {
  let offset = 0;
  const skip = (token: RegExp): boolean => {
    token.lastIndex = offset;
    const length = token.exec(json)?.[0].length;
    offset += length ?? 0;
    return length !== undefined;
  };
  const at = (character: string): boolean => {
    skip(spaceToken);
    if (json[offset] !== character) return false;
    offset++;
    return true;
  };
  const list = (close: string, item: () => boolean): boolean => {
    if (at(close)) return true;
    do if (!item()) return false;
    while (at(","));
    return at(close);
  };
  const member = (): boolean => {
    skip(spaceToken);
    return skip(stringToken) && at(":") && value();
  };
  const value = (): boolean => {
    if (at("{")) return list("}", member);
    if (at("[")) return list("]", value);
    return skip(stringToken) || skip(scalarToken);
  };
  if (value()) skip(spaceToken);
  return offset;
}
