import type { AuthStatusName } from "./commands.ts";
import type { SessionEntry } from "./entries.ts";
import type { HarnessState } from "./harness.ts";
import type { JsonObject } from "./json.ts";
import type {
  AgentMessage,
  AssistantMessage,
  ToolCall,
  ToolResultMessage,
  Usage,
  UserContent,
} from "./messages.ts";
import type { Model, ThinkingLevel } from "./model.ts";

/** What a tool hands back; `structuredContent` is on the wire but never in a message. */
export interface ToolExecutionResult {
  content: UserContent[];
  details?: unknown;
  structuredContent?: unknown;
  usage?: Usage;
  terminate?: boolean;
}

/**
 * One step of a streaming response. `contentIndex` is the block's index in the final content; blocks
 * may interleave. Only `*_end` carries authoritative content.
 */
export type AssistantMessageUpdate =
  | { type: "text_start"; contentIndex: number }
  | { type: "thinking_start"; contentIndex: number }
  | { type: "toolcall_start"; contentIndex: number; id: string; toolName: string }
  | { type: "text_delta"; contentIndex: number; delta: string }
  | { type: "thinking_delta"; contentIndex: number; delta: string }
  | { type: "toolcall_delta"; contentIndex: number; delta: string }
  | { type: "text_end"; contentIndex: number; content: string }
  | { type: "thinking_end"; contentIndex: number; content: string }
  | { type: "toolcall_end"; contentIndex: number; toolCall: ToolCall };

export type CompactionReason = "manual" | "threshold" | "overflow";

export interface CompactionResult {
  summary: string;
  firstKeptEntryId: string;
  tokensBefore: number;
  estimatedTokensAfter?: number;
  usage?: Usage;
  details?: unknown;
  entryId?: string;
}

/** Events of one run of the loop. */
export type RunEvent =
  | { type: "agent_start" }
  /** `messages`: those that this run generated. `willRetry`: an automatic retry is intended. */
  | { type: "agent_end"; messages: AgentMessage[]; willRetry: boolean }
  | { type: "turn_start" }
  | { type: "turn_end"; message: AssistantMessage; toolResults: ToolResultMessage[] }
  | { type: "message_start"; message: AgentMessage }
  | { type: "message_end"; message: AgentMessage; entryId?: string }
  | { type: "message_update"; usage: Usage; assistantMessageEvent: AssistantMessageUpdate }
  | {
      type: "tool_execution_start";
      toolCallId: string;
      toolName: string;
      /** As the model sent them, before coercion. */
      args: JsonObject;
      parentToolCallId?: string;
    }
  | {
      type: "tool_execution_update";
      toolCallId: string;
      toolName: string;
      args: JsonObject;
      partialResult: ToolExecutionResult;
      parentToolCallId?: string;
    }
  | {
      type: "tool_execution_end";
      toolCallId: string;
      toolName: string;
      result: ToolExecutionResult;
      isError: boolean;
      /** Only when the tool ran. */
      durationMs?: number;
      parentToolCallId?: string;
    };

/** Events of a session beyond a single run. */
export type ActivityEvent =
  | { type: "agent_settled"; aborted: boolean }
  | { type: "queue_update"; steering: string[]; followUp: string[] }
  | { type: "entry_appended"; entry: SessionEntry }
  | { type: "session_info_changed"; name?: string }
  | { type: "thinking_level_changed"; level: ThinkingLevel }
  | { type: "compaction_start"; reason: CompactionReason }
  | {
      type: "compaction_end";
      reason: CompactionReason;
      result?: CompactionResult;
      aborted: boolean;
      willRetry: boolean;
      errorMessage?: string;
    }
  | {
      type: "auto_retry_start";
      /** From 1. */
      attempt: number;
      maxAttempts: number;
      delayMs: number;
      errorMessage: string;
    }
  | { type: "auto_retry_end"; success: boolean; attempt: number; finalError?: string }
  | {
      type: "summarization_retry_scheduled";
      attempt: number;
      maxAttempts: number;
      delayMs: number;
      errorMessage: string;
    }
  | {
      type: "summarization_retry_attempt_start";
      source: "compaction" | "branchSummary";
      reason?: CompactionReason;
    }
  | { type: "summarization_retry_finished" }
  /** The harness learned or decided something; each holds all of it. */
  | { type: "harness_update"; state: HarnessState };

/** Events that RPC and JSON mode share. */
export type SessionEvent = RunEvent | ActivityEvent;

/** Events that only RPC mode writes. */
export type RpcOnlyEvent =
  /** Output of a direct `bash` command; `id` is that command's id. */
  | { type: "bash_execution_update"; id?: unknown; delta: string }
  | { type: "extension_error"; extensionPath: string; event: string; error: string }
  /** The leaf moved by navigation. */
  | { type: "session_tree"; newLeafId: string | null; oldLeafId: string | null; summaryEntryId?: string }
  /** Another process appended to the open session file. */
  | { type: "session_conflict"; sessionFile: string }
  /** The selected model is another one, by whatever means. */
  | { type: "model_changed"; model: Model; thinkingLevel: ThinkingLevel }
  /** Effective values of these dotted keys changed. */
  | { type: "settings_changed"; keys: string[] }
  /** These kinds of `get_resources`, or `commands`, are others than they were. */
  | { type: "resources_changed"; kinds: string[] }
  /** An extension put another session in the place of this one, or loaded it anew. */
  | {
      type: "session_replaced";
      reason: "new" | "resume" | "fork" | "reload";
      sessionId: string;
      /** Absent in memory. */
      sessionFile?: string;
      cwd: string;
    }
  | { type: "auth_changed"; provider: string; status: AuthStatusName }
  /** How full the context is: after each assistant message and each compaction. */
  | { type: "context_update"; tokens: number | null; contextWindow: number; percent: number | null }
  /** Session files came, went or changed; only after a `list_sessions`, at most one per second. */
  | { type: "sessions_changed" };

export type RpcEvent = SessionEvent | RpcOnlyEvent;

export type SessionEventType = SessionEvent["type"];

/** Names of every event that RPC mode may write, in the order of the documentation. */
export const rpcEventTypes = [
  "agent_start",
  "agent_end",
  "agent_settled",
  "turn_start",
  "turn_end",
  "message_start",
  "message_update",
  "message_end",
  "tool_execution_start",
  "tool_execution_update",
  "tool_execution_end",
  "queue_update",
  "entry_appended",
  "session_info_changed",
  "thinking_level_changed",
  "compaction_start",
  "compaction_end",
  "auto_retry_start",
  "auto_retry_end",
  "summarization_retry_scheduled",
  "summarization_retry_attempt_start",
  "summarization_retry_finished",
  "harness_update",
  "bash_execution_update",
  "extension_error",
  "session_tree",
  "session_conflict",
  "model_changed",
  "settings_changed",
  "auth_changed",
  "context_update",
  "sessions_changed",
  "resources_changed",
  "session_replaced",
] as const satisfies readonly RpcEvent["type"][];

/** The last step of a provider stream: part of the exported vocabulary, never sent as an update. */
export type AssistantMessageTerminal =
  | { type: "done"; reason: "stop" | "length" | "toolUse" | "deferred"; message: AssistantMessage }
  | { type: "error"; reason: "aborted" | "error"; error: AssistantMessage };
