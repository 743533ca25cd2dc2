import type { ImageContent, TextContent } from "@relay-harness/protocol";
import type { SessionManager } from "../sessions/sessionManager.ts";
import type { AgentSession } from "./agentSession.ts";

export interface ReplaceOutcome {
  /** An extension refused; nothing has changed. */
  cancelled: boolean;
}

export interface ReplaceOptions {
  /** Called when the request has been checked and the current session is about to end. */
  onReplacing?: () => void;
  /** Called in the session that took the place of the current one, once its extensions know it. */
  onReplaced?: (session: AgentSession, reason: "new" | "resume" | "fork" | "reload") => void | Promise<void>;
  /** Goes on in the session that took the place of the current one, which by then is gone. Is awaited. */
  withSession?: (context: ReplacedSessionContext) => void | Promise<void>;
}

/** What replaces a session. */
export interface SessionReplacer {
  newSession(options?: {
    parentSession?: string;
    setup?: (sessionManager: SessionManager) => void | Promise<void>;
    withSession?: ReplaceOptions["withSession"];
  }): Promise<ReplaceOutcome>;
  switchSession(sessionPath: string, options?: Pick<ReplaceOptions, "withSession">): Promise<ReplaceOutcome>;
  fork(
    entryId: string,
    options?: { position?: "before" | "at" } & Pick<ReplaceOptions, "withSession">,
  ): Promise<ReplaceOutcome>;
}

/** The session that took the place of another, for code that was started in that one. */
export class ReplacedSessionContext {
  constructor(
    private readonly session: AgentSession,
    private readonly replacer: SessionReplacer,
  ) {}

  get cwd(): string {
    return this.sessionManager.getCwd();
  }

  get sessionManager(): SessionManager {
    return this.session.sessionManager;
  }

  isIdle(): boolean {
    return this.session.isIdle;
  }

  waitForIdle(): Promise<void> {
    return this.session.waitForIdle();
  }

  /** As `AgentSession.sendUserMessage`. */
  sendUserMessage(
    content: string | readonly (TextContent | ImageContent)[],
    options?: { deliverAs?: "steer" | "followUp" },
  ): Promise<void> {
    return this.session.sendUserMessage(content, options);
  }

  newSession(...args: Parameters<SessionReplacer["newSession"]>): Promise<ReplaceOutcome> {
    return this.replacer.newSession(...args);
  }

  switchSession(...args: Parameters<SessionReplacer["switchSession"]>): Promise<ReplaceOutcome> {
    return this.replacer.switchSession(...args);
  }

  fork(...args: Parameters<SessionReplacer["fork"]>): Promise<ReplaceOutcome> {
    return this.replacer.fork(...args);
  }
}
