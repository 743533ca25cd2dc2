import assert from "node:assert/strict";
import type { SystemMessage, ToolDeclaration } from "@relay-harness/protocol";
import { replaySystemMessages } from "../../sessions/systemState.ts";
import { promptChange, type PromptDeclaration } from "./promptChange.ts";

function tool(name: string, description = name): ToolDeclaration {
  return { name, description, parameters: { type: "object", properties: { a: { type: "string" } } } };
}

const start: PromptDeclaration = {
  sections: { preamble: "P", skills: "S", cwd: "/w" },
  tools: [tool("read"), tool("bash")],
};

function stateAfter(...messages: (SystemMessage | undefined)[]) {
  return replaySystemMessages(messages.filter((message) => message !== undefined));
}

describe("promptChange", () => {
  it("declares everything at first, without what only the program needs of a tool", () => {
    const live = { ...tool("read"), constrainedSampling: false as const, execute: () => undefined };
    assert.deepEqual(promptChange(undefined, { sections: { cwd: "/w" }, tools: [live] }, 7), {
      role: "system",
      content: "",
      sections: { cwd: "/w" },
      toolsAdded: [{ ...tool("read"), constrainedSampling: false }],
      timestamp: 7,
    });
  });

  it("is nothing when nothing changed, in whatever order tools and schema keys are", () => {
    const state = stateAfter(promptChange(undefined, start, 1));
    const reordered = {
      parameters: { properties: { a: { type: "string" } }, type: "object" },
      description: "read",
      name: "read",
    };
    assert.equal(promptChange(state, { ...start, tools: [tool("bash"), reordered] }, 2), undefined);
  });

  it("patches sections and tools, and a replay of the patches gives the new prompt", () => {
    const first = promptChange(undefined, start, 1);
    const next: PromptDeclaration = {
      sections: { preamble: "P", docs: "D", cwd: "/w" },
      tools: [tool("read", "changed"), tool("grep")],
    };
    const change = promptChange(stateAfter(first), next, 2);
    assert.deepEqual(change, {
      role: "system",
      content: "",
      sections: { docs: "D", skills: null },
      toolsAdded: [tool("read", "changed"), tool("grep")],
      toolsRemoved: [{ name: "bash" }],
      timestamp: 2,
    });
    const state = stateAfter(first, change);
    assert.deepEqual(state, {
      content: "",
      sections: { preamble: "P", cwd: "/w", docs: "D" },
      tools: [tool("read", "changed"), tool("grep")],
    });
    assert.equal(promptChange(state, next, 3), undefined);
  });
});
