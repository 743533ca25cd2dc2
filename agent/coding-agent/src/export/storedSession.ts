import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { resolveAgentDir } from "../base/agentDir.ts";
import { expandTilde } from "../base/paths.ts";
import { sessionsRoot } from "../sessions/paths.ts";
import { ExportError } from "./exportError.ts";
import { readSource, type ExportSource } from "./exportSource.ts";

export interface StoredSession {
  /** Absolute. */
  path: string;
  source: ExportSource;
}

/**
 * The session of a file in a session directory: one of the default ones, or `sessionDir`. Throws the texts
 * of rpc-additions.md §2 for other files.
 */
export function findStoredSession(
  given: string,
  { cwd, sessionDir }: { cwd: string; sessionDir: string },
): StoredSession {
  const path = resolve(cwd, expandTilde(given));
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new ExportError("not-found", `File not found: ${given}`);
  const folder = dirname(path);
  const root = sessionsRoot(resolveAgentDir(process.env));
  const isInSessionDir = dirname(folder) === root || (sessionDir !== "" && folder === resolve(sessionDir));
  const source = isInSessionDir && stats.isFile() ? readSource(path) : undefined;
  if (!source) throw new ExportError("not-a-session", `Not a session file: ${given}`);
  return { path, source };
}
