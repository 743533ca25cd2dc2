import type { Writable } from "node:stream";

/** Writes lines in order and hands the pipe no more than it takes. */
export class InputQueue {
  private waiting: string[] = [];
  private isFull = false;
  private isEnding = false;

  constructor(private readonly stream: Writable) {
    // A broken pipe means that the process is gone, and its exit is reported as such.
    stream.on("error", () => this.discard());
    stream.on("drain", () => this.flush());
  }

  write(line: string): void {
    if (this.isEnding) return;
    this.waiting.push(line);
    this.flush();
  }

  /** Closes the pipe after everything that is waiting. */
  end(): void {
    this.isEnding = true;
    this.flush();
  }

  private flush(): void {
    this.isFull = this.stream.writableNeedDrain;
    let sent = 0;
    while (!this.isFull && sent < this.waiting.length) {
      this.isFull = !this.stream.write(this.waiting[sent++] ?? "");
    }
    this.waiting.splice(0, sent);
    if (this.isEnding && this.waiting.length === 0 && !this.stream.writableEnded) this.stream.end();
  }

  private discard(): void {
    this.waiting = [];
    this.isEnding = true;
  }
}
