import { existsSync, readFileSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { SessionEntry, SessionHeader } from "@relay-harness/protocol";
import { parseSession } from "./parseSession.ts";
import { toLine } from "./sessionRecords.ts";

export interface Restoration {
  /** To be appended. */
  lines: string;
  /** What happened, for the user. */
  notice: string;
}

/**
 * What makes a session file whole again that was deleted, cut or replaced while the session is open. A
 * copy of the same session gets what it lacks; anything else that lies there is moved aside first.
 */
export function restoreFile(
  path: string,
  header: SessionHeader,
  entries: readonly SessionEntry[],
): Restoration {
  const all = [header, ...entries];
  const text = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  if (text === undefined) {
    return {
      lines: all.map(toLine).join(""),
      notice: `Session file ${path} was deleted while it was open; it has been written again.`,
    };
  }
  const found = parseSession(text);
  if (found?.header.id === header.id) {
    const known = new Set(found.entries.map(({ id }) => id));
    return {
      lines: entries
        .filter(({ id }) => !known.has(id))
        .map(toLine)
        .join(""),
      notice: `Session file ${path} was replaced while it was open; the entries that it lacked have been added.`,
    };
  }
  const lines = all.map(toLine).join("");
  const notice = `Session file ${path} was replaced while it was open; it has been written again.`;
  if (text.trim() === "") return { lines, notice };
  const aside = freeName(path);
  renameSync(path, aside);
  return { lines, notice: `${notice} What lay there is now ${aside}` };
}

function freeName(path: string): string {
  const stem = basename(path, ".jsonl");
  for (let count = 1; ; count++) {
    const candidate = join(dirname(path), `${stem}-replaced-${count}.jsonl`);
    if (!existsSync(candidate)) return candidate;
  }
}
