import { inBackground } from "../base/log.ts";
import type { Log } from "../base/log.ts";
import { Listeners } from "../base/listeners.ts";
import { localize } from "../base/localize.ts";
import type { Clock } from "../session/dialogs.ts";
import type { OpenSession } from "../session/openSession.ts";

const idleMs = 2 * 60_000;

/** A view or tab: shows one session at a time. */
export interface Surface {
  readonly session: OpenSession;
  show(session: OpenSession): void;
  reveal(): void;
}

export interface SessionManagerDeps {
  log: Log;
  clock: Clock;
  maxAgents: () => number;
  create: (cwd: string, sessionPath: string | undefined) => OpenSession;
}

/** The sessions that are open in this window, shown or not: one process each (vscode.md 3). */
export class SessionManager {
  readonly changes: Listeners<void>;
  private readonly sessions = new Set<OpenSession>();
  private readonly surfaces = new Set<Surface>();
  private readonly idleTimers = new Map<OpenSession, () => void>();
  private lastActive: Surface | undefined;

  constructor(private readonly deps: SessionManagerDeps) {
    this.changes = new Listeners((error) => deps.log.error(String(error)));
  }

  get all(): readonly OpenSession[] {
    return [...this.sessions];
  }

  get shown(): readonly Surface[] {
    return [...this.surfaces];
  }

  /** Of the view that had the focus last. */
  get activeSurface(): Surface | undefined {
    return this.lastActive ?? [...this.surfaces][0];
  }

  get active(): OpenSession | undefined {
    return this.activeSurface?.session ?? [...this.sessions].at(-1);
  }

  setActive(surface: Surface): void {
    this.lastActive = surface;
    this.changes.emit();
  }

  byPath(path: string): OpenSession | undefined {
    return this.all.find((session) => session.path === path);
  }

  surfaceOf(session: OpenSession): Surface | undefined {
    return this.shown.find((surface) => surface.session === session);
  }

  /** Makes a session known. Its process starts when it is needed. Throws when too many are working. */
  open(cwd: string, sessionPath?: string): OpenSession {
    this.makeRoom();
    const session = this.deps.create(cwd, sessionPath);
    this.sessions.add(session);
    session.signals.add(() => {
      this.watchIdle(session);
      this.changes.emit();
    });
    this.changes.emit();
    return session;
  }

  addSurface(surface: Surface): void {
    this.surfaces.add(surface);
    this.lastActive ??= surface;
    this.watchIdle(surface.session);
    this.changes.emit();
  }

  removeSurface(surface: Surface): void {
    this.surfaces.delete(surface);
    if (this.lastActive === surface) this.lastActive = undefined;
    this.watchIdle(surface.session);
    this.changes.emit();
  }

  /** Shows a session in a view; where it is shown already, that view comes to the front instead. */
  show(surface: Surface, session: OpenSession): void {
    const showing = this.surfaceOf(session);
    if (showing && showing !== surface) {
      showing.reveal();
      return;
    }
    const before = surface.session;
    surface.show(session);
    this.watchIdle(before);
    this.watchIdle(session);
    this.changes.emit();
  }

  /** A new session in the view: in the same process when that is idle. */
  async startNew(surface: Surface, cwd: string = surface.session.cwd): Promise<void> {
    const { session } = surface;
    if (session.isBusy || session.cwd !== cwd) {
      const next = this.open(cwd);
      this.show(surface, next);
      await next.start();
      return;
    }
    if ((await session.request({ type: "new_session" })).cancelled) return;
    await session.replaced();
  }

  /** A stored session in the view: in the same process when that is idle and works in that folder. */
  async resume(surface: Surface, sessionPath: string, cwd: string): Promise<void> {
    const open = this.byPath(sessionPath);
    if (open) return this.show(surface, open);
    const { session } = surface;
    if (session.isBusy || session.cwd !== cwd) {
      const next = this.open(cwd, sessionPath);
      this.show(surface, next);
      await next.start();
      return;
    }
    if ((await session.request({ type: "switch_session", sessionPath })).cancelled) return;
    await session.replaced();
  }

  async close(session: OpenSession): Promise<void> {
    this.idleTimers.get(session)?.();
    this.idleTimers.delete(session);
    this.sessions.delete(session);
    this.changes.emit();
    await session.close();
  }

  async closeAll(): Promise<void> {
    await Promise.all(this.all.map((session) => this.close(session)));
  }

  /** One that nobody looks at ends some time after its work has. */
  private watchIdle(session: OpenSession): void {
    this.idleTimers.get(session)?.();
    this.idleTimers.delete(session);
    if (!this.sessions.has(session) || this.surfaceOf(session) || session.isBusy) return;
    const cancel = this.deps.clock.after(idleMs, () => {
      inBackground(this.deps.log, "End of an idle agent", this.close(session));
    });
    this.idleTimers.set(session, cancel);
  }

  private makeRoom(): void {
    const max = this.deps.maxAgents();
    if (this.sessions.size < max) return;
    const idle = this.all.find((session) => !session.isBusy && !this.surfaceOf(session));
    if (!idle) {
      throw new Error(
        localize("{0} sessions are open already. Stop one, or raise the setting relay.maxAgents.", max),
      );
    }
    inBackground(this.deps.log, "End of an idle agent", this.close(idle));
  }
}
