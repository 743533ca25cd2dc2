/** Unchanged lines shown around a change. */
const contextLines = 4;
/** Beyond this many differing lines the shortest difference takes too long to find. */
const maxEditLength = 3000;

interface LineOperation {
  sign: " " | "-" | "+";
  /** With its LF, unless it is an unfinished last line. */
  line: string;
  oldNumber: number;
  newNumber: number;
}

export interface FileDiff {
  /** Numbered lines for people (sessions-and-tools.md §12.3). */
  diff: string;
  /** Unified diff. */
  patch: string;
  /** Line of the new text where the first change is; absent when there is none. */
  firstChangedLine?: number;
}

function splitLines(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

interface Change {
  sign: LineOperation["sign"];
  lines: string[];
}

async function changesBetween(before: string[], after: string[]): Promise<Change[]> {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;

  const oldMiddle = before.slice(start, before.length - end);
  const newMiddle = after.slice(start, after.length - end);
  return [
    { sign: " ", lines: before.slice(0, start) },
    ...(await middleChanges(oldMiddle, newMiddle)),
    { sign: " ", lines: before.slice(before.length - end) },
  ];
}

async function middleChanges(before: string[], after: string[]): Promise<Change[]> {
  const replacement: Change[] = [
    { sign: "-", lines: before },
    { sign: "+", lines: after },
  ];
  if (before.length === 0 || after.length === 0) return replacement;
  const { diffArrays } = await import("diff");
  const changes = diffArrays(before, after, { maxEditLength });
  if (!changes) return replacement;
  return changes.map((change) => ({
    sign: change.added ? "+" : change.removed ? "-" : " ",
    lines: change.value,
  }));
}

async function lineOperations(oldText: string, newText: string): Promise<LineOperation[]> {
  const changes = await changesBetween(splitLines(oldText), splitLines(newText));
  const operations: LineOperation[] = [];
  let oldNumber = 1;
  let newNumber = 1;
  for (const { sign, lines } of changes) {
    for (const line of lines) {
      operations.push({ sign, line, oldNumber, newNumber });
      if (sign !== "+") oldNumber += 1;
      if (sign !== "-") newNumber += 1;
    }
  }
  return operations;
}

interface Stretch {
  from: number;
  /** Exclusive. */
  to: number;
}

/** Stretches of operations to show: changes with their context, merged where they touch. */
function shownStretches(operations: readonly LineOperation[]): Stretch[] {
  const stretches: Stretch[] = [];
  operations.forEach((operation, index) => {
    if (operation.sign === " ") return;
    const from = Math.max(0, index - contextLines);
    const to = Math.min(operations.length, index + contextLines + 1);
    const last = stretches.at(-1);
    if (last && from <= last.to) last.to = to;
    else stretches.push({ from, to });
  });
  return stretches;
}

function withoutLineFeed(line: string): string {
  return line.endsWith("\n") ? line.slice(0, -1) : line;
}

function renderDiff(operations: readonly LineOperation[], stretches: readonly Stretch[]): string {
  const last = operations.at(-1);
  const largest = Math.max(1, lastNumber(last, "-", last?.oldNumber), lastNumber(last, "+", last?.newNumber));
  const width = String(largest).length;
  const skipped = ` ${" ".repeat(width)} ...`;
  const lines: string[] = [];
  let position = 0;
  for (const { from, to } of stretches) {
    if (from > position) lines.push(skipped);
    for (const { sign, line, oldNumber, newNumber } of operations.slice(from, to)) {
      const number = String(sign === "+" ? newNumber : oldNumber).padStart(width);
      lines.push(`${sign}${number} ${withoutLineFeed(line)}`);
    }
    position = to;
  }
  if (position > 0 && position < operations.length) lines.push(skipped);
  return lines.join("\n");
}

/** Number of the last line of one side, given the last operation. */
function lastNumber(last: LineOperation | undefined, side: "-" | "+", number = 0): number {
  if (!last) return 0;
  return last.sign === " " || last.sign === side ? number : number - 1;
}

function renderHunk(operations: readonly LineOperation[]): string {
  const first = operations[0];
  const oldCount = operations.filter(({ sign }) => sign !== "+").length;
  const newCount = operations.filter(({ sign }) => sign !== "-").length;
  // An empty side names the line before it.
  const oldStart = (first?.oldNumber ?? 1) - (oldCount === 0 ? 1 : 0);
  const newStart = (first?.newNumber ?? 1) - (newCount === 0 ? 1 : 0);
  const body = operations.map(({ sign, line }) =>
    line.endsWith("\n") ? `${sign}${line}` : `${sign}${line}\n\\ No newline at end of file\n`,
  );
  return `@@ -${oldStart},${oldCount} +${newStart},${newCount} @@\n${body.join("")}`;
}

function renderPatch(
  path: string,
  operations: readonly LineOperation[],
  stretches: readonly Stretch[],
): string {
  const hunks = stretches.map(({ from, to }) => renderHunk(operations.slice(from, to)));
  return `--- ${path}\n+++ ${path}\n${hunks.join("")}`;
}

/** Difference of two LF texts in both formats. */
export async function diffTexts(path: string, oldText: string, newText: string): Promise<FileDiff> {
  const operations = await lineOperations(oldText, newText);
  const stretches = shownStretches(operations);
  const first = operations.find(({ sign }) => sign !== " ");
  return {
    diff: renderDiff(operations, stretches),
    patch: renderPatch(path, operations, stretches),
    ...(first && { firstChangedLine: first.newNumber }),
  };
}

/** Numbered difference of two LF texts, and the new line of its first change. */
export async function generateDiffString(
  oldText: string,
  newText: string,
): Promise<{ diff: string; firstChangedLine?: number }> {
  const { diff, firstChangedLine } = await diffTexts("", oldText, newText);
  return { diff, ...(firstChangedLine !== undefined && { firstChangedLine }) };
}

/** Unified diff of two LF texts with 4 lines of context. */
export async function generateUnifiedPatch(path: string, oldText: string, newText: string): Promise<string> {
  return (await diffTexts(path, oldText, newText)).patch;
}
