import type { RpcEvent } from "../events.ts";
import type { NestedCall, ToolCall, ToolResultMessage } from "../messages.ts";
import type { ToolItem, Transcript } from "./model.ts";
import { addItem, addUsage, bindEntry, removeItem, touch } from "./state.ts";
import type { Position } from "./state.ts";

type ToolEvent<T extends RpcEvent["type"]> = Extract<RpcEvent, { type: T }>;

/** The newest call with this id. */
function toolOf(transcript: Transcript, toolCallId: string): ToolItem | undefined {
  const id = transcript.internal.tools.get(toolCallId)?.at(-1);
  const item = id === undefined ? undefined : transcript.items.get(id);
  return item?.kind === "tool" ? item : undefined;
}

/** Card of a call that an assistant message makes. Takes over one that runs already. */
export function openTool(transcript: Transcript, toolCallId: string, name: string): ToolItem {
  const { internal } = transcript;
  const known = toolOf(transcript, toolCallId);
  if (known && !internal.answered.has(known.id) && internal.orphans.delete(known.id)) {
    transcript.order.splice(transcript.order.lastIndexOf(known.id), 1);
    internal.orderChanged = true;
    return known;
  }
  return newTool(transcript, toolCallId, name, "inner");
}

function newTool(transcript: Transcript, toolCallId: string, name: string, position: Position): ToolItem {
  const { tools, orphans } = transcript.internal;
  const ids = tools.get(toolCallId) ?? [];
  const item: ToolItem = {
    kind: "tool",
    id: freeToolId(transcript, toolCallId, ids.length),
    version: 1,
    toolCallId,
    name,
    state: "called",
    isError: false,
    content: [],
    children: [],
  };
  ids.push(item.id);
  tools.set(toolCallId, ids);
  if (position === "end") orphans.add(item.id);
  addItem(transcript, item, position);
  return item;
}

function freeToolId(transcript: Transcript, toolCallId: string, used: number): string {
  let id = used === 0 ? `tool:${toolCallId}` : `tool:${toolCallId}#${used + 1}`;
  for (let next = used + 2; transcript.items.has(id); next++) id = `tool:${toolCallId}#${next}`;
  return id;
}

/** Forgets a call that its message turned out not to make. */
export function dropTool(transcript: Transcript, item: ToolItem): void {
  const ids = transcript.internal.tools.get(item.toolCallId);
  if (ids) ids.splice(ids.lastIndexOf(item.id), 1);
  removeItem(transcript, item.id);
}

/** Complete arguments of a call, as the assistant message holds them. */
export function completeCall(transcript: Transcript, item: ToolItem, call: ToolCall): void {
  item.name = call.name;
  item.args = call.arguments;
  delete item.argsText;
  if (call.argumentsError !== undefined) item.argumentsError = call.argumentsError;
  if (item.state === "streaming") item.state = "called";
  touch(transcript, item);
}

export function startTool(transcript: Transcript, event: ToolEvent<"tool_execution_start">): void {
  const item = toolOfEvent(transcript, event, true);
  item.args ??= event.args;
  item.state = "running";
  touch(transcript, item);
}

export function updateTool(transcript: Transcript, event: ToolEvent<"tool_execution_update">): void {
  const item = toolOfEvent(transcript, event, false);
  const { content, details } = event.partialResult;
  if (item.state === "done") return;
  item.args ??= event.args;
  item.state = "running";
  item.live = { ...item.live, partial: details === undefined ? { content } : { content, details } };
  touch(transcript, item);
}

export function endTool(transcript: Transcript, event: ToolEvent<"tool_execution_end">): void {
  const item = toolOfEvent(transcript, event, false);
  const { content, details, structuredContent } = event.result;
  item.state = "done";
  item.isError = event.isError;
  if (event.durationMs !== undefined) item.durationMs = event.durationMs;
  delete item.live;
  if (structuredContent !== undefined) item.live = { structuredContent };
  if (item.parentToolCallId === undefined) {
    if (!transcript.internal.answered.has(item.id)) setResult(item, content, details);
  } else item.live = { ...item.live, result: details === undefined ? { content } : { content, details } };
  touch(transcript, item);
}

/**
 * Card that an execution event speaks of. A nested call gets a new one when it starts: its id is unique
 * only within its parent.
 */
function toolOfEvent(
  transcript: Transcript,
  event: { toolCallId: string; toolName: string; parentToolCallId?: string },
  isStart: boolean,
): ToolItem {
  const { toolCallId, toolName, parentToolCallId } = event;
  const parent = parentToolCallId === undefined ? undefined : toolOf(transcript, parentToolCallId);
  const known = toolOf(transcript, toolCallId);
  if (known && (!isStart || !parent)) return known;
  return parent
    ? newChild(transcript, parent, toolCallId, toolName)
    : newTool(transcript, toolCallId, toolName, "end");
}

function newChild(transcript: Transcript, parent: ToolItem, toolCallId: string, name: string): ToolItem {
  const child = newTool(transcript, toolCallId, name, "inner");
  child.parentToolCallId = parent.toolCallId;
  parent.children.push(child.id);
  touch(transcript, parent);
  return child;
}

/** The stored result, which overrides what the events told. */
export function applyToolResult(
  transcript: Transcript,
  message: ToolResultMessage,
  entryId: string | undefined,
): void {
  const { answered } = transcript.internal;
  const item =
    toolOf(transcript, message.toolCallId) ??
    newTool(transcript, message.toolCallId, message.toolName, "end");
  const isRepeated = answered.has(item.id) && item.entryId === undefined && entryId !== undefined;
  if (entryId !== undefined) bindEntry(transcript, item, entryId);
  touch(transcript, item);
  if (isRepeated) return;
  answered.add(item.id);
  item.state = "done";
  item.isError = message.isError;
  item.timestamp = message.timestamp;
  if (message.durationMs !== undefined) item.durationMs = message.durationMs;
  if (item.live) delete item.live.partial;
  setResult(item, message.content, message.details);
  if (message.usage) item.usage = message.usage;
  addUsage(transcript, message.usage);
  if (message.nestedCalls) {
    item.childrenComplete = message.nestedCalls.complete;
    for (const call of message.nestedCalls.calls) applyNestedCall(transcript, item, call);
  }
}

function setResult(item: ToolItem, content: ToolItem["content"], details: unknown): void {
  item.content = content;
  if (details === undefined) delete item.details;
  else item.details = details;
}

function applyNestedCall(transcript: Transcript, parent: ToolItem, call: NestedCall): void {
  const known = parent.children
    .map((id) => transcript.items.get(id))
    .find((child) => child?.kind === "tool" && child.toolCallId === call.id);
  const child = known?.kind === "tool" ? known : newChild(transcript, parent, call.id, call.name);
  child.state = call.status === "unfinished" ? "unfinished" : "done";
  child.isError = call.status === "error";
  if (call.arguments === undefined) delete child.args;
  else child.args = call.arguments;
  if (call.argumentsBytes !== undefined) child.argumentsBytes = call.argumentsBytes;
  if (call.durationMs !== undefined) child.durationMs = call.durationMs;
  if (call.error !== undefined) child.errorMessage = call.error;
  touch(transcript, child);
}
