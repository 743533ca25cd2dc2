import type { SessionEntry } from "./entries.ts";
import type { CompactionResult } from "./events.ts";
import type { HarnessCheckResult, HarnessState } from "./harness.ts";
import type { JsonObject, JsonSchema } from "./json.ts";
import type { AgentMessage, ImageContent } from "./messages.ts";
import type { Model, ThinkingLevel } from "./model.ts";

export type QueueMode = "all" | "one-at-a-time";
/** What a bug report holds of the conversation. */
export type ReportTranscript = "full" | "none" | "summary";
export type StreamingBehavior = "steer" | "followUp";

/** Answer to `get_state`. */
export interface RpcSessionState {
  model?: Model;
  thinkingLevel: ThinkingLevel;
  /** An activity is in progress: start-up checks, runs, retry delay, recovery. */
  isStreaming: boolean;
  /** A compaction or branch summary is in progress. */
  isCompacting: boolean;
  steeringMode: QueueMode;
  followUpMode: QueueMode;
  /** Absent in memory. May name a file that does not exist yet. */
  sessionFile?: string;
  sessionId: string;
  sessionName?: string;
  autoCompactionEnabled: boolean;
  messageCount: number;
  /** Queued steering and follow-up messages. */
  pendingMessageCount: number;
  cwd?: string;
  leafId?: string | null;
  autoRetryEnabled?: boolean;
  isRetrying?: boolean;
  isBashRunning?: boolean;
  /** The model that answered last in place of a selected virtual one. */
  routedModel?: { provider: string; id: string };
}

export interface BashResult {
  output: string;
  /** Absent when cancelled. */
  exitCode?: number;
  cancelled: boolean;
  truncated: boolean;
  fullOutputPath?: string;
}

export interface TokenTotals {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  total: number;
}

export interface ContextUsage {
  /** `null` right after a compaction, until a response has reported usage. */
  tokens: number | null;
  contextWindow: number;
  percent: number | null;
}

/** Sums over every entry of the session, abandoned branches included. Cost in US dollars. */
export interface SessionStats {
  sessionFile?: string;
  sessionId: string;
  userMessages: number;
  assistantMessages: number;
  toolCalls: number;
  toolResults: number;
  totalMessages: number;
  tokens: TokenTotals;
  cost: number;
  contextUsage?: ContextUsage;
  /** Requests by the model that answered, most expensive first; those that name no model are left out. */
  byModel?: ModelUsage[];
  /** Absent until a model has answered that says how long its provider keeps prompts. */
  cacheWarming?: CacheWarmingStatus;
}

/** Whether the provider's cached prompt is being kept from expiring. */
export interface CacheWarmingStatus {
  state: "inactive" | "scheduled" | "refreshing";
  /** Why nothing is scheduled. */
  reason?: string;
  /** Unix milliseconds. */
  nextWarmAt?: number;
  /** The next refresh, as things stand, or the last one that was decided about. */
  decision?: CacheWarmingDecision;
  /** What extensions decided instead. */
  extensionOverride?: "warm" | "stop";
}

/** US dollars, but for the probability. */
export interface CacheWarmingDecision {
  warmCost: number;
  missCost: number;
  /** 0 to 1. */
  continuationProbability: number;
  expectedSavings: number;
  action: "warm" | "stop";
}

/** What one model has used in a session. Cost in US dollars. */
export interface ModelUsage {
  provider: string;
  model: string;
  requests: number;
  tokens: TokenTotals;
  cost: number;
}

/** A model that cycling goes through. */
export interface ScopedModel {
  provider: string;
  id: string;
  thinkingLevel?: ThinkingLevel;
}

/** One session of a list. */
export interface SessionSummary {
  path: string;
  id: string;
  /** Empty when the file names none. */
  cwd: string;
  name?: string;
  /** Its first 1,000 characters. */
  firstMessage: string;
  /** ISO 8601, as `modified`. */
  created: string;
  /** Latest user or assistant message, else `created`. */
  modified: string;
  /** All messages of all branches. */
  messageCount: number;
  sizeBytes: number;
  parentSession?: string;
  model?: { provider: string; id: string };
  /** By the process that answers. */
  isOpen: boolean;
}

