import type { AssistantMessageUpdate, RunEvent } from "@relay-harness/protocol";
import type { AgentEvent, AssistantStreamUpdate } from "./types.ts";

/**
 * An event as it goes on the wire (`rpc.md` §6.2): updates lose the live message, every other event
 * passes unchanged. Serialise the result before the stream goes on, because `usage` stays live.
 */
export function toSessionEvent(event: AgentEvent, willRetry = false): RunEvent {
  switch (event.type) {
    case "message_update":
      return {
        type: "message_update",
        usage: event.message.usage,
        assistantMessageEvent: toUpdate(event.assistantMessageEvent),
      };
    case "agent_end":
      return { type: "agent_end", messages: event.messages, willRetry };
    default:
      return event;
  }
}

function toUpdate(event: AssistantStreamUpdate): AssistantMessageUpdate {
  const { contentIndex } = event;
  switch (event.type) {
    case "text_delta":
    case "thinking_delta":
    case "toolcall_delta":
      return { type: event.type, contentIndex, delta: event.delta };
    case "text_end":
    case "thinking_end":
      return { type: event.type, contentIndex, content: event.content };
    case "toolcall_end":
      return { type: "toolcall_end", contentIndex, toolCall: event.toolCall };
    case "toolcall_start": {
      const block = event.partial.content[contentIndex];
      const { id, name } = block?.type === "toolCall" ? block : { id: "", name: "" };
      return { type: "toolcall_start", contentIndex, id, toolName: name };
    }
    default:
      return { type: event.type, contentIndex };
  }
}
