/** A line of a change as a card shows it. */
export interface DiffLine {
  readonly kind: "context" | "added" | "removed" | "gap";
  readonly number: number | null;
  readonly text: string;
}

export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

/** Lines of `details.diff` of the edit tool: sign, line number, space, text. */
export function parseDiff(diff: string): DiffLine[] {
  if (diff === "") return [];
  return diff.replace(/\n$/, "").split("\n").map(parseLine);
}

function parseLine(line: string): DiffLine {
  const match = /^([+\- ])\s*(\d+) (.*)$/s.exec(line) ?? /^([+\- ])\s*(\d+)$/.exec(line);
  if (!match) return { kind: "gap", number: null, text: "" };
  const kind = match[1] === "+" ? "added" : match[1] === "-" ? "removed" : "context";
  return { kind, number: Number(match[2]), text: match[3] ?? "" };
}

/** Lines of a text that a tool wrote as a new file. */
export function newFileLines(content: string): DiffLine[] {
  if (content === "") return [];
  return content
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .map((text, index) => ({ kind: "added", number: index + 1, text }));
}

export function countLines(lines: readonly DiffLine[]): LineCounts {
  let added = 0;
  let removed = 0;
  for (const { kind } of lines) {
    if (kind === "added") added++;
    else if (kind === "removed") removed++;
  }
  return { added, removed };
}