/** One entry of a session in a line. */
export interface OutlineNode {
  id: string;
  /** `null` for every root, entries whose parent is missing among them. */
  parentId: string | null;
  type: string;
  role?: string;
  /** At most 160 characters, no line break. */
  text: string;
  toolName?: string;
  isError?: boolean;
  label?: string;
  labelTimestamp?: string;
  timestamp: string;
}

/** Outcome of `navigate_tree`; `editorText` and `images` are those of the user message that was chosen. */
export interface TreeNavigationResult {
  cancelled: boolean;
  aborted?: true;
  editorText?: string;
  images?: ImageContent[];
  leafId: string | null;
  summaryEntryId?: string;
}

export interface SessionTreeNode {
  entry: SessionEntry;
  children: SessionTreeNode[];
  label?: string;
  labelTimestamp?: string;
}

export interface SourceInfo {
  /** Absolute, or `builtin:<name>`. */
  path: string;
  source: string;
  scope: "user" | "project" | "temporary";
  origin: "package" | "top-level";
  baseDir?: string;
  /** What is new in the package. Absolute. */
  changelogPath?: string;
}

/** A file, package or server that Relay may use; one that is turned off or broken is listed too. */
export interface ResourceInfo {
  name: string;
  path: string;
  scope: "user" | "project" | "temporary";
  source: string;
  /** False: a setting turns it off. */
  enabled: boolean;
  diagnostics: { type: "warning" | "error" | "collision"; message: string }[];
  /** Of an MCP server. */
  state?: string;
  toolCount?: number;
}

/** Answer to `get_resources`. */
export type ResourceListing = Record<
  "extensions" | "skills" | "prompts" | "themes" | "contextFiles" | "packages" | "mcpServers",
  ResourceInfo[]
>;

export interface RpcSlashCommand {
  name: string;
  description?: string;
  source: "extension" | "prompt" | "skill";
  sourceInfo: SourceInfo;
}

export type SettingsScope = "user" | "project";

/** Something in a settings file that does not count. */
export interface SettingsProblem {
  scope: SettingsScope;
  path?: string;
  error: string;
}

/** Answer to `get_settings`; secrets in it are blanked. */
export interface SettingsReport {
  /** In the form of a settings file, defaults included. */
  effective: JsonObject;
  /** Content of the user's file. */
  user: JsonObject;
  /** Content of the project's file; empty while the project is not trusted. */
  project: JsonObject;
  /** Of a settings file, with descriptions and defaults; keys are dotted. */
  schema: JsonSchema;
  errors: SettingsProblem[];
}

export type AuthStatusName = "ready" | "missing" | "expired";

/** What is known of a provider's credentials; never a secret. */
export interface AuthInfo {
  id: string;
  name: string;
  status: AuthStatusName;
  /** Absent while there is no credential. */
  authType?: "api_key" | "oauth";
  source?: "stored" | "runtime" | "environment" | "fallback" | "models_json_key" | "models_json_command";
  /** Where it comes from, such as the name of a variable. */
  label?: string;
  /** Variables that may hold its key, in order of precedence. */
  envVars: string[];
  /** `login` leads to a credential. */
  canLogin: boolean;
  /** `set_api_key` is accepted. */
  canSetKey: boolean;
}

/** Of a resource that can be turned on and off. */
export type ResourceKind = "extension" | "skill" | "prompt" | "theme" | "package" | "mcpServer";

/** Answer to `get_trust`. */
export interface TrustReport {
  /** `undecided`: what needs trust is not loaded. */
  decision: "trusted" | "untrusted" | "undecided";
  /** What decided. */
  source: "option" | "extension" | "saved" | "setting" | "client" | "none";
  /** Absolute paths of what needs trust. */
  resources: string[];
}

