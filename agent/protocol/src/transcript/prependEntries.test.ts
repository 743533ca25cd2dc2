import assert from "node:assert/strict";
import { playSession, ScriptedSession } from "../../fixtures/scriptedRun.ts";
import { fold, kinds, lastAssistant, tool, topItems } from "../../fixtures/transcripts.ts";
import type { SessionEntry } from "../entries.ts";
import { transcriptFromEntries } from "./applyEntry.ts";
import type { Transcript } from "./model.ts";
import { prependEntries } from "./prependEntries.ts";
import { takeChanges } from "./state.ts";
import { transcriptView } from "./view.ts";

/** The view with calls named by their place: their ids depend on what was loaded first. */
function comparable(transcript: Transcript): unknown {
  const view = transcriptView(transcript);
  const names = new Map(
    view.items.flatMap((item, index) =>
      item.id.startsWith("tool:") ? [[item.id, `tool ${index}`] as const] : [],
    ),
  );
  return JSON.parse(JSON.stringify(view), (_key, value: unknown) =>
    typeof value === "string" ? (names.get(value) ?? value) : value,
  );
}

function pages(entries: readonly SessionEntry[], size: number): SessionEntry[][] {
  const count = Math.ceil(entries.length / size);
  return Array.from({ length: count }, (_, index) => entries.slice(index * size, (index + 1) * size));
}

describe("prependEntries", () => {
  const session = playSession();
  const whole = comparable(transcriptFromEntries(session.entries));

  it("gives the whole transcript wherever it is cut in two", () => {
    for (let cut = 0; cut <= session.entries.length; cut++) {
      const transcript = transcriptFromEntries(session.entries.slice(cut));
      prependEntries(transcript, session.entries.slice(0, cut));
      assert.deepEqual(comparable(transcript), whole, `cut before entry ${cut}`);
    }
  });

  it("rpc-additions.md 8: gives the whole transcript from pages of any size, last page first", () => {
    for (let size = 1; size <= session.entries.length; size++) {
      const [last = [], ...older] = pages(session.entries, size).reverse();
      const transcript = transcriptFromEntries(last);
      for (const page of older) prependEntries(transcript, page);
      assert.deepEqual(comparable(transcript), whole, `pages of ${size}`);
    }
  });

  it("leaves out entries that are already there", () => {
    const transcript = transcriptFromEntries(session.entries.slice(10));
    prependEntries(transcript, session.entries);
    assert.deepEqual(comparable(transcript), whole);
    prependEntries(transcript, session.entries);
    assert.deepEqual(comparable(transcript), whole);
  });

  it("does not disturb a response that is streaming", () => {
    const live = new ScriptedSession();
    live.user("Old");
    const stored = [...live.entries];
    live.assistant([{ type: "text", text: "Streaming" }]);
    const end = live.events.findIndex(
      (event) => event.type === "message_end" && event.message.role === "assistant",
    );
    const begin = live.events.findIndex(
      (event) => event.type === "message_start" && event.message.role === "assistant",
    );
    const transcript = fold(live.events.slice(begin, begin + 3));
    const { id } = lastAssistant(transcript);
    prependEntries(transcript, stored);
    fold(live.events.slice(begin + 3, end + 1), transcript);
    assert.deepEqual(kinds(transcript), ["user", "assistant"]);
    assert.equal(lastAssistant(transcript).id, id);
    assert.deepEqual(lastAssistant(transcript).blocks, [{ kind: "text", text: "Streaming" }]);
  });

  it("keeps the ids of what is shown and reports what came", () => {
    const repeated = new ScriptedSession();
    for (let round = 0; round < 3; round++) {
      repeated.assistant([{ type: "toolCall", id: "call_1", name: "read", arguments: { round } }]);
      repeated.toolResult("call_1", "read", `result ${round}`);
    }
    const transcript = transcriptFromEntries(repeated.entries.slice(4));
    const shown = [...transcript.items.keys()];
    takeChanges(transcript);
    prependEntries(transcript, repeated.entries.slice(0, 4));
    for (const id of shown) assert.ok(transcript.items.has(id));
    assert.deepEqual(tool(transcript, "tool:call_1").args, { round: 2 });
    const changes = takeChanges(transcript);
    assert.ok(changes.order && changes.status);
    assert.deepEqual(
      [...changes.items].filter((id) => shown.includes(id)),
      [],
    );
    const results = topItems(transcript).map((item) => {
      const [block] = item?.kind === "assistant" ? item.blocks : [];
      const card = block?.kind === "toolCall" ? tool(transcript, block.itemId) : undefined;
      return [card?.args, card?.content];
    });
    assert.deepEqual(
      results,
      [0, 1, 2].map((round) => [{ round }, [{ type: "text", text: `result ${round}` }]]),
    );
  });

  it("lets labels, edits and names of the newer page count", () => {
    const marked = new ScriptedSession();
    const first = marked.user("u1");
    const second = marked.user("u2");
    marked.store<"label">({ type: "label", targetId: first, label: "old" });
    marked.store<"label">({ type: "label", targetId: second, label: "kept" });
    marked.store<"session_info">({ type: "session_info", name: "Old" });
    marked.store<"label">({ type: "label", targetId: first });
    marked.store<"context_edit">({ type: "context_edit", targetId: second, replacement: null });
    marked.store<"session_info">({ type: "session_info" });
    for (let cut = 0; cut <= marked.entries.length; cut++) {
      const transcript = transcriptFromEntries(marked.entries.slice(cut));
      prependEntries(transcript, marked.entries.slice(0, cut));
      const marks = topItems(transcript).map((item) => [item?.label, item?.contextEdit]);
      assert.deepEqual(marks, [
        [undefined, undefined],
        ["kept", "omitted"],
      ]);
      assert.equal(transcript.sessionName, undefined);
    }
  });
});
