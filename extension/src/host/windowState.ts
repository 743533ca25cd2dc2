import type { Memento } from "vscode";
import type { MirroredState } from "@relay-harness/protocol/webview";

const maxMirrored = 50;

/** What this window keeps over a reload: drafts and places, the session shown, runs that were going on. */
export class WindowState {
  private readonly mirrored: Map<string, MirroredState>;

  constructor(private readonly memento: Memento) {
    this.mirrored = new Map(memento.get<[string, MirroredState][]>("mirrored", []));
  }

  mirrorOf(sessionId: string): MirroredState | null {
    return this.mirrored.get(sessionId) ?? null;
  }

  setMirror(sessionId: string, state: MirroredState): void {
    this.mirrored.delete(sessionId);
    this.mirrored.set(sessionId, state);
    for (const id of this.mirrored.keys()) {
      if (this.mirrored.size <= maxMirrored) break;
      this.mirrored.delete(id);
    }
    void this.memento.update("mirrored", [...this.mirrored]);
  }

  get lastSession(): { path: string; cwd: string } | undefined {
    return this.memento.get("lastSession");
  }

  setLastSession(session: { path: string; cwd: string } | undefined): void {
    void this.memento.update("lastSession", session);
  }

  /** Sessions whose run had not ended when the window did. */
  wasRunning(path: string): boolean {
    return this.memento.get<string[]>("running", []).includes(path);
  }

  setRunning(path: string, isRunning: boolean): void {
    const others = this.memento.get<string[]>("running", []).filter((other) => other !== path);
    void this.memento.update("running", isRunning ? [...others, path] : others);
  }
}
