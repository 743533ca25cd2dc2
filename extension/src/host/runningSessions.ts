import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Session files whose run has not ended, kept in a file: written at once, because what the editor itself keeps
 * may not be stored yet when its window goes.
 */
export class RunningSessions {
  private readonly paths: Set<string>;

  constructor(private readonly file: string) {
    this.paths = new Set(readPaths(file));
  }

  has(path: string): boolean {
    return this.paths.has(path);
  }

  set(path: string, isRunning: boolean): void {
    if (isRunning === this.paths.has(path)) return;
    if (isRunning) this.paths.add(path);
    else this.paths.delete(path);
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(this.file, JSON.stringify([...this.paths]));
  }
}

function readPaths(file: string): string[] {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return Array.isArray(value) ? value.filter((path) => typeof path === "string") : [];
  } catch {
    // Not written yet, or cut off: a hint that is missing does no harm.
    return [];
  }
}
