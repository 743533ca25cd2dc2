import { Type } from "@sinclair/typebox";
import type { TSchema } from "@sinclair/typebox";
import type { SessionEntry } from "../src/entries.ts";
import type * as events from "../src/events.ts";
import type { HarnessState } from "../src/harness.ts";
import type * as messages from "../src/messages.ts";
import type { Model } from "../src/model.ts";
import { thinkingLevels } from "../src/model.ts";
import { authStatus, looseObject, oneOf, ref } from "./build.ts";

const text = Type.String();
const contentIndex = Type.Integer({ minimum: 0 });
const attempt = Type.Integer({ minimum: 0 });
const delayMs = Type.Number({ minimum: 0 });
const usage = ref<messages.Usage>("Usage");
const message = ref<messages.AgentMessage>("AgentMessage");
const reason = oneOf("manual", "threshold", "overflow");
const result = ref<events.ToolExecutionResult>("ToolExecutionResult");
const call = { toolCallId: text, toolName: text };
const parentToolCallId = Type.Optional(text);
const retry = { attempt, maxAttempts: attempt, delayMs, errorMessage: text };

/** What several events and responses hold. */
export const eventDefs = {
  ToolExecutionResult: Type.Object({
    content: Type.Array(ref<messages.UserContent>("UserContent")),
    details: Type.Optional(Type.Unknown()),
    structuredContent: Type.Optional(Type.Unknown()),
    usage: Type.Optional(usage),
    terminate: Type.Optional(Type.Boolean()),
  }),
  CompactionResult: Type.Object({
    summary: text,
    firstKeptEntryId: text,
    tokensBefore: Type.Number(),
    estimatedTokensAfter: Type.Optional(Type.Number()),
    usage: Type.Optional(usage),
    details: Type.Optional(Type.Unknown()),
    entryId: Type.Optional(text),
  }),
  AssistantMessageUpdate: Type.Union([
    Type.Object({ type: Type.Literal("text_start"), contentIndex }),
    Type.Object({ type: Type.Literal("thinking_start"), contentIndex }),
    Type.Object({ type: Type.Literal("toolcall_start"), contentIndex, id: text, toolName: text }),
    Type.Object({ type: Type.Literal("text_delta"), contentIndex, delta: text }),
    Type.Object({ type: Type.Literal("thinking_delta"), contentIndex, delta: text }),
    Type.Object({ type: Type.Literal("toolcall_delta"), contentIndex, delta: text }),
    Type.Object({ type: Type.Literal("text_end"), contentIndex, content: text }),
    Type.Object({ type: Type.Literal("thinking_end"), contentIndex, content: text }),
    Type.Object({
      type: Type.Literal("toolcall_end"),
      contentIndex,
      toolCall: ref<messages.ToolCall>("ToolCall"),
    }),
  ]),
};

const countOrNull = Type.Union([Type.Number(), Type.Null()]);
const entryIdOrNull = Type.Union([text, Type.Null()]);

/** Every event of rpc.md §6.1 by its type; the value describes the fields besides `type`. */
export const eventSchemas = {
  agent_start: Type.Object({}),
  agent_end: Type.Object({ messages: Type.Array(message), willRetry: Type.Boolean() }),
  agent_settled: Type.Object({ aborted: Type.Boolean() }),
  turn_start: Type.Object({}),
  turn_end: Type.Object({
    message: ref<messages.AssistantMessage>("AssistantMessage"),
    toolResults: Type.Array(ref<messages.ToolResultMessage>("ToolResultMessage")),
  }),
  message_start: Type.Object({ message }),
  message_update: Type.Object({
    usage,
    assistantMessageEvent: ref<events.AssistantMessageUpdate>("AssistantMessageUpdate"),
  }),
  message_end: Type.Object({ message, entryId: Type.Optional(text) }),
  tool_execution_start: Type.Object({ ...call, args: looseObject(), parentToolCallId }),
  tool_execution_update: Type.Object({
    ...call,
    args: looseObject(),
    partialResult: result,
    parentToolCallId,
  }),
  tool_execution_end: Type.Object({
    ...call,
    result,
    isError: Type.Boolean(),
    durationMs: Type.Optional(delayMs),
    parentToolCallId,
  }),
  queue_update: Type.Object({ steering: Type.Array(text), followUp: Type.Array(text) }),
  entry_appended: Type.Object({ entry: ref<SessionEntry>("SessionEntry") }),
  session_info_changed: Type.Object({ name: Type.Optional(text) }),
  thinking_level_changed: Type.Object({ level: oneOf(...thinkingLevels) }),
  compaction_start: Type.Object({ reason }),
  compaction_end: Type.Object({
    reason,
    result: Type.Optional(ref<events.CompactionResult>("CompactionResult")),
    aborted: Type.Boolean(),
    willRetry: Type.Boolean(),
    errorMessage: Type.Optional(text),
  }),
  auto_retry_start: Type.Object(retry),
  auto_retry_end: Type.Object({ success: Type.Boolean(), attempt, finalError: Type.Optional(text) }),
  summarization_retry_scheduled: Type.Object(retry),
  summarization_retry_attempt_start: Type.Object({
    source: oneOf("compaction", "branchSummary"),
    reason: Type.Optional(reason),
  }),
  summarization_retry_finished: Type.Object({}),
  harness_update: Type.Object({ state: ref<HarnessState>("HarnessState") }),
  session_tree: Type.Object({
    newLeafId: entryIdOrNull,
    oldLeafId: entryIdOrNull,
    summaryEntryId: Type.Optional(text),
  }),
  bash_execution_update: Type.Object({ id: Type.Optional(Type.Unknown()), delta: text }),
  extension_error: Type.Object({ extensionPath: text, event: text, error: text }),
  session_conflict: Type.Object({ sessionFile: text }),
  model_changed: Type.Object({ model: ref<Model>("Model"), thinkingLevel: oneOf(...thinkingLevels) }),
  settings_changed: Type.Object({ keys: Type.Array(text) }),
  auth_changed: Type.Object({ provider: text, status: authStatus }),
  context_update: Type.Object({ tokens: countOrNull, contextWindow: Type.Number(), percent: countOrNull }),
  sessions_changed: Type.Object({}),
  resources_changed: Type.Object({ kinds: Type.Array(text) }),
  session_replaced: Type.Object({
    reason: oneOf("new", "resume", "fork", "reload"),
    sessionId: text,
    sessionFile: Type.Optional(text),
    cwd: text,
  }),
} satisfies Record<events.RpcEvent["type"], TSchema>;
