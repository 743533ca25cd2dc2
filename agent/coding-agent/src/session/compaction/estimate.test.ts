import assert from "node:assert/strict";
import { emptyUsage, type AgentMessage, type Usage } from "@relay-harness/protocol";
import { contextUsage } from "../contextUsage.ts";
import { contextSize, estimateTokens, type ContextSize } from "./estimate.ts";
import { answer, History, testModel } from "./testing/history.ts";

const timestamp = 1;

describe("estimateTokens", () => {
  const call = { type: "toolCall", id: "c1", name: "read", arguments: { path: "abc" } } as const;
  const bash = { role: "bashExecution", cancelled: false, truncated: false, timestamp } as const;
  const rows: [name: string, message: AgentMessage, tokens: number][] = [
    ["ten characters of a user", { role: "user", content: "x".repeat(10), timestamp }, 3],
    [
      "an image",
      { role: "user", content: [{ type: "image", data: "AA", mimeType: "image/png" }], timestamp },
      1200,
    ],
    ["a tool call", answer("", { content: [call] }), 5],
    ["a shell command", { ...bash, command: "x".repeat(4), output: "y".repeat(8) }, 3],
    [
      "an excluded one",
      { ...bash, command: "x".repeat(4), output: "y".repeat(8), excludeFromContext: true },
      3,
    ],
    [
      "text and thinking without signatures",
      answer("", {
        content: [
          { type: "thinking", thinking: "t".repeat(4), thinkingSignature: "s".repeat(400) },
          { type: "text", text: "a".repeat(4) },
        ],
      }),
      2,
    ],
    ["a summary", { role: "compactionSummary", summary: "s".repeat(8), tokensBefore: 1, timestamp }, 2],
    [
      "prompt sections and tools",
      { role: "system", content: "abcd", sections: { a: "efgh", b: null }, toolsAdded: [], timestamp },
      2,
    ],
    [
      "an unknown role",
      { role: "mystery", content: "x".repeat(10), timestamp } as unknown as AgentMessage,
      0,
    ],
  ];
  for (const [name, message, tokens] of rows) {
    it(`sessions-and-tools.md 31: counts ${name} as ${tokens}`, () => {
      assert.equal(estimateTokens(message), tokens);
    });
  }

  it("counts the JSON of added tools", () => {
    const toolsAdded = [{ name: "t", description: "d", parameters: {} }];
    const expected = Math.ceil(JSON.stringify(toolsAdded).length / 4);
    assert.equal(estimateTokens({ role: "system", content: "", toolsAdded, timestamp }), expected);
  });
});

describe("contextSize", () => {
  const usage: Usage = { ...emptyUsage(), input: 600, output: 100, totalTokens: 700 };
  const sizeOf = ({ manager }: History): ContextSize =>
    contextSize(manager.getBranch(), manager.buildSessionProjection());
  const reported = (history: History, fields: object = {}): string =>
    history.manager.appendMessage(answer(10, { usage, ...fields }));

  it("is an estimate as long as nothing was reported", () => {
    const history = new History();
    history.user(10);
    history.assistant(5);
    assert.deepEqual(sizeOf(history), { tokens: 15, isReported: false });
  });

  it("is the last report and estimates of what came after it", () => {
    const history = new History();
    history.user(10);
    reported(history);
    history.user(7);
    reported(history, { stopReason: "error" });
    history.manager.appendSessionInfo("name");
    assert.deepEqual(sizeOf(history), { tokens: 717, isReported: true });
  });

  it("adds up the parts of a report without a total", () => {
    const history = new History();
    reported(history, { usage: { ...usage, totalTokens: 0, cacheRead: 3, cacheWrite: 4 } });
    assert.equal(sizeOf(history).tokens, 707);
  });

  it("is an estimate again after a context edit and after a compaction", () => {
    const history = new History();
    const first = history.user(10);
    reported(history);
    history.manager.appendContextEdit(first, null);
    assert.deepEqual(sizeOf(history), { tokens: 10, isReported: false });
    reported(history);
    assert.equal(sizeOf(history).isReported, true);
    history.manager.appendCompaction("s".repeat(40), history.user(3), 1);
    assert.deepEqual(sizeOf(history), { tokens: 13, isReported: false });
  });

  it("as usage of the window is unknown after a compaction until the next report", () => {
    const history = new History();
    const shown = () =>
      contextUsage(history.path, history.manager.buildSessionProjection(), {
        ...testModel,
        contextWindow: 1000,
      });
    reported(history);
    assert.deepEqual(shown(), { tokens: 700, contextWindow: 1000, percent: 70 });
    history.manager.appendCompaction("s", history.user(3), 1);
    assert.deepEqual(shown(), { tokens: null, contextWindow: 1000, percent: null });
    reported(history, { stopReason: "aborted" });
    assert.equal(shown()?.tokens, null);
    reported(history);
    assert.equal(shown()?.tokens, 700);
    assert.equal(contextUsage(history.path, [], { ...testModel, contextWindow: 0 }), undefined);
  });
});
