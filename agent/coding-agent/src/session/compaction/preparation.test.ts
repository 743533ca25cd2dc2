import assert from "node:assert/strict";
import { prepareCompaction } from "./preparation.ts";
import { History } from "./testing/history.ts";

const settings = { enabled: true, reserveTokens: 5, keepRecentTokens: 10 };

describe("prepareCompaction", () => {
  it("sessions-and-tools.md 34: says why there is nothing to do", () => {
    const history = new History();
    assert.equal(prepareCompaction(history.path, 0, settings), "Nothing to compact (session too small)");
    history.user(10);
    assert.equal(prepareCompaction(history.path, 0, settings), "Nothing to compact (session too small)");
    history.manager.appendCompaction("s", null, 1);
    assert.equal(prepareCompaction(history.path, 0, settings), "Already compacted");
    history.manager.appendSessionInfo("n");
    assert.equal(prepareCompaction(history.path, 0, settings), "Nothing to compact (session too small)");
  });

  it("carries the last summary and everything that a summarizer needs", () => {
    const history = new History();
    const first = history.user("one");
    history.manager.appendCompaction("earlier", first, 1);
    const kept = history.user(10);
    const preparation = prepareCompaction(history.path, 77, settings);
    assert.deepEqual(preparation, {
      firstKeptEntryId: kept,
      messagesToSummarize: [{ role: "user", content: [{ type: "text", text: "one" }], timestamp: 1 }],
      turnPrefixMessages: [],
      isSplitTurn: false,
      tokensBefore: 77,
      previousSummary: "earlier",
      fileOps: { read: new Set(), written: new Set(), edited: new Set() },
      settings,
    });
  });
});
