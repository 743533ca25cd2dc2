import type { CompactionEntry, SessionEntry, AgentMessage, Usage } from "@relay-harness/protocol";
import type { McpServerRegistration } from "./mcp.ts";

/** Asks whether the project in `cwd` is to be trusted. */
export interface ProjectTrustEvent {
  type: "project_trust";
  cwd: string;
}

export interface ProjectTrustEventResult {
  trusted: "yes" | "no" | "undecided";
  /** Saves a yes or no; else it counts in this process only. */
  remember?: boolean;
}

/** Asks for further skills, prompt templates and themes. */
export interface ResourcesDiscoverEvent {
  type: "resources_discover";
  cwd: string;
  reason: "startup" | "reload";
}

/** Relative paths count from the extension's folder. */
export interface ResourcesDiscoverResult {
  skillPaths?: string[];
  promptPaths?: string[];
  themePaths?: string[];
}

export interface McpServersChangeEvent {
  type: "mcp_servers_change";
  /** All of them. */
  servers: McpServerRegistration[];
}

export type SessionStartReason = "startup" | "reload" | "new" | "resume" | "fork";

export interface SessionStartEvent {
  type: "session_start";
  reason: SessionStartReason;
  /** For `new`, `resume` and `fork`. */
  previousSessionFile?: string;
}

export interface SessionInfoChangedEvent {
  type: "session_info_changed";
  name: string | undefined;
}

export interface SessionBeforeSwitchEvent {
  type: "session_before_switch";
  reason: "new" | "resume";
  /** For `resume`. */
  targetSessionFile?: string;
}

export interface SessionBeforeSwitchResult {
  cancel?: boolean;
}

export interface SessionBeforeForkEvent {
  type: "session_before_fork";
  entryId: string;
  /** `at` copies the path through the entry, as a clone does. */
  position: "before" | "at";
}

export interface SessionBeforeForkResult {
  cancel?: boolean;
  /** Reserved. */
  skipConversationRestore?: boolean;
}

/** Paths as the model named them. */
export interface FileOperations {
  read: Set<string>;
  written: Set<string>;
  edited: Set<string>;
}

/** What a compaction is made of, before anything is asked of a model. */
export interface CompactionPreparation {
  firstKeptEntryId: string;
  messagesToSummarize: AgentMessage[];
  turnPrefixMessages: AgentMessage[];
  isSplitTurn: boolean;
  tokensBefore: number;
  previousSummary?: string;
  fileOps: FileOperations;
  /** With the overrides of the model applied. Tokens. */
  settings: { enabled: boolean; reserveTokens: number; keepRecentTokens: number };
}

export type CompactionReason = "manual" | "threshold" | "overflow";

export interface SessionBeforeCompactEvent {
  type: "session_before_compact";
  preparation: CompactionPreparation;
  /** The active branch, oldest first. */
  branchEntries: SessionEntry[];
  customInstructions?: string;
  reason: CompactionReason;
  willRetry: boolean;
  signal: AbortSignal;
}

/** A summary made by an extension. */
export interface ExtensionCompaction {
  summary: string;
  firstKeptEntryId: string;
  tokensBefore: number;
  estimatedTokensAfter?: number;
  usage?: Usage;
  details?: unknown;
}

export interface SessionBeforeCompactResult {
  cancel?: boolean;
  compaction?: ExtensionCompaction;
}

export interface SessionCompactEvent {
  type: "session_compact";
  compactionEntry: CompactionEntry;
  fromExtension: boolean;
  reason: CompactionReason;
  willRetry: boolean;
}

export interface SessionCompactFailedEvent {
  type: "session_compact_failed";
  reason: CompactionReason;
  /** Absent when it was aborted. */
  errorMessage?: string;
  aborted: boolean;
  willRetry: boolean;
  fromExtension: boolean;
}

export interface TreePreparation {
  targetId: string | null;
  oldLeafId: string | null;
  commonAncestorId: string | null;
  /** The branch that is left, oldest first. */
  entriesToSummarize: SessionEntry[];
  userWantsSummary: boolean;
  customInstructions?: string;
  replaceInstructions?: boolean;
  label?: string;
}

export interface SessionBeforeTreeEvent {
  type: "session_before_tree";
  preparation: TreePreparation;
  signal: AbortSignal;
}

export interface SessionBeforeTreeResult {
  cancel?: boolean;
  /** Used only when the user wants a summary. */
  summary?: { summary: string; details?: unknown; usage?: Usage };
  customInstructions?: string;
  replaceInstructions?: boolean;
  label?: string;
}

export interface SessionTreeEvent {
  type: "session_tree";
  newLeafId: string | null;
  oldLeafId: string | null;
  summaryEntry?: SessionEntry;
  fromExtension?: boolean;
}

export interface SessionShutdownEvent {
  type: "session_shutdown";
  reason: "quit" | "reload" | "new" | "resume" | "fork";
  targetSessionFile?: string;
}
