import type { Memento } from "vscode";
import type { MirroredState } from "@relay-harness/protocol/webview";

const maxMirrored = 50;

/** What this window keeps over a reload: drafts and places, and the session shown. */
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
}
