import { toSessionEvent } from "@relay-harness/agent-core";
import type { AgentSessionEvent, JsonAgentSessionEvent } from "../session/events.ts";

/** A session event as it goes on the wire: without the live message that updates carry in process. */
export function toJsonEvent(event: AgentSessionEvent): JsonAgentSessionEvent {
  if (event.type !== "message_update") return event;
  return toSessionEvent(event);
}
