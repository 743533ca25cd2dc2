import type { ModelUsage, TokenTotals } from "../commands.ts";
import type { ExtensionUiDialog } from "../extensionUi.ts";
import type { HarnessState } from "../harness.ts";
import type { Model, ThinkingLevel } from "../model.ts";
import type { AttachmentView, IntakeForm, SelectionChip } from "./composer.ts";

/** Which document it is: the chat of the side bar, a chat in a tab, the Harness panel. */
export type WebviewKind = "chat" | "chatPanel" | "harness";

/**
 * Everything that the host holds for a view and that the session file does not say, or not at once. Each
 * member is sent whole when it changes (`state`), so that a view that missed one is right with the next.
 */
export interface ChatState {
  session: SessionView | null;
  agent: AgentView;
  run: RunView;
  queue: QueueItem[];
  /** Oldest first; the view shows one at a time with its place. */
  dialogs: DialogCard[];
  /** Cards of the host itself, shown like dialogs but after them. */
  cards: HostCard[];
  models: ModelsView;
  thinking: { level: ThinkingLevel; levels: ThinkingLevel[] };
  context: { tokens: number | null; contextWindow: number | null; percent: number | null };
  cost: CostView;
  harness: HarnessState | null;
  /** By request, oldest first: what it changed, as far as the editor knows. */
  turns: TurnChanges[];
  /** Session of the folder that was worked on last, for a view that is empty; `null`: there is none. */
  recent: RecentSession | null;
  /** Points of the active path at which the session branches. */
  branches: BranchPoint[];
  selection: SelectionChip | null;
  attachments: AttachmentView[];
  folder: FolderView;
  commands: SlashCommandView[];
  /** `setStatus` of extensions, by key. */
  statuses: { key: string; text: string }[];
  /** `setWidget` of extensions. */
  widgets: { key: string; lines: string[]; placement: "aboveEditor" | "belowEditor" }[];
  settings: ChatSettings;
  /** Controls that cannot work now, by name, each with the reason to show. */
  disabled: { [control in ControlName]?: string };
  /** The form that `/intake` shows. */
  intake: IntakeForm | null;
}

export interface SessionView {
  id: string;
  /** Absent while it is not stored. */
  path?: string;
  name?: string;
  cwd: string;
  /** `setTitle` of an extension, else the name, else the first message. */
  title: string;
  /** The newest user message can be edited; false while the session is empty. */
  hasMessages: boolean;
}

export interface RecentSession {
  /** Its name, else the beginning of its first message. */
  label: string;
  /** ISO 8601. */
  modified: string;
  messageCount: number;
}

export type AgentView =
  /** Nothing was started: `reason` says what is missing, if anything is. */
  | { kind: "none"; reason?: "noFolder" | "unsupportedFolder" }
  | { kind: "starting" }
  | { kind: "ready"; relay: string; protocol: string; isOfflineDemo: boolean; isTrusted: boolean }
  /** It ended by itself; `willRestart` while the one automatic restart is on its way. */
  | {
      kind: "stopped";
      exitCode: number | null;
      signal: string | null;
      stderrTail: string[];
      willRestart: boolean;
    }
  /** It never answered, or speaks another version. */
  | { kind: "failed"; message: string; detail?: string };

export interface RunView {
  isRunning: boolean;
  isCompacting: boolean;
  isRetrying: boolean;
  isBashRunning: boolean;
  /** Milliseconds since the epoch, of the start of what runs. */
  since: number | null;
  /** When a retry is due, milliseconds since the epoch. */
  retryAt: number | null;
}

export interface QueueItem {
  id: string;
  kind: "steer" | "followUp";
  text: string;
  /** Labels of what goes along. */
  attachments: string[];
}

/** A question of the agent that waits for an answer. */
export type DialogCard = ExtensionUiDialog & {
  id: string;
  /** Milliseconds since the epoch. */
  receivedAt: number;
  expiresAt?: number;
  /** No answer came in time: the card says so, and closing it sends nothing. */
  isExpired: boolean;
};

/** A question of the host. `actions` are what `card/answer` may send. */
export interface HostCard {
  id: string;
  kind: "trust" | "dirtyFiles" | "replaceDraft" | "restoreFiles" | "confirmOpen" | "confirmRevert";
  title: string;
  text?: string;
  /** Paths or targets that it is about. */
  items: string[];
  actions: { id: string; label: string; primary?: boolean }[];
  /** Esc means this one. */
  cancelAction: string;
}

export interface ModelsView {
  current: Model | null;
  /** Virtual models: which one answers. */
  routed: { provider: string; id: string } | null;
  all: Model[];
  /** In cycle order, shown first; empty: no scope. */
  scoped: { provider: string; id: string; thinkingLevel?: ThinkingLevel }[];
  /** A provider has a credential. */
  hasCredential: boolean;
}

export interface CostView {
  tokens: TokenTotals;
  /** US dollars. */
  cost: number;
  byModel: ModelUsage[];
}

export interface FileChange {
  /** Relative to the session's folder where it lies in it. */
  path: string;
  kind: "modified" | "created" | "deleted";
  added: number;
  removed: number;
  /** `command`: changed by a shell command, shown against the last commit, not revertible here. */
  source: "tool" | "command";
  canRevert: boolean;
  isReverted: boolean;
}

/** What one request changed. */
export interface TurnChanges {
  /** Entry of the user message. */
  entryId: string;
  files: FileChange[];
}

/** `‹ index/count ›` at an entry of the active path: `index` from 1. */
export interface BranchPoint {
  entryId: string;
  index: number;
  count: number;
  /** Targets of `entry/goTo`: newest entry below the sibling. */
  previousId?: string;
  nextId?: string;
}

export interface FolderView {
  path: string | null;
  label: string;
  /** More than one folder is open and no prompt was sent yet: the chip offers these. */
  choices: { path: string; label: string }[];
}

/** A line of the `/` menu. */
export interface SlashCommandView {
  /** Without `/`. */
  name: string;
  description: string;
  source: "builtin" | "extension" | "prompt" | "skill";
  /** `host`: a control of the editor answers it; `agent`: sent as a prompt. */
  runsIn: "host" | "agent";
  /** Arguments can be completed. */
  takesArguments: boolean;
}

/** Settings that the view draws by. */
export interface ChatSettings {
  sendOnEnter: boolean;
  enterWhileRunning: "steer" | "queue";
  showThinking: boolean;
  foldFinishedTurns: boolean;
  /** Pixels; 0 = the editor's own. */
  fontSize: number;
}

/** What may be disabled, because the agent is older or the editor lacks something. */
export type ControlName =
  | "send"
  | "attach"
  | "queue"
  | "models"
  | "thinking"
  | "contextReport"
  | "stats"
  | "find"
  | "branches"
  | "edit"
  | "fork"
  | "harness"
  | "runCheck"
  | "allowEdits"
  | "undoRule"
  | "review"
  | "revert"
  | "shell"
  | "mentions"
  | "terminalMention"
  | "gitMention"
  | "intake";
