import { Type } from "@sinclair/typebox";
import type * as vocabulary from "../src/messages.ts";
import { thinkingLevels } from "../src/model.ts";
import { looseObject, oneOf, ref } from "./build.ts";

const text = Type.String();
const count = Type.Number({ minimum: 0 });
const timestamp = Type.Number();
const durationMs = Type.Optional(count);
const userContent = ref<vocabulary.UserContent>("UserContent");
const usage = ref<vocabulary.Usage>("Usage");
const bodyOf = (blocks: typeof userContent) => Type.Union([text, Type.Array(blocks)]);

const constrainedSampling = Type.Union([
  Type.Literal(false),
  Type.Object({ type: Type.Literal("json_schema"), strict: oneOf("prefer", "require") }),
  Type.Object({
    type: Type.Literal("grammar"),
    variants: Type.Object({ openai_lark: Type.Optional(text), openai_regex: Type.Optional(text) }),
  }),
]);

/** Blocks, usage and messages by their names in the vocabulary (rpc.md §8). */
export const messageDefs = {
  TextContent: Type.Object({ type: Type.Literal("text"), text, textSignature: Type.Optional(text) }),
  ImageContent: Type.Object({
    type: Type.Literal("image"),
    data: Type.String({ contentEncoding: "base64", expected: "a base64 string" }),
    mimeType: Type.String({ pattern: "^image/." }),
  }),
  ThinkingContent: Type.Object({
    type: Type.Literal("thinking"),
    thinking: text,
    thinkingSignature: Type.Optional(text),
    redacted: Type.Optional(Type.Boolean()),
  }),
  ToolCall: Type.Object({
    type: Type.Literal("toolCall"),
    id: text,
    name: text,
    arguments: looseObject(),
    thoughtSignature: Type.Optional(text),
    namespace: Type.Optional(text),
    argumentsError: Type.Optional(text),
  }),
  AssistantContent: Type.Union([
    ref<vocabulary.TextContent>("TextContent"),
    ref<vocabulary.ThinkingContent>("ThinkingContent"),
    ref<vocabulary.ToolCall>("ToolCall"),
  ]),
  UserContent: Type.Union([
    ref<vocabulary.TextContent>("TextContent"),
    ref<vocabulary.ImageContent>("ImageContent"),
  ]),
  Usage: Type.Object({
    input: count,
    output: count,
    cacheRead: count,
    cacheWrite: count,
    cacheWrite1h: Type.Optional(count),
    reasoning: Type.Optional(count),
    totalTokens: count,
    cost: Type.Object({
      input: Type.Number(),
      output: Type.Number(),
      cacheRead: Type.Number(),
      cacheWrite: Type.Number(),
      total: Type.Number(),
      totalFromProvider: Type.Optional(Type.Boolean()),
    }),
  }),
  ToolDeclaration: Type.Object({
    name: text,
    description: text,
    parameters: looseObject(),
    constrainedSampling: Type.Optional(constrainedSampling),
  }),
  SystemMessage: Type.Object({
    role: Type.Literal("system"),
    content: Type.Union([text, Type.Array(ref<vocabulary.TextContent>("TextContent"))]),
    sections: Type.Optional(
      Type.Unsafe<Record<string, string | null>>({
        type: "object",
        additionalProperties: Type.Union([text, Type.Null()]),
      }),
    ),
    toolsAdded: Type.Optional(Type.Array(ref<vocabulary.ToolDeclaration>("ToolDeclaration"))),
    toolsRemoved: Type.Optional(Type.Array(Type.Object({ name: text }))),
    replace: Type.Optional(Type.Boolean()),
    timestamp,
  }),
  UserMessage: Type.Object({ role: Type.Literal("user"), content: bodyOf(userContent), timestamp }),
  AssistantMessage: Type.Object({
    role: Type.Literal("assistant"),
    content: Type.Array(ref<vocabulary.AssistantContent>("AssistantContent")),
    api: text,
    provider: text,
    model: text,
    responseModel: Type.Optional(text),
    responseId: Type.Optional(text),
    thinkingLevel: Type.Optional(oneOf(...thinkingLevels)),
    providerThinkingLevel: Type.Optional(text),
    diagnostics: Type.Optional(Type.Array(ref<vocabulary.Diagnostic>("Diagnostic"))),
    usage,
    stopReason: oneOf("pending", "stop", "length", "toolUse", "error", "aborted", "deferred"),
    deferred: Type.Optional(ref<vocabulary.DeferredHandle>("DeferredHandle")),
    errorMessage: Type.Optional(text),
    rawStopReason: Type.Optional(text),
    endTurn: Type.Optional(Type.Boolean()),
    timestamp,
    durationMs,
  }),
  Diagnostic: Type.Object({
    type: text,
    timestamp,
    error: Type.Optional(
      Type.Object({
        name: Type.Optional(text),
        message: text,
        stack: Type.Optional(text),
        code: Type.Optional(Type.Union([text, Type.Number()])),
      }),
    ),
    details: Type.Optional(looseObject()),
  }),
  DeferredHandle: Type.Object({
    provider: text,
    modelId: text,
    api: text,
    id: text,
    expiresAt: Type.Optional(timestamp),
    pollAfterMs: Type.Optional(count),
    data: Type.Optional(Type.Unknown()),
  }),
  NestedCall: Type.Object({
    id: text,
    name: text,
    arguments: Type.Optional(looseObject()),
    argumentsBytes: Type.Optional(count),
    status: oneOf("ok", "error", "unfinished"),
    durationMs,
    error: Type.Optional(text),
  }),
  ToolResultMessage: Type.Object({
    role: Type.Literal("toolResult"),
    toolCallId: text,
    toolName: text,
    content: Type.Array(userContent),
    details: Type.Optional(Type.Unknown()),
    usage: Type.Optional(usage),
    nestedCalls: Type.Optional(
      Type.Object({ complete: Type.Boolean(), calls: Type.Array(ref<vocabulary.NestedCall>("NestedCall")) }),
    ),
    isError: Type.Boolean(),
    timestamp,
    durationMs,
  }),
  BashExecutionMessage: Type.Object({
    role: Type.Literal("bashExecution"),
    command: text,
    output: text,
    exitCode: Type.Optional(Type.Integer()),
    cancelled: Type.Boolean(),
    truncated: Type.Boolean(),
    fullOutputPath: Type.Optional(text),
    excludeFromContext: Type.Optional(Type.Boolean()),
    timestamp,
  }),
  CustomMessage: Type.Object({
    role: Type.Literal("custom"),
    customType: text,
    content: bodyOf(userContent),
    display: Type.Boolean(),
    details: Type.Optional(Type.Unknown()),
    timestamp,
  }),
  BranchSummaryMessage: Type.Object({
    role: Type.Literal("branchSummary"),
    summary: text,
    fromId: Type.Union([text, Type.Null()]),
    timestamp,
  }),
  CompactionSummaryMessage: Type.Object({
    role: Type.Literal("compactionSummary"),
    summary: text,
    tokensBefore: count,
    timestamp,
  }),
  /** Extensions may store further roles. */
  AgentMessage: Type.Union(
    [
      ref<vocabulary.SystemMessage>("SystemMessage"),
      ref<vocabulary.UserMessage>("UserMessage"),
      ref<vocabulary.AssistantMessage>("AssistantMessage"),
      ref<vocabulary.ToolResultMessage>("ToolResultMessage"),
      ref<vocabulary.BashExecutionMessage>("BashExecutionMessage"),
      ref<vocabulary.CustomMessage>("CustomMessage"),
      ref<vocabulary.BranchSummaryMessage>("BranchSummaryMessage"),
      ref<vocabulary.CompactionSummaryMessage>("CompactionSummaryMessage"),
    ],
    { open: true },
  ),
};
