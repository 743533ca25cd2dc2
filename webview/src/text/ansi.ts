/** A stretch of terminal output with one look. */
export interface AnsiSpan {
  readonly text: string;
  /** Classes such as `ansi-red ansi-bold`; empty without any. */
  readonly look: string;
}

const colours = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

// CSI, OSC up to BEL or ST, other escapes of two characters, and control bytes but tab and line feed.
const sequence =
  /\u001B\[([0-9;:]*)([ -/]*[@-~])|\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|\u001B[PX^_][^\u001B]*(?:\u001B\\)?|\u001B[@-Z\\-_]?|[\u0000-\u0008\u000B-\u001A\u001C-\u001F\u007F\u0080-\u009F]/g;

interface Look {
  colour?: string;
  flags: Set<string>;
}

/** Terminal output as spans: colours and weights are kept, every other control is left out. */
export function ansiSpans(output: string): AnsiSpan[] {
  const spans: AnsiSpan[] = [];
  const look: Look = { flags: new Set() };
  let end = 0;
  const text = lastStates(output);
  for (const match of text.matchAll(sequence)) {
    push(spans, text.slice(end, match.index), look);
    end = match.index + match[0].length;
    if (match[2] === "m") applyCodes(look, match[1] ?? "");
  }
  push(spans, text.slice(end), look);
  return spans;
}

/** Terminal output as plain text. */
export function stripAnsi(output: string): string {
  return lastStates(output).replace(sequence, "");
}

/** Of a line that was drawn over and over (progress bars), only its last state counts. */
function lastStates(output: string): string {
  if (!output.includes("\r")) return output;
  return output
    .replaceAll("\r\n", "\n")
    .split("\n")
    .map((line) => line.replace(/\r+$/, "").replace(/^.*\r/s, ""))
    .join("\n");
}

function push(spans: AnsiSpan[], text: string, look: Look): void {
  if (text === "") return;
  const classes = [...look.flags, ...(look.colour === undefined ? [] : [look.colour])];
  spans.push({ text, look: classes.map((name) => `ansi-${name}`).join(" ") });
}

function applyCodes(look: Look, parameters: string): void {
  const codes = parameters.split(/[;:]/).map(Number);
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index] ?? 0;
    if (code === 38 || code === 48) {
      // Colours of the palette: only the sixteen of the theme are drawn, others keep the text's own.
      const isIndexed = codes[index + 1] === 5;
      const colour = isIndexed ? (codes[index + 2] ?? 0) : undefined;
      if (code === 38) setColour(look, colour !== undefined && colour < 16 ? colour : undefined);
      index += isIndexed ? 2 : 4;
    } else applyCode(look, code);
  }
}

function applyCode(look: Look, code: number): void {
  if (code === 0) {
    look.flags.clear();
    setColour(look, undefined);
  } else if (code === 1) look.flags.add("bold");
  else if (code === 2) look.flags.add("dim");
  else if (code === 3) look.flags.add("italic");
  else if (code === 4) look.flags.add("underline");
  else if (code === 22) ["bold", "dim"].forEach((flag) => look.flags.delete(flag));
  else if (code === 23) look.flags.delete("italic");
  else if (code === 24) look.flags.delete("underline");
  else if (code === 39) setColour(look, undefined);
  else if (code >= 30 && code <= 37) setColour(look, code - 30);
  else if (code >= 90 && code <= 97) setColour(look, code - 90 + 8);
}

function setColour(look: Look, index: number | undefined): void {
  if (index === undefined) delete look.colour;
  else look.colour = `${index > 7 ? "bright-" : ""}${colours[index % 8]}`;
}
