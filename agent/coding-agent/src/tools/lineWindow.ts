import {
  DEFAULT_MAX_BYTES,
  DEFAULT_MAX_LINES,
  truncateHead,
  type TruncationResult,
} from "../base/truncate.ts";

const lineFeed = 10;

export interface LineWindowResult {
  /** The window within the limits of a tool result. */
  truncation: TruncationResult;
  /** Lines of the file: LF count + 1. */
  fileLines: number;
  /** Bytes of the first line of the window. */
  firstLineBytes: number;
}

/**
 * Lines `start` to `end` (1-based, inclusive) of a byte stream, counting all of its lines. Keeps no
 * more bytes than a tool result may show.
 */
export class LineWindow {
  readonly #start: number;
  readonly #end: number;
  readonly #kept: Buffer[] = [];
  #keptBytes = 0;
  #line = 1;
  #windowBytes = 0;
  #firstLineBytes = 0;
  /** Last line of the window so far and its bytes. */
  #last = { line: 0, bytes: 0 };
  #endsWithLineFeed = false;

  constructor(start: number, end: number) {
    this.#start = start;
    this.#end = end;
  }

  push(chunk: Buffer): void {
    let from = 0;
    while (from < chunk.length) {
      const feed = chunk.indexOf(lineFeed, from);
      const to = feed === -1 ? chunk.length : feed + 1;
      if (this.#line >= this.#start && this.#line <= this.#end) this.#take(chunk, from, to, feed !== -1);
      if (feed !== -1) this.#line += 1;
      from = to;
    }
  }

  #take(chunk: Buffer, from: number, to: number, endsLine: boolean): void {
    // Two lines past the limit prove that there are more; so does one byte.
    if (this.#keptBytes <= DEFAULT_MAX_BYTES && this.#line - this.#start <= DEFAULT_MAX_LINES + 1) {
      const piece = chunk.subarray(from, Math.min(to, from + DEFAULT_MAX_BYTES + 2));
      this.#kept.push(Buffer.from(piece));
      this.#keptBytes += piece.length;
    }
    this.#windowBytes += to - from;
    const lineBytes = to - from - (endsLine ? 1 : 0);
    if (this.#line === this.#start) this.#firstLineBytes += lineBytes;
    if (this.#line !== this.#last.line) this.#last = { line: this.#line, bytes: 0 };
    this.#last.bytes += lineBytes;
    this.#endsWithLineFeed = endsLine;
  }

  /** Call once, after the last chunk. */
  finish(): LineWindowResult {
    const fileLines = this.#line;
    const cutsFinalFeed = this.#endsWithLineFeed && this.#end < fileLines;
    const totalBytes = this.#windowBytes - (cutsFinalFeed ? 1 : 0);
    const complete = this.#keptBytes === this.#windowBytes;
    let text = Buffer.concat(this.#kept).toString("utf8");
    if (complete && cutsFinalFeed) text = text.slice(0, -1);
    const truncation = truncateHead(text);
    if (complete) return { truncation, fileLines, firstLineBytes: this.#firstLineBytes };

    const lastLine = Math.min(this.#end, fileLines);
    const endsEmpty = this.#last.line !== lastLine || this.#last.bytes === 0;
    const totalLines = lastLine - this.#start + (endsEmpty ? 0 : 1);
    return {
      truncation: { ...truncation, totalBytes, totalLines },
      fileLines,
      firstLineBytes: this.#firstLineBytes,
    };
  }
}
