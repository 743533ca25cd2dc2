import type {
  AgentMessage,
  CompactionEntry,
  ContextEditEntry,
  SessionEntry,
  UserContent,
} from "@relay-harness/protocol";

/** One message that the model sees, with the entry it comes from. */
export interface ProjectedMessage {
  message: AgentMessage;
  entry: SessionEntry;
}

export interface ModelReference {
  provider: string;
  modelId: string;
}

/** Model and thinking level that a path ends with. */
export interface SessionSelection {
  /** Latest of model change and assistant message. */
  model?: ModelReference;
  /** Latest model change: it may name a virtual model, whose answers name physical ones. */
  selectedModel?: ModelReference;
  thinkingLevel?: string;
}

/**
 * The entries of a path that stay in context: from the latest compaction on, led by the compaction
 * and by what it kept. `path` runs from the root to the leaf (session-format.md, Context Building).
 */
export function buildContextEntries(path: readonly SessionEntry[]): SessionEntry[] {
  const at = path.findLastIndex((entry) => entry.type === "compaction");
  const compaction = path[at];
  if (compaction?.type !== "compaction") return [...path];
  const firstKept = path.findIndex((entry) => entry.id === compaction.firstKeptEntryId);
  const kept = firstKept === -1 || firstKept >= at ? [] : path.slice(firstKept, at);
  return [compaction, ...kept.filter((entry) => !isSystemEntry(entry)), ...path.slice(at + 1)];
}

/** The messages of a path as the model sees them, latest context edits applied. */
export function buildProjection(path: readonly SessionEntry[]): ProjectedMessage[] {
  const edits = latestEdits(path);
  const projected: ProjectedMessage[] = [];
  for (const [index, entry] of buildContextEntries(path).entries()) {
    // an older compaction inside the kept range is part of the newer summary
    if (entry.type === "compaction" && index > 0) continue;
    for (const message of editedMessages(entry, edits)) projected.push({ message, entry });
  }
  return projected;
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

export function selectionOf(path: readonly SessionEntry[]): SessionSelection {
  const selection: SessionSelection = {};
  for (const entry of path) applySelection(selection, entry);
  return selection;
}

/** Moves a selection one entry on. */
export function applySelection(selection: SessionSelection, entry: SessionEntry): void {
  if (entry.type === "model_change") {
    selection.model = { provider: entry.provider, modelId: entry.modelId };
    selection.selectedModel = selection.model;
  } else if (entry.type === "thinking_level_change") {
    selection.thinkingLevel = entry.thinkingLevel;
  } else if (entry.type === "message" && entry.message.role === "assistant") {
    const { provider, model } = entry.message;
    // A hand-made message may lack them.
    if (provider && model) selection.model = { provider, modelId: model };
  }
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

function isSystemEntry(entry: SessionEntry): boolean {
  return entry.type === "message" && entry.message.role === "system";
}

/** 0 for a hand-made entry without a usable time stamp. */
function entryTime(entry: SessionEntry): number {
  const time = Date.parse(entry.timestamp);
  return Number.isNaN(time) ? 0 : time;
}
