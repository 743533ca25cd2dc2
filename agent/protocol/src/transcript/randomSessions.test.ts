import assert from "node:assert/strict";
import fc from "fast-check";
import { ScriptedSession, usageOf } from "../../fixtures/scriptedRun.ts";
import { fold } from "../../fixtures/transcripts.ts";
import type { AssistantContent, AssistantMessage } from "../messages.ts";
import { applyEntry, transcriptFromEntries } from "./applyEntry.ts";
import { prependEntries } from "./prependEntries.ts";
import { takeChanges } from "./state.ts";
import { transcriptView } from "./view.ts";

/** One thing that can happen in a session; `random` numbers choose its details. */
type Act = (session: ScriptedSession, random: number) => void;

const acts: Record<string, Act> = {
  user: (session, random) => void session.user(`message ${random}`),
  answer: (session, random) => void session.assistant(blocksOf(random)),
  failure: (session, random) => {
    session.assistant(blocksOf(random), { stopReason: "error", errorMessage: "529 Overloaded" });
    const targetId = session.leafId ?? "";
    session.append<"context_edit">({ type: "context_edit", targetId, replacement: null });
  },
  tools: (session, random) => {
    const calls = callsOf(random);
    session.assistant(calls);
    for (const call of calls)
      session.tool(call.id, call.name, `result ${random}`, { isError: random % 2 === 0 });
  },
  toolsOutOfOrder: (session, random) => {
    const calls = callsOf(random);
    session.assistant(calls);
    for (const call of calls) {
      session.emit({
        type: "tool_execution_start",
        toolCallId: call.id,
        toolName: call.name,
        args: call.arguments,
      });
    }
    for (const call of [...calls].reverse()) {
      const result = { content: [{ type: "text" as const, text: "early" }], structuredContent: random };
      session.emit({
        type: "tool_execution_end",
        toolCallId: call.id,
        toolName: call.name,
        result,
        isError: false,
      });
    }
    for (const call of calls) session.toolResult(call.id, call.name, `result ${random}`);
  },
  record: (session, random) => session.append<"custom">({ type: "custom", customType: "ext", data: random }),
  customMessage: (session, random) =>
    session.append<"custom_message">({
      type: "custom_message",
      customType: "ext",
      content: `note ${random}`,
      display: random % 3 !== 0,
    }),
  compaction: (session, random) => {
    session.emit({ type: "compaction_start", reason: "threshold" });
    const summary = {
      summary: `summary ${random}`,
      firstKeptEntryId: "x",
      tokensBefore: random,
      usage: usageOf(2),
    };
    const { id } = session.store<"compaction">({ type: "compaction", ...summary });
    const result = { ...summary, entryId: id };
    session.emit({ type: "compaction_end", reason: "threshold", result, aborted: false, willRetry: false });
  },
  name: (session, random) => {
    session.store<"session_info">({ type: "session_info", name: `name ${random}` });
    session.emit({ type: "session_info_changed", name: `name ${random}` });
  },
  noise: (session) =>
    session.emit(
      { type: "turn_start" },
      { type: "queue_update", steering: ["x"], followUp: [] },
      { type: "extension_error", extensionPath: "a", event: "b", error: "c" },
    ),
};

function blocksOf(random: number): AssistantContent[] {
  const all: AssistantContent[] = [
    { type: "thinking", thinking: `thought ${random}` },
    { type: "text", text: `text ${random}` },
    { type: "text", text: "" },
  ];
  return all.slice(0, random % 4);
}

/** Ids repeat from response to response, as with some providers. */
function callsOf(random: number): Extract<AssistantMessage["content"][number], { type: "toolCall" }>[] {
  return Array.from({ length: 1 + (random % 3) }, (_, index) => ({
    type: "toolCall",
    id: `call_${index}`,
    name: "read",
    arguments: { random },
  }));
}

const scripts = fc.array(fc.tuple(fc.constantFrom(...Object.values(acts)), fc.nat(50)), { maxLength: 25 });

function play(script: readonly [Act, number][]): ScriptedSession {
  const session = new ScriptedSession();
  session.user("first");
  for (const [act, random] of script) act(session, random);
  session.emit({ type: "agent_settled", aborted: false });
  return session;
}

describe("any session", () => {
  it("looks the same live, resumed, and attached to in the middle of its events", () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const session = play(script);
        const stored = transcriptView(transcriptFromEntries(session.entries));
        const live = fold(session.events);
        assert.deepEqual(transcriptView(live), stored);
        for (const entry of session.entries) applyEntry(live, entry);
        assert.deepEqual(transcriptView(live), stored);
      }),
    );
  });

  it("is whole again after paging backwards from a live tail", () => {
    fc.assert(
      fc.property(scripts, scripts, (before, after) => {
        const session = play([...before]);
        const known = { events: session.events.length, entries: session.entries.length };
        for (const [act, random] of after) act(session, random);
        const transcript = fold(session.events.slice(known.events));
        prependEntries(transcript, session.entries.slice(0, known.entries));
        const outline = (view: ReturnType<typeof transcriptView>): unknown[] =>
          view.items.map((item) => [item.kind, item.entryId, item.contextEdit]);
        const whole = transcriptView(transcriptFromEntries(session.entries));
        assert.deepEqual(outline(transcriptView(transcript)), outline(whole));
      }),
    );
  });

  it("can be drawn from changes alone", () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const session = play(script);
        const transcript = fold([]);
        const drawn = new Map<string, string>();
        let order: string[] = [];
        for (const event of session.events) {
          fold([event], transcript);
          const changes = takeChanges(transcript);
          if (changes.order) order = [...transcript.order];
          for (const id of changes.items) {
            const item = transcript.items.get(id);
            if (item) drawn.set(id, JSON.stringify(item));
            else drawn.delete(id);
          }
        }
        assert.deepEqual(order, transcript.order);
        const expected = [...transcript.items].map(([id, item]) => [id, JSON.stringify(item)] as const);
        assert.deepEqual(new Map([...drawn].sort()), new Map([...expected].sort()));
      }),
    );
  });
});
