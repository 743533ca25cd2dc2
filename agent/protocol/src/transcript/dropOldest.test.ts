import assert from "node:assert/strict";
import { ScriptedSession } from "../../fixtures/scriptedRun.ts";
import { kinds } from "../../fixtures/transcripts.ts";
import { transcriptFromEntries } from "./applyEntry.ts";
import { dropOldest } from "./dropOldest.ts";
import { prependEntries } from "./prependEntries.ts";
import { takeChanges } from "./state.ts";
import { transcriptView } from "./view.ts";

function longSession(turns: number): ScriptedSession {
  const session = new ScriptedSession();
  for (let turn = 1; turn <= turns; turn++) {
    session.user(`u${turn}`);
    session.assistant([{ type: "toolCall", id: "call_1", name: "read", arguments: { path: `f${turn}` } }]);
    session.toolResult("call_1", "read", `r${turn}`);
    session.assistant([{ type: "text", text: `a${turn}` }]);
  }
  return session;
}

describe("letting go of old items", () => {
  it("cuts before a user message and says what changed", () => {
    const transcript = transcriptFromEntries(longSession(3).entries);
    takeChanges(transcript);
    dropOldest(transcript, 4);
    assert.deepEqual(kinds(transcript), ["user", "assistant", "assistant"]);
    const { order, items } = takeChanges(transcript);
    assert.deepEqual([order, items.size], [true, 8]);
  });

  it("does nothing while there are no more than those to keep", () => {
    const transcript = transcriptFromEntries(longSession(2).entries);
    dropOldest(transcript, 6);
    assert.equal(transcript.order.length, 6);
  });

  it("leaves nothing behind of what is gone", () => {
    const transcript = transcriptFromEntries(longSession(50).entries);
    dropOldest(transcript, 3);
    const { internal } = transcript;
    assert.deepEqual(
      [transcript.items.size, internal.byEntryId.size, internal.seenEntries.size, internal.answered.size],
      [4, 4, 4, 1],
    );
    assert.deepEqual(
      [...internal.tools.values()].map((ids) => ids.length),
      [1],
    );
  });

  it("can be undone with the entries of a page", () => {
    const { entries } = longSession(4);
    const transcript = transcriptFromEntries(entries);
    dropOldest(transcript, 3);
    prependEntries(transcript, entries.slice(0, 12));
    const whole = transcriptView(transcriptFromEntries(entries));
    const texts = (view: typeof whole): unknown[] => view.items.map((item) => [item.kind, item.entryId]);
    assert.deepEqual(texts(transcriptView(transcript)), texts(whole));
    assert.deepEqual(transcript.usage, whole.usage);
  });
});
