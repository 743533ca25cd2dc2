import { Type } from "@sinclair/typebox";
import type { TSchema } from "@sinclair/typebox";
import type { RpcCommandType } from "../src/commands.ts";
import { thinkingLevels } from "../src/model.ts";
import { oneOf } from "./build.ts";

const none = Type.Object({});

/** rpc.md §4.1. `expected` is what an error message says instead of what the keywords would give. */
const image = Type.Object(
  {
    type: Type.Literal("image"),
    data: Type.String({ contentEncoding: "base64", expected: "a base64 string" }),
    mimeType: Type.String({ pattern: "^image/.", expected: 'an image type such as "image/png"' }),
  },
  { expected: 'an image {type: "image", data, mimeType}' },
);

const images = Type.Optional(Type.Array(image, { expected: "an array of images" }));
const exportTarget = Type.Object({
  outputPath: Type.Optional(Type.String()),
  sessionPath: Type.Optional(Type.String({ minLength: 1 })),
});
const queueMode = oneOf("all", "one-at-a-time");
const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 }));

/** Fields of every command that stdin may carry, without `id` and `type`. */
export const commandSchemas = {
  prompt: Type.Object({
    message: Type.String(),
    images,
    streamingBehavior: Type.Optional(oneOf("steer", "followUp")),
  }),
  steer: Type.Object({ message: Type.String(), images }),
  follow_up: Type.Object({ message: Type.String(), images }),
  abort: none,
  clear_queue: none,
  new_session: Type.Object({ parentSession: Type.Optional(Type.String()) }),
  get_state: none,
  get_messages: none,
  set_model: Type.Object({ provider: Type.String(), modelId: Type.String() }),
  cycle_model: none,
  get_available_models: none,
  set_thinking_level: Type.Object({ level: oneOf(...thinkingLevels) }),
  cycle_thinking_level: none,
  get_available_thinking_levels: none,
  set_steering_mode: Type.Object({ mode: queueMode }),
  set_follow_up_mode: Type.Object({ mode: queueMode }),
  compact: Type.Object({ customInstructions: Type.Optional(Type.String()) }),
  set_auto_compaction: Type.Object({ enabled: Type.Boolean() }),
  set_auto_retry: Type.Object({ enabled: Type.Boolean() }),
  abort_retry: none,
  bash: Type.Object({ command: Type.String(), excludeFromContext: Type.Optional(Type.Boolean()) }),
  abort_bash: none,
  get_session_stats: none,
  export_html: exportTarget,
  export_jsonl: exportTarget,
  share_session: none,
  bug_report: Type.Object({
    description: Type.Optional(Type.String()),
    transcript: Type.Optional(oneOf("full", "none", "summary")),
  }),
  switch_session: Type.Object({ sessionPath: Type.String({ minLength: 1 }) }),
  fork: Type.Object({ entryId: Type.String(), position: Type.Optional(oneOf("before", "at")) }),
  clone: none,
  get_fork_messages: none,
  get_entries: Type.Object({
    since: Type.Optional(Type.String()),
    before: Type.Optional(Type.String()),
    limit,
    path: Type.Optional(Type.Literal("active")),
  }),
  get_tree: none,
  get_last_assistant_text: none,
  set_session_name: Type.Object({ name: Type.String() }),
  list_sessions: Type.Object({
    scope: Type.Optional(oneOf("cwd", "all")),
    query: Type.Optional(Type.String()),
    namedOnly: Type.Optional(Type.Boolean()),
    limit,
    cursor: Type.Optional(Type.String()),
  }),
  delete_session: Type.Object({ sessionPath: Type.String({ minLength: 1 }) }),
  rename_session: Type.Object({ sessionPath: Type.String({ minLength: 1 }), name: Type.String() }),
  import_session: Type.Object({ path: Type.String({ minLength: 1 }) }),
  get_outline: none,
  navigate_tree: Type.Object({
    targetId: Type.Union([Type.String(), Type.Null()]),
    summary: Type.Optional(oneOf("none", "default")),
    customInstructions: Type.Optional(Type.String()),
    replaceInstructions: Type.Optional(Type.Boolean()),
    label: Type.Optional(Type.String()),
  }),
  set_label: Type.Object({ entryId: Type.String(), label: Type.Union([Type.String(), Type.Null()]) }),
  get_settings: none,
  set_setting: Type.Object({ scope: oneOf("user", "project"), key: Type.String(), value: Type.Unknown() }),
  get_auth: none,
  set_api_key: Type.Object({
    provider: Type.String(),
    key: Type.String(),
    persist: Type.Optional(Type.Boolean()),
  }),
  login: Type.Object({ provider: Type.String() }),
  logout: Type.Object({ provider: Type.String() }),
  get_resources: none,
  set_resource_enabled: Type.Object({
    kind: oneOf("extension", "skill", "prompt", "theme", "package", "mcpServer"),
    path: Type.String({ minLength: 1 }),
    enabled: Type.Boolean(),
    scope: oneOf("user", "project"),
  }),
  get_trust: none,
  set_trust: Type.Object({ decision: oneOf("trusted", "untrusted"), remember: Type.Boolean() }),
  reload: none,
  set_scoped_models: Type.Object({
    models: Type.Array(
      Type.Object({
        provider: Type.String(),
        id: Type.String(),
        thinkingLevel: Type.Optional(oneOf(...thinkingLevels)),
      }),
    ),
  }),
  get_tools: none,
  set_tools: Type.Object({ names: Type.Array(Type.String()) }),
  get_completions: Type.Object({ command: Type.String(), prefix: Type.String() }),
  get_context: none,
  get_harness: none,
  harness_retract: Type.Object({ ruleId: Type.Optional(Type.String()) }),
  harness_allow_edits: none,
  harness_run_check: Type.Object({ command: Type.Optional(Type.String()) }),
  get_commands: none,
  get_protocol: none,
} satisfies Record<RpcCommandType, TSchema>;

const responseEnvelope = { type: Type.Literal("extension_ui_response"), id: Type.String() };

/** Answer to a dialog (seeds/rpc-extension-ui.md). */
export const extensionUiResponseSchema = Type.Union([
  Type.Object({ ...responseEnvelope, cancelled: Type.Literal(true) }),
  Type.Object({ ...responseEnvelope, value: Type.String() }),
  Type.Object({
    ...responseEnvelope,
    confirmed: Type.Boolean(),
    remember: Type.Optional(oneOf("session")),
    reason: Type.Optional(Type.String()),
  }),
]);
