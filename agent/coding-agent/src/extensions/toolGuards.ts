import type { JsonObject } from "@relay-harness/protocol";
import type { BashToolDetails, BashToolInput } from "../tools/bash.ts";
import type { EditToolDetails, EditToolInput } from "../tools/edit.ts";
import type { FindToolDetails, FindToolInput } from "../tools/find.ts";
import type { GrepToolDetails, GrepToolInput } from "../tools/grep.ts";
import type { LsToolDetails, LsToolInput } from "../tools/ls.ts";
import type { PowerShellToolInput } from "../tools/powershell.ts";
import type { ReadToolDetails, ReadToolInput } from "../tools/read.ts";
import type { WriteToolInput } from "../tools/write.ts";
import type { ToolCallEvent, ToolResultEvent } from "./types/toolEvents.ts";

/** Input and details of each built-in tool. */
export interface BuiltinTools {
  bash: [BashToolInput, BashToolDetails | undefined];
  powershell: [PowerShellToolInput, BashToolDetails | undefined];
  read: [ReadToolInput, ReadToolDetails | undefined];
  edit: [EditToolInput, EditToolDetails | undefined];
  write: [WriteToolInput, undefined];
  grep: [GrepToolInput, GrepToolDetails | undefined];
  find: [FindToolInput, FindToolDetails | undefined];
  ls: [LsToolInput, LsToolDetails | undefined];
}

/** Tells whether a call is one of `name`, and so what its input is. */
export function isToolCallEventType<Name extends keyof BuiltinTools>(
  name: Name,
  event: ToolCallEvent,
): event is ToolCallEvent<Name, JsonObject & BuiltinTools[Name][0]>;
export function isToolCallEventType<Input extends object>(
  name: string,
  event: ToolCallEvent,
): event is ToolCallEvent<string, JsonObject & Input>;
export function isToolCallEventType(name: string, event: ToolCallEvent): boolean {
  return event.toolName === name;
}

type ResultOf<Name extends keyof BuiltinTools> = ToolResultEvent<Name, BuiltinTools[Name][1]>;

export function isBashToolResult(event: ToolResultEvent): event is ResultOf<"bash"> {
  return event.toolName === "bash";
}

export function isPowerShellToolResult(event: ToolResultEvent): event is ResultOf<"powershell"> {
  return event.toolName === "powershell";
}

export function isReadToolResult(event: ToolResultEvent): event is ResultOf<"read"> {
  return event.toolName === "read";
}

export function isEditToolResult(event: ToolResultEvent): event is ResultOf<"edit"> {
  return event.toolName === "edit";
}

export function isWriteToolResult(event: ToolResultEvent): event is ResultOf<"write"> {
  return event.toolName === "write";
}

export function isGrepToolResult(event: ToolResultEvent): event is ResultOf<"grep"> {
  return event.toolName === "grep";
}

export function isFindToolResult(event: ToolResultEvent): event is ResultOf<"find"> {
  return event.toolName === "find";
}

export function isLsToolResult(event: ToolResultEvent): event is ResultOf<"ls"> {
  return event.toolName === "ls";
}
