import { readFileSync } from "node:fs";
import { textOf, type ImageContent, type SessionEntry } from "@relay-harness/protocol";
import { SessionError } from "./errors.ts";
import { newEntryId } from "./ids.ts";
import { parseSession, type ParsedSession } from "./parseSession.ts";

/** A label as it counts now. */
export interface CurrentLabel {
  text: string;
  timestamp: string;
}

/**
 * The entries of a new session that starts with this path (sessions-and-tools.md §4): label entries
 * leave the chain, and the labels that kept entries have now stand at its end.
 */
export function copyPath(
  path: readonly SessionEntry[],
  labelOf: (entryId: string) => CurrentLabel | undefined,
): SessionEntry[] {
  const kept = path.filter((entry) => entry.type !== "label");
  const copies: SessionEntry[] = [];
  for (const entry of kept) copies.push({ ...entry, parentId: copies.at(-1)?.id ?? null });
  relinkCompactions(path, copies);
  const taken = new Set(copies.map((entry) => entry.id));
  for (const { id: targetId } of kept) {
    const label = labelOf(targetId);
    if (label === undefined) continue;
    const id = newEntryId((candidate) => taken.has(candidate));
    taken.add(id);
    const parentId = copies.at(-1)?.id ?? null;
    copies.push({ type: "label", id, parentId, timestamp: label.timestamp, targetId, label: label.text });
  }
  return copies;
}

/** A compaction that kept entries from a label on keeps them from the next entry on. */
function relinkCompactions(path: readonly SessionEntry[], copies: SessionEntry[]): void {
  for (const [index, entry] of copies.entries()) {
    if (entry.type !== "compaction") continue;
    const at = path.findIndex((candidate) => candidate.id === entry.firstKeptEntryId);
    if (path[at]?.type !== "label") continue;
    const next = path.slice(at).find((candidate) => candidate.type !== "label");
    if (next !== undefined) copies[index] = { ...entry, firstKeptEntryId: next.id };
  }
}

/** What goes back to the editor. */
export interface EditorContent {
  text: string;
  images: ImageContent[];
}

/** Text and images of a user message; `undefined` for any other entry. */
export function editorContent(entry: SessionEntry): EditorContent | undefined {
  if (entry.type !== "message" || entry.message.role !== "user") return undefined;
  const { content } = entry.message;
  return {
    text: textOf(content),
    images: typeof content === "string" ? [] : content.filter((block) => block.type === "image"),
  };
}

/** Where a fork before a user message starts, and what goes back to the editor. */
export function forkPoint(entry: SessionEntry | undefined): EditorContent & { leafId: string | null } {
  const content = entry && editorContent(entry);
  if (content === undefined) throw new SessionError("not-found", "Invalid entry ID for forking");
  return { leafId: entry?.parentId ?? null, ...content };
}

/** All entries of a file that becomes the source of a copy; the file itself is not touched. */
export function readForkSource(path: string): ParsedSession {
  let parsed: ParsedSession | undefined;
  let cause: unknown;
  try {
    parsed = parseSession(readFileSync(path, "utf8"));
  } catch (error) {
    cause = error;
  }
  if (parsed !== undefined) return parsed;
  throw new SessionError("cannot-fork", `Cannot fork: source session file is empty or invalid: ${path}`, {
    cause,
  });
}
