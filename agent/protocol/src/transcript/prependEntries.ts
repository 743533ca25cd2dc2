import type { SessionEntry } from "../entries.ts";
import { transcriptFromEntries } from "./applyEntry.ts";
import type { ToolItem, Transcript } from "./model.ts";
import { removeItem } from "./state.ts";

/**
 * Puts an older page of the same branch (`get_entries {path: "active", before}`) in front of a transcript
 * that may be live. Items that are there keep their ids. Costs as much as the page and the top level.
 */
export function prependEntries(transcript: Transcript, entries: readonly SessionEntry[]): void {
  const { seenEntries } = transcript.internal;
  const older = transcriptFromEntries(entries.filter((entry) => !seenEntries.has(entry.id)));
  renameTwins(transcript, older);
  adoptOrphans(transcript, older);
  mergeMarks(transcript, older);
  for (const [id, item] of older.items) {
    transcript.items.set(id, item);
    transcript.internal.changed.add(id);
  }
  transcript.order.unshift(...older.order);
  mergeIndexes(transcript, older);
  mergeState(transcript, older);
  if (entries[0]?.parentId === null) dropInitialChanges(transcript);
}

/** With the start of the session here, what was set before the conversation turns out to be no change. */
function dropInitialChanges(transcript: Transcript): void {
  const initial: string[] = [];
  for (const id of transcript.order) {
    const kind = transcript.items.get(id)?.kind;
    if (kind === "user" || kind === "assistant") break;
    if (kind === "modelChange" || kind === "thinkingChange") initial.push(id);
  }
  for (const id of initial) removeItem(transcript, id);
}

/** Results whose call is in the older page become the cards of those calls. */
function adoptOrphans(transcript: Transcript, older: Transcript): void {
  const { orphans } = transcript.internal;
  const calls = new Map<string, ToolItem>();
  for (const item of older.items.values()) {
    if (item.kind === "tool" && item.state === "called") calls.set(item.toolCallId, item);
  }
  const renamed = new Map<string, string>();
  for (const id of [...orphans]) {
    const orphan = transcript.items.get(id);
    const call = orphan?.kind === "tool" ? calls.get(orphan.toolCallId) : undefined;
    if (orphan?.kind !== "tool" || !call) continue;
    if (call.args !== undefined) orphan.args = call.args;
    if (call.argumentsError !== undefined) orphan.argumentsError = call.argumentsError;
    orphans.delete(id);
    transcript.order.splice(transcript.order.indexOf(id), 1);
    calls.delete(orphan.toolCallId);
    renamed.set(call.id, id);
    older.items.delete(call.id);
    const ids = older.internal.tools.get(call.toolCallId) ?? [];
    older.internal.tools.set(
      call.toolCallId,
      ids.filter((known) => known !== call.id),
    );
    transcript.internal.changed.add(id);
    orphan.version++;
  }
  redirect(older, renamed);
}

/** Some providers count their calls anew in every response: the older card of the same name gives way. */
function renameTwins(transcript: Transcript, older: Transcript): void {
  const renamed = new Map<string, string>();
  for (const id of older.items.keys()) {
    if (!transcript.items.has(id)) continue;
    let next = 1;
    while (transcript.items.has(`${id}~${next}`) || older.items.has(`${id}~${next}`)) next++;
    renamed.set(id, `${id}~${next}`);
  }
  for (const [from, to] of renamed) {
    const item = older.items.get(from);
    if (!item) continue;
    older.items.delete(from);
    older.items.set(to, { ...item, id: to });
  }
  redirect(older, renamed);
}

/** Makes whatever refers to an item refer to its new id. */
function redirect(transcript: Transcript, renamed: ReadonlyMap<string, string>): void {
  if (renamed.size === 0) return;
  const nameOf = (id: string): string => renamed.get(id) ?? id;
  for (const item of transcript.items.values()) {
    if (item.kind === "tool") item.children = item.children.map(nameOf);
    if (item.kind !== "assistant") continue;
    item.blocks = item.blocks.map((block) =>
      block.kind === "toolCall" ? { ...block, itemId: nameOf(block.itemId) } : block,
    );
  }
  transcript.order.splice(0, transcript.order.length, ...transcript.order.map(nameOf));
  const { tools, byEntryId, answered, orphans } = transcript.internal;
  for (const [key, ids] of tools) tools.set(key, ids.map(nameOf));
  for (const [key, id] of byEntryId) byEntryId.set(key, nameOf(id));
  for (const ids of [answered, orphans]) {
    for (const [from, to] of renamed) if (ids.delete(from)) ids.add(to);
  }
}

/** Edits and labels of the newer page count more than those of the older one. */
function mergeMarks(transcript: Transcript, older: Transcript): void {
  for (const item of older.items.values()) {
    const marks = item.entryId === undefined ? undefined : transcript.internal.marks.get(item.entryId);
    if (!marks) continue;
    if ("label" in marks && marks.label === undefined) delete item.label;
    for (const [key, value] of Object.entries(marks))
      if (value !== undefined) Object.assign(item, { [key]: value });
  }
  for (const [entryId, marks] of older.internal.marks) {
    const newer = transcript.internal.marks.get(entryId);
    transcript.internal.marks.set(entryId, { ...marks, ...newer });
  }
}

function mergeIndexes(transcript: Transcript, older: Transcript): void {
  const { internal } = transcript;
  for (const [toolCallId, ids] of older.internal.tools) {
    internal.tools.set(toolCallId, [...ids, ...(internal.tools.get(toolCallId) ?? [])]);
  }
  for (const [entryId, id] of older.internal.byEntryId) internal.byEntryId.set(entryId, id);
  for (const key of ["seenEntries", "answered", "orphans"] as const) {
    for (const value of older.internal[key]) internal[key].add(value);
  }
  internal.hasConversation ||= older.internal.hasConversation;
  internal.orderChanged ||= older.order.length > 0;
}

function mergeState(transcript: Transcript, older: Transcript): void {
  for (const key of Object.keys(older.usage) as (keyof Transcript["usage"])[]) {
    transcript.usage[key] += older.usage[key];
  }
  transcript.model ??= older.model;
  transcript.thinkingLevel ??= older.thinkingLevel;
  if (!transcript.internal.isNameKnown && older.internal.isNameKnown) {
    transcript.internal.isNameKnown = true;
    if (older.sessionName !== undefined) transcript.sessionName = older.sessionName;
  }
  transcript.internal.statusChanged = true;
}
