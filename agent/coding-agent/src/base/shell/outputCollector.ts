import { randomBytes } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  countLineFeeds,
  DEFAULT_MAX_BYTES,
  DEFAULT_MAX_LINES,
  truncateTail,
  type TruncationResult,
} from "../truncate.ts";

/** Enough text to decide what the tail of any longer output looks like. */
const keptBytes = 2 * DEFAULT_MAX_BYTES;

export interface CollectedOutput {
  truncation: TruncationResult;
  /** Bytes of the last line, of which the tail may hold only the end. */
  lastLineBytes: number;
  /** Log file with the full output, once a limit was passed. */
  fullOutputPath?: string;
  /** Why there is no complete log file although a limit was passed. */
  logFailure?: string;
}

interface Piece {
  text: string;
  bytes: number;
}

/**
 * Output of a command: its tail in memory, all of it in a private log file once it is longer than
 * a tool result may be (sessions-and-tools.md §13.1).
 */
export class OutputCollector {
  readonly #filePrefix: string;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #pieces: Piece[] = [];
  #piecesBytes = 0;
  #dropped = false;
  #totalBytes = 0;
  #lineFeeds = 0;
  #lastLineBytes = 0;
  #openLineBytes = 0;
  #endsWithLineFeed = false;
  /** Raw output until it goes to the file. */
  #unsaved: Buffer[] = [];
  #file: number | undefined;
  #path: string | undefined;
  #logFailure: string | undefined;

  /** `filePrefix` names the log file, for example `relay-bash`. */
  constructor(filePrefix: string) {
    this.#filePrefix = filePrefix;
  }

  push(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.#append(this.#decoder.decode(chunk, { stream: true }));
    this.#save(chunk);
  }

  /** Call once, after the last chunk: what is left of a cut character is output too. */
  finish(): CollectedOutput {
    this.#append(this.#decoder.decode());
    this.#save(Buffer.alloc(0));
    this.close();
    return this.snapshot();
  }

  /** The output so far. */
  snapshot(): CollectedOutput {
    const truncation = truncateTail(this.#pieces.map((piece) => piece.text).join(""));
    return {
      truncation: this.#dropped
        ? { ...truncation, totalBytes: this.#totalBytes, totalLines: this.#totalLines() }
        : truncation,
      lastLineBytes: this.#endsWithLineFeed ? this.#lastLineBytes : this.#openLineBytes,
      ...(this.#path !== undefined && this.#logFailure === undefined && { fullOutputPath: this.#path }),
      ...(this.#logFailure !== undefined && { logFailure: this.#logFailure }),
    };
  }

  /** Closes the log file. */
  close(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
  }

  #totalLines(): number {
    return this.#lineFeeds + (this.#endsWithLineFeed || this.#totalBytes === 0 ? 0 : 1);
  }

  #append(text: string): void {
    if (text === "") return;
    const encoded = Buffer.from(text);
    this.#totalBytes += encoded.length;
    this.#lineFeeds += countLineFeeds(encoded);
    this.#measureLastLine(encoded);
    this.#pieces.push({ text, bytes: encoded.length });
    this.#piecesBytes += encoded.length;
    this.#dropOldPieces();
  }

  #measureLastLine(encoded: Buffer): void {
    const last = encoded.lastIndexOf(10);
    this.#endsWithLineFeed = last === encoded.length - 1;
    if (last === -1) {
      this.#openLineBytes += encoded.length;
      return;
    }
    const previous = last === 0 ? -1 : encoded.lastIndexOf(10, last - 1);
    this.#lastLineBytes = last - previous - 1 + (previous === -1 ? this.#openLineBytes : 0);
    this.#openLineBytes = encoded.length - last - 1;
  }

  #dropOldPieces(): void {
    let first = 0;
    for (const piece of this.#pieces) {
      if (this.#piecesBytes - piece.bytes < keptBytes) break;
      this.#piecesBytes -= piece.bytes;
      first += 1;
    }
    if (first > 0) {
      this.#pieces = this.#pieces.slice(first);
      this.#dropped = true;
    }
    // Many tiny pieces would cost more than the text they hold.
    if (this.#pieces.length > 1024) {
      this.#pieces = [{ text: this.#pieces.map((piece) => piece.text).join(""), bytes: this.#piecesBytes }];
    }
  }

  #overLimit(): boolean {
    const finalLineFeed = this.#endsWithLineFeed ? 1 : 0;
    return this.#totalLines() > DEFAULT_MAX_LINES || this.#totalBytes - finalLineFeed > DEFAULT_MAX_BYTES;
  }

  #save(chunk: Buffer): void {
    if (this.#logFailure !== undefined) return;
    try {
      if (this.#path === undefined) {
        this.#unsaved.push(Buffer.from(chunk));
        if (!this.#overLimit()) return;
        this.#path = join(tmpdir(), `${this.#filePrefix}-${randomBytes(8).toString("hex")}.log`);
        this.#file = openSync(this.#path, "wx", 0o600);
        for (const earlier of this.#unsaved) this.#writeAll(earlier);
        this.#unsaved = [];
        return;
      }
      this.#writeAll(chunk);
    } catch (error) {
      this.#unsaved = [];
      this.#logFailure = (error as NodeJS.ErrnoException).code ?? String(error);
      this.close();
    }
  }

  #writeAll(chunk: Buffer): void {
    let written = 0;
    while (this.#file !== undefined && written < chunk.length) {
      written += writeSync(this.#file, chunk, written);
    }
  }
}
