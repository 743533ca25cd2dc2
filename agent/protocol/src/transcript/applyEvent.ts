import type { RpcEvent } from "../events.ts";
import {
  applyCompaction,
  applyEntry,
  applyModelChange,
  applySessionName,
  applyThinkingChange,
} from "./applyEntry.ts";
import { startAssistant, updateAssistant } from "./assistant.ts";
import { applyBashOutput } from "./bash.ts";
import { applyMessage, newBase } from "./messages.ts";
import type { Transcript } from "./model.ts";
import { addItem, itemOfEntry, setStatus } from "./state.ts";
import { endTool, startTool, updateTool } from "./tools.ts";

const handlers: {
  [T in RpcEvent["type"]]: (transcript: Transcript, event: Extract<RpcEvent, { type: T }>) => void;
} = {
  agent_start: (transcript) => {
    const { retry } = transcript.status;
    setStatus(transcript, {
      isRunning: true,
      wasAborted: false,
      ...(retry && { retry: { ...retry, isWaiting: false } }),
    });
  },
  agent_end: ignore,
  agent_settled: (transcript, { aborted }) => {
    delete transcript.internal.openId;
    delete transcript.status.retry;
    delete transcript.status.summaryRetry;
    setStatus(transcript, { isRunning: false, wasAborted: aborted });
  },
  turn_start: ignore,
  turn_end: ignore,
  message_start: (transcript, { message }) => {
    // Other messages are complete at once: they are shown when they end.
    if (message.role === "assistant") startAssistant(transcript, message);
  },
  message_update: updateAssistant,
  message_end: (transcript, { message, entryId }) => {
    if (entryId !== undefined && transcript.internal.seenEntries.has(entryId)) return;
    if (entryId !== undefined) transcript.internal.seenEntries.add(entryId);
    applyMessage(transcript, message, entryId);
  },
  tool_execution_start: startTool,
  tool_execution_update: updateTool,
  tool_execution_end: endTool,
  queue_update: (transcript, { steering, followUp }) => setStatus(transcript, { steering, followUp }),
  entry_appended: (transcript, { entry }) => applyEntry(transcript, entry),
  session_info_changed: (transcript, { name }) => applySessionName(transcript, name),
  thinking_level_changed: (transcript, { level }) => applyThinkingChange(transcript, level),
  compaction_start: (transcript, { reason }) => setStatus(transcript, { compaction: { reason } }),
  compaction_end: endCompaction,
  auto_retry_start: (transcript, event) =>
    setStatus(transcript, { isRunning: true, retry: { ...retryOf(event), isWaiting: true } }),
  auto_retry_end: (transcript) => {
    delete transcript.status.retry;
    setStatus(transcript, {});
  },
  summarization_retry_scheduled: (transcript, event) =>
    setStatus(transcript, { summaryRetry: { ...retryOf(event), isWaiting: true } }),
  summarization_retry_attempt_start: (transcript) => {
    const { summaryRetry } = transcript.status;
    if (summaryRetry) setStatus(transcript, { summaryRetry: { ...summaryRetry, isWaiting: false } });
  },
  summarization_retry_finished: (transcript) => {
    delete transcript.status.summaryRetry;
    setStatus(transcript, {});
  },
  // Panels show it; what belongs into the transcript comes as entries.
  harness_update: ignore,
  // Another branch is active now: only its entries can tell what it holds.
  session_tree: ignore,
  session_conflict: ignore,
  settings_changed: ignore,
  auth_changed: ignore,
  sessions_changed: ignore,
  resources_changed: ignore,
  session_replaced: ignore,
  bash_execution_update: (transcript, { id, delta }) => applyBashOutput(transcript, id, delta),
  extension_error: (transcript, { extensionPath, error }) =>
    addItem(transcript, {
      ...newBase(transcript, undefined),
      kind: "notice",
      topic: "extension",
      text: error,
      source: extensionPath,
    }),
  model_changed: (transcript, { model, thinkingLevel }) => {
    applyModelChange(transcript, { provider: model.provider, modelId: model.id });
    applyThinkingChange(transcript, thinkingLevel);
  },
  context_update: (transcript, { tokens, contextWindow, percent }) =>
    setStatus(transcript, { context: { tokens, contextWindow, percent } }),
};

/**
 * Folds one record of the event stream (rpc.md §6). Types that it does not know change nothing. The fields
 * of those that it knows have to be as the protocol says: they are not checked again here.
 */
export function applyEvent(transcript: Transcript, event: { readonly type: string }): void {
  const { type } = event;
  if (!Object.hasOwn(handlers, type)) return;
  // The table pairs every type with a handler of its own events.
  const handler = handlers[type as RpcEvent["type"]] as (transcript: Transcript, event: RpcEvent) => void;
  handler(transcript, event as RpcEvent);
}

function ignore(): void {
  // Says nothing that the transcript shows.
}

function retryOf(event: { attempt: number; maxAttempts: number; delayMs: number; errorMessage: string }) {
  const { attempt, maxAttempts, delayMs, errorMessage } = event;
  return { attempt, maxAttempts, delayMs, errorMessage };
}

function endCompaction(transcript: Transcript, event: Extract<RpcEvent, { type: "compaction_end" }>): void {
  const { result, reason, errorMessage } = event;
  delete transcript.status.compaction;
  delete transcript.status.summaryRetry;
  setStatus(transcript, {});
  if (errorMessage !== undefined) {
    addItem(transcript, {
      ...newBase(transcript, undefined),
      kind: "notice",
      topic: "compaction",
      text: errorMessage,
    });
  }
  if (!result || (result.entryId !== undefined && itemOfEntry(transcript, result.entryId))) return;
  const { estimatedTokensAfter } = result;
  const live = estimatedTokensAfter === undefined ? { reason } : { reason, estimatedTokensAfter };
  applyCompaction(transcript, result, result.entryId, live);
}
