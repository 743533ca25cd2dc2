import assert from "node:assert/strict";
import {
  emptyUsage,
  type AssistantMessage,
  type CompactionEntry,
  type JsonObject,
  type SessionEntry,
  type Usage,
} from "@relay-harness/protocol";
import { usageNotices } from "./usageNotices.ts";

const minute = 60_000;
const start = Date.parse("2026-01-01T00:00:00.000Z");
const cost = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };

const usage = (input: number, cacheRead = 0): Usage => ({ ...emptyUsage(), input, cacheRead });
const priced = (input: number, output: number, total: number): Usage => ({
  ...usage(input),
  output,
  cost: { ...emptyUsage().cost, total },
});
const answer = (used: Usage, fields: Partial<AssistantMessage> = {}): Partial<AssistantMessage> => ({
  role: "assistant",
  provider: "p",
  model: "m",
  usage: used,
  ...fields,
});

/** What comes in a branch, and the minute it comes at. */
type Step = [at: number, entry: Partial<AssistantMessage> | { type: string }];

/** Notices about the last answer of a branch. */
function noticesOf(...steps: Step[]): string[] {
  const entries = steps.map(([at, step], index) => {
    const timestamp = start + at * minute;
    const base = { id: String(index), parentId: null, timestamp: new Date(timestamp).toISOString() };
    const entry = "type" in step ? step : { type: "message", message: { timestamp, ...step } };
    return { ...base, ...entry } as SessionEntry;
  });
  const last = entries.at(-1);
  assert.ok(last?.type === "message");
  return usageNotices(
    { type: "message_end", message: last.message, entryId: last.id },
    {
      getEntry: (id) => entries[Number(id)],
      getParent: ({ id }) => entries[Number(id) - 1],
      costOf: () => cost,
    },
  );
}

describe("models.md §11.2: notices about the cache", () => {
  it("a prompt that had to be read again, as far as it was there before", () => {
    assert.deepEqual(noticesOf([0, answer(usage(10_000))], [1, answer(usage(30_000))]), [
      "Cache miss: 10000 tokens re-read ($0.0345)",
    ]);
    assert.deepEqual(noticesOf([0, answer(usage(10_000))], [1, answer(usage(1000, 7500))]), []);
    assert.deepEqual(noticesOf([0, answer(usage(10_000))], [1, answer(usage(5000, 7999))]), [
      "Cache miss: 2001 tokens re-read ($0.0069)",
    ]);
    assert.deepEqual(noticesOf([0, answer(usage(10_000))], [1, answer(usage(5000, 8000))]), []);
  });

  it("a shorter prompt counts as far as it goes", () => {
    assert.deepEqual(noticesOf([0, answer(usage(10_000))], [1, answer(usage(2500))]), [
      "Cache miss: 2500 tokens re-read ($0.0086)",
    ]);
  });

  it("says what may be the reason", () => {
    const first: Step = [0, answer(usage(10_000))];
    const miss = "Cache miss: 10000 tokens re-read ($0.0345)";
    assert.deepEqual(noticesOf(first, [5, answer(usage(10_000))]), [miss]);
    assert.deepEqual(noticesOf(first, [7.5, answer(usage(10_000))]), [`${miss} after 7 min idle`]);
    assert.deepEqual(noticesOf(first, [7, answer(usage(10_000), { model: "n" })]), [
      `${miss} after a model change`,
    ]);
    const warmed = { type: "usage", kind: "cache_warm", usage: usage(0, 10_000) };
    assert.deepEqual(noticesOf(first, [4, warmed], [9, answer(usage(10_000))]), [miss]);
  });

  it("says nothing of the first request, nor of the first one after a compaction", () => {
    assert.deepEqual(noticesOf([0, answer(usage(10_000))]), []);
    const compaction = { type: "compaction", summary: "s" };
    assert.deepEqual(noticesOf([0, answer(usage(10_000))], [1, compaction], [2, answer(usage(9000))]), []);
  });

  it("requests that failed are left out", () => {
    const failed: Step = [1, answer(emptyUsage(), { stopReason: "error" })];
    assert.deepEqual(noticesOf([0, answer(usage(10_000))], failed, [2, answer(usage(10_000))]), [
      "Cache miss: 10000 tokens re-read ($0.0345)",
    ]);
    assert.deepEqual(noticesOf([0, answer(usage(10_000))], failed), []);
  });

  it("thinking that the provider dropped", () => {
    const dropped = (count: unknown): Partial<AssistantMessage> =>
      answer(usage(1), {
        diagnostics: [
          { type: "thinking_dropped", timestamp: start, details: { count, reasons: [] } as JsonObject },
        ],
      });
    assert.deepEqual(noticesOf([0, dropped(3)]), ["3 thinking blocks were dropped by the provider"]);
    assert.deepEqual(noticesOf([0, dropped(1)]), ["1 thinking block was dropped by the provider"]);
    assert.deepEqual(noticesOf([0, dropped("x")]), []);
  });

  const none = { getEntry: () => undefined, getParent: () => undefined, costOf: () => undefined };

  it("a refresh", () => {
    const entry = { type: "usage", kind: "cache_warm", usage: { ...priced(5, 1, 0.05), cacheRead: 90_000 } };
    assert.deepEqual(usageNotices({ type: "entry_appended", entry: entry as SessionEntry }, none), [
      "Cache kept warm: 90005 tokens ($0.0500)",
    ]);
    const other = { ...entry, kind: "other" };
    assert.deepEqual(usageNotices({ type: "entry_appended", entry: other as SessionEntry }, none), []);
  });

  it("a compaction, and the summary of a branch", () => {
    const result = { summary: "s", firstKeptEntryId: "1", tokensBefore: 9, usage: priced(4000, 300, 0.0123) };
    const end = { type: "compaction_end", reason: "manual", aborted: false, willRetry: false } as const;
    const text = ["Compaction used 4000/300 tokens ($0.0123)"];
    assert.deepEqual(usageNotices({ ...end, result }, none), text);
    assert.deepEqual(usageNotices({ ...end, aborted: true }, none), []);
    const entry = { type: "branch_summary", usage: result.usage } as unknown as CompactionEntry;
    const moved = { type: "session_tree", newLeafId: "1", oldLeafId: "0", summaryEntryId: "1" } as const;
    assert.deepEqual(usageNotices(moved, { ...none, getEntry: () => entry }), text);
  });
});
