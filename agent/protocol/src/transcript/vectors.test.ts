import assert from "node:assert/strict";
import { usageOf } from "../../fixtures/scriptedRun.ts";
import { fold, kinds, lastAssistant, tool, topItems } from "../../fixtures/transcripts.ts";
import type { AnyEvent } from "../../fixtures/transcripts.ts";
import { describeRecordProblem } from "../describeRecordProblem.ts";
import type { AssistantContent, AssistantMessage, StopReason } from "../messages.ts";
import type { Transcript } from "./model.ts";

let clock = 1_733_234_400_000;

function userPair(text: string): AnyEvent[] {
  const message = { role: "user", content: [{ type: "text", text }], timestamp: clock++ };
  return [
    { type: "message_start", message },
    { type: "message_end", message, entryId: `u${clock}` },
  ];
}

function assistantEvents(
  content: AssistantContent[],
  stopReason: StopReason,
  more: Partial<AssistantMessage> = {},
): AnyEvent[] {
  const base = { role: "assistant" as const, api: "a", provider: "fake", model: "m1", timestamp: clock++ };
  const updates = content.flatMap((block, contentIndex): AnyEvent[] => {
    if (block.type !== "text") return [];
    return [
      { type: "text_start", contentIndex },
      { type: "text_delta", contentIndex, delta: block.text },
      { type: "text_end", contentIndex, content: block.text },
    ];
  });
  return [
    { type: "message_start", message: { ...base, content: [], usage: usageOf(0), stopReason: "pending" } },
    ...updates.map((step) => ({ type: "message_update", usage: usageOf(1), assistantMessageEvent: step })),
    {
      type: "message_end",
      entryId: `a${clock}`,
      message: { ...base, content, usage: usageOf(1), stopReason, ...more },
    },
  ];
}

function toolPair(toolCallId: string, text: string, isError = false): AnyEvent[] {
  const content = [{ type: "text", text }];
  const message = { role: "toolResult", toolCallId, toolName: "bash", content, isError, timestamp: clock++ };
  return [
    { type: "message_start", message },
    { type: "message_end", message, entryId: `t${clock}` },
  ];
}

function toolStart(toolCallId: string): AnyEvent {
  return { type: "tool_execution_start", toolCallId, toolName: "bash", args: {} };
}

function toolEnd(toolCallId: string, text: string, isError = false): AnyEvent {
  const result = { content: [{ type: "text", text }], details: {} };
  return { type: "tool_execution_end", toolCallId, toolName: "bash", result, isError };
}

function callOf(id: string): AssistantContent {
  return { type: "toolCall", id, name: "bash", arguments: {} };
}

const agentStart = { type: "agent_start" };
const agentEnd = (willRetry = false): AnyEvent => ({ type: "agent_end", messages: [], willRetry });
const settled = (aborted: boolean): AnyEvent => ({ type: "agent_settled", aborted });

/** Folds a stream whose records are all as the protocol has them. */
function play(events: readonly AnyEvent[], transcript?: Transcript): Transcript {
  for (const event of events) assert.equal(describeRecordProblem(event), undefined, JSON.stringify(event));
  return fold(events, transcript);
}

