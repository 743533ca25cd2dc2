import { stringifyDeep } from "./deepJson.ts";

/** Record size above which a reader discards and reports instead of keeping it (rpc.md §2.1), in bytes. */
export const maxRecordBytes = 134_217_728;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = "\uFEFF";

/** The part of the platform's decoder that is used; Node and browsers both have it as a global. */
declare const TextDecoder: new (
  label: "utf-8",
  options: { ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

/** One framed record: its text, or the place of one that was too large to keep. */
export type DecodedRecord =
  { readonly kind: "record"; readonly text: string } | { readonly kind: "oversize" };

/**
 * One record as it goes on the wire. Members whose value is `undefined` are absent, lone surrogates are
 * escaped and U+2028 / U+2029 stay raw, all as `JSON.stringify` does. Nesting may be of any depth.
 */
export function encodeRecord(value: object): string {
  try {
    return `${JSON.stringify(value)}\n`;
  } catch (error) {
    // The stack was too small for the nesting; a cycle is a TypeError.
    if (!(error instanceof RangeError)) throw error;
    return `${stringifyDeep(value)}\n`;
  }
}

/**
 * Splits a byte stream into JSONL records (rpc.md §2.1). Only LF separates; one CR before it and one BOM
 * at the start of the stream are dropped; bytes that are no UTF-8 become U+FFFD. Cost is linear in the
 * bytes fed, however they are cut into chunks. Chunks of an unfinished record are kept by reference:
 * whoever feeds them must not overwrite them.
 */
export class JsonlDecoder {
  readonly #maxBytes: number;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #discarding = false;
  #atStart = true;

  /** `maxBytes`: size of a record, without CR and LF, that is still accepted. */
  constructor(options: { maxBytes?: number } = {}) {
    this.#maxBytes = options.maxBytes ?? maxRecordBytes;
  }

  /** Records that this chunk completes, in order. */
  push(chunk: Uint8Array): DecodedRecord[] {
    const records: DecodedRecord[] = [];
    let start = 0;
    let end = chunk.indexOf(lineFeed);
    while (end !== -1) {
      const line = chunk.subarray(start, end);
      records.push(this.#isIdle ? this.#decode(line) : this.#complete(line));
      start = end + 1;
      end = chunk.indexOf(lineFeed, start);
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
    return records;
  }

  /** The unterminated tail, if there is one. The decoder is then ready for a new stream. */
  end(): DecodedRecord[] {
    const records = this.#isIdle ? [] : [this.#complete(new Uint8Array(0))];
    this.#atStart = true;
    return records.filter((record) => record.kind === "oversize" || record.text !== "");
  }

  get #isIdle(): boolean {
    return this.#pendingBytes === 0 && !this.#discarding;
  }

  #keep(bytes: Uint8Array): void {
    if (this.#discarding) return;
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    // One byte of grace: a CR before the LF is not part of the record.
    if (this.#pendingBytes > this.#maxBytes + 1) {
      this.#discarding = true;
      this.#reset();
    }
  }

  #complete(lastBytes: Uint8Array): DecodedRecord {
    this.#keep(lastBytes);
    if (this.#discarding) {
      this.#discarding = false;
      this.#atStart = false;
      return { kind: "oversize" };
    }
    const bytes = new Uint8Array(this.#pendingBytes);
    let offset = 0;
    for (const part of this.#pending) {
      bytes.set(part, offset);
      offset += part.length;
    }
    this.#reset();
    return this.#decode(bytes);
  }

  #reset(): void {
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  #decode(line: Uint8Array): DecodedRecord {
    const isStart = this.#atStart;
    this.#atStart = false;
    const length = line.at(-1) === carriageReturn ? line.length - 1 : line.length;
    if (length > this.#maxBytes) return { kind: "oversize" };
    const text = this.#decoder.decode(line.subarray(0, length));
    return { kind: "record", text: isStart && text.startsWith(byteOrderMark) ? text.slice(1) : text };
  }
}
