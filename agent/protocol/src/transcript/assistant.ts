import type { AssistantMessageUpdate, RpcEvent } from "../events.ts";
import type { AssistantContent, AssistantMessage, ToolCall } from "../messages.ts";
import type { AssistantBlock, AssistantItem, ToolItem, Transcript } from "./model.ts";
import { addItem, addUsage, bindEntry, newItemId, touch } from "./state.ts";
import { completeCall, dropTool, openTool } from "./tools.ts";

/** Gaps in a response are filled with empty text; no response comes near this many blocks. */
const maxContentIndex = 10_000;

/** A response begins; until it ends, updates belong to it. */
export function startAssistant(transcript: Transcript, message: AssistantMessage): void {
  const item = newAssistant(transcript, message, undefined);
  fillBlocks(transcript, item, message.content);
  transcript.internal.openId = item.id;
}

/** A finished response: live the one that is open, from entries a new one. */
export function finishAssistant(
  transcript: Transcript,
  message: AssistantMessage,
  entryId: string | undefined,
): void {
  const open = openAssistant(transcript);
  const item = open ?? newAssistant(transcript, message, entryId);
  delete transcript.internal.openId;
  if (open) setFields(open, message);
  fillBlocks(transcript, item, message.content);
  if (open && entryId !== undefined) bindEntry(transcript, open, entryId);
  touch(transcript, item);
  addUsage(transcript, message.usage);
}

function openAssistant(transcript: Transcript): AssistantItem | undefined {
  const { openId } = transcript.internal;
  const item = openId === undefined ? undefined : transcript.items.get(openId);
  return item?.kind === "assistant" ? item : undefined;
}

function newAssistant(
  transcript: Transcript,
  message: AssistantMessage,
  entryId: string | undefined,
): AssistantItem {
  const item: AssistantItem = {
    kind: "assistant",
    id: newItemId(transcript, entryId),
    version: 1,
    blocks: [],
    provider: message.provider,
    model: message.model,
    usage: message.usage,
    stopReason: message.stopReason,
    timestamp: message.timestamp,
    ...(entryId !== undefined && { entryId }),
  };
  setFields(item, message);
  addItem(transcript, item);
  return item;
}

function setFields(item: AssistantItem, message: AssistantMessage): void {
  item.provider = message.provider;
  item.model = message.model;
  item.usage = message.usage;
  item.stopReason = message.stopReason;
  item.timestamp = message.timestamp;
  if (message.thinkingLevel !== undefined) item.thinkingLevel = message.thinkingLevel;
  if (message.errorMessage !== undefined) item.errorMessage = message.errorMessage;
  if (message.durationMs !== undefined) item.durationMs = message.durationMs;
}

/** Makes the blocks those of `content`; cards of calls that stay keep what they hold. */
function fillBlocks(transcript: Transcript, item: AssistantItem, content: readonly AssistantContent[]): void {
  const cards = item.blocks.flatMap((block) => toolOfBlock(transcript, block) ?? []);
  const kept = new Map<ToolCall, ToolItem>();
  for (const call of content) {
    if (call.type !== "toolCall") continue;
    const index = cards.findIndex((card) => card.toolCallId === call.id);
    const [card] = index === -1 ? [] : cards.splice(index, 1);
    if (card) kept.set(call, card);
  }
  for (const card of cards.reverse()) dropTool(transcript, card);
  const blocks: AssistantBlock[] = [];
  for (const part of content) {
    const block = blockOf(transcript, part, kept);
    if (block) blocks.push(block);
  }
  item.blocks = blocks;
}

function blockOf(
  transcript: Transcript,
  part: AssistantContent,
  kept: ReadonlyMap<ToolCall, ToolItem>,
): AssistantBlock | undefined {
  switch (part.type) {
    case "text":
      return { kind: "text", text: part.text };
    case "thinking":
      return { kind: "thinking", text: part.thinking, redacted: part.redacted === true };
    case "toolCall": {
      const card = kept.get(part) ?? openTool(transcript, part.id, part.name);
      completeCall(transcript, card, part);
      return { kind: "toolCall", itemId: card.id };
    }
    default:
      // A kind of a newer version: nothing that this one could draw.
      return undefined;
  }
}

