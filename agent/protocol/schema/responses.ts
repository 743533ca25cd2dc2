import { Type } from "@sinclair/typebox";
import type { TSchema } from "@sinclair/typebox";
import type * as commands from "../src/commands.ts";
import type { SessionEntry } from "../src/entries.ts";
import type { CompactionResult } from "../src/events.ts";
import type { HarnessState } from "../src/harness.ts";
import type { AgentMessage, ImageContent } from "../src/messages.ts";
import type { Model } from "../src/model.ts";
import { thinkingLevels } from "../src/model.ts";
import { authStatus, looseObject, oneOf, ref } from "./build.ts";
import { harnessState } from "./harness.ts";

const text = Type.String();
const count = Type.Number({ minimum: 0 });
const flag = Type.Boolean();
const texts = Type.Array(text);
const level = oneOf(...thinkingLevels);
const queueMode = oneOf("all", "one-at-a-time");
const textOrNull = Type.Union([text, Type.Null()]);
const countOrNull = Type.Union([count, Type.Null()]);
const model = ref<Model>("Model");
const cancelled = Type.Object({ cancelled: flag });
const rates = { input: count, output: count, cacheRead: count, cacheWrite: count };

/** What responses hold, by its name in the vocabulary. */
export const responseDefs = {
  // An index signature has no static counterpart in TypeBox.
  Model: Type.Unsafe<Model>(
    Type.Object({
      type: Type.Optional(Type.Literal("chat")),
      id: text,
      name: text,
      api: text,
      provider: text,
      baseUrl: text,
      reasoning: flag,
      thinkingLevelMap: Type.Optional(Type.Unsafe({ type: "object", additionalProperties: textOrNull })),
      input: Type.Array(oneOf("text", "image")),
      cost: Type.Object({
        ...rates,
        tiers: Type.Optional(Type.Array(Type.Object({ ...rates, inputTokensAbove: count }))),
      }),
      contextWindow: count,
      maxTokens: count,
      headers: Type.Optional(Type.Unsafe({ type: "object", additionalProperties: text })),
      compat: Type.Optional(looseObject()),
    }),
  ),
  HarnessState: harnessState,
  ContextUsage: Type.Object({ tokens: countOrNull, contextWindow: count, percent: countOrNull }),
  SourceInfo: Type.Object({
    path: text,
    source: text,
    scope: oneOf("user", "project", "temporary"),
    origin: oneOf("package", "top-level"),
    baseDir: Type.Optional(text),
    changelogPath: Type.Optional(text),
  }),
  ResourceInfo: Type.Object({
    name: text,
    path: text,
    scope: oneOf("user", "project", "temporary"),
    source: text,
    enabled: flag,
    diagnostics: Type.Array(Type.Object({ type: oneOf("warning", "error", "collision"), message: text })),
    state: Type.Optional(text),
    toolCount: Type.Optional(count),
  }),
  SessionTreeNode: Type.Object({
    entry: ref<SessionEntry>("SessionEntry"),
    children: Type.Array(ref<commands.SessionTreeNode>("SessionTreeNode")),
    label: Type.Optional(text),
    labelTimestamp: Type.Optional(text),
  }),
};

const sessionState = Type.Object({
  model: Type.Optional(model),
  thinkingLevel: level,
  isStreaming: flag,
  isCompacting: flag,
  steeringMode: queueMode,
  followUpMode: queueMode,
  sessionFile: Type.Optional(text),
  sessionId: text,
  sessionName: Type.Optional(text),
  autoCompactionEnabled: flag,
  messageCount: count,
  pendingMessageCount: count,
  cwd: Type.Optional(text),
  leafId: Type.Optional(textOrNull),
  autoRetryEnabled: Type.Optional(flag),
  isRetrying: Type.Optional(flag),
  isBashRunning: Type.Optional(flag),
  routedModel: Type.Optional(Type.Object({ provider: text, id: text })),
});

