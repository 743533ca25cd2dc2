/** Longest value of a tool argument that is shown, in characters. */
const shownArgumentLength = 60;

/** A tool call in one line. */
export function callText(toolName: string, args: object): string {
  const shown = Object.entries(args).map(([name, value]) =>
    name === "command" || name === "path" ? String(value) : `${name}=${shorten(oneLine(value))}`,
  );
  return `[${toolName}] ${shown.join(" ")}`;
}

/** The first lines of a text, with a line that counts the others. */
export function firstLines(text: string, count: number): string[] {
  const lines = text.trimEnd().split("\n");
  const shown = lines.slice(0, count);
  if (lines.length > shown.length) shown.push(`... ${lines.length - shown.length} more lines`);
  return shown;
}

function oneLine(value: unknown): string {
  return (typeof value === "string" ? value : JSON.stringify(value)).replace(/\s+/g, " ");
}

function shorten(text: string): string {
  return text.length > shownArgumentLength ? `${text.slice(0, shownArgumentLength)}...` : text;
}
