import { emptyUsage, isJsonObject, type JsonObject, type SessionEntry } from "@relay-harness/protocol";
import { isAmount, isReadableEntry, isUsage } from "./entryShape.ts";
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
  if (typeof record.timestamp !== "string") record.timestamp = timestampOf(record);
  if (record.type === "message") completeMessage(record.message as JsonObject);
  else if (record.type !== "usage") dropBadUsage(record);
  else if (isUsage(record.usage)) completeCost(record.usage as JsonObject);
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
  if (role === "toolResult") {
    if (typeof message.toolName !== "string") message.toolName = "";
    if (typeof message.isError !== "boolean") message.isError = false;
  }
  if (role === "assistant" && !isUsage(message.usage)) message.usage = emptyUsage();
  else dropBadUsage(message);
}

/** Another program wrote a number, or none; then the message may have it. Else it is the beginning of time. */
function timestampOf({ timestamp, message }: JsonObject): string {
  const times = [timestamp, isJsonObject(message) ? message.timestamp : undefined];
  const known = times
    .map((time) => (typeof time === "number" ? new Date(time) : undefined))
    .find((date) => date && !Number.isNaN(date.getTime()));
  return (known ?? new Date(0)).toISOString();
}

/** What cannot be added up was used by nobody; a sum without its parts stays. */
function dropBadUsage(record: JsonObject): void {
  if (!("usage" in record)) return;
  if (isUsage(record.usage)) completeCost(record.usage as JsonObject);
  else delete record.usage;
}

function completeCost({ cost }: JsonObject): void {
  if (!isJsonObject(cost)) return;
  for (const part of ["input", "output", "cacheRead", "cacheWrite"]) {
    if (!isAmount(cost[part])) cost[part] = 0;
  }
}
