import { toSessionEvent } from "@relay-harness/agent-core/loop";
import { encodeRecord, type Usage } from "@relay-harness/protocol";
import type { AgentSessionEvent, JsonAgentSessionEvent } from "../session/events.ts";

type MessageUpdate = Extract<AgentSessionEvent, { type: "message_update" }>;

/** A session event as it goes on the wire: without the live message that updates carry in process. */
export function toJsonEvent(event: AgentSessionEvent): JsonAgentSessionEvent {
  return event.type === "message_update" ? toSessionEvent(event) : event;
}

/**
 * Writes session events as lines of JSONL. Deltas are most of what a session writes and differ only in
 * their text, so their lines are put together from a usage that is serialised once per change; the
 * result is the same as that of `encodeRecord(toJsonEvent(event))`.
 */
export class EventEncoder {
  private usage: Usage | undefined;
  private usageTotal = -1;
  private usageJson = "";

  encode(event: AgentSessionEvent): string {
    if (event.type !== "message_update") return encodeRecord(toJsonEvent(event));
    const { type } = event.assistantMessageEvent;
    switch (type) {
      case "text_delta":
      case "thinking_delta":
      case "toolcall_delta":
        return this.encodeDelta(event, type, event.assistantMessageEvent.delta);
      case "text_start":
      case "thinking_start":
      case "toolcall_start":
      case "text_end":
      case "thinking_end":
      case "toolcall_end":
        return encodeRecord(toJsonEvent(event));
    }
  }

  private encodeDelta(
    { message, assistantMessageEvent }: MessageUpdate,
    type: string,
    delta: string,
  ): string {
    const usage = this.encodeUsage(message.usage);
    const index = assistantMessageEvent.contentIndex;
    return `{"type":"message_update","usage":${usage},"assistantMessageEvent":{"type":"${type}","contentIndex":${index},"delta":${JSON.stringify(delta)}}}\n`;
  }

  /** Usage is cumulative: while its object and total stay the same, so does everything in it. */
  private encodeUsage(usage: Usage): string {
    if (usage !== this.usage || usage.totalTokens !== this.usageTotal) {
      this.usage = usage;
      this.usageTotal = usage.totalTokens;
      this.usageJson = JSON.stringify(usage);
    }
    return this.usageJson;
  }
}
