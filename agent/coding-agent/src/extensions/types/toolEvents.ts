import type { AgentToolResult } from "@relay-harness/agent-core";
import type {
  BashResult,
  JsonObject,
  Model,
  ThinkingLevel,
  ToolExecutionResult,
  Usage,
  UserContent,
} from "@relay-harness/protocol";
import type { BashOperations } from "../../base/shell/shellOperations.ts";

export interface ModelSelectEvent {
  type: "model_select";
  model: Model;
  previousModel: Model | undefined;
  source: "set" | "cycle" | "restore";
}

export interface ThinkingLevelSelectEvent {
  type: "thinking_level_select";
  level: ThinkingLevel;
  previousLevel: ThinkingLevel;
}

interface ToolExecutionBase {
  toolCallId: string;
  toolName: string;
  /** Of the tool that called this one. */
  parentToolCallId?: string;
}

export interface ToolExecutionStartEvent extends ToolExecutionBase {
  type: "tool_execution_start";
  /** As the model sent them. */
  args: JsonObject;
}

export interface ToolExecutionUpdateEvent extends ToolExecutionBase {
  type: "tool_execution_update";
  args: JsonObject;
  partialResult: ToolExecutionResult;
}

export interface ToolExecutionEndEvent extends ToolExecutionBase {
  type: "tool_execution_end";
  result: ToolExecutionResult;
  isError: boolean;
  durationMs?: number;
}

/** A call that is about to run. `input` may be changed in place; it is not validated again. */
export interface ToolCallEvent<Name extends string = string, Input = JsonObject> extends ToolExecutionBase {
  type: "tool_call";
  toolName: Name;
  input: Input;
}

export interface ToolCallEventResult {
  block?: boolean;
  /** Default `Tool execution was blocked`. */
  reason?: string;
  /** Counts with `block` only. */
  terminate?: boolean;
}

export interface ToolResultEvent<Name extends string = string, Details = unknown> extends ToolExecutionBase {
  type: "tool_result";
  toolName: Name;
  input: JsonObject;
  content: UserContent[];
  details: Details;
  structuredContent?: unknown;
  isError: boolean;
  usage?: Usage;
}

/** Fields that are present replace those of the result; new `content` alone drops `structuredContent`. */
export type ToolResultEventResult = Partial<
  Pick<AgentToolResult, "content" | "details" | "structuredContent" | "isError" | "usage">
>;

/** A command that the user runs directly. */
export interface UserBashEvent {
  type: "user_bash";
  command: string;
  /** The command began with `!!`. */
  excludeFromContext: boolean;
  cwd: string;
}

/** `result` is recorded, `operations` run the command. */
export type UserBashEventResult =
  { operations: BashOperations; result?: undefined } | { result: BashResult; operations?: undefined };
