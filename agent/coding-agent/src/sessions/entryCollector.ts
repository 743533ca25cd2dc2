import { emptyUsage, type JsonObject, type SessionEntry } from "@relay-harness/protocol";
import { isReadableEntry, isUsage } from "./entryShape.ts";
import type { StoredMessage } from "./storedMessage.ts";

/** Type in memory of entries whose fields are not of their kind; the file keeps them as they are. */
const unreadableType = "unreadable";

/** An entry, or the line of one that nobody has asked for yet. */
export type EntryRecord = SessionEntry | StoredMessage;

/** Gathers the entries that the records of a file make, in their order: the first of each id. */
export class EntryCollector<T extends StoredMessage = never> {
  readonly entries: (SessionEntry | T)[] = [];
  readonly #ids = new Set<string>();
  #duplicates = 0;

  add(record: JsonObject): void {
    if (typeof record.id === "string" && this.#isNew(record.id)) this.entries.push(toEntry(record));
  }

  addStored(message: T): void {
    if (this.#isNew(message.id)) this.entries.push(message);
  }

  /** What is to be said about the records that were left out. */
  warnings(): string[] {
    if (this.#duplicates === 0) return [];
    return [`Skipped ${this.#duplicates} session entries with an id that occurs earlier in the file`];
  }

  #isNew(id: string): boolean {
    const { size } = this.#ids.add(id);
    if (size > this.entries.length) return true;
    this.#duplicates++;
    return false;
  }
}

function toEntry(record: JsonObject): SessionEntry {
  if (typeof record.parentId !== "string") record.parentId = null;
  if (record.type === "message") completeMessage(record.message as JsonObject);
  else if (record.type !== "usage") dropBadUsage(record);
  // Its children keep their place; clients pass over types that they do not know.
  if (!isReadableEntry(record)) record.type = unreadableType;
  return record as unknown as SessionEntry;
}

/** Gives a hand-made or torn message the fields that readers rely on. */
function completeMessage(message: JsonObject): void {
  const { role, content } = message;
  if (role !== "user" && role !== "assistant" && role !== "toolResult" && role !== "system") return;
  if (content === null || content === undefined) message.content = role === "system" ? "" : [];
  if ((role === "assistant" || role === "toolResult") && typeof content === "string") {
    message.content = [{ type: "text", text: content }];
  }
  if (role === "assistant" && !isUsage(message.usage)) message.usage = emptyUsage();
  else dropBadUsage(message);
}

/** What cannot be added up was used by nobody. */
function dropBadUsage(record: JsonObject): void {
  if ("usage" in record && !isUsage(record.usage)) delete record.usage;
}
