import type { SessionEntry } from "@relay-harness/protocol";
import type { EntryRecord } from "./entryCollector.ts";
import { StoredMessage } from "./storedMessage.ts";

/** An entry in its tree. What only its place needs is known without parsing its line. */
export class TreeEntry {
  readonly id: string;
  /** Absent for roots, and where the parent is missing. */
  readonly parent: TreeEntry | undefined;
  /** The line, while the entry is as it stands in the file. */
  readonly stored: StoredMessage | undefined;
  #record: EntryRecord;

  constructor(record: EntryRecord, parent: TreeEntry | undefined) {
    this.id = record.id;
    this.parent = parent;
    this.stored = record instanceof StoredMessage ? record : undefined;
    this.#record = record;
  }

  get type(): SessionEntry["type"] {
    return this.#record instanceof StoredMessage ? "message" : this.#record.type;
  }

  /** Of a message. */
  get role(): string | undefined {
    if (this.#record instanceof StoredMessage) return this.#record.role;
    return this.#record.type === "message" ? this.#record.message.role : undefined;
  }

  /** Parsed by the first who asks; the same object for all. */
  get entry(): SessionEntry {
    if (this.#record instanceof StoredMessage) this.#record = this.#record.parse();
    return this.#record;
  }

  /** The entry for who looks at it once: what nobody has asked for before is parsed and forgotten. */
  peek(): SessionEntry {
    return this.#record instanceof StoredMessage ? this.#record.parse() : this.#record;
  }
}
