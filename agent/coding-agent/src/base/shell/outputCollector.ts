import { randomBytes } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  countLineFeeds,
  DEFAULT_MAX_BYTES,
  DEFAULT_MAX_LINES,
  lastBytes,
  truncateTail,
  type TruncationResult,
} from "../truncate.ts";

/** Enough text to decide what the tail of any longer output looks like. */
const tailViewBytes = 2 * DEFAULT_MAX_BYTES;
/** What programmatic callers get of either end of a longer output (mcp-codemode.md §12.4). */
const endBytes = 512 * 1024;
/** A cut at a character boundary may leave this much more for the other end. */
const boundarySlack = 8;
const maxPieces = 1024;

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

function textOf(pieces: readonly Piece[]): string {
  return pieces.map((piece) => piece.text).join("");
}

function bytesOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.bytes, 0);
}

/** Adds a piece. Many tiny ones would cost more than the text they hold: they become one. */
function withPiece(pieces: Piece[], piece: Piece): Piece[] {
  pieces.push(piece);
  return pieces.length <= maxPieces ? pieces : [{ text: textOf(pieces), bytes: bytesOf(pieces) }];
}

/** The output for programmatic callers: up to 1 MiB, else both ends around a marker. */
export interface FullOutput {
  text: string;
  truncated: boolean;
}

/**
 * Output of a command: its ends in memory, all of it in a private log file once it is longer than
 * a tool result may be (sessions-and-tools.md §13.1).
 */
export class OutputCollector {
  readonly #filePrefix: string;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** The first {@link endBytes}. */
  #head: Piece[] = [];
  #headBytes = 0;
  #headIsFull = false;
  /** The end of what follows the head. */
  #tail: Piece[] = [];
  #tailBytes = 0;
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
    const recent = this.#recentPieces();
    const truncation = truncateTail(textOf(recent));
    const isComplete = bytesOf(recent) === this.#totalBytes;
    return {
      truncation: !isComplete
        ? { ...truncation, totalBytes: this.#totalBytes, totalLines: this.#totalLines() }
        : truncation,
      lastLineBytes: this.#endsWithLineFeed ? this.#lastLineBytes : this.#openLineBytes,
      ...(this.#path !== undefined && this.#logFailure === undefined && { fullOutputPath: this.#path }),
      ...(this.#logFailure !== undefined && { logFailure: this.#logFailure }),
    };
  }

  /** What programmatic callers get. */
  fullOutput(): FullOutput {
    const head = textOf(this.#head);
    const tail = textOf(this.#tail);
    if (this.#headBytes + this.#tailBytes === this.#totalBytes && this.#totalBytes <= 2 * endBytes) {
      return { text: head + tail, truncated: false };
    }
    const end = lastBytes(tail, endBytes);
    const omitted = this.#totalBytes - this.#headBytes - Buffer.byteLength(end);
    return { text: `${head}\n\n[${omitted} bytes omitted]\n\n${end}`, truncated: true };
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
    this.#keep({ text, bytes: encoded.length }, encoded);
  }

  #keep(piece: Piece, encoded: Buffer): void {
    if (this.#headIsFull) {
      this.#keepTail(piece);
      return;
    }
    const room = endBytes - this.#headBytes;
    this.#headIsFull = piece.bytes >= room;
    if (piece.bytes <= room) {
      this.#keepHead(piece);
      return;
    }
    let cut = room;
    while (cut > 0 && ((encoded[cut] ?? 0) & 0xc0) === 0x80) cut -= 1;
    this.#keepHead({ text: encoded.toString("utf8", 0, cut), bytes: cut });
    this.#keepTail({ text: encoded.toString("utf8", cut), bytes: encoded.length - cut });
  }

  #keepHead(piece: Piece): void {
    this.#head = withPiece(this.#head, piece);
    this.#headBytes += piece.bytes;
  }

  #keepTail(piece: Piece): void {
    this.#tail = withPiece(this.#tail, piece);
    this.#tailBytes += piece.bytes;
    let first = 0;
    for (const { bytes } of this.#tail) {
      if (this.#tailBytes - bytes < endBytes + boundarySlack) break;
      this.#tailBytes -= bytes;
      first += 1;
    }
    if (first > 0) this.#tail = this.#tail.slice(first);
  }

  /** The last pieces that hold enough for the tail of a result. */
  #recentPieces(): Piece[] {
    const pieces = [...this.#head, ...this.#tail];
    // Between head and tail something may be missing.
    if (this.#tailBytes >= tailViewBytes) pieces.splice(0, this.#head.length);
    let bytes = 0;
    let first = pieces.length;
    while (first > 0 && bytes < tailViewBytes) {
      first -= 1;
      bytes += pieces[first]?.bytes ?? 0;
    }
    return pieces.slice(first);
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
