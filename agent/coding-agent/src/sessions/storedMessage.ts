import type { SessionMessageEntry } from "@relay-harness/protocol";

/** Roles of messages that may stay unparsed. */
export type StoredRole = "user" | "assistant" | "toolResult";

export interface StoredMessagePlace {
  id: string;
  parentId: string | null;
  role: StoredRole;
  /** Byte offsets of the line, of the message in it, and of the line feed. */
  start: number;
  messageAt: number;
  end: number;
}

/** A message entry that is still the line of a session file. `MessageScanner` has checked the line. */
export class StoredMessage {
  readonly id: string;
  readonly parentId: string | null;
  readonly role: StoredRole;
  readonly #bytes: Buffer;
  readonly #start: number;
  readonly #messageAt: number;
  /** Where the line feed stands. */
  readonly end: number;

  constructor(bytes: Buffer, place: StoredMessagePlace) {
    this.#bytes = bytes;
    this.id = place.id;
    this.parentId = place.parentId;
    this.role = place.role;
    this.#start = place.start;
    this.#messageAt = place.messageAt;
    this.end = place.end;
  }

  /** A new object with every call. */
  parse(): SessionMessageEntry {
    return JSON.parse(this.#bytes.toString("utf8", this.#start, this.end)) as SessionMessageEntry;
  }

  /** As it stands in the file. */
  entryJson(): Buffer {
    return this.#bytes.subarray(this.#start, this.end);
  }

  messageJson(): Buffer {
    return this.#bytes.subarray(this.#messageAt, this.end - 1);
  }
}