describe("transcript of the protocol's vectors", () => {
  it("rpc.md 13: a question and its answer", () => {
    const system = { role: "system", content: "Be brief.", timestamp: clock++ };
    const transcript = play([
      agentStart,
      { type: "turn_start" },
      { type: "message_start", message: system },
      { type: "message_end", message: system },
      ...userPair("Hello"),
      ...assistantEvents([{ type: "text", text: "Hi" }], "stop"),
      agentEnd(),
      settled(false),
    ]);
    assert.deepEqual(kinds(transcript), ["user", "assistant"]);
    assert.deepEqual(lastAssistant(transcript).blocks, [{ kind: "text", text: "Hi" }]);
    assert.deepEqual([transcript.status.isRunning, transcript.status.wasAborted], [false, false]);
  });

  it("rpc.md 16: parallel tools that end in another order than they start", () => {
    const transcript = play([
      agentStart,
      ...userPair("go"),
      ...assistantEvents([callOf("a"), callOf("b")], "toolUse"),
      toolStart("a"),
      toolStart("b"),
      toolEnd("b", "fast"),
    ]);
    assert.deepEqual(
      [tool(transcript, "tool:a").state, tool(transcript, "tool:b").state],
      ["running", "done"],
    );
    play([toolEnd("a", "slow"), ...toolPair("a", "slow"), ...toolPair("b", "fast")], transcript);
    const texts = ["tool:a", "tool:b"].map((id) => tool(transcript, id).content);
    assert.deepEqual(texts, [[{ type: "text", text: "slow" }], [{ type: "text", text: "fast" }]]);
    assert.deepEqual(kinds(transcript), ["user", "assistant"]);
  });

  it("rpc.md 19: a steering message leaves the queue and enters the transcript", () => {
    const queue = (...steering: string[]): AnyEvent => ({ type: "queue_update", steering, followUp: [] });
    const transcript = play([
      agentStart,
      ...userPair("go"),
      ...assistantEvents([callOf("a")], "toolUse"),
      queue("x"),
    ]);
    assert.deepEqual(transcript.status.steering, ["x"]);
    play([toolStart("a"), toolEnd("a", "ok"), ...toolPair("a", "ok"), queue(), ...userPair("x")], transcript);
    assert.deepEqual(transcript.status.steering, []);
    assert.deepEqual(kinds(transcript), ["user", "assistant", "user"]);
  });

  it("rpc.md 28: an aborted answer keeps what had arrived", () => {
    const transcript = play([
      agentStart,
      ...userPair("go"),
      ...assistantEvents([{ type: "text", text: "I wi" }], "aborted", {
        errorMessage: "Request was aborted",
      }),
      agentEnd(),
      settled(true),
    ]);
    const { blocks, stopReason, errorMessage } = lastAssistant(transcript);
    assert.deepEqual([blocks, stopReason], [[{ kind: "text", text: "I wi" }], "aborted"]);
    assert.equal(errorMessage, "Request was aborted");
    assert.equal(transcript.status.wasAborted, true);
  });

  it("rpc.md 29: every call of an aborted batch has a result and the run ends with an empty answer", () => {
    const ids = ["a", "b", "c"];
    const transcript = play([
      agentStart,
      ...assistantEvents(ids.map(callOf), "toolUse"),
      toolStart("a"),
      toolEnd("a", "Command aborted", true),
      ...["b", "c"].flatMap((id) => [toolStart(id), toolEnd(id, "Operation aborted", true)]),
      ...ids.flatMap((id) => toolPair(id, id === "a" ? "Command aborted" : "Operation aborted", true)),
      ...assistantEvents([], "aborted", { errorMessage: "Request was aborted" }),
      agentEnd(),
      settled(true),
    ]);
    const cards = ids.map((id) => tool(transcript, `tool:${id}`));
    assert.deepEqual(
      cards.map((card) => [card.state, card.isError]),
      ids.map(() => ["done", true]),
    );
    assert.deepEqual(cards[1]?.content, [{ type: "text", text: "Operation aborted" }]);
    assert.deepEqual(lastAssistant(transcript).blocks, []);
  });

  const attempt = (text: string): AnyEvent[] =>
    assistantEvents([{ type: "text", text }], "error", { errorMessage: "529 Overloaded" });
  const retryStart = (number: number, delayMs: number): AnyEvent => ({
    type: "auto_retry_start",
    attempt: number,
    maxAttempts: 3,
    delayMs,
    errorMessage: "529 Overloaded",
  });
  const omit = (transcript: Transcript, id: string): AnyEvent => ({
    type: "entry_appended",
    entry: {
      type: "context_edit",
      id,
      parentId: null,
      timestamp: "2024-12-03T14:00:00.000Z",
      targetId: lastAssistant(transcript).entryId,
      replacement: null,
    },
  });

  it("rpc.md 33: two failed attempts stay visible and are marked, the third answers", () => {
    const transcript = play([
      agentStart,
      ...userPair("go"),
      ...attempt("1"),
      agentEnd(true),
      retryStart(1, 10),
    ]);
    assert.deepEqual(transcript.status.retry?.isWaiting, true);
    play(
      [omit(transcript, "e1"), agentStart, ...attempt("2"), agentEnd(true), retryStart(2, 20)],
      transcript,
    );
    assert.deepEqual([transcript.status.retry?.attempt, transcript.status.isRunning], [2, true]);
    play([omit(transcript, "e2"), agentStart], transcript);
    assert.equal(transcript.status.retry?.isWaiting, false);
    play(
      [
        ...assistantEvents([{ type: "text", text: "Now" }], "stop"),
        { type: "auto_retry_end", success: true, attempt: 2 },
        agentEnd(),
        settled(false),
      ],
      transcript,
    );
    assert.deepEqual(
      topItems(transcript).map((item) => [item?.kind, item?.contextEdit]),
      [
        ["user", undefined],
        ["assistant", "omitted"],
        ["assistant", "omitted"],
        ["assistant", undefined],
      ],
    );
    assert.equal("retry" in transcript.status, false);
  });

  it("rpc.md 35: a cancelled delay settles", () => {
    const transcript = play([
      agentStart,
      ...attempt("1"),
      agentEnd(true),
      retryStart(1, 3000),
      { type: "auto_retry_end", success: false, attempt: 1, finalError: "Retry cancelled" },
      settled(false),
    ]);
    assert.deepEqual(transcript.status, { isRunning: false, wasAborted: false, steering: [], followUp: [] });
  });

  it("rpc.md 41: a second overflow ends the compaction that has no start", () => {
    const result = {
      summary: "S",
      firstKeptEntryId: "x",
      tokensBefore: 9,
      estimatedTokensAfter: 3,
      entryId: "c1",
    };
    const errorMessage = "Context overflow recovery failed after one compact-and-retry attempt.";
    const transcript = play([
      agentStart,
      ...attempt("overflow"),
      agentEnd(),
      { type: "compaction_start", reason: "overflow" },
    ]);
    assert.deepEqual(transcript.status.compaction, { reason: "overflow" });
    play(
      [
        { type: "compaction_end", reason: "overflow", result, aborted: false, willRetry: true },
        agentStart,
        ...attempt("overflow"),
        agentEnd(),
        { type: "compaction_end", reason: "overflow", aborted: false, willRetry: false, errorMessage },
        settled(false),
      ],
      transcript,
    );
    assert.deepEqual(kinds(transcript), ["assistant", "compaction", "assistant", "notice"]);
    const compaction = topItems(transcript)[1];
    assert.deepEqual(compaction?.kind === "compaction" && compaction.live, {
      reason: "overflow",
      estimatedTokensAfter: 3,
    });
    assert.equal("compaction" in transcript.status, false);
  });
});
