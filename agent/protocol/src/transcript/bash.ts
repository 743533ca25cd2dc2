import type { BashResult } from "../commands.ts";
import type { BashExecutionMessage } from "../messages.ts";
import type { BashItem, Transcript } from "./model.ts";
import { addItem, newItemId, removeItem, touch } from "./state.ts";

/**
 * Shows a direct shell command that the client has sent: the protocol has no event for its start
 * (rpc.md §4.6). `id` is the command's id, under which its output and its response come.
 */
export function applyBashCommand(
  transcript: Transcript,
  command: { id: unknown; command: string; excludeFromContext?: boolean },
): void {
  const item: BashItem = {
    kind: "bash",
    id: newItemId(transcript, undefined),
    version: 1,
    command: command.command,
    output: "",
    isRunning: true,
    cancelled: false,
    truncated: false,
    excludeFromContext: command.excludeFromContext === true,
  };
  addItem(transcript, item);
  transcript.internal.bash.set(command.id, item.id);
}

/** Output of a command that was announced; of any other it is ignored. */
export function applyBashOutput(transcript: Transcript, id: unknown, delta: string): void {
  const item = bashOf(transcript, id);
  if (!item?.isRunning) return;
  item.output += delta;
  touch(transcript, item);
}

/** Response to a command that was announced; `undefined` when it failed and nothing ran. */
export function applyBashResult(transcript: Transcript, id: unknown, result: BashResult | undefined): void {
  const item = bashOf(transcript, id);
  transcript.internal.bash.delete(id);
  if (!item) return;
  if (!result) return removeItem(transcript, item.id);
  setResult(item, result);
  touch(transcript, item);
}

/** A command as it is stored. */
export function applyBashMessage(
  transcript: Transcript,
  message: BashExecutionMessage,
  entryId: string | undefined,
): void {
  const item: BashItem = {
    kind: "bash",
    id: newItemId(transcript, entryId),
    version: 1,
    command: message.command,
    output: "",
    isRunning: false,
    cancelled: false,
    truncated: false,
    excludeFromContext: message.excludeFromContext === true,
    timestamp: message.timestamp,
    ...(entryId !== undefined && { entryId }),
  };
  setResult(item, message);
  addItem(transcript, item);
}

function setResult(item: BashItem, result: BashResult): void {
  item.isRunning = false;
  item.output = result.output;
  item.cancelled = result.cancelled;
  item.truncated = result.truncated;
  if (result.exitCode !== undefined) item.exitCode = result.exitCode;
  if (result.fullOutputPath !== undefined) item.fullOutputPath = result.fullOutputPath;
}

function bashOf(transcript: Transcript, id: unknown): BashItem | undefined {
  const itemId = transcript.internal.bash.get(id);
  const item = itemId === undefined ? undefined : transcript.items.get(itemId);
  return item?.kind === "bash" ? item : undefined;
}
