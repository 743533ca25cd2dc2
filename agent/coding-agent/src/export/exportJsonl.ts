import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { currentSessionVersion, type SessionEntry, type SessionHeader } from "@relay-harness/protocol";
import { toLine } from "../sessions/sessionRecords.ts";
import type { ExportSource } from "./exportSource.ts";

/** The active branch as a session file of its own (sessions-and-tools.md §7), with `more` at its end. */
export function sessionJsonl({ header, branch }: ExportSource, more: readonly SessionEntry[] = []): string {
  const { id, cwd } = header;
  const exported: SessionHeader = {
    type: "session",
    version: currentSessionVersion,
    id,
    timestamp: new Date().toISOString(),
    ...(cwd !== undefined && { cwd }),
  };
  return [exported, ...branch, ...more].map(toLine).join("");
}

/** Writes it to `path`; folders above are made. */
export async function exportJsonl(source: ExportSource, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, sessionJsonl(source));
}
