import { watch, type FSWatcher } from "node:fs";
import { dirname } from "node:path";
import { statReachable } from "../base/reachable.ts";
import { projectDirsIn } from "./sessionFiles.ts";

export interface SessionWatchOptions {
  onChange: () => void;
  /** Told about the first directory that cannot be watched: its changes stay unseen. */
  onError: (dir: string, error: Error) => void;
  /** Default: that of the system. */
  watch?: typeof watch;
}

/**
 * Watches directories of session files. One that is not there yet is waited for in the nearest directory
 * above it. Never keeps the process alive.
 */
export class SessionWatch {
  /** By directory that was asked for; `undefined` once watching failed. */
  private readonly watchers = new Map<string, FSWatcher | undefined>();
  private hasFailed = false;
  private isClosed = false;

  constructor(private readonly options: SessionWatchOptions) {}

  /** Session files of one directory. */
  add(dir: string): void {
    if (!this.watchers.has(dir)) this.start(dir, (name) => name === null || name.endsWith(".jsonl"));
  }

  /** Session files in all directories of a root, later ones included. */
  addProjects(root: string): void {
    for (const dir of projectDirsIn(root)) this.add(dir);
    if (this.watchers.has(root)) return;
    this.start(root, () => {
      for (const dir of projectDirsIn(root)) this.add(dir);
      return true;
    });
  }

  close(): void {
    this.isClosed = true;
    for (const watcher of this.watchers.values()) watcher?.close();
    this.watchers.clear();
  }

  /** `concerns` decides by name whether a change in the directory is one of its sessions. */
  private start(dir: string, concerns: (name: string | null) => boolean): void {
    if (this.isClosed) return;
    const target = nearestDirectory(dir);
    const hasMoved = (): boolean => {
      const now = nearestDirectory(dir);
      return now.path !== target.path || now.ino !== target.ino;
    };
    const startAgain = (): void => {
      this.watchers.get(dir)?.close();
      this.start(dir, concerns);
    };
    try {
      const watcher = (this.options.watch ?? watch)(target.path, { persistent: false }, (_, name) => {
        if (hasMoved()) {
          startAgain();
          this.options.onChange();
        } else if (target.path === dir && concerns(name)) this.options.onChange();
      });
      watcher.on("error", (error) => this.fail(dir, error));
      this.watchers.set(dir, watcher);
      // It may have come while the watcher was made.
      if (hasMoved()) startAgain();
    } catch (error) {
      this.fail(dir, error instanceof Error ? error : new Error(String(error)));
    }
  }

  private fail(dir: string, error: Error): void {
    this.watchers.get(dir)?.close();
    this.watchers.set(dir, undefined);
    if (!this.hasFailed) this.options.onError(dir, error);
    this.hasFailed = true;
  }
}

/** The directory itself, or the first one above it that exists. */
function nearestDirectory(dir: string): { path: string; ino: number | undefined } {
  for (let path = dir; ; path = dirname(path)) {
    const stats = statReachable(path);
    if (stats?.isDirectory() || dirname(path) === path) return { path, ino: stats?.ino };
  }
}
