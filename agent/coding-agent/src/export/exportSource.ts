import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { SessionEntry, SessionHeader } from "@relay-harness/protocol";
import { expandTilde } from "../base/paths.ts";
import { parseSession } from "../sessions/parseSession.ts";
import { isConversation } from "../sessions/sessionRecords.ts";
import { SessionTree } from "../sessions/sessionTree.ts";
import { ExportError } from "./exportError.ts";

/** A session as it was at one moment. */
export interface ExportSource {
  header: SessionHeader;
  /** All of them, in file order. */
  entries: readonly SessionEntry[];
  leafId: string | null;
  /** Root -> leaf. */
  branch: readonly SessionEntry[];
  /** What default file names are made of. */
  stem: string;
}

/** A session file, which is only read, older versions too; `undefined` when it is no session. */
export function readSource(path: string): ExportSource | undefined {
  const parsed = parseSession(readFileSync(path, "utf8"));
  if (!parsed) return undefined;
  const { header, entries } = parsed;
  const tree = new SessionTree(entries);
  return {
    header,
    entries,
    leafId: tree.leafId,
    branch: tree.path(tree.leafId).map(({ entry }) => entry),
    stem: basename(path, ".jsonl"),
  };
}

/** Where an export goes: `outputPath` (`~`, or relative to `cwd`), or a default name in `cwd`. */
export function exportPath(
  { stem }: ExportSource,
  { cwd, outputPath, extension }: { cwd: string; outputPath?: string; extension: "html" | "jsonl" },
): string {
  return resolve(
    cwd,
    outputPath === undefined ? `relay-session-${stem}.${extension}` : expandTilde(outputPath),
  );
}

/** Throws unless somebody has said something. */
export function demandConversation({ entries }: ExportSource): void {
  if (!entries.some(isConversation)) {
    throw new ExportError("nothing-to-export", "Nothing to export yet - start a conversation first");
  }
}
