import { textOf } from "@relay-harness/protocol";
import type { AgentMessage } from "@relay-harness/protocol";
import type { AgentEvent } from "../types.ts";

/**
 * One short line per event, so that a whole run is compared as one array: `agent_start`,
 * `start user hi`, `end assistant stop ok`, `tool start a`, `tool end a error Operation aborted`.
 */
export function describeEvent(event: AgentEvent): string {
  switch (event.type) {
    case "message_start":
      return `start ${describeMessage(event.message)}`;
    case "message_end":
      return `end ${describeMessage(event.message)}`;
    case "message_update":
      return event.assistantMessageEvent.type;
    case "turn_end":
      return `turn_end [${event.toolResults.map((result) => result.toolCallId).join(",")}]`;
    case "tool_execution_start":
      return `tool start ${event.toolCallId}`;
    case "tool_execution_update":
      return `tool update ${event.toolCallId} ${textOf(event.partialResult.content)}`;
    case "tool_execution_end":
      return `tool end ${event.toolCallId} ${event.isError ? "error" : "ok"} ${textOf(event.result.content)}`;
    case "agent_end":
      return `agent_end [${event.messages.map((message) => message.role).join(",")}]`;
    default:
      return event.type;
  }
}

function describeMessage(message: AgentMessage): string {
  switch (message.role) {
    case "assistant":
      return ["assistant", message.stopReason, textOf(message.content)].filter(Boolean).join(" ");
    case "toolResult":
      return `toolResult ${message.toolCallId}`;
    case "user":
      return `user ${textOf(message.content)}`;
    default:
      return message.role;
  }
}
