import assert from "node:assert/strict";
import fc from "fast-check";
import type { ScriptedSession } from "../../fixtures/scriptedRun.ts";
import { playSession } from "../../fixtures/scriptedRun.ts";
import { fold, topItems } from "../../fixtures/transcripts.ts";
import { applyEntry, transcriptFromEntries } from "./applyEntry.ts";
import { applyEvent } from "./applyEvent.ts";
import { createTranscript, takeChanges } from "./state.ts";
import { transcriptView } from "./view.ts";
import type { Transcript } from "./model.ts";

/** A client that has read what was stored by `from` and then listens. */
function attach(session: ScriptedSession, from: { events: number; entries: number }): Transcript {
  const transcript = transcriptFromEntries(session.entries.slice(0, from.entries));
  return fold(session.events.slice(from.events), transcript);
}

/** What a client does after `agent_settled` to learn the ids of entries (rpc.md §6.3). */
function sync(transcript: Transcript, session: ScriptedSession): Transcript {
  for (const entry of session.entries) applyEntry(transcript, entry);
  return transcript;
}

const start = { events: 0, entries: 2 };

describe("transcript", () => {
  const session = playSession();
  const stored = transcriptView(transcriptFromEntries(session.entries));

  it("is the same from live events and from stored entries", () => {
    const live = transcriptView(sync(attach(session, start), session));
    assert.deepEqual(live, stored);
    assert.ok(live.items.length > 20);
  });

  it("differs before the first sync in nothing but the ids of entries that no event tells", () => {
    const live = transcriptView(attach(session, start));
    const differing = live.items.filter((item, index) => item.id !== stored.items[index]?.id);
    assert.deepEqual(
      differing.map((item) => item.kind),
      ["thinkingChange"],
    );
    const withoutIds = (view: typeof live): unknown[] =>
      view.items.map((item) => ({ ...item, id: undefined, entryId: undefined }));
    assert.deepEqual(withoutIds(live), withoutIds(stored));
    assert.deepEqual(live.usage, stored.usage);
  });

  it("is the same wherever between two activities the client came in", () => {
    assert.equal(session.settled.length, 4);
    for (const from of session.settled) {
      assert.deepEqual(transcriptView(sync(attach(session, from), session)), stored);
    }
  });

  it("rpc.md §6.3: learns entry ids from get_entries when the events lack them", () => {
    const base = playSession({ namesEntries: false });
    const transcript = attach(base, start);
    assert.equal(topItems(transcript)[0]?.entryId, undefined);
    assert.deepEqual(transcriptView(sync(transcript, base)), stored);
  });

  it("does not change when entries are folded twice", () => {
    const transcript = transcriptFromEntries(session.entries);
    takeChanges(transcript);
    sync(transcript, session);
    assert.deepEqual(takeChanges(transcript), { items: new Set(), order: false, status: false });
    assert.deepEqual(transcriptView(transcript), stored);
  });

  it("never throws, whatever part of a stream arrives", () => {
    const noise = [{ type: "future_event", more: 1 }, { type: "toString" }, { type: "__proto__" }];
    const anyEvents = fc.array(fc.constantFrom<{ type: string }>(...session.events, ...noise));
    const prefix = fc.nat(session.events.length).map((end) => session.events.slice(0, end));
    fc.assert(
      fc.property(prefix, anyEvents, fc.nat(session.entries.length), (known, events, end) => {
        const transcript = fold(events, fold(known));
        for (const entry of session.entries.slice(0, end)) applyEntry(transcript, entry);
        const view = transcriptView(transcript);
        for (const id of transcript.order) assert.ok(transcript.items.has(id));
        assert.equal(new Set(transcript.order).size, transcript.order.length);
        assert.equal(new Set(view.items.map((item) => item.id)).size, view.items.length);
      }),
    );
  });

  it("reports as changed exactly the items that an event changed", () => {
    const transcript = createTranscript();
    for (const event of session.events) {
      const before = new Map([...transcript.items].map(([id, item]) => [id, JSON.stringify(item)]));
      takeChanges(transcript);
      applyEvent(transcript, event);
      const { items } = takeChanges(transcript);
      for (const [id, item] of transcript.items) {
        if (JSON.stringify(item) !== before.get(id)) assert.ok(items.has(id), `${event.type} changed ${id}`);
      }
      for (const id of before.keys()) {
        if (!transcript.items.has(id)) assert.ok(items.has(id), `${event.type} removed ${id}`);
      }
    }
  });
});
