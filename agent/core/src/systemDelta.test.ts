import type { AgentMessage } from "@relay-harness/protocol";
import assert from "node:assert/strict";
import { systemDelta } from "./systemDelta.ts";
import { testTool } from "./testing/testAgent.ts";
import type { AgentContext } from "./types.ts";

const declaration = { name: "one", description: "one", parameters: { type: "object", properties: {} } };
const context = (more: Partial<AgentContext>): AgentContext => ({ messages: [], tools: [], ...more });

describe("systemDelta", () => {
  it("declares nothing when there is nothing to declare", () => {
    assert.equal(systemDelta(context({}), 1), undefined);
  });

  it("declares prompt and tools in the first message and nothing afterwards", () => {
    const own = context({ systemPrompt: "P", tools: [testTool("one")] });
    const first = systemDelta(own, 1);
    assert.deepEqual(first, {
      role: "system",
      content: "",
      sections: { prompt: "P" },
      toolsAdded: [declaration],
      timestamp: 1,
    });
    // A transcript that comes from a file holds copies.
    own.messages.push(JSON.parse(JSON.stringify(first)) as AgentMessage);
    assert.equal(systemDelta(own, 2), undefined);
  });

  it("patches what changed: removed tools, redefined tools, a prompt that is gone", () => {
    const messages: AgentMessage[] = [
      {
        role: "system",
        content: "",
        sections: { prompt: "P" },
        toolsAdded: [declaration, { ...declaration, name: "two" }],
        timestamp: 1,
      },
    ];
    assert.deepEqual(
      systemDelta(context({ messages, tools: [testTool("one", { description: "new" })] }), 2),
      {
        role: "system",
        content: "",
        sections: { prompt: null },
        toolsAdded: [{ ...declaration, description: "new" }],
        toolsRemoved: [{ name: "two" }],
        timestamp: 2,
      },
    );
  });

  it("forgets what stands before a replacing message", () => {
    const messages: AgentMessage[] = [
      { role: "system", content: "", sections: { prompt: "P" }, toolsAdded: [declaration], timestamp: 1 },
      { role: "system", content: "", replace: true, timestamp: 2 },
    ];
    assert.equal(systemDelta(context({ messages }), 3), undefined);
    messages.pop();
    messages.push({ role: "system", content: "", toolsRemoved: [{ name: "one" }], timestamp: 2 });
    assert.equal(systemDelta(context({ messages, systemPrompt: "P" }), 3), undefined);
  });
});
