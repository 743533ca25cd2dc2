import type { ScopeEntry } from "@relay-harness/ai";
import type {
  CompactionResult,
  ContextUsage,
  Model,
  StreamingBehavior,
  ThinkingLevel,
  UserContent,
} from "@relay-harness/protocol";
import type { SessionManager } from "../../sessions/sessionManager.ts";
import type { ModelRegistry } from "../modelRegistry.ts";
import type { CustomMessageInput } from "./agentEvents.ts";
import type { SystemPromptOptions } from "./systemPrompt.ts";
import type { ExtensionUIContext } from "./ui.ts";

export type ExtensionMode = "tui" | "rpc" | "json" | "print";

/** What an extension may read of the session; entries are not to be changed. */
export type ReadonlySessionManager = Pick<
  SessionManager,
  | "getCwd"
  | "getSessionDir"
  | "getSessionId"
  | "getSessionFile"
  | "getSessionName"
  | "getHeader"
  | "getEntries"
  | "getEntry"
  | "getBranch"
  | "getTree"
  | "getLeafId"
  | "getLeafEntry"
  | "getLabel"
  | "getEntryCount"
  | "getChildren"
  | "isPersisted"
  | "buildContextEntries"
  | "buildSessionContext"
  | "buildSessionProjection"
>;

export interface CompactOptions {
  customInstructions?: string;
  onComplete?: (result: CompactionResult) => void;
  onError?: (error: Error) => void;
}

/**
 * The session as handlers, tools and commands see it. Belongs to one runtime: after a reload or a
 * replacement every member throws.
 */
export interface ExtensionContext {
  readonly ui: ExtensionUIContext;
  readonly mode: ExtensionMode;
  /** Somebody can answer dialogs. */
  readonly hasUI: boolean;
  readonly cwd: string;
  readonly sessionManager: ReadonlySessionManager;
  readonly modelRegistry: ModelRegistry;
  /** Selected; may be virtual. */
  readonly model: Model | undefined;
  readonly thinkingLevel: ThinkingLevel;
  /** What cycling goes through; empty: all. */
  readonly scopedModels: readonly ScopeEntry[];
  /** Of the active turn. */
  readonly signal: AbortSignal | undefined;
  /** False from the start of a run until it has settled. */
  isIdle(): boolean;
  hasPendingMessages(): boolean;
  isProjectTrusted(): boolean;
  /** Ends the activity; does not wait for it. */
  abort(): void;
  /** Asks for an orderly end of the process. */
  shutdown(): void;
  getContextUsage(): ContextUsage | undefined;
  /** Starts a compaction by hand; does not wait for it. */
  compact(options?: CompactOptions): void;
  getSystemPrompt(): string;
}

export interface SendMessageOptions {
  /** Idle: starts a run. Busy: `false` only stores the message, after the turn. */
  triggerTurn?: boolean;
  deliverAs?: StreamingBehavior | "nextTurn";
}

export interface SendUserMessageOptions {
  /** Required while busy. */
  deliverAs?: StreamingBehavior;
  /** Dispatches commands and expands skills and templates. Default false. */
  expandPromptTemplates?: boolean;
}

export type WithSession = (ctx: ReplacedSessionContext) => void | Promise<void>;

/** Operations that only a command may start: a handler that waited for them would wait for itself. */
export interface SessionOperations {
  waitForIdle(): Promise<void>;
  newSession(options?: {
    parentSession?: string;
    /** Fills the new session, before its `session_start`. */
    setup?: (sessionManager: SessionManager) => void | Promise<void>;
    withSession?: WithSession;
  }): Promise<{ cancelled: boolean }>;
  switchSession(path: string, options?: { withSession?: WithSession }): Promise<{ cancelled: boolean }>;
  fork(
    entryId: string,
    options?: { position?: "before" | "at"; withSession?: WithSession },
  ): Promise<{ cancelled: boolean }>;
  navigateTree(
    targetId: string | null,
    options?: {
      summarize?: boolean;
      customInstructions?: string;
      replaceInstructions?: boolean;
      label?: string;
    },
  ): Promise<{ cancelled: boolean }>;
  /** Ends this runtime: use nothing of it afterwards. */
  reload(): Promise<void>;
}

export interface ExtensionCommandContext extends ExtensionContext, SessionOperations {
  /** What the prompt is made of before any run changes it. */
  getSystemPromptOptions(): SystemPromptOptions;
}

/** Passed to `withSession`: the session that took the place of the old one. */
export interface ReplacedSessionContext extends ExtensionCommandContext {
  sendMessage(message: CustomMessageInput, options?: SendMessageOptions): Promise<void>;
  sendUserMessage(content: string | UserContent[], options?: SendUserMessageOptions): Promise<void>;
}
