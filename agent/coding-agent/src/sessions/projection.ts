import type {
  AgentMessage,
  CompactionEntry,
  ContextEditEntry,
  SessionEntry,
  UserContent,
} from "@relay-harness/protocol";
import { TreeEntry } from "./treeEntry.ts";

/** One message that the model sees, with the entry it comes from. */
export interface ProjectedMessage {
  message: AgentMessage;
  entry: SessionEntry;
}

/** Something that the model reads: a message with its entry, or an entry that stands for its own message. */
export type ContextItem = { message: AgentMessage; source: TreeEntry } | TreeEntry;

/** The entries of a path that stay in context; `contextRange` says which. */
export function buildContextEntries(path: readonly SessionEntry[]): SessionEntry[] {
  return contextRange(path.map(standAlone)).map(({ entry }) => entry);
}

/** The messages of a path as the model sees them, latest context edits applied. */
export function buildProjection(path: readonly SessionEntry[]): ProjectedMessage[] {
  return contextItems(path.map(standAlone)).map(toProjected);
}

/**
 * The entries of a path that stay in context: from the latest compaction on, led by the compaction
 * and by what it kept. `path` runs from the root to the leaf (session-format.md, Context Building).
 */
export function contextRange(path: readonly TreeEntry[]): TreeEntry[] {
  const at = path.findLastIndex(({ type }) => type === "compaction");
  const boundary = path[at];
  if (boundary?.entry.type !== "compaction") return [...path];
  const { firstKeptEntryId } = boundary.entry;
  const firstKept = path.findIndex(({ id }) => id === firstKeptEntryId);
  const kept = firstKept === -1 || firstKept >= at ? [] : path.slice(firstKept, at);
  return [boundary, ...kept.filter(({ role }) => role !== "system"), ...path.slice(at + 1)];
}

/** What the model reads of a path. Messages that nobody has edited are not parsed for it. */
export function contextItems(path: readonly TreeEntry[]): ContextItem[] {
  const edits = latestEdits(path.filter(({ type }) => type === "context_edit").map(({ entry }) => entry));
  const items: ContextItem[] = [];
  for (const [index, source] of contextRange(path).entries()) {
    // an older compaction inside the kept range is part of the newer summary
    if (source.type === "compaction" && index > 0) continue;
    if (source.stored && !edits.has(source.id)) items.push(source);
    else for (const message of editedMessages(source.entry, edits)) items.push({ message, source });
  }
  return items;
}

export function toProjected(item: ContextItem): ProjectedMessage {
  if (!(item instanceof TreeEntry)) return { message: item.message, entry: item.source.entry };
  const { entry } = item;
  if (entry.type !== "message") throw new TypeError(`Entry ${entry.id} holds no message`);
  return { message: entry.message, entry };
}

function standAlone(entry: SessionEntry): TreeEntry {
  return new TreeEntry(entry, undefined);
}

/** What one entry contributes after the edits of its path; nothing when it is omitted. */
export function editedMessages(
  entry: SessionEntry,
  edits: ReadonlyMap<string, ContextEditEntry>,
): AgentMessage[] {
  const messages = contextMessages(entry);
  const edit = edits.get(entry.id);
  if (edit === undefined) return messages;
  return messages.flatMap((message) => applyEdit(message, edit.replacement) ?? []);
}

/** The messages that one entry contributes by itself; none for metadata and unknown types. */
export function contextMessages(entry: SessionEntry): AgentMessage[] {
  switch (entry.type) {
    case "message":
      return [entry.message];
    case "compaction":
      return compactionMessages(entry);
    case "branch_summary":
      return [
        {
          role: "branchSummary",
          summary: entry.summary,
          fromId: entry.fromId,
          timestamp: entryTime(entry),
        },
      ];
    case "custom_message":
      return [
        {
          role: "custom",
          customType: entry.customType,
          content: entry.content,
          display: entry.display,
          ...(entry.details !== undefined && { details: entry.details }),
          timestamp: entryTime(entry),
        },
      ];
    default:
      return [];
  }
}

function compactionMessages(entry: CompactionEntry): AgentMessage[] {
  const summary: AgentMessage = {
    role: "compactionSummary",
    summary: entry.summary,
    tokensBefore: entry.tokensBefore,
    timestamp: entryTime(entry),
  };
  return entry.systemMessage ? [entry.systemMessage, summary] : [summary];
}

/** The edit that counts for each target of a path. */
export function latestEdits(path: readonly SessionEntry[]): Map<string, ContextEditEntry> {
  const edits = new Map<string, ContextEditEntry>();
  for (const entry of path) {
    if (entry.type === "context_edit") edits.set(entry.targetId, entry);
  }
  return edits;
}

/** `undefined` omits the message. Roles that cannot be edited stay as they are. */
function applyEdit(
  message: AgentMessage,
  replacement: ContextEditEntry["replacement"],
): AgentMessage | undefined {
  switch (message.role) {
    case "user":
    case "custom":
      return replacement === null ? undefined : { ...message, content: replacement };
    case "toolResult":
      return replacement === null ? undefined : { ...message, content: blocks(replacement) };
    case "assistant": {
      if (replacement === null) return undefined;
      const texts = blocks(replacement).filter((block) => block.type === "text");
      return { ...message, content: texts };
    }
    default:
      return message;
  }
}

function blocks(content: string | UserContent[]): UserContent[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** 0 for a hand-made entry without a usable time stamp. */
function entryTime(entry: SessionEntry): number {
  const time = Date.parse(entry.timestamp);
  return Number.isNaN(time) ? 0 : time;
}
