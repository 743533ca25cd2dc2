import type { RunEvent } from "@relay-harness/protocol";
import assert from "node:assert/strict";
import { createTestAgent, testTool } from "./testing/testAgent.ts";
import { toSessionEvent } from "./toSessionEvent.ts";
import type { AgentEvent } from "./types.ts";

describe("toSessionEvent", () => {
  it("rpc.md 14 and 15: updates carry usage and their step, no message and no partial", async () => {
    const { agent } = createTestAgent(
      [{ text: "hi", toolCalls: [{ id: "a", name: "one", arguments: { x: 1 } }] }, { text: "ok" }],
      [testTool("one")],
    );
    const wire: RunEvent[] = [];
    agent.subscribe((event) => {
      if (event.type === "message_update") wire.push(structuredClone(toSessionEvent(event)));
    });
    await agent.prompt("p");
    const steps = wire.map((event) => {
      assert.deepEqual(Object.keys(event).sort(), ["assistantMessageEvent", "type", "usage"]);
      return event.type === "message_update" ? event.assistantMessageEvent : undefined;
    });
    assert.deepEqual(steps.slice(0, 6), [
      { type: "text_start", contentIndex: 0 },
      { type: "text_delta", contentIndex: 0, delta: "hi" },
      { type: "text_end", contentIndex: 0, content: "hi" },
      { type: "toolcall_start", contentIndex: 1, id: "a", toolName: "one" },
      { type: "toolcall_delta", contentIndex: 1, delta: '{"x":1}' },
      {
        type: "toolcall_end",
        contentIndex: 1,
        toolCall: { type: "toolCall", id: "a", name: "one", arguments: { x: 1 } },
      },
    ]);
  });

  it("adds willRetry to agent_end", () => {
    const end: AgentEvent = { type: "agent_end", messages: [] };
    assert.deepEqual(toSessionEvent(end), { type: "agent_end", messages: [], willRetry: false });
    assert.deepEqual(toSessionEvent(end, true), { type: "agent_end", messages: [], willRetry: true });
  });

  it("passes every other event unchanged", () => {
    const event: AgentEvent = { type: "tool_execution_start", toolCallId: "a", toolName: "t", args: {} };
    assert.equal(toSessionEvent(event), event);
  });
});
