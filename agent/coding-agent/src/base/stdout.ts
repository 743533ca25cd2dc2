import type { Writable } from "node:stream";

/** What a pipe takes at once on the systems that Relay runs on. */
const pipeLength = 64 * 1024;

/**
 * The protocol's end of stdout. Records leave in the order of `write`; those of one turn of the event loop
 * leave in one system call, so that the reader wakes once, and what fills a pipe leaves at once. The pipe is
 * non-blocking: a client that does not read pauses producers and nothing else, commands are still parsed.
 */
export class ProtocolStdout {
  private buffered: (string | Uint8Array)[] = [];
  /** In characters or bytes. */
  private bufferedLength = 0;
  private scheduled = false;
  private draining: Promise<void> | undefined;
  private closedError: Error | undefined;
  private closedListener: ((error: Error) => void) | undefined;

  constructor(
    private readonly stream: Writable,
    private readonly rawWrite: (chunk: string | Uint8Array) => boolean,
  ) {
    stream.on("error", (error: Error) => this.markClosed(error));
    stream.on("close", () => this.markClosed(new Error("stdout was closed")));
  }

  /** True once the reader is gone; later records are dropped. */
  get isClosed(): boolean {
    return this.closedError !== undefined;
  }

  /** Told once that the reader is gone, at once when it already is. */
  set onClosed(listener: (error: Error) => void) {
    this.closedListener = listener;
    if (this.closedError) listener(this.closedError);
  }

  /** Queues one line that already ends in LF. A promise means: wait for it before producing more. */
  write(line: string | Uint8Array): void | Promise<void> {
    if (this.closedError) return;
    this.buffered.push(line);
    this.bufferedLength += line.length;
    if (this.draining) return this.draining;
    if (this.bufferedLength >= pipeLength) this.flushBuffer();
    else if (!this.scheduled) {
      this.scheduled = true;
      setImmediate(this.flushScheduled);
    }
    return this.draining;
  }

  /** Resolves when everything written so far has been handed to the operating system, or cannot be. */
  async flush(): Promise<void> {
    this.flushBuffer();
    while (!this.closedError && (this.draining || this.buffered.length > 0)) {
      await this.draining;
      this.flushBuffer();
    }
    if (this.closedError || this.stream.writableLength === 0) return;
    await new Promise<void>((resolve) => {
      this.stream.once("close", resolve);
      this.stream.once("error", () => resolve());
      this.stream.write("", () => resolve());
    });
  }

  private readonly flushScheduled = (): void => {
    this.scheduled = false;
    this.flushBuffer();
  };

  private readonly flushBuffer = (): void => {
    if (this.buffered.length === 0 || this.draining || this.closedError) return;
    const chunks = joinTexts(this.buffered);
    this.buffered = [];
    this.bufferedLength = 0;
    let isThrough = true;
    for (const chunk of chunks) isThrough = this.rawWrite(chunk);
    if (isThrough) return;
    this.draining = new Promise<void>((resolve) => {
      const done = (): void => {
        this.stream.off("drain", done);
        this.stream.off("close", done);
        this.draining = undefined;
        resolve();
        this.flushBuffer();
      };
      this.stream.on("drain", done);
      this.stream.on("close", done);
    });
  };

  private markClosed(error: Error): void {
    if (this.closedError) return;
    this.closedError = error;
    this.buffered = [];
    this.bufferedLength = 0;
    this.closedListener?.(error);
  }
}

/** In order, with texts that follow each other as one. */
function joinTexts(lines: readonly (string | Uint8Array)[]): (string | Uint8Array)[] {
  const chunks: (string | Uint8Array)[] = [];
  let start = 0;
  for (let end = 0; end <= lines.length; end++) {
    const bytes = lines[end];
    if (typeof bytes === "string") continue;
    if (end > start) chunks.push(end - start === 1 ? (lines[start] ?? "") : lines.slice(start, end).join(""));
    if (bytes !== undefined) chunks.push(bytes);
    start = end + 1;
  }
  return chunks;
}

/**
 * Makes stdout the protocol's alone: what libraries or extensions print goes to stderr from now on.
 * Must run before any code that is not Relay's.
 */
export function takeStdout(): ProtocolStdout {
  const stdout = process.stdout;
  const rawWrite = stdout.write.bind(stdout);
  stdout.write = ((...args: Parameters<typeof process.stderr.write>) =>
    process.stderr.write(...args)) as typeof stdout.write;
  // Nobody reading diagnostics is no reason to stop working.
  process.stderr.on("error", () => undefined);
  return new ProtocolStdout(stdout, (chunk) => rawWrite(chunk));
}
