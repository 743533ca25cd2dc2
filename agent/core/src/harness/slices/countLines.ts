import { isLockFile } from "../evidence/fileKind.ts";

/** Lines of a text: its newlines, and one more when the last line is unterminated. */
export function lineCount(text: string): number {
  let lines = 0;
  for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) lines++;
  return text === "" || text.endsWith("\n") ? lines : lines + 1;
}

/**
 * Added plus deleted lines in the output of `git diff --numstat -z`. Binary files have no numbers and
 * lock files are not written by hand: neither counts.
 */
export function diffLines(numstat: string): number {
  const fields = numstat.split("\0");
  let total = 0;
  for (let index = 0; index < fields.length; index++) {
    const entry = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(fields[index] ?? "");
    if (!entry) continue;
    let path = entry[3] ?? "";
    if (path === "") {
      // A rename: its old and new path are fields of their own.
      path = fields[index + 2] ?? "";
      index += 2;
    }
    if (isLockFile(path)) continue;
    total += (Number(entry[1]) || 0) + (Number(entry[2]) || 0);
  }
  return total;
}
