import type { CompactionEntry, ContextEditEntry, LabelEntry, SessionEntry } from "../entries.ts";
import type { CompactionReason } from "../events.ts";
import type { AgentMessage } from "../messages.ts";
import { applyCustom, applyMessage, newBase } from "./messages.ts";
import type { Transcript, TranscriptItem } from "./model.ts";
import { addItem, addUsage, bindEntry, createTranscript, itemOfEntry, setStatus, touch } from "./state.ts";

/** Routing state of virtual models: Relay's own, and no event tells it. */
const hiddenCustomType = "relay.virtual-model-state";

/**
 * The transcript of a stored session. `entries` are those of one branch from root to leaf
 * (`get_entries {path: "active"}`), or of the whole file when `leafId` says which branch.
 */
export function transcriptFromEntries(
  entries: readonly SessionEntry[],
  options: { leafId?: string | null } = {},
): Transcript {
  const transcript = createTranscript();
  const { leafId } = options;
  // A page from the middle of a branch goes on with a conversation.
  transcript.internal.hasConversation = (entries[0]?.parentId ?? null) !== null;
  for (const entry of leafId === undefined ? entries : entriesOfBranch(entries, leafId)) {
    applyEntry(transcript, entry);
  }
  return transcript;
}

/**
 * Of the entries of a file in append order, those on the path from root to leaf, and the labels and names
 * of every branch: they are about the whole session.
 */
export function entriesOfBranch(entries: readonly SessionEntry[], leafId: string | null): SessionEntry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const path = new Set<string>();
  for (let id = leafId; id !== null && !path.has(id);) {
    const entry = byId.get(id);
    if (!entry) break;
    path.add(id);
    id = entry.parentId;
  }
  return entries.filter(({ id, type }) => path.has(id) || type === "label" || type === "session_info");
}

/**
 * Folds one entry: stored, or live from `entry_appended`. An entry that is already in the transcript
 * changes nothing; one whose content came live without an entry id gives it that id (rpc.md §6.3), so that
 * a client may fold `get_entries {since}` whenever it likes. Entries have to come in their order.
 */
export function applyEntry(transcript: Transcript, entry: SessionEntry): void {
  const { seenEntries } = transcript.internal;
  if (seenEntries.has(entry.id)) return;
  seenEntries.add(entry.id);
  const live = findUnbound(transcript, entry);
  if (live) {
    bindEntry(transcript, live, entry.id);
    return touch(transcript, live);
  }
  foldEntry(transcript, entry);
}

function foldEntry(transcript: Transcript, entry: SessionEntry): void {
  switch (entry.type) {
    case "message":
      return applyMessage(transcript, entry.message, entry.id);
    case "custom_message":
      return applyCustom(transcript, entry, entry.id);
    case "custom":
      if (entry.customType === hiddenCustomType) return;
      return addItem(transcript, {
        ...newBase(transcript, entry.id),
        kind: "record",
        customType: entry.customType,
        ...(entry.data !== undefined && { data: entry.data }),
      });
    case "compaction":
      return applyCompaction(transcript, entry, entry.id);
    case "branch_summary": {
      const { summary, fromId, usage } = entry;
      addUsage(transcript, usage);
      return addItem(transcript, {
        ...newBase(transcript, entry.id),
        kind: "branchSummary",
        summary,
        fromId,
        ...(usage && { usage }),
      });
    }
    case "model_change":
      return applyModelChange(transcript, { provider: entry.provider, modelId: entry.modelId }, entry.id);
    case "thinking_level_change":
      return applyThinkingChange(transcript, entry.thinkingLevel, entry.id);
    case "usage":
      return addUsage(transcript, entry.usage);
    case "context_edit":
      return applyContextEdit(transcript, entry);
    case "label":
      return applyLabel(transcript, entry);
    case "session_info":
      return applySessionName(transcript, entry.name);
    default:
      // A type of a newer version.
      return;
  }
}

export function applyCompaction(
  transcript: Transcript,
  compaction: Pick<CompactionEntry, "summary" | "tokensBefore" | "usage">,
  entryId: string | undefined,
  live?: { reason: CompactionReason; estimatedTokensAfter?: number },
): void {
  const { summary, tokensBefore, usage } = compaction;
  addUsage(transcript, usage);
  addItem(transcript, {
    ...newBase(transcript, entryId),
    kind: "compaction",
    summary,
    tokensBefore,
    ...(usage && { usage }),
    ...(live && { live }),
  });
}

