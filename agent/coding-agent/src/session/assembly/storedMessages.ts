import type { AgentMessage } from "@relay-harness/protocol";
import type { SessionManager } from "../../sessions/sessionManager.ts";
import type { SessionEvents } from "../events.ts";
import type { SessionExtensions } from "../extensions/sessionExtensions.ts";

/** Messages of extensions have an entry type of their own. */
export function storeMessage(sessionManager: SessionManager, message: AgentMessage): string {
  if (message.role !== "custom") return sessionManager.appendMessage(message);
  const { customType, content, display, details } = message;
  return sessionManager.appendCustomMessageEntry(customType, content, display, details);
}

/** Stores a message outside of a run, and tells everybody. */
export async function announceMessage(
  message: AgentMessage,
  {
    events,
    extensions,
    store,
  }: { events: SessionEvents; extensions?: SessionExtensions; store: (message: AgentMessage) => string },
): Promise<void> {
  await extensions?.tell({ type: "message_start", message });
  await events.emit({ type: "message_start", message });
  const final = extensions ? await extensions.finalize(message) : message;
  await events.emit({ type: "message_end", message: final, entryId: store(final) });
}
