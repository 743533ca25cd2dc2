import type { Usage } from "../messages.ts";
import type {
  Transcript,
  TranscriptChanges,
  TranscriptItem,
  TranscriptStatus,
  TranscriptUsage,
} from "./model.ts";

/** An empty transcript of a session that is idle. */
export function createTranscript(): Transcript {
  return {
    items: new Map(),
    order: [],
    status: { isRunning: false, wasAborted: false, steering: [], followUp: [] },
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: 0 },
    internal: {
      changed: new Set(),
      orderChanged: false,
      statusChanged: false,
      nextLocalId: 1,
      hasConversation: false,
      isNameKnown: false,
      tools: new Map(),
      orphans: new Set(),
      answered: new Set(),
      byEntryId: new Map(),
      seenEntries: new Set(),
      unbound: new Set(),
      marks: new Map(),
      bash: new Map(),
    },
  };
}

/** What changed since the last call. */
export function takeChanges(transcript: Transcript): TranscriptChanges {
  const { internal } = transcript;
  const changes = {
    items: internal.changed,
    order: internal.orderChanged,
    status: internal.statusChanged,
  };
  internal.changed = new Set();
  internal.orderChanged = false;
  internal.statusChanged = false;
  return changes;
}

/** Where a new item goes: at the end of the top level, or only where another item refers to it. */
export type Position = "end" | "inner";

/** An id for an item: by its entry if that is known, else by a counter. */
export function newItemId(transcript: Transcript, entryId: string | undefined): string {
  return entryId === undefined ? `live:${transcript.internal.nextLocalId++}` : `entry:${entryId}`;
}

export function addItem(transcript: Transcript, item: TranscriptItem, position: Position = "end"): void {
  const { internal } = transcript;
  transcript.items.set(item.id, item);
  if (position === "end") {
    transcript.order.push(item.id);
    internal.orderChanged = true;
  }
  internal.changed.add(item.id);
  if (item.kind === "user" || item.kind === "assistant") internal.hasConversation = true;
  if (item.entryId !== undefined) bindEntry(transcript, item, item.entryId);
  else if (item.kind !== "notice") internal.unbound.add(item.id);
}

export function removeItem(transcript: Transcript, id: string): void {
  const { internal } = transcript;
  transcript.items.delete(id);
  internal.unbound.delete(id);
  internal.changed.add(id);
  const index = transcript.order.lastIndexOf(id);
  if (index === -1) return;
  transcript.order.splice(index, 1);
  internal.orderChanged = true;
}

/** Notes that an item was changed. */
export function touch(transcript: Transcript, item: TranscriptItem): void {
  item.version++;
  transcript.internal.changed.add(item.id);
}

/** Tells an item which entry holds it, and gives it the marks that were set on that entry before. */
export function bindEntry(transcript: Transcript, item: TranscriptItem, entryId: string): void {
  const { internal } = transcript;
  item.entryId = entryId;
  internal.unbound.delete(item.id);
  internal.byEntryId.set(entryId, item.id);
  internal.seenEntries.add(entryId);
  const marks = internal.marks.get(entryId);
  if (marks?.label !== undefined) item.label = marks.label;
  if (marks?.contextEdit !== undefined) item.contextEdit = marks.contextEdit;
}

export function itemOfEntry(transcript: Transcript, entryId: string): TranscriptItem | undefined {
  const id = transcript.internal.byEntryId.get(entryId);
  return id === undefined ? undefined : transcript.items.get(id);
}

export function setStatus(transcript: Transcript, change: Partial<TranscriptStatus>): void {
  Object.assign(transcript.status, change);
  transcript.internal.statusChanged = true;
}

export function addUsage(transcript: Transcript, usage: Usage | undefined): void {
  if (!usage) return;
  const total: TranscriptUsage = transcript.usage;
  total.input += usage.input;
  total.output += usage.output;
  total.cacheRead += usage.cacheRead;
  total.cacheWrite += usage.cacheWrite;
  total.totalTokens += usage.totalTokens;
  total.cost += usage.cost.total;
  transcript.internal.statusChanged = true;
}
