import type { AgentMessage, LlmMessage, SessionEntry, Usage, UserContent } from "@relay-harness/protocol";

/** An entry that a boundary handler proposes. */
export type SessionBoundaryDraft =
  | { type: "custom"; customType: string; data?: unknown }
  | {
      type: "custom_message";
      customType: string;
      content: string | UserContent[];
      display: boolean;
      details?: unknown;
    }
  | { type: "context_edit"; targetId: string; replacement: { content: string | UserContent[] } | null }
  | {
      type: "compaction";
      summary: string;
      /** `null` keeps nothing. */
      firstKeptEntryId: string | null;
      details?: unknown;
      usage?: Usage;
    };

/** The context as it would be with the entries that are proposed so far. */
export interface BoundaryContext {
  contextEntries: { sourceEntry: SessionEntry; messages: AgentMessage[] }[];
  contextMessages: AgentMessage[];
  llmMessages: LlmMessage[];
  /** Queued messages that the next request delivers. */
  pendingMessages: AgentMessage[];
  /** A request could be sent. */
  canContinue: boolean;
}

export interface BoundaryFields {
  outcome: "completed" | "aborted" | "error";
  /** Proposed so far. */
  entries: SessionBoundaryDraft[];
  continue: boolean;
  context: BoundaryContext;
}

/** A field that is returned replaces only itself. */
export interface BoundaryResult {
  entries?: SessionBoundaryDraft[];
  /** True guarantees one further request; guard it, or it never ends. */
  continue?: boolean;
}
