import type { AssistantMessageEvent, StreamFunction, StreamOptions } from "@relay-harness/ai";
import type {
  AgentMessage,
  AssistantMessage,
  ConstrainedSampling,
  JsonObject,
  JsonSchema,
  LlmMessage,
  Model,
  QueueMode,
  RunEvent,
  ThinkingLevel,
  ToolCall,
  ToolResultMessage,
  Usage,
  UserContent,
} from "@relay-harness/protocol";

export type ToolExecutionMode = "sequential" | "parallel";

/** What `execute` resolves to. A failure is a throw, or `isError: true` to keep the details. */
export interface AgentToolResult<Details = unknown> {
  content: UserContent[];
  details?: Details;
  /** For programmatic callers only: on the wire, never in a message. */
  structuredContent?: unknown;
  usage?: Usage;
  isError?: boolean;
  /** Ends the run when every result of the batch says so. */
  terminate?: boolean;
}

export type ToolUpdate<Details = unknown> = (partial: AgentToolResult<Details>) => void;

/** A tool that the loop can call. */
export interface AgentTool<Params = JsonObject, Details = unknown> {
  name: string;
  label: string;
  description: string;
  /** JSON Schema of an object. */
  parameters: JsonSchema;
  constrainedSampling?: ConstrainedSampling;
  /** One sequential tool makes its whole batch run one call at a time. Default `parallel`. */
  executionMode?: ToolExecutionMode;
  /** Runs before coercion and validation, to accept older argument shapes. A throw is a validation failure. */
  prepareArguments?: (raw: JsonObject) => unknown;
  execute: (
    toolCallId: string,
    params: Params,
    signal?: AbortSignal,
    onUpdate?: ToolUpdate<Details>,
    context?: unknown,
  ) => Promise<AgentToolResult<Details>>;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tools of every parameter type share one list
export type AnyAgentTool = AgentTool<any, any>;

/** Steps of a response between its start and its end. */
export type AssistantStreamUpdate = Extract<AssistantMessageEvent, { contentIndex: number }>;

/** Events of a run in process: as on the wire, with the live message beside each update. */
export type AgentEvent =
  | { type: "agent_start" }
  | { type: "agent_end"; messages: AgentMessage[] }
  | { type: "turn_start" }
  | { type: "turn_end"; message: AssistantMessage; toolResults: ToolResultMessage[] }
  | { type: "message_start"; message: AgentMessage }
  | { type: "message_update"; message: AssistantMessage; assistantMessageEvent: AssistantStreamUpdate }
  | { type: "message_end"; message: AgentMessage }
  | Extract<RunEvent, { type: `tool_execution_${string}` }>;

/** A promise is awaited before the loop goes on; returning nothing keeps the streaming path free of ticks. */
export type AgentListener = (event: AgentEvent, signal: AbortSignal) => void | Promise<void>;

/** What a run reads and extends. The loop appends to `messages`. */
export interface AgentContext {
  systemPrompt?: string;
  messages: AgentMessage[];
  tools: AnyAgentTool[];
}

export interface BeforeToolCallContext {
  assistantMessage: AssistantMessage;
  toolCall: ToolCall;
  /** Coerced and validated. A hook may mutate them; they are not validated again. */
  args: JsonObject;
  /** Live: the transcript up to the assistant message and the results that are already in it. */
  context: Readonly<AgentContext>;
  signal: AbortSignal;
}

export interface BeforeToolCallResult {
  block?: boolean;
  /** Error text of a blocked call. Default `Tool execution was blocked`. */
  reason?: string;
  terminate?: boolean;
}

export interface AfterToolCallContext extends BeforeToolCallContext {
  result: AgentToolResult;
  isError: boolean;
}

/** Fields that are present replace those of the result. */
export type AfterToolCallResult = Partial<AgentToolResult>;

export interface FinishTurnContext {
  message: AssistantMessage;
  toolResults: ToolResultMessage[];
  signal: AbortSignal;
}

export type FinishTurnResult = { action: "end" | "continue" } | undefined;

/** What a request is made of, decided right before it is sent. */
export interface PreparedRequest {
  model?: Model;
  thinkingLevel?: ThinkingLevel;
  /**
   * Messages that enter the transcript ahead of the request, such as a changed system prompt. They
   * get their `message_start` and `message_end`.
   */
  inject?: AgentMessage[];
  /** Extra options of this request. */
  options?: Partial<StreamOptions>;
}

export interface AgentState {
  readonly systemPrompt: string;
  model: Model | undefined;
  thinkingLevel: ThinkingLevel;
  /** Assigned arrays are copied. */
  tools: AnyAgentTool[];
  /** Assigned arrays are copied. */
  messages: AgentMessage[];
  readonly isStreaming: boolean;
  readonly streamingMessage?: AssistantMessage;
  readonly pendingToolCalls: ReadonlySet<string>;
  readonly errorMessage?: string;
}

type MaybePromise<T> = T | Promise<T>;

/** What an owner of the loop can decide. A hook that throws ends the run, unless it says otherwise. */
export interface AgentHooks {
  /** Drops or rewrites what providers do not understand. Must not throw. */
  convertToLlm?: (messages: readonly AgentMessage[]) => MaybePromise<LlmMessage[]>;
  /** Last change of the messages of one request. Must not throw. */
  transformContext?: (messages: AgentMessage[], signal: AbortSignal) => MaybePromise<AgentMessage[]>;
  /** Options that hold for every request. */
  streamOptions?: () => Partial<StreamOptions>;
  beforeToolCall?: (context: BeforeToolCallContext) => MaybePromise<BeforeToolCallResult | undefined>;
  afterToolCall?: (context: AfterToolCallContext) => MaybePromise<AfterToolCallResult | undefined>;
  /** Before `turn_end`, also for failed and aborted turns, whose result is ignored. */
  finishTurn?: (context: FinishTurnContext) => MaybePromise<FinishTurnResult>;
  /** Before every request. */
  prepareRequest?: (signal: AbortSignal) => MaybePromise<PreparedRequest | undefined>;
  /** Between `turn_end` and the next `turn_start` of a run that goes on. */
  prepareNextTurn?: (signal: AbortSignal) => MaybePromise<void>;
  /** Passed to `execute` as its last argument. */
  toolContext?: () => unknown;
  toolExecution?: ToolExecutionMode;
  /**
   * Last change of a message, right before it enters the transcript and its `message_end` is emitted.
   * Must keep the role.
   */
  finalizeMessage?: (message: AgentMessage, signal: AbortSignal) => MaybePromise<AgentMessage>;
  /**
   * Who writes the system messages. `auto`: the agent appends one whenever its prompt or tools differ
   * from what the transcript declares. `manual`: they come with prompts and `prepareRequest`.
   */
  systemMessages?: "auto" | "manual";
  /** Called when queued messages leave their queue for the transcript, before their `message_start`. */
  onDequeue?: () => void;
  /**
   * How long an aborted run waits for a tool, hook or stream that ignores its signal. Milliseconds,
   * default 5000.
   */
  abortGraceMs?: number;
  /** Milliseconds since the epoch. Default `Date.now`. */
  now?: () => number;
}

export interface AgentOptions extends AgentHooks {
  streamFn: StreamFunction;
  initialState?: {
    systemPrompt?: string;
    model?: Model;
    thinkingLevel?: ThinkingLevel;
    tools?: AnyAgentTool[];
    /** A function is called once, when somebody first asks for the messages. */
    messages?: readonly AgentMessage[] | (() => readonly AgentMessage[]);
  };
  steeringMode?: QueueMode;
  followUpMode?: QueueMode;
  sessionId?: string;
  /** Key of a request; the stream function finds one itself when this yields nothing. */
  getApiKey?: (provider: string) => MaybePromise<string | undefined>;
  onPayload?: StreamOptions["onPayload"];
  onResponse?: StreamOptions["onResponse"];
  onProviderStreamEvent?: StreamOptions["onProviderStreamEvent"];
  thinkingBudgets?: StreamOptions["thinkingBudgets"];
  maxRetryDelayMs?: number;
}
