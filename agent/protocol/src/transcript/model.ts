import type { CompactionReason } from "../events.ts";
import type { StopReason, Usage, UserContent } from "../messages.ts";

/** What every item has. */
interface ItemBase {
  /** Stable while the transcript lives; items built from entries keep it over a reload too. */
  readonly id: string;
  /** Grows with every change of this item, from 1. */
  version: number;
  /** Entry that holds the item; absent while it is not stored or its id was not told. */
  entryId?: string;
  /** Bookmark that the user set on the entry. */
  label?: string;
  /** What the model reads of it instead: left out, or other content (`context_edit`). */
  contextEdit?: "omitted" | "replaced";
}

export interface UserItem extends ItemBase {
  readonly kind: "user";
  content: readonly UserContent[];
  timestamp: number;
}

export type AssistantBlock =
  | { readonly kind: "text"; text: string }
  | { readonly kind: "thinking"; text: string; redacted: boolean }
  /** The call itself is the item with this id. */
  | { readonly kind: "toolCall"; readonly itemId: string };

export interface AssistantItem extends ItemBase {
  readonly kind: "assistant";
  /** By content index. */
  blocks: AssistantBlock[];
  provider: string;
  model: string;
  thinkingLevel?: string;
  usage: Usage;
  /** `pending` while it streams. */
  stopReason: StopReason;
  errorMessage?: string;
  timestamp: number;
  durationMs?: number;
}

/**
 * `streaming`: the arguments are arriving. `called`: they are complete and no result is known, which is
 * final when nothing runs. `unfinished`: a nested call that was still running when its parent ended.
 */
export type ToolState = "streaming" | "called" | "running" | "done" | "unfinished";

export interface ToolItem extends ItemBase {
  readonly kind: "tool";
  readonly toolCallId: string;
  name: string;
  state: ToolState;
  /** Complete only from `called` on; absent in a nested call that was too large to keep. */
  args?: Record<string, unknown>;
  argumentsBytes?: number;
  /** Raw JSON that has arrived so far; only while `streaming`. */
  argsText?: string;
  /** The model sent arguments that are no JSON object. */
  argumentsError?: string;
  isError: boolean;
  /** Only when the tool ran to an end. */
  durationMs?: number;
  /** Time of its stored result. */
  timestamp?: number;
  /** What the model was told; empty in nested calls. */
  content: readonly UserContent[];
  details?: unknown;
  /** Error text of a nested call. */
  errorMessage?: string;
  /** What the tool itself used of models. */
  usage?: Usage;
  parentToolCallId?: string;
  /** Ids of nested calls in order. */
  children: string[];
  /** `false` when the list of nested calls was cut. */
  childrenComplete?: boolean;
  /** Seen while it ran and not stored: gone after a reload. */
  live?: {
    partial?: { content: readonly UserContent[]; details?: unknown };
    structuredContent?: unknown;
    /** What a nested call returned. */
    result?: { content: readonly UserContent[]; details?: unknown };
  };
}

/** A shell command that the user ran. */
export interface BashItem extends ItemBase {
  readonly kind: "bash";
  command: string;
  output: string;
  isRunning: boolean;
  exitCode?: number;
  cancelled: boolean;
  truncated: boolean;
  fullOutputPath?: string;
  excludeFromContext: boolean;
  timestamp?: number;
}

/** Message of an extension or of the harness. */
export interface CustomItem extends ItemBase {
  readonly kind: "custom";
  customType: string;
  content: readonly UserContent[];
  details?: unknown;
}

/** State that an extension or the harness recorded; a view draws the types that it knows. */
export interface RecordItem extends ItemBase {
  readonly kind: "record";
  customType: string;
  data?: unknown;
}

export interface BranchSummaryItem extends ItemBase {
  readonly kind: "branchSummary";
  summary: string;
  fromId: string | null;
  usage?: Usage;
}

export interface CompactionItem extends ItemBase {
  readonly kind: "compaction";
  summary: string;
  tokensBefore: number;
  usage?: Usage;
  /** Told when it ended and not stored. */
  live?: { reason: CompactionReason; estimatedTokensAfter?: number };
}

