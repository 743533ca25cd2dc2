import type { AgentMessage, CustomMessage, SystemMessage, Usage, UserContent } from "./messages.ts";

/** Version that this code writes; older files are migrated on open. */
export const currentSessionVersion = 3;

/** First line of a session file. Not part of the tree. */
export interface SessionHeader {
  type: "session";
  version?: number;
  id: string;
  /** ISO 8601, UTC, milliseconds, as every entry timestamp. */
  timestamp: string;
  cwd?: string;
  /** Absolute path of the session that this one was forked or cloned from. */
  parentSession?: string;
  [more: string]: unknown;
}

interface EntryBase {
  /** 8 hex characters, or a UUID. */
  id: string;
  /** `null` for a root. */
  parentId: string | null;
  timestamp: string;
}

export interface SessionMessageEntry extends EntryBase {
  type: "message";
  message: AgentMessage;
}

export interface ModelChangeEntry extends EntryBase {
  type: "model_change";
  provider: string;
  modelId: string;
}

export interface ThinkingLevelChangeEntry extends EntryBase {
  type: "thinking_level_change";
  thinkingLevel: string;
}

/** Usage that belongs to no assistant message, such as cache warming. */
export interface UsageEntry extends EntryBase {
  type: "usage";
  kind: string;
  provider: string;
  model: string;
  usage: Usage;
  note?: string;
}

export interface CompactionEntry extends EntryBase {
  type: "compaction";
  summary: string;
  /** First entry that stays in context; its own id when nothing is retained. */
  firstKeptEntryId: string;
  tokensBefore: number;
  /** Prompt sections and tools at the boundary. */
  systemMessage?: SystemMessage;
  usage?: Usage;
  details?: unknown;
  fromHook?: boolean;
}

/** Changes what the model reads of one earlier entry; the entry itself stays as it is. */
export interface ContextEditEntry extends EntryBase {
  type: "context_edit";
  targetId: string;
  /** `null` omits the target. */
  replacement: null | string | UserContent[];
}

export interface BranchSummaryEntry extends EntryBase {
  type: "branch_summary";
  fromId: string | null;
  summary: string;
  usage?: Usage;
  details?: unknown;
  fromHook?: boolean;
}

/** State of an extension; the model never reads it. */
export interface CustomEntry extends EntryBase {
  type: "custom";
  customType: string;
  data?: unknown;
}

/** Message of an extension; the model reads it. */
export interface CustomMessageEntry extends EntryBase {
  type: "custom_message";
  customType: string;
  content: CustomMessage["content"];
  display: boolean;
  details?: unknown;
}

export interface LabelEntry extends EntryBase {
  type: "label";
  targetId: string;
  /** Absent or empty clears the label. */
  label?: string;
}

export interface SessionInfoEntry extends EntryBase {
  type: "session_info";
  /** Absent or empty clears the name. */
  name?: string;
}

/** Every line of a session file after the header. */
export type SessionEntry =
  | SessionMessageEntry
  | ModelChangeEntry
  | ThinkingLevelChangeEntry
  | UsageEntry
  | CompactionEntry
  | ContextEditEntry
  | BranchSummaryEntry
  | CustomEntry
  | CustomMessageEntry
  | LabelEntry
  | SessionInfoEntry;

export type SessionEntryType = SessionEntry["type"];
