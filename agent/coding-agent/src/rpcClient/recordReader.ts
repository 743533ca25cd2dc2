import { isJsonObject, JsonlDecoder, type DecodedRecord, type JsonObject } from "@relay-harness/protocol";

export interface RecordReaderDeps {
  /** Takes a record; true when it was a response that somebody waited for. */
  onRecord: (record: JsonObject) => boolean;
  onGarbage: (line: string) => void;
}

type Item = { record: JsonObject } | { run: () => void };

/**
 * Cuts stdout into records and hands them on in order. After a response that was waited for it lets one
 * macrotask pass, so that who got it can begin to listen before the next event (rpc.md §12).
 */
export class RecordReader {
  private readonly decoder = new JsonlDecoder();
  private items: Item[] = [];
  private isPumping = false;

  constructor(private readonly deps: RecordReaderDeps) {}

  push(chunk: Uint8Array): void {
    this.take(this.decoder.push(chunk));
    this.pump();
  }

  /** No more will come. Calls back when everything that arrived, also without a last LF, has been handed on. */
  end(run: () => void): void {
    this.take(this.decoder.end());
    this.items.push({ run });
    this.pump();
  }

  private take(decoded: readonly DecodedRecord[]): void {
    for (const record of decoded) {
      if (record.kind === "record") this.parse(record.text);
      else this.deps.onGarbage("a record that is too large");
    }
  }

  private parse(text: string): void {
    const record = parseObject(text);
    if (record) this.items.push({ record });
    else if (text.trim() !== "") this.deps.onGarbage(text);
  }

  private pump(): void {
    if (this.isPumping) return;
    this.isPumping = true;
    let position = 0;
    for (const item of this.items) {
      position++;
      if ("run" in item) item.run();
      else if (this.deps.onRecord(item.record)) {
        setImmediate(() => {
          this.isPumping = false;
          this.pump();
        });
        this.items.splice(0, position);
        return;
      }
    }
    this.items = [];
    this.isPumping = false;
  }
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
