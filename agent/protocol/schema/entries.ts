import { Type } from "@sinclair/typebox";
import type { TProperties } from "@sinclair/typebox";
import type * as entries from "../src/entries.ts";
import type * as messages from "../src/messages.ts";
import { ref } from "./build.ts";

const text = Type.String();
const isoTime = Type.String({
  pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
  expected: "an ISO 8601 time in UTC with milliseconds",
});
const base = {
  id: Type.String({ minLength: 1 }),
  parentId: Type.Union([text, Type.Null()]),
  timestamp: isoTime,
};
const usage = ref<messages.Usage>("Usage");
const content = Type.Union([text, Type.Array(ref<messages.UserContent>("UserContent"))]);
const summaryFields = {
  summary: text,
  usage: Type.Optional(usage),
  details: Type.Optional(Type.Unknown()),
  fromHook: Type.Optional(Type.Boolean()),
};

function entry<const T extends string, P extends TProperties>(type: T, fields: P) {
  return Type.Object({ type: Type.Literal(type), ...base, ...fields });
}

/** Session entries by their names in the vocabulary (seeds/session-format.md). */
export const entryDefs = {
  SessionMessageEntry: entry("message", { message: ref<messages.AgentMessage>("AgentMessage") }),
  ModelChangeEntry: entry("model_change", { provider: text, modelId: text }),
  ThinkingLevelChangeEntry: entry("thinking_level_change", { thinkingLevel: text }),
  UsageEntry: entry("usage", {
    kind: text,
    provider: text,
    model: text,
    usage,
    note: Type.Optional(text),
  }),
  CompactionEntry: entry("compaction", {
    ...summaryFields,
    firstKeptEntryId: text,
    tokensBefore: Type.Number(),
    systemMessage: Type.Optional(ref<messages.SystemMessage>("SystemMessage")),
  }),
  ContextEditEntry: entry("context_edit", {
    targetId: text,
    replacement: Type.Union([Type.Null(), text, Type.Array(ref<messages.UserContent>("UserContent"))]),
  }),
  BranchSummaryEntry: entry("branch_summary", {
    ...summaryFields,
    fromId: Type.Union([text, Type.Null()]),
  }),
  CustomEntry: entry("custom", { customType: text, data: Type.Optional(Type.Unknown()) }),
  CustomMessageEntry: entry("custom_message", {
    customType: text,
    content,
    display: Type.Boolean(),
    details: Type.Optional(Type.Unknown()),
  }),
  LabelEntry: entry("label", { targetId: text, label: Type.Optional(text) }),
  SessionInfoEntry: entry("session_info", { name: Type.Optional(text) }),
  /** Newer versions may write further types. */
  SessionEntry: Type.Union(
    [
      ref<entries.SessionMessageEntry>("SessionMessageEntry"),
      ref<entries.ModelChangeEntry>("ModelChangeEntry"),
      ref<entries.ThinkingLevelChangeEntry>("ThinkingLevelChangeEntry"),
      ref<entries.UsageEntry>("UsageEntry"),
      ref<entries.CompactionEntry>("CompactionEntry"),
      ref<entries.ContextEditEntry>("ContextEditEntry"),
      ref<entries.BranchSummaryEntry>("BranchSummaryEntry"),
      ref<entries.CustomEntry>("CustomEntry"),
      ref<entries.CustomMessageEntry>("CustomMessageEntry"),
      ref<entries.LabelEntry>("LabelEntry"),
      ref<entries.SessionInfoEntry>("SessionInfoEntry"),
    ],
    { open: true },
  ),
};

/** First record of JSON mode and first line of a session file. */
export const sessionHeaderSchema = Type.Object({
  type: Type.Literal("session"),
  version: Type.Optional(Type.Integer()),
  id: text,
  timestamp: isoTime,
  cwd: Type.Optional(text),
  parentSession: Type.Optional(text),
});
