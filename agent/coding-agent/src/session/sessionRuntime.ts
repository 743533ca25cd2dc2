import type { Model } from "@relay-harness/protocol";
import type { ReportSupport } from "../export/bugReport/reportInput.ts";
import type { EditorContent } from "../sessions/copySession.ts";
import type { SessionManager } from "../sessions/sessionManager.ts";
import type { AgentSession } from "./agentSession.ts";
import type { CredentialControl } from "./credentialControl.ts";
import { DialogBroker } from "./dialogs.ts";
import type { SessionListener } from "./events.ts";
import {
  clonePlan,
  forkPlan,
  importPlan,
  newSessionPlan,
  switchPlan,
  type Replacement,
  type SessionDirOf,
} from "./replacement.ts";
import type { StoredSessions } from "./storedSessions.ts";

/** What the runtime needs of the process that it runs in. */
export interface SessionRuntimeDeps {
  /** Builds the session that takes the place of `previous`, in the folder of `next`. */
  buildNext: (previous: AgentSession, next: SessionManager) => Promise<AgentSession>;
  sessionDirOf: SessionDirOf;
  agentDir: string;
  /** Reads `models.json` and credentials again and lists the chat models that can be used. */
  availableModels: (selected: Model | undefined) => Promise<Model[]>;
  credentials: CredentialControl;
  /** For bug reports on the current session; loads what they need. */
  reportSupport: () => Promise<ReportSupport>;
}

export interface Replaced {
  cancelled: boolean;
}

export interface ReplaceOptions {
  /** Called when the request has been checked and the current session is about to end. */
  onReplacing?: () => void;
}

/**
 * Holds the session of a process and replaces it. Subscriptions made here follow the current session;
 * those made on a session end with it.
 */
export class SessionRuntime {
  /** Who asks and tells the user; a mode that has a client puts its own here. */
  dialogs = DialogBroker.closed();
  private readonly listeners = new Set<SessionListener>();
  private stored: StoredSessions | undefined;

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

  /** What a bug report says beside the session. */
  reportSupport(): Promise<ReportSupport> {
    return this.deps.reportSupport();
  }

  /** Chat models with credentials, as the files say now. */
  availableModels(): Promise<Model[]> {
    return this.deps.availableModels(this.current.model);
  }

  /** Session files of this user; loads what they need. */
  async storedSessions(): Promise<StoredSessions> {
    const { agentDir, sessionDirOf } = this.deps;
    const { StoredSessions } = await import("./storedSessions.ts");
    this.stored ??= new StoredSessions({ agentDir, sessionDirOf, current: () => this.current });
    return this.stored;
  }

  /** Events of whichever session is current. Returns the unsubscriber. */
  subscribe(listener: SessionListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Continues with a new session of the same folder. `parentSession` goes into its header as it is. */
  newSession(request: { parentSession?: string } & ReplaceOptions = {}): Promise<Replaced> {
    const { onReplacing, ...header } = request;
    return this.replace((current) => newSessionPlan(current, header), onReplacing);
  }

  /**
   * Continues with the session of a file, in the folder that it belongs to. A path that is relative
   * counts from the current session's folder. An absent or empty file becomes a new session there.
   */
  switchSession(sessionPath: string, { onReplacing }: ReplaceOptions = {}): Promise<Replaced> {
    const { sessionDirOf } = this.deps;
    return this.replace((current) => switchPlan(current, sessionPath, sessionDirOf), onReplacing);
  }

  /** Continues with a copy of the file, kept beside the other sessions. */
  importSession(path: string, { onReplacing }: ReplaceOptions = {}): Promise<Replaced> {
    const { sessionDirOf } = this.deps;
    return this.replace((current) => importPlan(current, path, sessionDirOf), onReplacing);
  }

  /**
   * Continues with a copy of the path to an entry: `before`, a user message whose content is returned,
   * or `at`, any entry.
   */
  async fork(
    entryId: string,
    { position = "before", onReplacing }: { position?: "before" | "at" } & ReplaceOptions = {},
  ): Promise<Replaced & EditorContent> {
    let content: EditorContent = { text: "", images: [] };
    const replaced = await this.replace((current) => {
      const plan = forkPlan(current, entryId, position);
      content = { text: plan.text, images: plan.images };
      return plan;
    }, onReplacing);
    return { ...replaced, ...content };
  }

  /** Continues with a copy of the active branch. */
  clone({ onReplacing }: ReplaceOptions = {}): Promise<Replaced> {
    return this.replace(clonePlan, onReplacing);
  }

  /**
   * Validates, ends the work of the current session, whose queued messages are dropped without an
   * announcement, and builds the next one (rpc.md §4.8). Whatever fails: the current session stays, and
   * the error reaches the caller.
   */
  private async replace(
    plan: (current: SessionManager) => Replacement,
    onReplacing?: () => void,
  ): Promise<Replaced> {
    const previous = this.current;
    const { open, undo } = plan(previous.sessionManager);
    onReplacing?.();
    this.dialogs.cancelAll();
    this.dialogs.cancelAll();
    await previous.endWork();
    let next: AgentSession;
    try {
      next = await this.deps.buildNext(previous, open());
    } catch (error) {
      undo?.();
      throw error;
    }
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
