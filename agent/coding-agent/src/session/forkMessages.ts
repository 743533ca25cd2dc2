import { textOf, type SessionEntry } from "@relay-harness/protocol";

/** A message that a session can be forked before. */
export interface ForkMessage {
  entryId: string;
  text: string;
}

/** User messages that have text, in the order of the entries (rpc.md §4.7). */
export function forkMessages(entries: readonly SessionEntry[]): ForkMessage[] {
  const found: ForkMessage[] = [];
  for (const entry of entries) {
    if (entry.type !== "message" || entry.message.role !== "user") continue;
    const text = textOf(entry.message.content);
    if (text !== "") found.push({ entryId: entry.id, text });
  }
  return found;
}
