import type { ImageContent, Model } from "@relay-harness/protocol";
import type { ProjectTrust } from "../base/trust/projectTrust.ts";
import { TrustDecisions } from "../base/trust/trustDecisions.ts";
import type { ReportSupport } from "../export/bugReport/reportInput.ts";
import type { SessionManager } from "../sessions/sessionManager.ts";
import type { AgentSession } from "./agentSession.ts";
import { CredentialControl } from "./credentialControl.ts";
import { demandReloadable } from "./errors.ts";
import { DialogBroker } from "./dialogs.ts";
import { SessionEvents, type SessionListener } from "./events.ts";
import {
  ReplacedSessionContext,
  type ReplaceOptions,
  type ReplaceOutcome,
  type SessionReplacer,
} from "./replacedSessionContext.ts";
import {
  clonePlan,
  forkPlan,
  importPlan,
  newSessionPlan,
  switchPlan,
  type Replacement,
  type SessionDirOf,
} from "./replacement.ts";
import { sessionDirFor } from "./sessionDir.ts";
import type { SessionStartEvent } from "./sessionLifecycle.ts";
import type { AgentSessionServices, SessionDiagnostic, SessionServices } from "./sessionServices.ts";
import type { StoredSessions } from "./storedSessions.ts";
import { tellChanges } from "./tellChanges.ts";

/** Asks the user whether a project is trusted, before there is a session of it. */
export interface ProjectTrustContext {
  cwd: string;
  mode: "tui" | "rpc" | "json" | "print";
  hasUI: boolean;
  ui: Pick<DialogBroker, "select" | "confirm" | "input" | "notify">;
}

export interface SessionRuntimeRequest {
  /** Folder that the session runs in. */
  cwd: string;
  agentDir: string;
  sessionManager: SessionManager;
  /** Why the session starts; absent for the first one, unless the host said it. */
  sessionStartEvent?: SessionStartEvent;
  projectTrustContext?: ProjectTrustContext;
  /** What this process has decided about folders. */
  trust: TrustDecisions;
}

export interface CreateAgentSessionRuntimeResult<S extends SessionServices = AgentSessionServices> {
  session: AgentSession;
  services: S;
  diagnostics: readonly SessionDiagnostic[];
  /** Why another model than the recorded or configured one was chosen. */
  modelFallbackMessage?: string;
}

/** Builds the first session of a runtime and each one that takes its place. */
export type CreateAgentSessionRuntimeFactory<S extends SessionServices = AgentSessionServices> = (
  request: SessionRuntimeRequest,
) => Promise<CreateAgentSessionRuntimeResult<S>>;

export interface AgentSessionRuntimeOptions extends Omit<
  SessionRuntimeRequest,
  "projectTrustContext" | "trust"
> {
  /** Default: nothing has been decided. */
  trust?: TrustDecisions;
  /** Where sessions of a folder are put. Default: environment, settings, agent directory. */
  sessionDirOf?: SessionDirOf;
  /** Takes one line of diagnostics about models. Default: nothing is said. */
  onDiagnostic?: (line: string) => void;
}

export interface SwitchOptions extends ReplaceOptions {
  /** Runs the session here instead of where it was made. */
  cwdOverride?: string;
  projectTrustContextFactory?: (cwd: string) => ProjectTrustContext;
}

/** What a replacement does beside its plan. */
interface ReplaceSteps extends ReplaceOptions {
  setup?: (sessionManager: SessionManager) => void | Promise<void>;
  projectTrustContextFactory?: (cwd: string) => ProjectTrustContext;
}

/** What a reload does beside its work. */
export type ReloadSteps = Pick<ReplaceOptions, "onReplacing" | "onReplaced">;

/** A runtime as far as modes know it: whatever its factory needs. */
export type SessionRuntime = AgentSessionRuntime<SessionServices>;

/** Builds the first session with the factory, and a runtime around it (extension-api.md §20.3). */
export async function createAgentSessionRuntime<S extends SessionServices = AgentSessionServices>(
  factory: CreateAgentSessionRuntimeFactory<S>,
  options: AgentSessionRuntimeOptions,
): Promise<AgentSessionRuntime<S>> {
  const { cwd, agentDir, sessionManager, sessionStartEvent } = options;
  const trust = options.trust ?? new TrustDecisions({ agentDir });
  const request = { cwd, agentDir, sessionManager, trust, ...(sessionStartEvent && { sessionStartEvent }) };
  return new AgentSessionRuntime(await factory(request), factory, { ...options, trust });
}

/**
 * Holds a session and replaces it. Subscriptions made here follow the current session; those made on a
 * session end with it. Replacements run one after another; `setRebindSession` and `setup` must not ask
 * for another one, `withSession` may.
 */
