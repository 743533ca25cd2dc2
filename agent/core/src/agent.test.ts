import type { AgentMessage } from "@relay-harness/protocol";
import assert from "node:assert/strict";
import { Agent } from "./agent.ts";
import { describeEvent } from "./testing/eventLog.ts";
import type { ScriptedResponse, ScriptedStream } from "./testing/scriptedStream.ts";
import { scriptedModel, scriptedStream } from "./testing/scriptedStream.ts";
import type { AgentOptions, AgentTool, AnyAgentTool } from "./types.ts";

function tool(name: string, more: Partial<AgentTool> = {}): AnyAgentTool {
  return {
    name,
    label: name,
    description: name,
    parameters: { type: "object", properties: {} },
    execute: () => Promise.resolve({ content: [{ type: "text", text: `${name} done` }] }),
    ...more,
  };
}

function setUp(
  responses: ScriptedResponse[],
  tools: AnyAgentTool[] = [],
  options: Partial<AgentOptions> = {},
): { agent: Agent; log: string[]; provider: ScriptedStream } {
  const provider = scriptedStream(responses);
  const agent = new Agent({
    streamFn: provider.streamFn,
    initialState: { model: scriptedModel, tools },
    systemMessages: "manual",
    ...options,
  });
  const log: string[] = [];
  agent.subscribe((event) => void log.push(describeEvent(event)));
  return { agent, log, provider };
}

const user = (text: string): AgentMessage => ({
  role: "user",
  content: [{ type: "text", text }],
  timestamp: 1,
});

describe("agent", () => {
  it("rpc.md §7.1: reports a turn with a tool and the turn that answers it", async () => {
    const { agent, log } = setUp(
      [{ text: "look", toolCalls: [{ id: "a", name: "one" }] }, { text: ["o", "k"] }],
      [tool("one")],
    );
    await agent.prompt("hi");
    assert.deepEqual(log, [
      "agent_start",
      "turn_start",
      "start user hi",
      "end user hi",
      "start assistant pending",
      "text_start",
      "text_delta",
      "text_end",
      "toolcall_start",
      "toolcall_delta",
      "toolcall_end",
      "end assistant toolUse look",
      "tool start a",
      "tool end a ok one done",
      "start toolResult a",
      "end toolResult a",
      "turn_end [a]",
      "turn_start",
      "start assistant pending",
      "text_start",
      "text_delta",
      "text_delta",
      "text_end",
      "end assistant stop ok",
      "turn_end []",
      "agent_end [user,assistant,toolResult,assistant]",
    ]);
  });
});