/** Something to say about what was read from files. */
export interface LoadDiagnostic {
  type: "warning" | "error" | "collision";
  message: string;
}

/** A registered tool, and whether the model has it. */
export interface ToolInfo {
  name: string;
  description: string;
  parameters: JsonSchema;
  active: boolean;
  /** How the model reaches it, such as `direct` or `codemode`. */
  exposure: string;
  namespace?: { name: string; description?: string };
  /** Unverified hints with the meaning of MCP tool annotations. */
  annotations?: JsonObject;
  sourceInfo: SourceInfo;
}

/** An argument that a command offers. */
export interface CompletionItem {
  value: string;
  label?: string;
  description?: string;
}

/** Estimated tokens of the next request, by what they are spent on. */
export interface ContextBreakdown {
  system: number;
  tools: number;
  /** Messages as the session has them. */
  verbatim: number;
  /** Lines that stand for old tool results. */
  stubbed: number;
  /** What those results showed, restated. */
  digest: number;
  /** Of compactions and of branches that were left. */
  summary: number;
  /** Messages of extensions, direct shell commands. */
  other: number;
}

/** Answer to `get_context`; `tokens` as in `ContextUsage`, `contextWindow` 0 without a model. */
export interface ContextReport {
  tokens: number | null;
  contextWindow: number;
  breakdown: ContextBreakdown;
}

/** Answer to `get_protocol`. */
export interface ProtocolInfo {
  /** `1.<minor>`; the minor grows with every addition. */
  protocol: string;
  relay: string;
  node: string;
  commands: string[];
  events: string[];
  uiMethods: string[];
  features: string[];
}

type None = Record<never, never>;

/**
 * Every RPC command of this build: name -> [fields of the request, `data` of a successful response].
 * Handler tables are typed from it, so a missing handler does not compile.
 */
