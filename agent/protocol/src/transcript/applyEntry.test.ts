import assert from "node:assert/strict";
import { isLinear } from "../../fixtures/cpuTime.ts";
import { ScriptedSession, usageOf } from "../../fixtures/scriptedRun.ts";
import { fold, kinds, topItems } from "../../fixtures/transcripts.ts";
import { applyEntry, entriesOfBranch, transcriptFromEntries } from "./applyEntry.ts";
import type { Transcript } from "./model.ts";

/** What a client does after `agent_settled` to learn the ids of entries (rpc.md §6.3). */
function sync(transcript: Transcript, session: ScriptedSession): Transcript {
  for (const entry of session.entries) applyEntry(transcript, entry);
  return transcript;
}

describe("stored entries", () => {
  it("rpc.md 51: give the branch of a leaf, with labels and names of every branch", () => {
    const session = new ScriptedSession();
    const u1 = session.user("u1");
    const a1 = session.store<"custom">({ type: "custom", customType: "a1" }).id;
    session.user("u2");
    session.store<"label">({ type: "label", targetId: u1, label: "start" });
    session.store<"session_info">({ type: "session_info", name: "Name" });
    session.leafId = a1;
    const u3 = session.user("u3");
    const transcript = transcriptFromEntries(session.entries, { leafId: u3 });
    const texts = topItems(transcript).map((item) =>
      item?.kind === "user"
        ? item.content.map((block) => block.type === "text" && block.text).join()
        : item?.kind,
    );
    assert.deepEqual(texts, ["u1", "record", "u3"]);
    assert.equal(topItems(transcript)[0]?.label, "start");
    assert.equal(transcript.sessionName, "Name");
    assert.deepEqual(
      entriesOfBranch(session.entries, null).map(({ type }) => type),
      ["label", "session_info"],
    );
    assert.deepEqual(kinds(transcriptFromEntries(session.entries, { leafId: "missing" })), []);
  });

  it("show old plain strings as text blocks", () => {
    const session = new ScriptedSession();
    session.message({ role: "user", content: "Hello", timestamp: 1 });
    const [item] = topItems(transcriptFromEntries(session.entries));
    assert.deepEqual(item?.kind === "user" && item.content, [{ type: "text", text: "Hello" }]);
  });

  it("clear labels and names again", () => {
    const session = new ScriptedSession();
    const targetId = session.user("u1");
    session.store<"label">({ type: "label", targetId, label: "start" });
    session.store<"session_info">({ type: "session_info", name: "Name" });
    session.store<"label">({ type: "label", targetId });
    session.store<"session_info">({ type: "session_info" });
    const transcript = transcriptFromEntries(session.entries);
    assert.equal("label" in topItems(transcript)[0]!, false);
    assert.equal("sessionName" in transcript, false);
  });

  it("keep what an edited or omitted message said and mark it", () => {
    const session = new ScriptedSession();
    const targetId = session.user("u1");
    const transcript = transcriptFromEntries(session.entries);
    applyEntry(
      transcript,
      session.store<"context_edit">({ type: "context_edit", targetId, replacement: null }),
    );
    assert.equal(topItems(transcript)[0]?.contextEdit, "omitted");
    applyEntry(
      transcript,
      session.store<"context_edit">({ type: "context_edit", targetId, replacement: "x" }),
    );
    assert.equal(topItems(transcript)[0]?.contextEdit, "replaced");
  });

  it("hide system messages, hidden custom messages, router state and what they do not know", () => {
    const session = new ScriptedSession();
    session.message({ role: "system", content: "x", timestamp: 1 });
    session.message({ role: "custom", customType: "c", content: "x", display: false, timestamp: 1 });
    session.message({ role: "their:role", timestamp: 1 } as unknown as Parameters<typeof session.message>[0]);
    session.store<"custom">({ type: "custom", customType: "relay.virtual-model-state", data: {} });
    session.store({ type: "future_entry" } as unknown as { type: "custom"; customType: string });
    assert.deepEqual(kinds(transcriptFromEntries(session.entries)), []);
    assert.deepEqual(kinds(fold(session.events)), []);
  });

  it("count usage of responses, tools, summaries and usage entries once", () => {
    const session = new ScriptedSession();
    session.assistant([]);
    session.toolResult("c1", "read", "x");
    const usage = usageOf(10);
    session.store<"usage">({ type: "usage", kind: "cache_warm", provider: "p", model: "m", usage });
    session.store<"branch_summary">({ type: "branch_summary", fromId: null, summary: "s", usage });
    session.store<"compaction">({
      type: "compaction",
      firstKeptEntryId: "x",
      tokensBefore: 1,
      summary: "s",
      usage,
    });
    const transcript = transcriptFromEntries(session.entries);
    const expected = {
      input: 32,
      output: 64,
      cacheRead: 5,
      cacheWrite: 0,
      totalTokens: 101,
      cost: 32 / 1024,
    };
    assert.deepEqual(transcript.usage, expected);
    assert.deepEqual(sync(transcript, session).usage, expected);
    assert.deepEqual(kinds(transcript), ["assistant", "tool", "branchSummary", "compaction"]);
  });

  it("show summaries that come as messages", () => {
    const session = new ScriptedSession();
    session.message({ role: "branchSummary", summary: "b", fromId: "x", timestamp: 1 });
    session.message({ role: "compactionSummary", summary: "c", tokensBefore: 5, timestamp: 1 });
    assert.deepEqual(kinds(transcriptFromEntries(session.entries)), ["branchSummary", "compaction"]);
  });

  it("are told once when both an event and a result name them", () => {
    const session = new ScriptedSession();
    session.append<"compaction">({
      type: "compaction",
      firstKeptEntryId: "x",
      tokensBefore: 1,
      summary: "s",
    });
    const result = { summary: "s", firstKeptEntryId: "x", tokensBefore: 1, entryId: session.leafId! };
    session.emit({ type: "compaction_end", reason: "threshold", result, aborted: false, willRetry: false });
    assert.deepEqual(kinds(fold(session.events)), ["compaction"]);
  });

  it("fold a session of 40,000 entries in linear time", () => {
    const session = new ScriptedSession();
    for (let i = 0; i < 10_000; i++) {
      session.user(`u${i}`);
      session.assistant([{ type: "toolCall", id: "call_1", name: "read", arguments: {} }]);
      session.toolResult("call_1", "read", "x");
      session.store<"custom">({ type: "custom", customType: "c" });
    }
    assert.ok(isLinear(5_000, (size) => void transcriptFromEntries(session.entries.slice(0, size))));
  });
});
