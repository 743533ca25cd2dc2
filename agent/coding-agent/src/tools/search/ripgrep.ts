import { realpathSync } from "node:fs";

import type { GrepEvent, GrepQuery, GrepTarget } from "./grepEvents.ts";
import { plainGlob } from "./ignoreFile.ts";
import { isInsideGitDirectory, isInsideRepository } from "./ignoreLevels.ts";
import { searchRecords } from "./searchProcess.ts";

const lineFeed = 10;
/** Longer than any path with the part of a line that is shown. */
const maxRecordBytes = 16 * 1024;
/** Said about a file in which a NUL follows the first matches. */
const binaryNotice = /^(.*): (?:WARNING: stopped searching binary file|binary file matches \(found)/s;
const record = /^(\d+)([:-])(.*)$/s;

/** Arguments of ripgrep for a search that no configuration changes. */
function ripgrepArguments(query: GrepQuery, target: GrepTarget): string[] {
  const args = [
    "--no-config",
    "--color=never",
    "--no-heading",
    "--with-filename",
    "--line-number",
    "--null",
    "--no-context-separator",
    "--hidden",
    "--no-ignore-global",
    "--no-messages",
    "--crlf",
    "--path-separator=/",
    query.ignoreCase ? "--ignore-case" : "--case-sensitive",
  ];
  const directory = realpathSync(target.directory);
  if (!isInsideRepository(directory)) args.push("--no-require-git");
  if (query.literal) args.push("--fixed-strings");
  if (query.context > 0) args.push(`--context=${query.context}`);
  if (target.file !== undefined) {
    args.push("--text");
  } else {
    if (query.glob) args.push(`--glob=${plainGlob(query.glob)}`);
    if (!isInsideGitDirectory(directory)) args.push("--glob=!.git/");
  }
  args.push(`--regexp=${query.pattern}`, "--", target.file === undefined ? "." : `./${target.file}`);
  return args;
}

function withoutDot(path: string): string {
  return path.startsWith("./") ? path.slice(2) : path;
}

/** Matching lines and their context, as ripgrep finds them. Lines of a file come together, ascending. */
export async function* ripgrep(
  binary: string,
  query: GrepQuery,
  target: GrepTarget,
): AsyncGenerator<GrepEvent> {
  const records = searchRecords({
    binary,
    args: ripgrepArguments(query, target),
    cwd: target.directory,
    separator: lineFeed,
    maxRecordBytes,
    signal: query.signal,
  });
  let pathStart = "";
  for await (const bytes of records) {
    const end = bytes.indexOf(0);
    if (end === -1) {
      const text = bytes.toString();
      const binaryPath = binaryNotice.exec(text)?.[1];
      if (binaryPath === undefined) {
        // A path with a line feed in it goes on in the next record.
        pathStart += `${text}\n`;
        continue;
      }
      yield { type: "binary", path: withoutDot(pathStart + binaryPath) };
      pathStart = "";
      continue;
    }
    const match = record.exec(bytes.toString("utf8", end + 1));
    const path = pathStart + bytes.toString("utf8", 0, end);
    pathStart = "";
    if (!match) continue;
    yield {
      type: "line",
      path: withoutDot(path),
      number: Number(match[1]),
      text: (match[3] ?? "").replace(/\r$/, ""),
      isMatch: match[2] === ":",
    };
  }
}
