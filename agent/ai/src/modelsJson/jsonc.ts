/** A problem in JSON text with comments; line and column count from 1. */
export class JsoncError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
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
  } catch (error) {
    throw new JsoncError(describe(error, json), { cause: error });
  }
}

/** Blanks out comments and trailing commas; everything else keeps its position. */
function toJson(text: string): string {
  const token = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)|,/g;
  const blanked = text.replace(token, (match) =>
    match.startsWith("/") ? match.replace(/[^\n\r]/g, " ") : match,
  );
  return blanked.replace(/"(?:[^"\\\n]|\\.)*"?|,(?=\s*[}\]])/g, (match) => (match === "," ? " " : match));
}

function describe(error: unknown, json: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const position = /at position (\d+)/.exec(message)?.[1];
  // The engine quotes the text around the problem, which may be a key: only the kind is repeated.
  const kind = /^(Unexpected end|Expected [^(]*?(?= in JSON)|Unterminated string|Bad [a-z ]+)/.exec(
    message,
  )?.[0];
  const offset = position === undefined ? json.length : Number(position);
  const before = json.slice(0, offset).split("\n");
  const where = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  return `${kind ?? "Unexpected character"} at ${where}`;
}