export interface RpcCommandMap {
  prompt: [
    { message: string; images?: ImageContent[]; streamingBehavior?: StreamingBehavior },
    { disposition: "started" | "queued" | "handled" },
  ];
  steer: [{ message: string; images?: ImageContent[] }, { disposition: "queued" | "handled" }];
  follow_up: [{ message: string; images?: ImageContent[] }, { disposition: "queued" | "handled" }];
  abort: [None, undefined];
  clear_queue: [None, { steering: string[]; followUp: string[] }];
  new_session: [{ parentSession?: string }, { cancelled: boolean }];
  get_state: [None, RpcSessionState];
  get_messages: [None, { messages: AgentMessage[] }];
  set_model: [{ provider: string; modelId: string }, Model];
  cycle_model: [None, { model: Model; thinkingLevel: ThinkingLevel; isScoped: boolean } | null];
  get_available_models: [None, { models: Model[]; scoped?: ScopedModel[] }];
  set_thinking_level: [{ level: ThinkingLevel }, undefined];
  cycle_thinking_level: [None, { level: ThinkingLevel } | null];
  get_available_thinking_levels: [None, { levels: ThinkingLevel[] }];
  set_steering_mode: [{ mode: QueueMode }, undefined];
  set_follow_up_mode: [{ mode: QueueMode }, undefined];
  compact: [{ customInstructions?: string }, CompactionResult];
  set_auto_compaction: [{ enabled: boolean }, undefined];
  set_auto_retry: [{ enabled: boolean }, undefined];
  abort_retry: [None, undefined];
  bash: [{ command: string; excludeFromContext?: boolean }, BashResult];
  abort_bash: [None, undefined];
  get_session_stats: [None, SessionStats];
  export_html: [{ outputPath?: string; sessionPath?: string }, { path: string }];
  export_jsonl: [{ outputPath?: string; sessionPath?: string }, { path: string }];
  share_session: [None, { url: string; viewerUrl?: string }];
  bug_report: [{ description?: string; transcript?: ReportTranscript }, { path: string; id: string }];
  switch_session: [{ sessionPath: string }, { cancelled: boolean }];
  fork: [
    { entryId: string; position?: "before" | "at" },
    { text: string; images?: ImageContent[]; cancelled: false } | { cancelled: true },
  ];
  clone: [None, { cancelled: boolean }];
  get_fork_messages: [None, { messages: { entryId: string; text: string }[] }];
  get_entries: [
    { since?: string; before?: string; limit?: number; path?: "active" },
    { entries: SessionEntry[]; leafId: string | null; hasMore?: boolean },
  ];
  get_tree: [None, { tree: SessionTreeNode[]; leafId: string | null }];
  get_last_assistant_text: [None, { text: string | null }];
  set_session_name: [{ name: string }, undefined];
  list_sessions: [
    { scope?: "cwd" | "all"; query?: string; namedOnly?: boolean; limit?: number; cursor?: string },
    { sessions: SessionSummary[]; nextCursor?: string; total: number },
  ];
  delete_session: [{ sessionPath: string }, { trashed: boolean }];
  rename_session: [{ sessionPath: string; name: string }, undefined];
  import_session: [{ path: string }, { cancelled: boolean }];
  get_outline: [None, { nodes: OutlineNode[]; leafId: string | null }];
  navigate_tree: [
    {
      targetId: string | null;
      summary?: "none" | "default";
      customInstructions?: string;
      replaceInstructions?: boolean;
      label?: string;
    },
    TreeNavigationResult,
  ];
  set_label: [{ entryId: string; label: string | null }, undefined];
  get_settings: [None, SettingsReport];
  set_setting: [
    { scope: SettingsScope; key: string; value: unknown },
    { appliesFrom: "now" | "next-session" },
  ];
  get_auth: [None, { providers: AuthInfo[] }];
  set_api_key: [{ provider: string; key: string; persist?: boolean }, undefined];
  login: [{ provider: string }, { status: "ready" | "cancelled" }];
  logout: [{ provider: string }, undefined];
  get_resources: [None, ResourceListing];
  set_resource_enabled: [
    { kind: ResourceKind; path: string; enabled: boolean; scope: SettingsScope },
    { appliesFrom: "now" | "next-session" },
  ];
  get_trust: [None, TrustReport];
  set_trust: [{ decision: "trusted" | "untrusted"; remember: boolean }, { reloaded: boolean }];
  reload: [None, { diagnostics: LoadDiagnostic[] }];
  set_scoped_models: [{ models: ScopedModel[] }, undefined];
  get_tools: [None, { tools: ToolInfo[] }];
  set_tools: [{ names: string[] }, { tools: ToolInfo[] }];
  get_completions: [{ command: string; prefix: string }, { items: CompletionItem[] }];
  get_context: [None, ContextReport];
  get_harness: [None, HarnessState];
  /** Without `ruleId`, the record's own `id` names the rule. */
  harness_retract: [{ ruleId?: string }, undefined];
  harness_allow_edits: [None, undefined];
  harness_run_check: [{ command?: string }, HarnessCheckResult];
  get_commands: [None, { commands: RpcSlashCommand[] }];
  get_protocol: [None, ProtocolInfo];
}

export type RpcCommandType = keyof RpcCommandMap;
export type RpcCommandFields<T extends RpcCommandType> = RpcCommandMap[T][0];
export type RpcResponseData<T extends RpcCommandType> = RpcCommandMap[T][1];

/** Record on stdin. `id` is a string by contract; any JSON value is echoed. */
export type RpcCommand = {
  [T in RpcCommandType]: { id?: unknown; type: T } & RpcCommandFields<T>;
}[RpcCommandType];

/** Record on stdout that answers one command. */
export type RpcResponse =
  | { id?: unknown; type: "response"; command: string; success: true; data?: unknown }
  | { id?: unknown; type: "response"; command: string; success: false; error: string };
