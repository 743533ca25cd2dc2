export const tailLines = 12;

/** The last lines of an output, and how many came before. */
export function tailOf(output: string, lines = tailLines): { text: string; earlier: number } {
  const end = output.endsWith("\n") ? output.length - 1 : output.length;
  let start = end;
  for (let count = 0; count < lines && start > 0; count++) start = output.lastIndexOf("\n", start - 1);
  if (start <= 0) return { text: output.slice(0, end), earlier: 0 };
  return { text: output.slice(start + 1, end), earlier: countBreaks(output, start) + 1 };
}

/** Lines of an output; a final line break does not begin another. */
export function lineCount(output: string): number {
  if (output === "") return 0;
  return countBreaks(output, output.endsWith("\n") ? output.length - 1 : output.length) + 1;
}

function countBreaks(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
