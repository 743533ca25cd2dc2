/** A text with a cursor, edited by whole graphemes. */
export interface EditedText {
  text: string;
  /** Index into `text`. */
  cursor: number;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Where the grapheme before the cursor begins. */
function graphemeBefore({ text, cursor }: EditedText): number {
  let start = 0;
  for (const { index } of graphemes.segment(text.slice(0, cursor))) start = index;
  return start;
}

/** Where the grapheme at the cursor ends. */
function graphemeAfter({ text, cursor }: EditedText): number {
  const [next] = graphemes.segment(text.slice(cursor));
  return cursor + (next?.segment.length ?? 0);
}

/** Where the word before the cursor begins. */
function wordBefore({ text, cursor }: EditedText): number {
  const [found = ""] = /[^\s]*\s*$/.exec(text.slice(0, cursor)) ?? [];
  return cursor - found.length;
}

/** Where the word after the cursor ends. */
function wordAfter({ text, cursor }: EditedText): number {
  const [found = ""] = /^\s*[^\s]*/.exec(text.slice(cursor)) ?? [];
  return cursor + found.length;
}

/** The text after a key within one line; `undefined`: the key does not edit. */
export function editLine(state: EditedText, key: string | undefined): EditedText | undefined {
  const { text, cursor } = state;
  const without = (from: number, to: number): EditedText => ({
    text: text.slice(0, from) + text.slice(to),
    cursor: from,
  });
  const lineStart = text.lastIndexOf("\n", cursor - 1) + 1;
  const nextBreak = text.indexOf("\n", cursor);
  const lineEnd = nextBreak === -1 ? text.length : nextBreak;
  switch (key) {
    case "left":
    case "ctrl+b":
      return { text, cursor: graphemeBefore(state) };
    case "right":
    case "ctrl+f":
      return { text, cursor: graphemeAfter(state) };
    case "home":
    case "ctrl+a":
      return { text, cursor: lineStart };
    case "end":
    case "ctrl+e":
      return { text, cursor: lineEnd };
    case "alt+left":
    case "ctrl+left":
    case "alt+b":
      return { text, cursor: wordBefore(state) };
    case "alt+right":
    case "ctrl+right":
    case "alt+f":
      return { text, cursor: wordAfter(state) };
    case "backspace":
      return without(graphemeBefore(state), cursor);
    case "delete":
    case "ctrl+d":
      return without(cursor, graphemeAfter(state));
    case "ctrl+w":
    case "alt+backspace":
      return without(wordBefore(state), cursor);
    case "ctrl+u":
      return without(lineStart, cursor);
    case "ctrl+k":
      return without(cursor, lineEnd);
    default:
      return undefined;
  }
}

/** The text with something put in at the cursor. */
export function insertText({ text, cursor }: EditedText, added: string): EditedText {
  return { text: text.slice(0, cursor) + added + text.slice(cursor), cursor: cursor + added.length };
}

const pasteStart = "\u001b[200~";
const pasteEnd = "\u001b[201~";

/** What was pasted into a terminal that marks it; `undefined`: nothing was. */
export function pastedText(data: string): string | undefined {
  if (!data.startsWith(pasteStart)) return undefined;
  const end = data.indexOf(pasteEnd);
  const inner = data.slice(pasteStart.length, end === -1 ? undefined : end);
  return inner.replace(/\r\n?/g, "\n");
}

/** Characters that somebody typed; `undefined` for keys and escape sequences. */
export function typedText(data: string): string | undefined {
  return data !== "" && !/[\u0000-\u001f\u007f-\u009f]/.test(data) ? data : undefined;
}
