/** Escape sequences of terminals: control strings first, since they may hold anything. */
const escapes = /\u001b[\]PX^_][^]*?(?:\u0007|\u001b\\)|\u001b\[[0-?]*[ -/]*[@-~]|\u001b[ -/]*[0-~]/g;

/** What a reader of the terminal sees, without colours, line by line. */
export function plainTerminalText(text: string): string {
  return text
    .replace(escapes, "")
    .replaceAll("\r\n", "\n")
    .split("\n")
    .map((line) => line.slice(line.lastIndexOf("\r") + 1))
    .join("\n")
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");
}
