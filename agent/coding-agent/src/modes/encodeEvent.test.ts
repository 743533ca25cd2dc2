import assert from "node:assert/strict";
import { emptyUsage, encodeRecord, type AssistantMessage } from "@relay-harness/protocol";
import type { AgentSessionEvent } from "../session/events.ts";
import { EventEncoder, toJsonEvent } from "./encodeEvent.ts";

const deltas = ["plain", 'quote " and \\ slash', "line\nbreak\u2028", "\ud800 lone", "é🙈", ""];

function message(): AssistantMessage {
  return {
    role: "assistant",
    content: [{ type: "text", text: "" }],
    api: "fake",
    provider: "fake",
    model: "m1",
    usage: emptyUsage(),
    stopReason: "pending",
    timestamp: 1,
  };
}

function update(
  live: AssistantMessage,
  type: "text_delta" | "thinking_delta" | "toolcall_delta",
  delta: string,
): AgentSessionEvent {
  const assistantMessageEvent = { type, contentIndex: 3, delta, partial: live };
  return { type: "message_update", message: live, assistantMessageEvent };
}

describe("EventEncoder", () => {
  for (const type of ["text_delta", "thinking_delta", "toolcall_delta"] as const) {
    it(`writes a ${type} exactly as the plain encoder does`, () => {
      const encoder = new EventEncoder();
      const live = message();
      for (const delta of deltas) {
        const event = update(live, type, delta);
        assert.equal(encoder.encode(event), encodeRecord(toJsonEvent(event)));
      }
    });
  }

  it("shows usage that changed between two deltas, and that of another message", () => {
    const encoder = new EventEncoder();
    const live = message();
    encoder.encode(update(live, "text_delta", "a"));
    Object.assign(live.usage, { input: 7, totalTokens: 7 });
    const changed = update(live, "text_delta", "b");
    assert.equal(encoder.encode(changed), encodeRecord(toJsonEvent(changed)));
    const other = update(message(), "text_delta", "c");
    assert.equal(encoder.encode(other), encodeRecord(toJsonEvent(other)));
  });

  it("writes every other event as it is", () => {
    const event: AgentSessionEvent = { type: "agent_settled", aborted: false };
    assert.equal(new EventEncoder().encode(event), '{"type":"agent_settled","aborted":false}\n');
  });
});
