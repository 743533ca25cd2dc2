import { createReadStream } from "node:fs";
import { join } from "node:path";

import type { GrepEvent, GrepQuery, GrepTarget } from "./grepEvents.ts";
import { globFilter } from "./ignoreFile.ts";
import { walk } from "./walk.ts";

/** Tells whether a line matches. Throws for an invalid pattern. */
function lineMatcher(
  query: Pick<GrepQuery, "pattern" | "literal" | "ignoreCase">,
): (line: string) => boolean {
  const { pattern, literal, ignoreCase } = query;
  if (literal && !ignoreCase) return (line) => line.includes(pattern);
  if (literal) return testWith(new RegExp(pattern.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "iu"));
  // Flags in front, as in Rust: models write them from habit.
  const inline = /^\(\?([ims]+)\)/.exec(pattern);
  const source = inline ? pattern.slice(inline[0].length) : pattern;
  const flags = [...new Set(`${inline?.[1] ?? ""}${ignoreCase ? "i" : ""}`)].join("");
  try {
    return testWith(new RegExp(source, `${flags}u`));
  } catch (error) {
    // Without `u` JavaScript accepts escapes that other engines accept too.
    if (error instanceof SyntaxError) return testWith(new RegExp(source, flags));
    throw error;
  }
}

function testWith(expression: RegExp): (line: string) => boolean {
  return (line) => expression.test(line);
}

/** Decoded pieces of a file: UTF-8, or UTF-16 where a byte order mark says so. The mark is dropped. */
async function* decodedPieces(path: string): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const data of createReadStream(path, { highWaterMark: 128 * 1024 })) {
    const chunk = data as Buffer;
    decoder ??= new TextDecoder(encodingOf(chunk));
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder?.decode() ?? "";
}

function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  return head[0] === 0xfe && head[1] === 0xff ? "utf-16be" : "utf-8";
}

async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of decodedPieces(path)) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** Matching lines of one file with their context. */
async function* grepFile(
  absolute: string,
  path: string,
  options: { matches: (line: string) => boolean; context: number; isNamed: boolean },
): AsyncGenerator<GrepEvent> {
  const { matches, context, isNamed } = options;
  let number = 0;
  let before: string[] = [];
  let contextUntil = 0;
  for await (const rawLine of linesOf(absolute)) {
    if (!isNamed && rawLine.includes("\0")) {
      yield { type: "binary", path };
      return;
    }
    number += 1;
    const text = rawLine.endsWith("\r") ? rawLine.slice(0, -1) : rawLine;
    if (matches(text)) {
      for (const [index, line] of before.entries()) {
        yield { type: "line", path, number: number - before.length + index, text: line, isMatch: false };
      }
      before = [];
      contextUntil = number + context;
      yield { type: "line", path, number, text, isMatch: true };
    } else if (number <= contextUntil) {
      yield { type: "line", path, number, text, isMatch: false };
    } else if (context > 0) {
      before.push(text);
      if (before.length > context) before.shift();
    }
  }
}

/** The search without ripgrep: the same answers, with JavaScript's regular expressions. */
export async function* builtinGrep(query: GrepQuery, target: GrepTarget): AsyncGenerator<GrepEvent> {
  const matches = lineMatcher(query);
  const { context, signal } = query;
  if (target.file !== undefined) {
    yield* grepFile(join(target.directory, target.file), target.file, { matches, context, isNamed: true });
    return;
  }
  const filter = query.glob ? globFilter(query.glob) : undefined;
  for await (const entry of walk(target.directory, { ownIgnoreName: ".rgignore", filter, signal })) {
    if (entry.kind !== "file") continue;
    try {
      yield* grepFile(join(target.directory, entry.path), entry.path, { matches, context, isNamed: false });
    } catch (error) {
      // A file that cannot be read, or is gone by now, has no lines.
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    }
  }
}
