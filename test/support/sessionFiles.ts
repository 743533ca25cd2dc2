import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AnyRecord } from "./relayProcess.ts";
import type { Workspace } from "./workspace.ts";

/** Paths of the session files below a directory, by default that of all sessions; sorted by name. */
export function sessionFiles(workspace: Workspace, dir = join(workspace.agentDir, "sessions")): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => join(dir, name))
    .sort();
}

/** The lines of a session file; each must be JSON. */
export function readSession(path: string): AnyRecord[] {
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as AnyRecord);
}

/** What an entry is, in one word: the role of a message, else its type. */
export function kindOf(entry: AnyRecord): string {
  return (entry.message?.role as string | undefined) ?? (entry.type as string);
}
