import { spawn } from "node:child_process";

/** The binary cannot be used: it is missing, does not start, or does not know an option. */
export class SearchBinaryRejected extends Error {
  readonly code = "search-binary-rejected";
}

/** True when the built-in search has to step in. */
export function isSearchBinaryRejected(error: unknown): error is SearchBinaryRejected {
  return error instanceof Error && (error as { code?: unknown }).code === "search-binary-rejected";
}

const unknownOption =
  /unrecognized (?:flag|option)|unexpected argument|wasn't expected|unknown (?:flag|option)|invalid option/i;
const maxErrorBytes = 16 * 1024;

export interface SearchProcess {
  binary: string;
  args: string[];
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** Ends every record of the output. */
  separator: number;
  /** Longer records are cut to this many bytes. */
  maxRecordBytes: number;
  signal?: AbortSignal;
}

/** Cuts a byte stream into records without keeping more of a record than is wanted. */
class RecordSplitter {
  readonly #separator: number;
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #kept = 0;

  constructor(separator: number, maxBytes: number) {
    this.#separator = separator;
    this.#maxBytes = maxBytes;
  }

  *push(chunk: Buffer): Generator<Buffer> {
    let from = 0;
    for (let end = chunk.indexOf(this.#separator); end !== -1; end = chunk.indexOf(this.#separator, from)) {
      this.#keep(chunk.subarray(from, end));
      yield this.#take();
      from = end + 1;
    }
    this.#keep(chunk.subarray(from));
  }

  *finish(): Generator<Buffer> {
    if (this.#kept > 0) yield this.#take();
  }

  #keep(piece: Buffer): void {
    const wanted = piece.subarray(0, this.#maxBytes - this.#kept);
    if (wanted.length === 0) return;
    this.#pieces.push(wanted);
    this.#kept += wanted.length;
  }

  #take(): Buffer {
    const record =
      this.#pieces.length === 1 && this.#pieces[0] ? this.#pieces[0] : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#kept = 0;
    return record;
  }
}

/**
 * Records that a search program prints. Stops the program when the consumer stops. Throws
 * {@link SearchBinaryRejected}, or the program's own message when it fails.
 */
export async function* searchRecords(options: SearchProcess): AsyncGenerator<Buffer> {
  options.signal?.throwIfAborted();
  const child = spawn(options.binary, options.args, {
    cwd: options.cwd,
    env: options.env,
    windowsHide: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = (): void => void child.kill("SIGKILL");
  options.signal?.addEventListener("abort", stop, { once: true });
  let errorText = "";
  child.stderr.on("data", (chunk: Buffer) => {
    if (errorText.length < maxErrorBytes) errorText += chunk.toString();
  });
  const ended = new Promise<number | null | Error>((resolve) => {
    child.once("error", resolve);
    child.once("close", (code) => {
      resolve(code);
    });
  });
  try {
    const splitter = new RecordSplitter(options.separator, options.maxRecordBytes);
    for await (const chunk of child.stdout) yield* splitter.push(chunk as Buffer);
    yield* splitter.finish();
    const outcome = await ended;
    options.signal?.throwIfAborted();
    if (outcome instanceof Error) throw new SearchBinaryRejected(outcome.message, { cause: outcome });
    const failed = outcome !== 0 && outcome !== 1;
    if ((failed || outcome === 1) && unknownOption.test(errorText))
      throw new SearchBinaryRejected(errorText.trim());
    if (failed && errorText.trim() !== "") throw new Error(errorText.trim());
    if (failed && outcome !== 2)
      throw new SearchBinaryRejected(`${options.binary} ended with ${String(outcome)}`);
  } finally {
    options.signal?.removeEventListener("abort", stop);
    stop();
  }
}