const sessionStats = Type.Object({
  sessionFile: Type.Optional(text),
  sessionId: text,
  userMessages: count,
  assistantMessages: count,
  toolCalls: count,
  toolResults: count,
  totalMessages: count,
  tokens: Type.Object({ ...rates, total: count }),
  cost: Type.Number(),
  contextUsage: Type.Optional(ref<commands.ContextUsage>("ContextUsage")),
  byModel: Type.Optional(
    Type.Array(
      Type.Object({
        provider: text,
        model: text,
        requests: count,
        tokens: Type.Object({ ...rates, total: count }),
        cost: Type.Number(),
      }),
    ),
  ),
  cacheWarming: Type.Optional(
    Type.Object({
      state: oneOf("inactive", "scheduled", "refreshing"),
      reason: Type.Optional(text),
      nextWarmAt: Type.Optional(Type.Number()),
      decision: Type.Optional(
        Type.Object({
          warmCost: Type.Number(),
          missCost: Type.Number(),
          continuationProbability: Type.Number(),
          expectedSavings: Type.Number(),
          action: oneOf("warm", "stop"),
        }),
      ),
      extensionOverride: Type.Optional(oneOf("warm", "stop")),
    }),
  ),
});

const sessionSummary = Type.Object({
  path: text,
  id: text,
  cwd: text,
  name: Type.Optional(text),
  firstMessage: text,
  created: text,
  modified: text,
  messageCount: count,
  sizeBytes: count,
  parentSession: Type.Optional(text),
  model: Type.Optional(Type.Object({ provider: text, id: text })),
  isOpen: flag,
});

const outlineNode = Type.Object({
  id: text,
  parentId: textOrNull,
  type: text,
  role: Type.Optional(text),
  text: Type.String({ maxLength: 160 }),
  toolName: Type.Optional(text),
  isError: Type.Optional(flag),
  label: Type.Optional(text),
  labelTimestamp: Type.Optional(text),
  timestamp: text,
});

const images = Type.Optional(Type.Array(ref<ImageContent>("ImageContent")));

const bashResult = Type.Object({
  output: text,
  exitCode: Type.Optional(Type.Integer()),
  cancelled: flag,
  truncated: flag,
  fullOutputPath: Type.Optional(text),
});

const resources = Type.Array(ref<commands.ResourceInfo>("ResourceInfo"));

const slashCommand = Type.Object({
  name: text,
  description: Type.Optional(text),
  source: oneOf("extension", "prompt", "skill"),
  sourceInfo: ref<commands.SourceInfo>("SourceInfo"),
});

const settingsReport = Type.Object({
  effective: looseObject(),
  user: looseObject(),
  project: looseObject(),
  schema: looseObject(),
  errors: Type.Array(
    Type.Object({ scope: oneOf("user", "project"), path: Type.Optional(text), error: text }),
  ),
});

const authInfo = Type.Object({
  id: text,
  name: text,
  status: authStatus,
  authType: Type.Optional(oneOf("api_key", "oauth")),
  source: Type.Optional(
    oneOf("stored", "runtime", "environment", "fallback", "models_json_key", "models_json_command"),
  ),
  label: Type.Optional(text),
  envVars: texts,
  canLogin: flag,
  canSetKey: flag,
});

const tools = Type.Object({
  tools: Type.Array(
    Type.Object({
      name: text,
      description: text,
      parameters: looseObject(),
      active: flag,
      exposure: text,
      namespace: Type.Optional(Type.Object({ name: text, description: Type.Optional(text) })),
      annotations: Type.Optional(looseObject()),
      sourceInfo: ref<commands.SourceInfo>("SourceInfo"),
    }),
  ),
});

const inputDisposition = Type.Object({ disposition: oneOf("queued", "handled") });
const none = Type.Undefined();

