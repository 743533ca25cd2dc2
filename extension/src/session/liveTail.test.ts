import assert from "node:assert/strict";
import type { RpcEvent } from "@relay-harness/protocol";
import { applyEvent, createTranscript, transcriptFromEntries } from "@relay-harness/protocol";
import type { ChatRecord, HostRow } from "@relay-harness/protocol/webview";
import { ScriptedSession } from "../../../agent/protocol/fixtures/scriptedRun.ts";
import { LiveTail } from "./liveTail.ts";

function row(id: string): HostRow {
  return { id, kind: "notify", severity: "info", text: id, actions: [] };
}

function feed(tail: LiveTail, events: readonly object[]): void {
  for (const event of events) tail.add({ kind: "event", event: event as RpcEvent });
}

const typesOf = (records: readonly ChatRecord[]): string[] =>
  records.map((record) => (record.kind === "event" ? record.event.type : record.kind));

const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: { total: 0 } };
const update = (assistantMessageEvent: object): object => ({
  type: "message_update",
  usage,
  assistantMessageEvent,
});
const start = { type: "message_start", message: { role: "assistant", content: [], timestamp: 1 } };

describe("what is not stored yet", () => {
  it("vscode.md 4: entries and tail together are the transcript, wherever a run is cut", () => {
    const session = new ScriptedSession();
    session.user("Fix it");
    session.assistant([{ type: "text", text: "Done." }]);
    session.toolResult("c1", "read", "text");
    const events = session.events as RpcEvent[];
    const whole = createTranscript();
    for (const event of events) applyEvent(whole, event);
    for (let cut = 0; cut <= events.length; cut++) {
      const tail = new LiveTail();
      feed(tail, events.slice(0, cut));
      const stored = events
        .slice(0, cut)
        .flatMap((event) => (event.type === "message_end" && event.entryId ? [event.entryId] : []));
      const rebuilt = transcriptFromEntries(session.entries.filter(({ id }) => stored.includes(id)));
      for (const record of tail.records) if (record.kind === "event") applyEvent(rebuilt, record.event);
      for (const event of events.slice(cut)) applyEvent(rebuilt, event);
      assert.deepEqual(
        [...rebuilt.items.values()].map(({ kind, entryId }) => [kind, entryId]),
        [...whole.items.values()].map(({ kind, entryId }) => [kind, entryId]),
        `cut at ${cut}`,
      );
    }
  });

  it("joins the deltas of a block", () => {
    const tail = new LiveTail();
    feed(tail, [
      start,
      update({ type: "text_start", contentIndex: 0 }),
      update({ type: "text_delta", contentIndex: 0, delta: "He" }),
      update({ type: "text_delta", contentIndex: 0, delta: "llo" }),
      update({ type: "text_delta", contentIndex: 1, delta: "!" }),
    ]);
    const deltas = tail.records.flatMap((record) =>
      record.kind === "event" && record.event.type === "message_update"
        ? [record.event.assistantMessageEvent]
        : [],
    );
    assert.deepEqual(deltas, [
      { type: "text_start", contentIndex: 0 },
      { type: "text_delta", contentIndex: 0, delta: "Hello" },
      { type: "text_delta", contentIndex: 1, delta: "!" },
    ]);
  });

  it("keeps of a tool its start and the last it said, until its result is stored", () => {
    const tail = new LiveTail();
    const tool = { toolCallId: "c1", toolName: "bash", args: {} };
    const said = (text: string): object => ({
      type: "tool_execution_update",
      ...tool,
      partialResult: { content: [{ type: "text", text }] },
    });
    feed(tail, [{ type: "tool_execution_start", ...tool }, said("a"), said("ab")]);
    assert.deepEqual(typesOf(tail.records), ["tool_execution_start", "tool_execution_update"]);
    assert.ok(JSON.stringify(tail.records).includes("ab"));
    feed(tail, [{ type: "message_end", entryId: "e1", message: { role: "toolResult", toolCallId: "c1" } }]);
    assert.deepEqual(tail.records, []);
  });

  it("is empty when the run has settled, but for shell commands and rows", () => {
    const tail = new LiveTail();
    tail.add({ kind: "row", row: row("r1") });
    tail.add({ kind: "bashCommand", id: "b1", command: "ls", excludeFromContext: false });
    feed(tail, [{ type: "agent_start" }, start, { type: "agent_settled", aborted: true }]);
    assert.deepEqual(typesOf(tail.records), ["row", "bashCommand"]);
    tail.add({ kind: "bashResult", id: "b1" });
    tail.add({ kind: "rowGone", rowId: "r1" });
    assert.deepEqual(tail.records, []);
  });

  it("keeps 50 rows, the newest, each id once", () => {
    const tail = new LiveTail();
    for (let index = 0; index < 60; index++) tail.add({ kind: "row", row: row(`r${index}`) });
    tail.add({ kind: "row", row: { ...row("r20"), text: "again" } });
    const rows = tail.records.flatMap((record) => (record.kind === "row" ? [record.row.id] : []));
    assert.equal(rows.length, 50);
    assert.deepEqual([rows[0], rows.at(-1)], ["r10", "r20"]);
  });
});
