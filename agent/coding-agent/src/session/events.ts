import type { AgentEvent } from "@relay-harness/agent-core";
import type { ActivityEvent, AgentMessage, RpcEvent, RpcOnlyEvent } from "@relay-harness/protocol";

/**
 * Events of a session in process: as on the wire, except that `message_update` carries the live message
 * and its events carry `partial`.
 */
export type AgentSessionEvent =
  | Exclude<AgentEvent, { type: "agent_end" } | { type: "message_end" }>
  | { type: "agent_end"; messages: AgentMessage[]; willRetry: boolean }
  | { type: "message_end"; message: AgentMessage; entryId?: string }
  | ActivityEvent
  | RpcOnlyEvent;

/** A session event as RPC and JSON mode write it. */
export type JsonAgentSessionEvent = RpcEvent;

/** A promise pauses the session until it resolves; that is how a slow reader slows the producer. */
export type SessionListener = (event: AgentSessionEvent) => void | Promise<void>;

/** Delivers session events in order to every listener. One failing listener does not stop the others. */
export class SessionEvents {
  private listeners: readonly SessionListener[] = [];

  constructor(private readonly onListenerError: (error: unknown) => void) {}

  subscribe(listener: SessionListener): () => void {
    this.listeners = [...this.listeners, listener];
    return () => {
      this.listeners = this.listeners.filter((other) => other !== listener);
    };
  }

  clear(): void {
    this.listeners = [];
  }

  /** Returns nothing when no listener asked to wait, so that streaming costs no tick per event. */
  emit(event: AgentSessionEvent): void | Promise<void> {
    let waiting: Promise<void>[] | undefined;
    for (const listener of this.listeners) {
      try {
        const result = listener(event);
        if (result) (waiting ??= []).push(result.catch(this.onListenerError));
      } catch (error) {
        this.onListenerError(error);
      }
    }
    if (waiting) return Promise.all(waiting).then(() => undefined);
  }
}
