import type { Model } from "@relay-harness/protocol";
import type { AgentSession } from "./agentSession.ts";
import type { CredentialControl } from "./credentialControl.ts";
import type { SessionListener } from "./events.ts";

export interface NewSessionRequest {
  /** Written to the new session's header as it is. */
  parentSession?: string;
}

/** What the runtime needs of the process that it runs in. */
export interface SessionRuntimeDeps {
  /** Builds the session that takes the place of `previous`. */
  buildNext: (previous: AgentSession, request: NewSessionRequest) => Promise<AgentSession>;
  /** Reads `models.json` and credentials again and lists the chat models that can be used. */
  availableModels: (selected: Model | undefined) => Promise<Model[]>;
  credentials: CredentialControl;
}

/**
 * Holds the session of a process and replaces it. Subscriptions made here follow the current session;
 * those made on a session end with it.
 */
export class SessionRuntime {
  private readonly listeners = new Set<SessionListener>();

  constructor(
    private current: AgentSession,
    private readonly deps: SessionRuntimeDeps,
  ) {
    this.attach(current);
  }

  get session(): AgentSession {
    return this.current;
  }

  /** Stored keys of this user. */
  get credentials(): CredentialControl {
    return this.deps.credentials;
  }

  /** Chat models with credentials, as the files say now. */
  availableModels(): Promise<Model[]> {
    return this.deps.availableModels(this.current.model);
  }

  /** Events of whichever session is current. Returns the unsubscriber. */
  subscribe(listener: SessionListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Ends the current session's work and continues with a new session of the same folder. Queued
   * messages are dropped without an announcement (rpc.md §4.8). When the new session cannot be built,
   * the current one stays and the error reaches the caller.
   */
  async newSession(request: NewSessionRequest = {}): Promise<{ cancelled: boolean }> {
    const previous = this.current;
    previous.abortBash();
    await previous.abort();
    previous.agent.clearAllQueues();
    const next = await this.deps.buildNext(previous, request);
    this.current = next;
    await previous.dispose();
    this.attach(next);
    return { cancelled: false };
  }

  async dispose(): Promise<void> {
    await this.current.dispose();
  }

  private attach(session: AgentSession): void {
    session.subscribe((event) => {
      let waiting: Promise<void>[] | undefined;
      for (const listener of this.listeners) {
        const result = listener(event);
        if (result) (waiting ??= []).push(result);
      }
      if (waiting) return Promise.all(waiting).then(() => undefined);
    });
  }
}