export interface ModelChangeItem extends ItemBase {
  readonly kind: "modelChange";
  provider: string;
  modelId: string;
}

export interface ThinkingChangeItem extends ItemBase {
  readonly kind: "thinkingChange";
  level: string;
}

/** Told once and not stored: a failed compaction, a failing extension. */
export interface NoticeItem extends ItemBase {
  readonly kind: "notice";
  readonly topic: "compaction" | "extension";
  readonly text: string;
  /** Path of the extension. */
  readonly source?: string;
}

export type TranscriptItem =
  | UserItem
  | AssistantItem
  | ToolItem
  | BashItem
  | CustomItem
  | RecordItem
  | BranchSummaryItem
  | CompactionItem
  | ModelChangeItem
  | ThinkingChangeItem
  | NoticeItem;

/** What goes on at the moment. Known from events only; the stored session says nothing of it. */
export interface TranscriptStatus {
  /** From `agent_start`, or what precedes it, to `agent_settled`. */
  isRunning: boolean;
  /** The last activity was aborted. */
  wasAborted: boolean;
  compaction?: { reason: CompactionReason };
  /** `isWaiting`: the delay before the attempt is running. */
  retry?: RetryStatus & { isWaiting: boolean };
  /** Retry of a summary request. */
  summaryRetry?: RetryStatus & { isWaiting: boolean };
  steering: readonly string[];
  followUp: readonly string[];
  context?: { tokens: number | null; contextWindow: number | null; percent: number | null };
}

export interface RetryStatus {
  attempt: number;
  maxAttempts: number;
  delayMs: number;
  errorMessage: string;
}

/** Sums over what the transcript has seen, failed attempts and summaries included. Cost in US dollars. */
export interface TranscriptUsage {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  totalTokens: number;
  cost: number;
}

/** What changed since a view last asked. */
export interface TranscriptChanges {
  /** Items that are new, changed or removed (those are no longer in `items`). */
  readonly items: ReadonlySet<string>;
  /** Items were added to, removed from or moved in `order`. */
  readonly order: boolean;
  /** `status`, `usage`, the session name, the model or the thinking level changed. */
  readonly status: boolean;
}

/**
 * The transcript of one session, changed in place by `applyEvent` and `applyEntry`: an event costs what it
 * changes, however long the transcript is. A view reads `items`, `order`, `status` and the rest, and asks
 * `takeChanges` what to draw again.
 */
export interface Transcript {
  /** Every item by id; calls that belong to a block or to another call are here only. */
  readonly items: Map<string, TranscriptItem>;
  /** Ids of the items of the top level. */
  readonly order: string[];
  readonly status: TranscriptStatus;
  readonly usage: TranscriptUsage;
  sessionName?: string;
  model?: { provider: string; modelId: string };
  thinkingLevel?: string;
  readonly internal: TranscriptInternals;
}

/** Indexes and book-keeping of the reducer; nothing for views. */
export interface TranscriptInternals {
  changed: Set<string>;
  orderChanged: boolean;
  statusChanged: boolean;
  nextLocalId: number;
  /** Assistant item that is streaming. */
  openId?: string;
  /** A user or assistant item exists: changes of model and level from here on are worth a row. */
  hasConversation: boolean;
  /** The session's name was told or cleared. */
  isNameKnown: boolean;
  /** Items of the calls with a tool call id, newest last: some providers count anew in every response. */
  readonly tools: Map<string, string[]>;
  /** Calls at the top level, because the message that made them has not been seen. */
  readonly orphans: Set<string>;
  /** Calls whose tool result message has been folded. */
  readonly answered: Set<string>;
  readonly byEntryId: Map<string, string>;
  /** Entries that have been folded, so that none counts twice. */
  readonly seenEntries: Set<string>;
  /** Items that await the id of their entry, oldest first. */
  readonly unbound: Set<string>;
  /** Edits and labels whose target has not been seen yet, by entry id. */
  readonly marks: Map<string, { label?: string; contextEdit?: "omitted" | "replaced" }>;
  /** Direct shell commands by command id. */
  readonly bash: Map<unknown, string>;
}
