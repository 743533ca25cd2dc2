import assert from "node:assert/strict";
import fc from "fast-check";
import type { AgentMessage, ContextEditEntry, SessionEntry } from "@relay-harness/protocol";
import { TestDir, assistant, header, jsonl, user } from "./fixtures.test.ts";
import { parseSession } from "./parseSession.ts";
import { run, share, step, text } from "./randomSteps.test.ts";
import { SessionManager } from "./sessionManager.ts";
import { toLine } from "./sessionRecords.ts";

/** "Context Building" of session-format.md, step by step and without a thought for speed. */
function slowProjection(entries: readonly SessionEntry[], leafId: string | null): AgentMessage[] {
  const path: SessionEntry[] = [];
  for (let id = leafId; id !== null;) {
    const entry = entries.find((candidate) => candidate.id === id);
    if (!entry) break;
    path.unshift(entry);
    id = entry.parentId;
  }
  let selected = path;
  const compactions = path.filter((entry) => entry.type === "compaction");
  const latest = compactions.at(-1);
  if (latest?.type === "compaction") {
    const boundary = path.indexOf(latest);
    const from = path.findIndex((entry) => entry.id === latest.firstKeptEntryId);
    const kept = path.filter(
      (entry, index) =>
        from >= 0 &&
        index >= from &&
        index < boundary &&
        !(entry.type === "message" && entry.message.role === "system") &&
        // an older summary is part of the newer one
        entry.type !== "compaction",
    );
    selected = [latest, ...kept, ...path.slice(boundary + 1)];
  }
  return selected.flatMap((entry) => {
    const edit = path.findLast(
      (candidate): candidate is ContextEditEntry =>
        candidate.type === "context_edit" && candidate.targetId === entry.id,
    );
    return slowMessages(entry).flatMap((message) => (edit ? slowEdit(message, edit.replacement) : [message]));
  });
}

function slowMessages(entry: SessionEntry): AgentMessage[] {
  const timestamp = Date.parse(entry.timestamp);
  if (entry.type === "message") return [entry.message];
  if (entry.type === "compaction") {
    const { summary, tokensBefore, systemMessage } = entry;
    const message: AgentMessage = { role: "compactionSummary", summary, tokensBefore, timestamp };
    return systemMessage ? [systemMessage, message] : [message];
  }
  if (entry.type === "branch_summary") {
    return [{ role: "branchSummary", summary: entry.summary, fromId: entry.fromId, timestamp }];
  }
  if (entry.type === "custom_message") {
    const { customType, content, display } = entry;
    return [{ role: "custom", customType, content, display, timestamp }];
  }
  return [];
}

/** The tests replace by text or omit; system messages and summaries cannot be edited. */
function slowEdit(message: AgentMessage, replacement: ContextEditEntry["replacement"]): AgentMessage[] {
  const { role } = message;
  const isEditable = role === "user" || role === "assistant" || role === "toolResult" || role === "custom";
  if (!isEditable) return [message];
  if (replacement === null) return [];
  const isPlain = role === "user" || role === "custom";
  const content = isPlain ? replacement : [{ type: "text", text: replacement }];
  return [{ ...message, content } as AgentMessage];
}

describe("random sessions", () => {
  const dir = new TestDir();
  beforeEach(() => dir.create());
  afterEach(() => dir.remove());

  it("the projection is that of session-format.md after every step", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const session = SessionManager.inMemory("/w");
        for (const action of steps) {
          run(session, action);
          const expected = slowProjection(session.getEntries(), session.getLeafId());
          assert.deepEqual(session.buildSessionContext().messages, expected);
          assert.deepEqual(
            session.buildSessionProjection().map(({ message }) => message),
            expected,
          );
        }
      }),
      { numRuns: 200 },
    );
  });

  it("a session that is read again has the same entries, labels, name and projections", () => {
    let count = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const session = SessionManager.create("/w", dir.path, { id: `s${count++}` });
        session.appendMessage(user("first"));
        for (const action of steps) run(session, action);
        session.close();
        const again = SessionManager.open(session.getSessionFile() ?? "");
        const entries = session.getEntries();
        assert.deepEqual(again.getEntries(), entries);
        assert.deepEqual(again.getHeader(), session.getHeader());
        assert.equal(again.getLeafId(), entries.at(-1)?.id);
        assert.equal(again.getSessionName(), session.getSessionName());
        for (const { id } of entries) {
          assert.deepEqual(again.getLabelDetails(id), session.getLabelDetails(id));
          again.branch(id);
          session.branch(id);
          assert.deepEqual(again.buildSessionContext(), session.buildSessionContext());
        }
        again.close();
      }),
      { numRuns: 60 },
    );
  });

  it("a file cut at any byte loads what is whole before the cut", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), share, (steps, at) => {
        const session = SessionManager.inMemory("/w");
        for (const action of steps) run(session, action);
        const head = toLine(session.getHeader());
        const bytes = Buffer.from(session.getEntries().map(toLine).join(""));
        const cut = bytes.subarray(0, Math.floor(at * bytes.length));
        const parsed = parseSession(head + cut.toString("utf8"));
        const complete = cut.toString("latin1").split("\n").length - 1;
        const whole = session.getEntries().slice(0, complete);
        // The cut may have taken only the line feed.
        const isOneMore = parsed?.entries.length === complete + 1;
        assert.deepEqual(parsed?.entries.slice(0, complete), whole);
        assert.ok(isOneMore || parsed?.entries.length === complete);
      }),
      { numRuns: 150 },
    );
  });

  it("migration of version 1 chains the lines, keeps what they say, and has nothing left to do", () => {
    const message = fc.oneof(
      text.map((value) => user(value)),
      text.map((value) => assistant(value)),
      text.map((content) => ({ role: "hookMessage", customType: "h", content, display: true, timestamp: 5 })),
    );
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 12 }), share, (messages, at) => {
        const firstKeptEntryIndex = 1 + Math.floor(at * messages.length);
        const old = jsonl(
          header({ version: undefined, provider: "x" }),
          ...messages.map((body) => ({ type: "message", timestamp: "t", message: { ...body } })),
          { type: "compaction", timestamp: "t", summary: "SUM", firstKeptEntryIndex, tokensBefore: 9 },
        );
        const first = parseSession(old);
        assert.ok(first?.migrated);
        const { entries } = first;
        assert.deepEqual(
          entries.map(({ parentId }) => parentId),
          [null, ...entries.slice(0, -1).map(({ id }) => id)],
        );
        assert.deepEqual(
          entries.slice(0, -1).map((entry) => (entry.type === "message" ? entry.message : entry.type)),
          messages.map((body) => (body.role === "hookMessage" ? { ...body, role: "custom" } : body)),
        );
        const last = entries.at(-1);
        assert.ok(last?.type === "compaction" && !("firstKeptEntryIndex" in last));
        assert.equal(last.firstKeptEntryId, entries[firstKeptEntryIndex - 1]?.id);
        const second = parseSession(first.migrated);
        assert.equal(second?.migrated, undefined);
        assert.deepEqual(second?.entries, entries);
        assert.deepEqual(second?.header, { ...first.header, version: 3 });
      }),
      { numRuns: 150 },
    );
  });
});
