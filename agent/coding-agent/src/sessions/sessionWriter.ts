import { closeSync, fstatSync, mkdirSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { SessionError } from "./errors.ts";

/** Which file it is, and its length in bytes. */
export interface FileState {
  dev: number;
  ino: number;
  size: number;
}

/** The file functions that the writer needs; a test injects failing ones. */
export interface SessionWriterFs {
  mkdirSync(path: string, options: { recursive: true }): unknown;
  openSync(path: string, flags: string): number;
  fstatSync(fd: number): FileState;
  statSync(path: string, options: { throwIfNoEntry: false }): FileState | undefined;
  readSync(fd: number, buffer: Uint8Array, offset: number, length: number, position: number): number;
  writeSync(fd: number, buffer: Uint8Array): number;
  closeSync(fd: number): void;
}

const nodeFs: SessionWriterFs = {
  mkdirSync,
  openSync,
  fstatSync,
  statSync,
  readSync,
  writeSync,
  closeSync,
};
const lineFeed = 0x0a;

/**
 * Appends lines to one session file: one synchronous `O_APPEND` write per call on a descriptor that
 * stays open, no fsync. A failed write keeps what is not on disk yet and the next append tries it
 * again (sessions-and-tools.md §1.2).
 */
export class SessionWriter {
  readonly path: string;
  /** Told about the first failure, and again about the first one after a success. */
  onError: ((error: SessionError) => void) | undefined;
  /** Called instead of a write when the file is not the one that was written: it must be made whole. */
  onLost: (() => void) | undefined;
  /** Somebody else has appended since the last write. */
  onForeignAppend: (() => void) | undefined;
  readonly #fs: SessionWriterFs;
  #fd: number | undefined;
  #unwritten: Buffer | undefined;
  #hasFailed = false;
  /** The file as this process left it; absent while it is to be created. */
  #expected: FileState | undefined;

  constructor(path: string, fs: SessionWriterFs = nodeFs) {
    this.path = path;
    this.#fs = fs;
  }

  /** The file exists, and this is what was read of it. */
  expect({ dev, ino, size }: FileState): void {
    this.#expected = { dev, ino, size };
  }

  /** True while lines are in memory only. */
  get hasUnwritten(): boolean {
    return this.#unwritten !== undefined;
  }

  /** Writes `lines`, each of them ended by LF, after what earlier calls could not write. */
  append(lines: string): void {
    if (!this.#isInPlace()) {
      this.#forget();
      this.onLost?.();
      return;
    }
    const added = Buffer.from(lines, "utf8");
    this.#unwritten = this.#unwritten === undefined ? added : Buffer.concat([this.#unwritten, added]);
    this.flush();
  }

  /** The next append finds the file lost, whatever is there. */
  markLost(): void {
    this.#expected = { dev: -1, ino: -1, size: 0 };
  }

  /** Tries again to write what is in memory only. */
  flush(): void {
    try {
      this.#fd ??= this.#open();
      while (this.#unwritten !== undefined) {
        const written = this.#fs.writeSync(this.#fd, this.#unwritten);
        this.#unwritten = written < this.#unwritten.length ? this.#unwritten.subarray(written) : undefined;
        if (this.#expected) this.#expected.size += written;
      }
      this.#hasFailed = false;
    } catch (cause) {
      this.fail(cause);
    }
  }

  /** Reports a failure to write, once per series of failures. */
  fail(cause: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    const reason = cause instanceof Error ? cause.message : String(cause);
    this.onError?.(new SessionError("write", `Cannot write session file ${this.path}: ${reason}`, { cause }));
  }

  /** Releases the descriptor after a last attempt; a later append opens the file again. */
  close(): void {
    if (this.#unwritten !== undefined) this.flush();
    if (this.#fd !== undefined) this.#fs.closeSync(this.#fd);
    this.#fd = undefined;
  }

  /** One look at the path: it must still name the file, which must not have become shorter. */
  #isInPlace(): boolean {
    const expected = this.#expected;
    if (expected === undefined || this.#unwritten !== undefined) return true;
    const found = this.#stat();
    if (found?.ino !== expected.ino || found.dev !== expected.dev || found.size < expected.size) return false;
    if (found.size > expected.size) {
      // Opened again, for a line that the other process may not have ended yet.
      this.close();
      this.onForeignAppend?.();
    }
    return true;
  }

  #stat(): FileState | undefined {
    try {
      return this.#fs.statSync(this.path, { throwIfNoEntry: false });
    } catch {
      // Nothing can be known of it just now: writing will tell.
      return this.#expected;
    }
  }

  #forget(): void {
    if (this.#fd !== undefined) this.#fs.closeSync(this.#fd);
    this.#fd = undefined;
    this.#unwritten = undefined;
    this.#expected = undefined;
  }

  #open(): number {
    this.#fs.mkdirSync(dirname(this.path), { recursive: true });
    const fd = this.#fs.openSync(this.path, "a+");
    const { dev, ino, size } = this.#fs.fstatSync(fd);
    this.#expected = { dev, ino, size };
    const last = Buffer.alloc(1);
    const isTorn = size > 0 && this.#fs.readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== lineFeed;
    if (isTorn && this.#unwritten !== undefined) {
      this.#unwritten = Buffer.concat([Buffer.of(lineFeed), this.#unwritten]);
    }
    return fd;
  }
}
