import { bytesOf, createMessageShapes, type MessageShapes, type TaggedShape } from "./messageShapes.ts";
import { isAt, nothing, plainTextEnd, PlainJson } from "./plainJson.ts";
import { StoredMessage } from "./storedMessage.ts";

const lineFeed = 0x0a;
const quote = 0x22;
const closeBrace = 0x7d;
const entryStart = bytesOf('{"type":"message","id":"');
const parentStart = bytesOf('","parentId":');
const timestampStart = bytesOf(',"timestamp":');
const messageStart = bytesOf(',"message":');
const nullValue = bytesOf("null");

/**
 * Recognises message lines as this program writes them without parsing them. Every byte is checked: what
 * is accepted is JSON, and readers would be given what `JSON.parse` makes of it. Anything else, such as
 * additional fields of an entry, is for the parser to judge.
 */
export class MessageScanner {
  readonly #bytes: Buffer;
  readonly #shapes: MessageShapes;
  readonly #json: PlainJson;
  /** Most lines have the one before them as their parent: one string does for both. */
  #lastId = "";

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#shapes = createMessageShapes();
    this.#json = new PlainJson(bytes, this.#shapes);
  }

  /** The message of the line that begins at `start`. */
  scan(start: number): StoredMessage | undefined {
    const bytes = this.#bytes;
    if (!isAt(bytes, start, entryStart)) return undefined;
    const idStart = start + entryStart.length;
    const idEnd = plainTextEnd(bytes, idStart);
    if (idEnd === nothing || !isAt(bytes, idEnd, parentStart)) return undefined;
    const parentAt = idEnd + parentStart.length;
    const isRoot = isAt(bytes, parentAt, nullValue);
    const parentEnd = isRoot ? parentAt + nullValue.length : this.#skipId(parentAt);
    if (parentEnd === nothing || !isAt(bytes, parentEnd, timestampStart)) return undefined;
    const timestampEnd = this.#json.skipText(parentEnd + timestampStart.length);
    if (timestampEnd === nothing || !isAt(bytes, timestampEnd, messageStart)) return undefined;
    const messageAt = timestampEnd + messageStart.length;
    const tagged = taggedAt(bytes, messageAt, this.#shapes.messages);
    if (tagged === undefined) return undefined;
    const messageEnd = this.#json.skipFields(messageAt + tagged.start.length, tagged.shape);
    const end = messageEnd + 1;
    if (messageEnd === nothing || bytes[messageEnd] !== closeBrace || bytes[end] !== lineFeed)
      return undefined;
    const parentId = isRoot ? null : this.#idOf(parentAt + 1, parentEnd - 1);
    const id = this.#idOf(idStart, idEnd);
    this.#lastId = id;
    return new StoredMessage(bytes, { id, parentId, role: tagged.tag, start, messageAt, end });
  }

  #skipId(at: number): number {
    if (this.#bytes[at] !== quote) return nothing;
    const end = plainTextEnd(this.#bytes, at + 1);
    return end === nothing ? nothing : end + 1;
  }

  #idOf(start: number, end: number): string {
    return this.#isLastId(start, end) ? this.#lastId : this.#bytes.toString("latin1", start, end);
  }

  #isLastId(start: number, end: number): boolean {
    const last = this.#lastId;
    if (last.length !== end - start) return false;
    for (let index = 0; index < last.length; index++) {
      if (this.#bytes[start + index] !== last.charCodeAt(index)) return false;
    }
    return true;
  }
}

function taggedAt<T extends TaggedShape>(bytes: Uint8Array, at: number, shapes: readonly T[]): T | undefined {
  for (const tagged of shapes) if (isAt(bytes, at, tagged.start)) return tagged;
  return undefined;
}