/** `data` of the successful response to every command; `undefined` where there is none (rpc.md §4). */
export const responseSchemas = {
  prompt: Type.Object({ disposition: oneOf("started", "queued", "handled") }),
  steer: inputDisposition,
  follow_up: inputDisposition,
  abort: none,
  clear_queue: Type.Object({ steering: texts, followUp: texts }),
  new_session: cancelled,
  get_state: sessionState,
  get_messages: Type.Object({ messages: Type.Array(ref<AgentMessage>("AgentMessage")) }),
  set_model: model,
  cycle_model: Type.Union([Type.Object({ model, thinkingLevel: level, isScoped: flag }), Type.Null()]),
  get_available_models: Type.Object({
    models: Type.Array(model),
    scoped: Type.Optional(
      Type.Array(Type.Object({ provider: text, id: text, thinkingLevel: Type.Optional(level) })),
    ),
  }),
  set_thinking_level: none,
  cycle_thinking_level: Type.Union([Type.Object({ level }), Type.Null()]),
  get_available_thinking_levels: Type.Object({ levels: Type.Array(level) }),
  set_steering_mode: none,
  set_follow_up_mode: none,
  compact: ref<CompactionResult>("CompactionResult"),
  set_auto_compaction: none,
  set_auto_retry: none,
  abort_retry: none,
  bash: bashResult,
  abort_bash: none,
  get_session_stats: sessionStats,
  export_html: Type.Object({ path: text }),
  export_jsonl: Type.Object({ path: text }),
  share_session: Type.Object({ url: text, viewerUrl: Type.Optional(text) }),
  bug_report: Type.Object({ path: text, id: text }),
  switch_session: cancelled,
  fork: Type.Union([
    Type.Object({ text, images, cancelled: Type.Literal(false) }),
    Type.Object({ cancelled: Type.Literal(true) }),
  ]),
  clone: cancelled,
  get_fork_messages: Type.Object({ messages: Type.Array(Type.Object({ entryId: text, text })) }),
  get_entries: Type.Object({
    entries: Type.Array(ref<SessionEntry>("SessionEntry")),
    leafId: textOrNull,
    hasMore: Type.Optional(flag),
  }),
  get_tree: Type.Object({
    tree: Type.Array(ref<commands.SessionTreeNode>("SessionTreeNode")),
    leafId: textOrNull,
  }),
  get_last_assistant_text: Type.Object({ text: textOrNull }),
  set_session_name: none,
  list_sessions: Type.Object({
    sessions: Type.Array(sessionSummary),
    nextCursor: Type.Optional(text),
    total: count,
  }),
  delete_session: Type.Object({ trashed: flag }),
  rename_session: none,
  import_session: cancelled,
  get_outline: Type.Object({ nodes: Type.Array(outlineNode), leafId: textOrNull }),
  navigate_tree: Type.Object({
    cancelled: flag,
    aborted: Type.Optional(Type.Literal(true)),
    editorText: Type.Optional(text),
    images,
    leafId: textOrNull,
    summaryEntryId: Type.Optional(text),
  }),
  set_label: none,
  get_settings: settingsReport,
  set_setting: Type.Object({ appliesFrom: oneOf("now", "next-session") }),
  get_auth: Type.Object({ providers: Type.Array(authInfo) }),
  set_api_key: none,
  login: Type.Object({ status: oneOf("ready", "cancelled") }),
  logout: none,
  get_resources: Type.Object({
    extensions: resources,
    skills: resources,
    prompts: resources,
    themes: resources,
    contextFiles: resources,
    packages: resources,
    mcpServers: resources,
  }),
  set_resource_enabled: Type.Object({ appliesFrom: oneOf("now", "next-session") }),
  get_trust: Type.Object({
    decision: oneOf("trusted", "untrusted", "undecided"),
    source: oneOf("option", "extension", "saved", "setting", "client", "none"),
    resources: texts,
  }),
  set_trust: Type.Object({ reloaded: flag }),
  reload: Type.Object({
    diagnostics: Type.Array(Type.Object({ type: oneOf("warning", "error", "collision"), message: text })),
  }),
  set_scoped_models: none,
  get_tools: tools,
  set_tools: tools,
  get_completions: Type.Object({
    items: Type.Array(
      Type.Object({ value: text, label: Type.Optional(text), description: Type.Optional(text) }),
    ),
  }),
  get_context: Type.Object({
    tokens: countOrNull,
    contextWindow: count,
    breakdown: Type.Object({
      system: count,
      tools: count,
      verbatim: count,
      stubbed: count,
      digest: count,
      summary: count,
      other: count,
    }),
  }),
  get_harness: ref<HarnessState>("HarnessState"),
  harness_retract: none,
  harness_allow_edits: none,
  harness_run_check: Type.Object({
    command: text,
    exitCode: Type.Optional(Type.Integer()),
    cancelled: flag,
    passed: flag,
    durationMs: count,
    outputTail: text,
  }),
  get_commands: Type.Object({ commands: Type.Array(slashCommand) }),
  get_protocol: Type.Object({
    protocol: Type.String({ pattern: "^1\\.\\d+$" }),
    relay: text,
    node: text,
    commands: texts,
    events: texts,
    uiMethods: texts,
    features: texts,
  }),
} satisfies Record<commands.RpcCommandType, TSchema>;