function toolOfBlock(transcript: Transcript, block: AssistantBlock | undefined): ToolItem | undefined {
  const item = block?.kind === "toolCall" ? transcript.items.get(block.itemId) : undefined;
  return item?.kind === "tool" ? item : undefined;
}

/** One step of the open response (rpc.md §6.3). Without an open response it is ignored. */
export function updateAssistant(
  transcript: Transcript,
  event: Extract<RpcEvent, { type: "message_update" }>,
): void {
  const item = openAssistant(transcript);
  const step = event.assistantMessageEvent;
  if (!item || !isContentIndex(step.contentIndex)) return;
  item.usage = event.usage;
  if (isToolStep(step)) updateCall(transcript, item, step);
  else if (updateText(item, step)) touch(transcript, item);
}

type ToolStep = Extract<AssistantMessageUpdate, { type: `toolcall_${string}` }>;
type TextStep = Exclude<AssistantMessageUpdate, ToolStep>;

function isToolStep(step: AssistantMessageUpdate): step is ToolStep {
  return step.type.startsWith("toolcall_");
}

function isContentIndex(index: number): boolean {
  return Number.isInteger(index) && index >= 0 && index <= maxContentIndex;
}

/** True when something changed that a view shows. */
function updateText(item: AssistantItem, step: TextStep): boolean {
  switch (step.type) {
    case "text_start":
    case "thinking_start":
      textBlock(item, step.contentIndex, step.type === "text_start" ? "text" : "thinking");
      return true;
    case "text_delta":
    case "thinking_delta":
      // Engines keep such sums as ropes, so that a delta costs its own length only.
      textBlock(item, step.contentIndex, step.type === "text_delta" ? "text" : "thinking").text += step.delta;
      return true;
    case "text_end":
    case "thinking_end": {
      const block = textBlock(item, step.contentIndex, step.type === "text_end" ? "text" : "thinking");
      const isNews = block.text !== step.content;
      if (isNews) block.text = step.content;
      return isNews;
    }
    default:
      return false;
  }
}

function textBlock(
  item: AssistantItem,
  index: number,
  kind: "text" | "thinking",
): Extract<AssistantBlock, { kind: "text" | "thinking" }> {
  const known = item.blocks[index];
  if (known && known.kind === kind) return known;
  const block =
    kind === "text" ? ({ kind, text: "" } as const) : ({ kind, text: "", redacted: false } as const);
  const fresh: Extract<AssistantBlock, { kind: "text" | "thinking" }> = { ...block };
  setBlock(item, index, fresh);
  return fresh;
}

function setBlock(item: AssistantItem, index: number, block: AssistantBlock): void {
  while (item.blocks.length < index) item.blocks.push({ kind: "text", text: "" });
  item.blocks[index] = block;
}

function updateCall(transcript: Transcript, item: AssistantItem, step: ToolStep): void {
  const known = toolOfBlock(transcript, item.blocks[step.contentIndex]);
  switch (step.type) {
    case "toolcall_start": {
      if (known) dropTool(transcript, known);
      const card = placeCall(transcript, item, step.contentIndex, step.id, step.toolName);
      card.state = "streaming";
      card.argsText = "";
      return;
    }
    case "toolcall_delta":
      if (known?.state !== "streaming") return;
      known.argsText = (known.argsText ?? "") + step.delta;
      touch(transcript, known);
      return;
    case "toolcall_end": {
      const { toolCall } = step;
      const isSame = known?.toolCallId === toolCall.id;
      if (known && !isSame) dropTool(transcript, known);
      const card =
        known && isSame ? known : placeCall(transcript, item, step.contentIndex, toolCall.id, toolCall.name);
      completeCall(transcript, card, toolCall);
    }
  }
}

function placeCall(
  transcript: Transcript,
  item: AssistantItem,
  index: number,
  toolCallId: string,
  name: string,
): ToolItem {
  const card = openTool(transcript, toolCallId, name);
  setBlock(item, index, { kind: "toolCall", itemId: card.id });
  touch(transcript, item);
  return card;
}
