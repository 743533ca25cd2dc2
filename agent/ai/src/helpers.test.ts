import assert from "node:assert/strict";
import type { LlmMessage, ToolDeclaration, Usage } from "@relay-harness/protocol";
import {
  calculateCost,
  collapseSystemMessages,
  getCurrentSystemPrompt,
  getCurrentTools,
  StringEnum,
  uuidv7,
} from "./helpers.ts";

const tool = (name: string): ToolDeclaration => ({
  ...{ name, description: "d", parameters: { type: "object" } },
});

describe("helpers for extensions", () => {
  it("extension-api.md §1: StringEnum is a plain schema", () => {
    assert.deepEqual(StringEnum(["a", "b"], { description: "d" }), {
      ...{ type: "string", enum: ["a", "b"], description: "d" },
    });
  });

  it("a transcript says which prompt and tools count", () => {
    const messages: LlmMessage[] = [
      { role: "system", content: "One", toolsAdded: [tool("a")], timestamp: 1 },
      { role: "user", content: "hi", timestamp: 2 },
      {
        role: "system",
        content: "Two",
        toolsAdded: [tool("b")],
        toolsRemoved: [{ name: "a" }],
        timestamp: 3,
      },
    ];
    assert.match(getCurrentSystemPrompt(messages), /One[\s\S]*Two/);
    assert.deepEqual(
      getCurrentTools(messages).map(({ name }) => name),
      ["b"],
    );
    const collapsed = collapseSystemMessages(messages);
    assert.deepEqual(
      collapsed.map(({ role, timestamp }) => [role, timestamp]),
      [
        ["system", 1],
        ["user", 2],
      ],
    );
    assert.equal(getCurrentSystemPrompt(collapsed), getCurrentSystemPrompt(messages));
  });

  it("ids sort by time and have their version", () => {
    const ids = [uuidv7(1), uuidv7(2), uuidv7(2 ** 40)];
    assert.deepEqual(ids.toSorted(), ids);
    for (const id of ids)
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it("costs follow the rates per million", () => {
    const cost = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 };
    const usage: Usage = {
      ...{ input: 1_000_000, output: 500_000, cacheRead: 0, cacheWrite: 0, totalTokens: 1_500_000 },
      cost: { ...cost, total: 0, totalFromProvider: false },
    };
    assert.equal(calculateCost({ cost }, usage).total, 2);
  });
});
