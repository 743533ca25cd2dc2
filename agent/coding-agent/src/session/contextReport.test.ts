import assert from "node:assert/strict";
import type { AgentMessage } from "@relay-harness/protocol";
import { contextReport } from "./contextReport.ts";

const result = (text: string): AgentMessage => ({
  role: "toolResult",
  toolCallId: "c",
  toolName: "read",
  content: [{ type: "text", text }],
  isError: false,
  timestamp: 0,
});

describe("contextReport", () => {
  it("rpc-additions.md §4: every message counts in one part, by what a request holds of it", () => {
    const messages: AgentMessage[] = [
      { role: "compactionSummary", summary: "s".repeat(40), tokensBefore: 0, timestamp: 0 },
      { role: "system", content: "counted with the prompt", timestamp: 0 },
      { role: "user", content: "u".repeat(8), timestamp: 0 },
      result("r".repeat(4000)),
      result("r".repeat(12)),
      { role: "custom", customType: "note", content: "c".repeat(16), display: true, timestamp: 0 },
    ];
    const stub = result("[harness:elided]");
    assert.deepEqual(
      contextReport({
        usage: { tokens: 7, contextWindow: 1000, percent: 0.7 },
        systemPrompt: "p".repeat(5),
        tools: [],
        messages,
        sent: messages.map((message, index) => (index === 3 ? stub : message)),
        digest: "d".repeat(20),
        blocks: ["b".repeat(24), "d".repeat(20)],
      }),
      {
        tokens: 7,
        contextWindow: 1000,
        breakdown: { system: 2, tools: 0, verbatim: 5, stubbed: 4, digest: 5, summary: 10, other: 10 },
      },
    );
  });

  it("rpc-additions.md §4: without a model the window is 0; only what is declared of a tool counts", () => {
    const tool = { name: "t", description: "d", parameters: {}, promptSnippet: "x".repeat(1000) };
    assert.deepEqual(
      contextReport({
        usage: undefined,
        systemPrompt: "",
        tools: [tool],
        messages: [],
        sent: [],
        digest: "",
        blocks: [],
      }),
      {
        tokens: null,
        contextWindow: 0,
        breakdown: { system: 0, tools: 12, verbatim: 0, stubbed: 0, digest: 0, summary: 0, other: 0 },
      },
    );
  });
});
