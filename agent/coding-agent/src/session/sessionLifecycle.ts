/** A session is to give way to another (extension-api.md §6.1). */
export type SessionBeforeReplaceEvent =
  | { type: "session_before_switch"; reason: "new" | "resume"; targetSessionFile?: string }
  | { type: "session_before_fork"; entryId: string; position: "before" | "at" };

/** `targetSessionFile`: the file that is opened next, when it is known. */
export interface SessionShutdownEvent {
  type: "session_shutdown";
  reason: "quit" | "reload" | "new" | "resume" | "fork";
  targetSessionFile?: string;
}

/** `previousSessionFile` is told when this session took the place of another. */
export interface SessionStartEvent {
  type: "session_start";
  reason: "startup" | "reload" | "new" | "resume" | "fork";
  previousSessionFile?: string;
}

/** What the extensions of a session hear of its end, in this order (extension-api.md §18). None rejects. */
export interface SessionLifecycle {
  /** True when a handler cancels; nothing has been done yet. */
  beforeReplace(event: SessionBeforeReplaceEvent): Promise<boolean>;
  /** The work has ended, the session is still there. */
  shutdown(event: SessionShutdownEvent): Promise<void>;
  /** From now on the contexts that were handed out refuse to work. */
  invalidate(): void;
}
