import assert from "node:assert/strict";
import { playSession, ScriptedSession } from "../../fixtures/scriptedRun.ts";
import { fold, kinds, tool } from "../../fixtures/transcripts.ts";
import { applyEntry, transcriptFromEntries } from "./applyEntry.ts";
import { createTranscript, takeChanges } from "./state.ts";
import type { RpcEvent } from "../events.ts";

describe("tool cards", () => {
  const call = (toolCallId: string, parentToolCallId?: string): RpcEvent => ({
    type: "tool_execution_start",
    toolCallId,
    toolName: "read",
    args: { n: 1 },
    ...(parentToolCallId !== undefined && { parentToolCallId }),
  });
  const content = [{ type: "text" as const, text: "ok" }];

  it("show the last partial result and drop it at the end", () => {
    const transcript = fold([call("c1")]);
    const update = (text: string): RpcEvent => ({
      type: "tool_execution_update",
      toolCallId: "c1",
      toolName: "read",
      args: { n: 1 },
      partialResult: { content: [{ type: "text", text }] },
    });
    fold([update("1"), update("2")], transcript);
    const card = tool(transcript, "tool:c1");
    assert.deepEqual(
      [card.state, card.live?.partial],
      ["running", { content: [{ type: "text", text: "2" }] }],
    );
    const result = { content, structuredContent: { a: 1 } };
    fold(
      [{ type: "tool_execution_end", toolCallId: "c1", toolName: "read", result, isError: false }],
      transcript,
    );
    assert.deepEqual([card.state, card.live], ["done", { structuredContent: { a: 1 } }]);
    assert.deepEqual(card.content, content);
    assert.equal(card.durationMs, undefined);
  });

  it("rpc.md 17: an unknown tool ends as an error without a duration", () => {
    const result = { content: [{ type: "text" as const, text: "Tool nope not found" }], details: {} };
    const transcript = fold([
      call("c1"),
      { type: "tool_execution_end", toolCallId: "c1", toolName: "nope", result, isError: true },
    ]);
    const card = tool(transcript, "tool:c1");
    assert.deepEqual([card.isError, card.content, "durationMs" in card], [true, result.content, false]);
  });

  it("stand at the top level until the message that makes the call is known", () => {
    const transcript = fold([call("c1")]);
    assert.deepEqual(kinds(transcript), ["tool"]);
    const toolCall = { type: "toolCall" as const, id: "c1", name: "read", arguments: { n: 1 } };
    const session = new ScriptedSession();
    session.assistant([toolCall]);
    applyEntry(transcript, session.entries[0]!);
    assert.deepEqual(kinds(transcript), ["assistant"]);
    assert.equal(tool(transcript, "tool:c1").state, "running");
    assert.ok(takeChanges(transcript).order);
  });

  it("hold the calls of other tools, whose ids may repeat under another parent", () => {
    const run = [call("p"), call("p/1", "p"), call("p/2", "p")];
    const session = new ScriptedSession();
    const toolCall = { type: "toolCall" as const, id: "p", name: "code", arguments: {} };
    const transcript = createTranscript();
    for (let round = 1; round <= 2; round++) {
      session.assistant([toolCall]);
      fold(session.events.splice(0), transcript);
      fold(run, transcript);
    }
    assert.deepEqual(tool(transcript, "tool:p").children, ["tool:p/1", "tool:p/2"]);
    assert.deepEqual(tool(transcript, "tool:p#2").children, ["tool:p/1#2", "tool:p/2#2"]);
    assert.deepEqual(kinds(transcript), ["assistant", "assistant"]);
  });

  it("keep what a nested call returned as live knowledge only", () => {
    const session = playSession();
    const child = tool(fold(session.events), "tool:code_1/1");
    assert.deepEqual(child.live, {
      result: { content: [{ type: "text", text: "a.ts" }], details: { count: 1 } },
    });
    assert.deepEqual(child.content, []);
    const unfinished = tool(transcriptFromEntries(session.entries), "tool:code_1/2");
    assert.deepEqual(
      [unfinished.state, unfinished.argumentsBytes, unfinished.args, unfinished.parentToolCallId],
      ["unfinished", 9000, undefined, "code_1"],
    );
  });
});
