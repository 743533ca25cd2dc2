import type {
  AssistantMessage,
  DeferredHandle,
  LlmMessage,
  Model,
  ThinkingLevel,
  ToolCall,
  ToolDeclaration,
} from "@relay-harness/protocol";

/** What a request is made of. `systemPrompt` and `tools` are folded into a leading system message. */
export interface Context {
  systemPrompt?: string;
  messages: readonly LlmMessage[];
  tools?: readonly ToolDeclaration[];
}

export type CacheRetention = "none" | "short" | "long";
export type ToolChoice = "auto" | "none";

/** Thinking tokens per level; levels that are absent keep their defaults. */
export type ThinkingBudgets = Partial<Record<"minimal" | "low" | "medium" | "high", number>>;

/** Header values; `null` removes a header that an earlier layer set. Names compare case-insensitively. */
export type HeaderPatch = Record<string, string | null>;

/** Network conduct of one request. Milliseconds; 0 means no limit. */
export interface NetworkOptions {
  /** Longest wait for response headers and between body chunks. Default 300000. */
  idleTimeoutMs?: number;
  /** Replaces the idle timeout as the wait for response headers. */
  timeoutMs?: number;
  /** Retries before any body byte was read. Default 0. */
  maxRetries?: number;
  /** A server that asks for a longer delay fails the request. Default 60000. */
  maxRetryDelayMs?: number;
  /** Used when `HTTP_PROXY` and `HTTPS_PROXY` are unset. */
  httpProxy?: string;
  /** Replaces Relay's HTTP client. */
  fetch?: typeof globalThis.fetch;
}

/** Everything about a request that is neither model nor conversation. */
export interface StreamOptions extends NetworkOptions {
  signal?: AbortSignal;
  apiKey?: string;
  /** Send the key as `Authorization: Bearer`, whatever the API's own header is. */
  bearer?: boolean;
  /** Credential environment; precedes the process environment. */
  env?: Record<string, string>;
  /** Last layer of request headers. */
  headers?: HeaderPatch;
  /** May change the complete header set right before it is sent. */
  transformHeaders?: (
    headers: Record<string, string>,
  ) => HeaderPatch | undefined | Promise<HeaderPatch | undefined>;
  temperature?: number;
  /** Output tokens. Default: the model's maximum, clamped to what the context leaves. */
  maxTokens?: number;
  samplingParams?: Record<string, unknown>;
  cacheRetention?: CacheRetention;
  sessionId?: string;
  metadata?: Record<string, unknown>;
  /** Requested thinking level; clamped to what the model supports. Default `off`. */
  reasoning?: ThinkingLevel;
  toolChoice?: ToolChoice;
  thinkingBudgets?: ThinkingBudgets;
  /** Images become a placeholder text. */
  blockImages?: boolean;
  deferred?: true | { window: "15m" | "1h" | "24h" };
  /** Sends provider attribution headers. Default false. */
  attribution?: boolean;
  /** Called with the request body; a returned value replaces it. A throw fails the request. */
  onPayload?: (payload: unknown, model: Model) => unknown;
  onResponse?: (
    response: { status: number; headers: Record<string, string> },
    model: Model,
  ) => void | Promise<void>;
  onProviderStreamEvent?: (event: unknown, model: Model) => void | Promise<void>;
}

/**
 * One event of a response stream. `partial` is the live message, shared between events and mutated
 * before each one is emitted; it is no snapshot.
 */
export type AssistantMessageEvent =
  | { type: "start"; partial: AssistantMessage }
  | {
      type: "text_start" | "thinking_start" | "toolcall_start";
      contentIndex: number;
      partial: AssistantMessage;
    }
  | {
      type: "text_delta" | "thinking_delta" | "toolcall_delta";
      contentIndex: number;
      delta: string;
      partial: AssistantMessage;
    }
  | { type: "text_end" | "thinking_end"; contentIndex: number; content: string; partial: AssistantMessage }
  | { type: "toolcall_end"; contentIndex: number; toolCall: ToolCall; partial: AssistantMessage }
  | { type: "done"; reason: "stop" | "length" | "toolUse" | "deferred"; message: AssistantMessage }
  | { type: "error"; reason: "aborted" | "error"; error: AssistantMessage };

/** Stream of one response. Iterate once; never throws or rejects. */
export interface AssistantMessageStream extends AsyncIterable<AssistantMessageEvent> {
  /** The final message, also when it is an error or was aborted. */
  result(): Promise<AssistantMessage>;
  /**
   * Takes the events that are waiting, in order, without a promise per event; `undefined` when the
   * stream has ended and everything was taken. The fast path of the loop: use it or the iterator,
   * not both.
   */
  takeBatch(): AssistantMessageEvent[] | undefined | Promise<AssistantMessageEvent[] | undefined>;
}

/** Sends one request. Failures are `error` events, never exceptions. */
export type StreamFunction = (
  model: Model,
  context: Context,
  options?: StreamOptions,
) => AssistantMessageStream;

/** What an API family implements, loaded on first use. */
export interface ApiImplementation {
  stream: StreamFunction;
}

export type { DeferredHandle };
