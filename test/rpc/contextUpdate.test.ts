import assert from "node:assert/strict";
import { ofType, outline, useRpc } from "../support/rpcSuite.ts";

const contextWindow = 128_000;

describe("rpc: context_update", () => {
  const suite = useRpc({ compaction: { keepRecentTokens: 1 } });

  it("rpc-additions.md §6: follows each answer, and says what get_session_stats says", async () => {
    suite.model.add(
      { calls: [{ name: "ls", arguments: {} }], usage: { prompt_tokens: 1000, completion_tokens: 24 } },
      { text: ["o", "n", "e"], usage: { prompt_tokens: 1272, completion_tokens: 8 } },
    );
    const relay = suite.start();
    const records = await relay.prompt("p");
    assert.deepEqual(ofType(records, "context_update"), [
      { type: "context_update", tokens: 1024, contextWindow, percent: 0.8 },
      { type: "context_update", tokens: 1280, contextWindow, percent: 1 },
    ]);
    for (const [index, { type }] of records.entries()) {
      if (type === "context_update") assert.equal(outline(records.slice(index - 1))[0], "end:assistant");
    }
    const { contextUsage } = (await relay.request({ type: "get_session_stats" })).data;
    assert.deepEqual(contextUsage, { tokens: 1280, contextWindow, percent: 1 });
  });

  it("rpc-additions.md §6: knows no count after a compaction until the next answer", async () => {
    const usage = { prompt_tokens: 1272, completion_tokens: 8 };
    suite.model.add({ text: "one" }, { text: "SUMMARY" }, { text: "two", usage });
    const relay = suite.start();
    await relay.prompt("p");
    const from = relay.records.length;
    await relay.request({ type: "compact" });
    const [begin, end, update, response] = relay.records.slice(from);
    assert.deepEqual(
      [begin?.type, end?.type, update, response?.command],
      [
        "compaction_start",
        "compaction_end",
        { type: "context_update", tokens: null, contextWindow, percent: null },
        "compact",
      ],
    );
    const records = await relay.prompt("q");
    assert.deepEqual(ofType(records, "context_update"), [
      { type: "context_update", tokens: 1280, contextWindow, percent: 1 },
    ]);
  });
});
