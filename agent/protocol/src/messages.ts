import type { JsonObject, JsonSchema } from "./json.ts";
import type { ThinkingLevel } from "./model.ts";

export interface TextContent {
  type: "text";
  text: string;
  /** Opaque provider signature. */
  textSignature?: string;
}

export interface ImageContent {
  type: "image";
  /** Base64. */
  data: string;
  /** `image/png`, `image/jpeg`, `image/gif` or `image/webp`. */
  mimeType: string;
}

export interface ThinkingContent {
  type: "thinking";
  thinking: string;
  /** Opaque provider signature. */
  thinkingSignature?: string;
  /** The provider encrypted the text; only the signature can be replayed. */
  redacted?: boolean;
}

export interface ToolCall {
  type: "toolCall";
  id: string;
  name: string;
  arguments: JsonObject;
  /** Opaque provider signature. */
  thoughtSignature?: string;
  namespace?: string;
  /** The model sent arguments that are no JSON object; `arguments` is then `{}`. */
  argumentsError?: string;
}

export type AssistantContent = TextContent | ThinkingContent | ToolCall;
export type UserContent = TextContent | ImageContent;

/** US dollars. */
export interface UsageCost {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  total: number;
  /** The provider priced the request itself. Absent until the provider has reported usage. */
  totalFromProvider?: boolean;
}

/** Token counts of one request. `input` excludes cached tokens. */
export interface Usage {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** Part of `cacheWrite` that is kept for an hour. */
  cacheWrite1h?: number;
  /** Part of `output` that was spent on thinking. */
  reasoning?: number;
  totalTokens: number;
  cost: UsageCost;
}

/** Why a response ended. `pending` exists only while it streams and is never stored. */
export type StopReason = "pending" | "stop" | "length" | "toolUse" | "error" | "aborted" | "deferred";

/** How a tool asks the provider to constrain what the model may generate for its arguments. */
export type ConstrainedSampling =
  | false
  | { type: "json_schema"; strict: "prefer" | "require" }
  | { type: "grammar"; variants: { openai_lark?: string; openai_regex?: string } };

/** What the model is told about a tool. */
export interface ToolDeclaration {
  name: string;
  description: string;
  parameters: JsonSchema;
  constrainedSampling?: ConstrainedSampling;
}

/**
 * Prompt and tool loadout, or a change of them. Replayed in order: `content` appends, `sections`
 * patch by name (`null` removes), `toolsAdded` and `toolsRemoved` change the set.
 */
export interface SystemMessage {
  role: "system";
  content: string | TextContent[];
  sections?: Record<string, string | null>;
  toolsAdded?: ToolDeclaration[];
  toolsRemoved?: { name: string }[];
  /** Discards earlier prompt and tool state. Accepted on read, never written. */
  replace?: boolean;
  /** Unix milliseconds, as every message timestamp. */
  timestamp: number;
}

export interface UserMessage {
  role: "user";
  /** A plain string only in older sessions. */
  content: string | UserContent[];
  timestamp: number;
}

export interface Diagnostic {
  type: string;
  timestamp: number;
  error?: { name?: string; message: string; stack?: string; code?: string | number };
  details?: JsonObject;
}

/** A response that the provider will deliver later. */
export interface DeferredHandle {
  provider: string;
  modelId: string;
  api: string;
  id: string;
  expiresAt?: number;
  pollAfterMs?: number;
  data?: unknown;
}

export interface AssistantMessage {
  role: "assistant";
  content: AssistantContent[];
  api: string;
  provider: string;
  model: string;
  responseModel?: string;
  responseId?: string;
  /** Level that Relay requested. */
  thinkingLevel?: ThinkingLevel;
  /** Effort as the provider names it. */
  providerThinkingLevel?: string;
  diagnostics?: Diagnostic[];
  usage: Usage;
  stopReason: StopReason;
  deferred?: DeferredHandle;
  errorMessage?: string;
  /** Stop reason as the provider named it. */
  rawStopReason?: string;
  endTurn?: boolean;
  timestamp: number;
  durationMs?: number;
}

/** Record of a tool that another tool called. */
export interface NestedCall {
  id: string;
  name: string;
  arguments?: JsonObject;
  /** Set when the arguments were too large to keep. */
  argumentsBytes?: number;
  status: "ok" | "error" | "unfinished";
  durationMs?: number;
  error?: string;
}

export interface ToolResultMessage {
  role: "toolResult";
  toolCallId: string;
  toolName: string;
  content: UserContent[];
  details?: unknown;
  usage?: Usage;
  nestedCalls?: { complete: boolean; calls: NestedCall[] };
  isError: boolean;
  timestamp: number;
  durationMs?: number;
}

/** A shell command that the user ran directly. */
export interface BashExecutionMessage {
  role: "bashExecution";
  command: string;
  output: string;
  exitCode?: number;
  cancelled: boolean;
  truncated: boolean;
  fullOutputPath?: string;
  excludeFromContext?: boolean;
  timestamp: number;
}

/** A message of an extension or of the harness; the model reads it as user text. */
export interface CustomMessage {
  role: "custom";
  customType: string;
  content: string | UserContent[];
  /** `false` hides it from the transcript; the model reads it either way. */
  display: boolean;
  details?: unknown;
  timestamp: number;
}

export interface BranchSummaryMessage {
  role: "branchSummary";
  summary: string;
  fromId: string | null;
  timestamp: number;
}

export interface CompactionSummaryMessage {
  role: "compactionSummary";
  summary: string;
  tokensBefore: number;
  timestamp: number;
}

/** Messages that providers understand. */
export type LlmMessage = SystemMessage | UserMessage | AssistantMessage | ToolResultMessage;

/** Every message of a session. Extensions may store further roles; readers skip what they do not know. */
export type AgentMessage =
  LlmMessage | BashExecutionMessage | CustomMessage | BranchSummaryMessage | CompactionSummaryMessage;

/** Usage before the provider has reported any. A fresh object each time: callers mutate it. */
export function emptyUsage(): Usage {
  return {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 0,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  };
}

/** Text of a message's content: its text blocks joined by `separator`. */
export function textOf(
  content: string | readonly { type: string; text?: string }[] | null | undefined,
  separator = "",
): string {
  if (typeof content === "string") return content;
  if (!content) return "";
  const parts: string[] = [];
  for (const block of content) {
    if (block.type === "text" && typeof block.text === "string") parts.push(block.text);
  }
  return parts.join(separator);
}
