import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createContext, Script } from "node:vm";

import type { GrepEvent, GrepQuery, GrepTarget } from "./grepEvents.ts";
import { globFilter } from "./ignoreFile.ts";
import { walk } from "./walk.ts";

/** Which of some lines match. */
type LineMatcher = (lines: readonly string[]) => boolean[];

/** Throws for an invalid pattern. */
function lineMatcher(query: Pick<GrepQuery, "pattern" | "literal" | "ignoreCase">): LineMatcher {
  const { pattern, literal, ignoreCase } = query;
  if (literal && !ignoreCase) return (lines) => lines.map((line) => line.includes(pattern));
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

/** For the lines of one piece of a file: no sensible pattern takes longer. */
const matchTimeoutMs = 3_000;

/**
 * A pattern that backtracks for ever is stopped: nothing else in this process could run meanwhile,
 * not even an abort.
 */
function testWith(expression: RegExp): LineMatcher {
  const call = new Script("run()");
  const sandbox = { run: (): void => undefined };
  createContext(sandbox);
  return (lines) => {
    let found: boolean[] = [];
    sandbox.run = () => {
      found = lines.map((line) => expression.test(line));
    };
    try {
      call.runInContext(sandbox, { timeout: matchTimeoutMs });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
      throw new Error("The pattern takes too long to match. Make it simpler.", { cause: error });
    }
    return found;
  };
}

/** Decoded pieces of a file: UTF-8, or UTF-16 where a byte order mark says so. The mark is dropped. */
async function* decodedPieces(path: string, signal: AbortSignal | undefined): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const data of createReadStream(path, { highWaterMark: 128 * 1024, signal })) {
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

/** The rest of a longer line is not searched: a file may be one line, and larger than any string. */
const maxLineCharacters = 256 * 1024 * 1024;

/** Lines of a file, in batches. Pieces of a long line are joined once, when its end is there. */
async function* linesOf(path: string, signal: AbortSignal | undefined): AsyncGenerator<string[]> {
  let open: string[] = [];
  let openCharacters = 0;
  for await (const piece of decodedPieces(path, signal)) {
    const lines = piece.split("\n");
    const last = lines.pop() ?? "";
    const [first] = lines;
    if (first !== undefined) {
      lines[0] = open.join("") + first;
      yield lines;
      open = [];
      openCharacters = 0;
    }
    if (last === "" || openCharacters > maxLineCharacters) continue;
    open.push(last);
    openCharacters += last.length;
  }
  if (open.length > 0) yield [open.join("")];
}

/** Matching lines of one file with their context. */
async function* grepFile(
  absolute: string,
  path: string,
  options: { matches: LineMatcher; context: number; isNamed: boolean; signal?: AbortSignal },
): AsyncGenerator<GrepEvent> {
  const { matches, context, isNamed, signal } = options;
  let number = 0;
  let before: string[] = [];
  let contextUntil = 0;
  for await (const lines of linesOf(absolute, signal)) {
    if (!isNamed && lines.some((line) => line.includes("\0"))) {
      yield { type: "binary", path };
      return;
    }
    const texts = lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
    const found = matches(texts);
    for (const [at, text] of texts.entries()) {
      number += 1;
      if (found[at]) {
        const shown = context > 0 ? before.slice(-context) : [];
        for (const [index, line] of shown.entries()) {
          yield { type: "line", path, number: number - shown.length + index, text: line, isMatch: false };
        }
        before = [];
        contextUntil = number + context;
        yield { type: "line", path, number, text, isMatch: true };
      } else if (number <= contextUntil) {
        yield { type: "line", path, number, text, isMatch: false };
      } else if (context > 0) {
        before.push(text);
        // Now and then: taking off every line by itself would move all the others.
        if (before.length >= 2 * context + 64) before = before.slice(-context);
      }
    }
  }
}

/** The search without ripgrep: the same answers, with JavaScript's regular expressions. */
export async function* builtinGrep(query: GrepQuery, target: GrepTarget): AsyncGenerator<GrepEvent> {
  const matches = lineMatcher(query);
  const { context, signal } = query;
  if (target.file !== undefined) {
    yield* grepFile(join(target.directory, target.file), target.file, {
      matches,
      context,
      isNamed: true,
      signal,
    });
    return;
  }
  const filter = query.glob ? globFilter(query.glob) : undefined;
  for await (const entry of walk(target.directory, { ownIgnoreName: ".rgignore", filter, signal })) {
    if (entry.kind !== "file") continue;
    try {
      yield* grepFile(join(target.directory, entry.path), entry.path, {
        matches,
        context,
        isNamed: false,
        signal,
      });
    } catch (error) {
      signal?.throwIfAborted();
      // A file that cannot be read, or is gone by now, has no lines.
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    }
  }
}