export class AgentSessionRuntime<
  S extends SessionServices = AgentSessionServices,
> implements SessionReplacer {
  /** Who asks and tells the user; a mode that has a client puts its own here. */
  dialogs = DialogBroker.closed();
  /** Told when there is no session any more: the next one failed, and the one before could not be opened again. */
  onLost: ((error: Error) => void) | undefined;
  private lost: Error | undefined;
  private readonly events = new SessionEvents((error) =>
    this.options.onDiagnostic?.(`Error: a session listener failed: ${describe(error)}`),
  );
  private stored: StoredSessions | undefined;
  private unreported: SessionDiagnostic[] = [];
  private rebind: ((session: AgentSession) => void | Promise<void>) | undefined;
  private beforeInvalidate: (() => void) | undefined;
  private replacing: Promise<unknown> | undefined;
  private ended: Promise<void> | undefined;

  constructor(
    private current: CreateAgentSessionRuntimeResult<S>,
    private readonly factory: CreateAgentSessionRuntimeFactory<S>,
    private readonly options: Pick<AgentSessionRuntimeOptions, "agentDir" | "sessionDirOf" | "onDiagnostic"> &
      Pick<SessionRuntimeRequest, "trust">,
  ) {
    this.adopt(current);
  }

  get session(): AgentSession {
    return this.current.session;
  }

  get services(): S {
    return this.current.services;
  }

  /** Folder that the current session runs in. */
  get cwd(): string {
    return this.session.sessionManager.getCwd();
  }

  /** What there was to say about the current session's start. */
  get diagnostics(): readonly SessionDiagnostic[] {
    return this.current.diagnostics;
  }

  get modelFallbackMessage(): string | undefined {
    return this.current.modelFallbackMessage;
  }

  /** Diagnostics of every session so far, each given once. */
  takeUnreportedDiagnostics(): SessionDiagnostic[] {
    return this.unreported.splice(0);
  }

  /** Called with each session that took the place of another, before the replacement resolves. */
  setRebindSession(rebind?: (session: AgentSession) => void | Promise<void>): void {
    this.rebind = rebind;
  }

  /** Called when the current session is about to become unusable. */
  setBeforeSessionInvalidate(listener?: () => void): void {
    this.beforeInvalidate = listener;
  }

  /** Stored keys of this user. */
  get credentials(): CredentialControl {
    return new CredentialControl(this.services.modelRuntime);
  }

  /** What a bug report says beside the session; loads what that needs. */
  async reportSupport(): Promise<ReportSupport> {
    const { createReportSupport } = await import("./reportSupport.ts");
    const { agentDir, settingsManager: settings, modelRuntime } = this.services;
    return createReportSupport({ agentDir, settings, modelRuntime });
  }

  /** Chat models with credentials, as the files say now. */
  async availableModels(): Promise<Model[]> {
    const { modelRuntime } = this.services;
    const { model } = this.session;
    await modelRuntime.reload();
    const problem = modelRuntime.getError();
    if (problem) this.options.onDiagnostic?.(`Error: ${problem}`);
    await modelRuntime.ensureProviders("available");
    return modelRuntime.getAvailable(model);
  }

  /** Session files of this user; loads what they need. */
  async storedSessions(): Promise<StoredSessions> {
    const { StoredSessions } = await import("./storedSessions.ts");
    const { agentDir } = this.options;
    this.stored ??= new StoredSessions({
      agentDir,
      sessionDirOf: this.sessionDirOf,
      current: () => this.session,
      onChanged: () => void this.events.emit({ type: "sessions_changed" }),
      onUnwatchable: (dir, { message }) =>
        this.options.onDiagnostic?.(
          `Warning: cannot watch ${dir}, changes of its sessions will not be announced: ${message}`,
        ),
    });
    if (this.ended) this.stored.close();
    return this.stored;
  }

  /** Events of whichever session is current. Returns the unsubscriber. */
  subscribe(listener: SessionListener): () => void {
    return this.events.subscribe(listener);
  }

  /**
   * Continues with a new session of the same folder. `parentSession` goes into its header as it is.
   * `setup` may append to it before it starts.
   */
  newSession({
    parentSession,
    ...steps
  }: { parentSession?: string } & Omit<
    ReplaceSteps,
    "projectTrustContextFactory"
  > = {}): Promise<ReplaceOutcome> {
    return this.replace((current) => newSessionPlan(current, { parentSession }), steps);
  }

  /**
   * Continues with the session of a file, in the folder that it belongs to. A path that is relative
   * counts from the current session's folder. An absent or empty file becomes a new session there.
   */
  switchSession(sessionPath: string, { cwdOverride, ...steps }: SwitchOptions = {}): Promise<ReplaceOutcome> {
    const target = { path: sessionPath, cwdOverride };
    return this.replace((current) => switchPlan(current, target, this.sessionDirOf), steps);
  }

  /** Continues with a copy of the file, kept beside the other sessions. */
  importFromJsonl(
    path: string,
    cwdOverride?: string,
    steps: Pick<ReplaceOptions, "onReplacing" | "onReplaced"> = {},
  ): Promise<ReplaceOutcome> {
    return this.replace((current) => importPlan(current, { path, cwdOverride }, this.sessionDirOf), steps);
  }

  /**
   * Continues with a copy of the path to an entry: `before`, a user message whose text and images are
   * returned, or `at`, any entry.
   */
  async fork(
    entryId: string,
    { position = "before", ...steps }: { position?: "before" | "at" } & ReplaceOptions = {},
  ): Promise<ReplaceOutcome & { selectedText?: string; selectedImages?: ImageContent[] }> {
    let selected: { text: string; images: ImageContent[] } | undefined;
    const { cancelled } = await this.replace((current) => {
      const plan = forkPlan(current, entryId, position);
      selected = plan.selected;
      return plan;
    }, steps);
    if (cancelled || !selected) return { cancelled };
    const { text, images } = selected;
    return { cancelled, selectedText: text, ...(images.length > 0 && { selectedImages: images }) };
  }

  /** Continues with a copy of the active branch. */
  clone(steps: ReplaceOptions = {}): Promise<ReplaceOutcome> {
    return this.replace(clonePlan, steps);
  }

  /**
   * Gives the session new extensions, and settings and resources as the files are now. Rejects while a
   * response, a compaction or a move in the tree is in progress (extension-api.md §2.6).
   */
  async reload(steps: ReloadSteps = {}): Promise<void> {
    await this.inTurn(() => this.reloadNow(steps));
  }

  private async reloadNow(steps: ReloadSteps): Promise<void> {
    this.demandAlive();
    const { session } = this.current;
    demandReloadable(session);
    const before = await session.loadedState();
    const tools = session.toolSnapshot;
    steps.onReplacing?.();
    this.dialogs.cancelAll();
    await session.endWork();
    await session.lifecycle?.shutdown({ type: "session_shutdown", reason: "reload" });
    this.beforeInvalidate?.();
    session.lifecycle?.invalidate();
    try {
      await this.moveTo(await this.factory(this.requestFor(session.sessionManager, "reload")));
    } catch (error) {
      if (session.lifecycle && !this.ended) await this.lose(asError(error));
      throw error;
    }
    await this.session.takeOverTools(tools);
    await this.rebind?.(this.session);
    await tellChanges(this.session, before, (event) => this.events.emit(event));
    await steps.onReplaced?.(this.session, "reload");
  }

  /** What is decided about the folder by now; what is loaded may still follow an earlier decision. */
  projectTrust(): ProjectTrust {
    return this.options.trust.resolve(this.cwd, this.services.settingsManager.get("defaultProjectTrust"));
  }

  /**
   * Saves the user's decision about the folder, or keeps it for this process. True: it changed what is to be
   * loaded, and the session has been reloaded; while the session is busy, that waits for the next reload.
   */
  setTrust(
    isTrusted: boolean,
    { remember, ...steps }: { remember: boolean } & ReloadSteps,
  ): Promise<boolean> {
    return this.inTurn(async () => {
      this.demandAlive();
      await this.options.trust.decide(this.cwd, isTrusted, { remember });
      const decided = this.projectTrust();
      const isLoaded = decided.isTrusted === this.services.settingsManager.isProjectTrusted();
      if (isLoaded || decided.resources.length === 0) return false;
      if (!this.session.isIdle || this.session.isCompacting) return false;
      await this.reloadNow(steps);
      return true;
    });
  }

  /** Ends the session, then waits for credentials to be written. Idempotent. */
  dispose(): Promise<void> {
    this.ended ??= this.end();
    return this.ended;
  }

  private readonly sessionDirOf: SessionDirOf = (cwd) => {
    const { agentDir, sessionDirOf } = this.options;
    if (sessionDirOf) return sessionDirOf(cwd);
    const settings = cwd === this.services.cwd ? this.services.settingsManager : undefined;
    return sessionDirFor({ cwd, agentDir, settings });
  };

  private async replace(
    plan: (current: SessionManager) => Replacement,
    steps: ReplaceSteps,
  ): Promise<ReplaceOutcome> {
    const session = await this.inTurn(() => this.replaceNow(plan, steps));
    if (!session) return { cancelled: true };
    await steps.withSession?.(new ReplacedSessionContext(session, this));
    return { cancelled: false };
  }

  /** Into a free line at once: the request is then checked in the tick in which it is made. */
  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.replacing ? this.replacing.then(work, work) : work();
    this.replacing = result;
    try {
      return await result;
    } finally {
      if (this.replacing === result) this.replacing = undefined;
    }
  }

  /**
   * The steps of extension-api.md §18: validates, asks, ends the work of the current session, whose queued
   * messages are dropped without an announcement, and builds the next one. Whatever fails: the current
   * session stays, and the error reaches the caller. `undefined`: cancelled, nothing has changed.
   */
  private async replaceNow(
    makePlan: (current: SessionManager) => Replacement,
    steps: ReplaceSteps,
  ): Promise<AgentSession | undefined> {
    this.demandAlive();
    const { session: previous } = this.current;
    const plan = makePlan(previous.sessionManager);
    const { lifecycle } = previous;
    if (lifecycle && (await lifecycle.beforeReplace(plan.before))) return undefined;
    steps.onReplacing?.();
    this.dialogs.cancelAll();
    await previous.endWork();
    const { reason, targetSessionFile } = plan;
    await lifecycle?.shutdown({
      type: "session_shutdown",
      reason,
      ...(targetSessionFile && { targetSessionFile }),
    });
    this.beforeInvalidate?.();
    lifecycle?.invalidate();
    try {
      await this.moveTo(await this.build(plan, steps));
    } catch (error) {
      // Extensions that have been shut down do not come back: the session goes on with new ones.
      if (lifecycle && !this.ended) await this.reopen(error);
      throw error;
    }
    await this.rebind?.(this.session);
    await steps.onReplaced?.(this.session, reason);
    return this.session;
  }

  private async moveTo(next: CreateAgentSessionRuntimeResult<S>): Promise<void> {
    if (this.ended) {
      await next.session.dispose();
      this.demandAlive();
    }
    const { session: previous } = this.current;
    this.current = next;
    await previous.dispose();
    this.adopt(next);
  }

  private demandAlive(): void {
    if (this.ended) throw new Error("The session cannot be replaced: its runtime has been disposed.");
    if (this.lost) throw this.lost;
  }

  private async build(
    { open, undo, reason }: Replacement,
    { setup, projectTrustContextFactory }: ReplaceSteps,
  ): Promise<CreateAgentSessionRuntimeResult<S>> {
    let release: () => void | Promise<void> = () => undefined;
    try {
      const sessionManager = open();
      release = () => sessionManager.close();
      const next = await this.factory(this.requestFor(sessionManager, reason, projectTrustContextFactory));
      release = () => next.session.dispose();
      if (setup) {
        await setup(sessionManager);
        next.session.refreshContext();
      }
      return next;
    } catch (error) {
      await release();
      undo?.();
      throw error;
    }
  }

  private async reopen(cause: unknown): Promise<void> {
    const { sessionManager } = this.session;
    try {
      await this.moveTo(await this.factory(this.requestFor(sessionManager, "resume")));
    } catch (error) {
      const lost = new AggregateError(
        [cause, error],
        `Neither the next session nor the previous one could be opened: ${describe(cause)}; ${describe(error)}`,
      );
      if (!this.ended) await this.lose(lost);
      throw lost;
    }
    await this.rebind?.(this.session);
  }

  /** A session without the extensions that it had must not go on: they may be what guards it. */
  private async lose(error: Error): Promise<void> {
    this.lost = error;
    await this.session.dispose();
    this.onLost?.(error);
  }

  private requestFor(
    sessionManager: SessionManager,
    reason: SessionStartEvent["reason"],
    projectTrustContextFactory?: SwitchOptions["projectTrustContextFactory"],
  ): SessionRuntimeRequest {
    const previousSessionFile = reason === "reload" ? undefined : this.session.sessionFile;
    const cwd = sessionManager.getCwd();
    return {
      cwd,
      agentDir: this.options.agentDir,
      trust: this.options.trust,
      sessionManager,
      sessionStartEvent: {
        type: "session_start",
        reason,
        ...(previousSessionFile !== undefined && { previousSessionFile }),
      },
      ...(projectTrustContextFactory && { projectTrustContext: projectTrustContextFactory(cwd) }),
    };
  }

  private adopt({ session, diagnostics }: CreateAgentSessionRuntimeResult<S>): void {
    this.unreported.push(...diagnostics);
    session.subscribe((event) => this.events.emit(event));
  }

  private async end(): Promise<void> {
    this.stored?.close();
    const { session } = this;
    const { lifecycle } = session;
    if (lifecycle && !this.lost) {
      await session.endWork();
      await lifecycle.shutdown({ type: "session_shutdown", reason: "quit" });
      lifecycle.invalidate();
    }
    await session.dispose();
    await this.services.modelRuntime.settleCredentialWrites();
  }
}

function describe(error: unknown): string {
  return asError(error).message;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
