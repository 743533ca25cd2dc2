import assert from "node:assert/strict";
import {
  emptyUsage,
  type AgentMessage,
  type AssistantMessage,
  type StopReason,
} from "@relay-harness/protocol";
import { lastAssistantText } from "./lastAssistantText.ts";

function assistant(content: AssistantMessage["content"], stopReason: StopReason = "stop"): AssistantMessage {
  return {
    role: "assistant",
    content,
    api: "fake",
    provider: "fake",
    model: "m1",
    usage: emptyUsage(),
    stopReason,
    timestamp: 0,
  };
}

const text = (value: string): AssistantMessage["content"][number] => ({ type: "text", text: value });
const call: AssistantMessage["content"][number] = { type: "toolCall", id: "c", name: "ls", arguments: {} };

describe("lastAssistantText", () => {
  const cases: [string, AgentMessage[], string | null][] = [
    ["an empty aborted answer is passed over", [assistant([text("hi")]), assistant([], "aborted")], "hi"],
    [
      "a partial aborted answer counts",
      [assistant([text("hi")]), assistant([text("part")], "aborted")],
      "part",
    ],
    ["tool calls only are passed over", [assistant([text("hi")]), assistant([call], "toolUse")], "hi"],
    [
      "an empty answer cut at its length is passed over",
      [assistant([text("hi")]), assistant([], "length")],
      "hi",
    ],
    ["an empty finished answer decides", [assistant([text("hi")]), assistant([], "stop")], null],
    ["blocks are joined and trimmed", [assistant([text(" a "), text("b ")])], "a b"],
    ["no assistant message", [{ role: "user", content: "x", timestamp: 0 }], null],
  ];
  for (const [name, messages, expected] of cases) {
    it(`rpc.md 56: ${name}`, () => assert.equal(lastAssistantText(messages), expected));
  }
});
