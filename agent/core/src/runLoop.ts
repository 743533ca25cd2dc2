import type { AgentMessage, AssistantMessage, ToolCall, ToolResultMessage } from "@relay-harness/protocol";
import type { LoopRun } from "./loopRun.ts";
import { abortedText, deliverMessage, failedMessage, guardHook } from "./loopRun.ts";
import type { MessageQueue } from "./messageQueue.ts";
import { declareSystem, streamTurn } from "./streamTurn.ts";
import { runToolBatch } from "./toolBatch.ts";
import type { FinishTurnResult } from "./types.ts";

/** Messages on their way from a queue into the transcript. */
interface QueuedBatch {
  queue: MessageQueue;
  messages: AgentMessage[];
}

/** How a run begins: with new messages, with queued ones, or with the transcript as it is. */
export interface LoopStart {
  messages: readonly AgentMessage[];
  queued?: QueuedBatch;
}

/** `agent_start` to `agent_end` (`rpc.md` §7). Returns the messages of the run. */
export async function runLoop(run: LoopRun, start: LoopStart): Promise<AgentMessage[]> {
  await run.emit({ type: "agent_start" });
  await runTurns(run, start);
  await run.emit({ type: "agent_end", messages: run.generated });
  return run.generated;
}

async function runTurns(run: LoopRun, start: LoopStart): Promise<void> {
  await run.emit({ type: "turn_start" });
  if (!start.messages.some((message) => message.role === "system")) await declareSystem(run);
  for (const message of start.messages) await deliverMessage(run, message);
  if (start.queued) await deliverQueued(run, start.queued);
  else if (!run.signal.aborted) await deliverQueued(run, takeFrom(run.steering));
  for (;;) {
    const turn = await takeTurn(run);
    if (turn.message.stopReason === "aborted") return;
    const next = await nextTurn(run, turn);
    if (next === "end") return;
    await run.emit({ type: "turn_start" });
    if (run.signal.aborted) {
      next?.queue.restore(next.messages);
      return closeAborted(run);
    }
    await deliverQueued(run, next);
  }
}

interface Turn {
  message: AssistantMessage;
  /** The response failed or was aborted. */
  hasFailed: boolean;
  /** Tool results wait for an answer. */
  needsAnswer: boolean;
  finish: FinishTurnResult;
}

/** One request, its tools, and `turn_end`. */
async function takeTurn(run: LoopRun): Promise<Turn> {
  const message = await streamTurn(run);
  const hasFailed = message.stopReason === "error" || message.stopReason === "aborted";
  const toolCalls = hasFailed
    ? []
    : message.content.filter((block): block is ToolCall => block.type === "toolCall");
  const batch = toolCalls.length > 0 ? await runToolBatch(run, message, toolCalls) : undefined;
  const toolResults = batch?.messages ?? [];
  const finish = await endTurn(run, message, toolResults);
  return { message, hasFailed, needsAnswer: batch !== undefined && !batch.terminates, finish };
}

async function endTurn(
  run: LoopRun,
  message: AssistantMessage,
  toolResults: ToolResultMessage[],
): Promise<FinishTurnResult> {
  const { finishTurn } = run.hooks;
  const finish =
    finishTurn && (await guardHook(run, () => finishTurn({ message, toolResults, signal: run.signal })));
  await run.emit({ type: "turn_end", message, toolResults });
  return finish;
}

/**
 * What the next turn begins with: queued messages, or nothing but the transcript. An aborted run
 * always gets one, so that it ends with an aborted message.
 */
async function nextTurn(run: LoopRun, turn: Turn): Promise<QueuedBatch | undefined | "end"> {
  if (run.signal.aborted) return undefined;
  if (turn.hasFailed || turn.finish?.action === "end" || !mustGoOn(run, turn)) return "end";
  const { prepareNextTurn } = run.hooks;
  if (prepareNextTurn) await guardHook(run, () => prepareNextTurn(run.signal));
  if (run.signal.aborted) return undefined;
  // The queues may have been cleared meanwhile.
  if (!mustGoOn(run, turn)) return "end";
  return takeFrom(run.steering) ?? (turn.needsAnswer ? undefined : takeFrom(run.followUp));
}

function mustGoOn(run: LoopRun, turn: Turn): boolean {
  return (
    turn.needsAnswer ||
    turn.finish?.action === "continue" ||
    run.steering.length > 0 ||
    run.followUp.length > 0
  );
}

function takeFrom(queue: MessageQueue): QueuedBatch | undefined {
  return queue.length > 0 ? { queue, messages: queue.take() } : undefined;
}

async function deliverQueued(run: LoopRun, batch: QueuedBatch | undefined): Promise<void> {
  if (!batch) return;
  const { onDequeue } = run.hooks;
  if (onDequeue) await guardHook(run, onDequeue);
  for (const message of batch.messages) await deliverMessage(run, message);
}

/** Last turn of a run that was aborted between requests. */
async function closeAborted(run: LoopRun): Promise<void> {
  const message = await deliverMessage(run, failedMessage(run, "aborted", abortedText));
  await endTurn(run, message, []);
}