/** A row only where the conversation goes on with another model; at its start it is just the state. */
export function applyModelChange(
  transcript: Transcript,
  model: { provider: string; modelId: string },
  entryId?: string,
): void {
  const { provider, modelId } = model;
  const isSame = transcript.model?.provider === provider && transcript.model.modelId === modelId;
  if (isSame) return;
  transcript.model = { provider, modelId };
  setStatus(transcript, {});
  if (!transcript.internal.hasConversation) return;
  addItem(transcript, { ...newBase(transcript, entryId), kind: "modelChange", provider, modelId });
}

export function applyThinkingChange(transcript: Transcript, level: string, entryId?: string): void {
  if (transcript.thinkingLevel === level) return;
  transcript.thinkingLevel = level;
  setStatus(transcript, {});
  if (!transcript.internal.hasConversation) return;
  addItem(transcript, { ...newBase(transcript, entryId), kind: "thinkingChange", level });
}

export function applySessionName(transcript: Transcript, name: string | undefined): void {
  transcript.internal.isNameKnown = true;
  if (name) transcript.sessionName = name;
  else delete transcript.sessionName;
  setStatus(transcript, {});
}

function applyContextEdit(transcript: Transcript, { targetId, replacement }: ContextEditEntry): void {
  const contextEdit = replacement === null ? ("omitted" as const) : ("replaced" as const);
  mark(transcript, targetId, { contextEdit });
}

function applyLabel(transcript: Transcript, { targetId, label }: LabelEntry): void {
  mark(transcript, targetId, { label: label || undefined });
}

/** Marks the item of an entry, now or when it comes. */
function mark(
  transcript: Transcript,
  entryId: string,
  marks: { label?: string; contextEdit?: "omitted" | "replaced" },
): void {
  const all = transcript.internal.marks;
  // A label that is `undefined` was cleared: older pages may still set it.
  const merged = { ...all.get(entryId), ...marks };
  all.set(entryId, merged);
  const item = itemOfEntry(transcript, entryId);
  if (!item) return;
  if (merged.label === undefined) delete item.label;
  else item.label = merged.label;
  if (merged.contextEdit !== undefined) item.contextEdit = merged.contextEdit;
  touch(transcript, item);
}

/** The oldest item that came live without an entry id and is what this entry holds. */
function findUnbound(transcript: Transcript, entry: SessionEntry): TranscriptItem | undefined {
  for (const id of transcript.internal.unbound) {
    const item = transcript.items.get(id);
    if (item && holds(transcript, entry, item)) return item;
  }
  return undefined;
}

function holds(transcript: Transcript, entry: SessionEntry, item: TranscriptItem): boolean {
  switch (entry.type) {
    case "message":
      return holdsMessage(transcript, entry.message, item);
    case "custom_message":
      return item.kind === "custom" && entry.display && item.customType === entry.customType;
    case "compaction":
      return item.kind === "compaction" && item.summary === entry.summary;
    case "model_change":
      return (
        item.kind === "modelChange" && item.modelId === entry.modelId && item.provider === entry.provider
      );
    case "thinking_level_change":
      return item.kind === "thinkingChange" && item.level === entry.thinkingLevel;
    default:
      return false;
  }
}

function holdsMessage(transcript: Transcript, message: AgentMessage, item: TranscriptItem): boolean {
  switch (message.role) {
    case "user":
      return item.kind === "user" && item.timestamp === message.timestamp;
    case "assistant":
      return (
        item.kind === "assistant" && item.timestamp === message.timestamp && item.stopReason !== "pending"
      );
    case "toolResult":
      return (
        item.kind === "tool" &&
        item.toolCallId === message.toolCallId &&
        transcript.internal.answered.has(item.id)
      );
    case "bashExecution":
      return (
        item.kind === "bash" &&
        !item.isRunning &&
        item.command === message.command &&
        item.output === message.output
      );
    case "custom":
      return item.kind === "custom" && item.customType === message.customType;
    default:
      return false;
  }
}
