import { currentSessionVersion, isJsonObject, type JsonObject } from "@relay-harness/protocol";
import { newEntryId } from "./ids.ts";

/**
 * Brings the records of an older file to the current version, in place (sessions-and-tools.md §1.4).
 * `records` are the lines after the header.
 */
export function migrateRecords(header: JsonObject, records: readonly JsonObject[], version: number): void {
  if (version < 2) chainRecords(records);
  for (const { message } of records) {
    if (isJsonObject(message) && message.role === "hookMessage") message.role = "custom";
  }
  header.version = currentSessionVersion;
}

/** Version 1 was a plain list: each entry follows the one before it. */
function chainRecords(records: readonly JsonObject[]): void {
  const taken = new Set<string>();
  let parentId: string | null = null;
  for (const record of records) {
    const id = newEntryId((candidate) => taken.has(candidate));
    taken.add(id);
    record.id = id;
    record.parentId = parentId;
    parentId = id;
  }
  for (const record of records) {
    const { firstKeptEntryIndex } = record;
    if (record.type !== "compaction" || typeof firstKeptEntryIndex !== "number") continue;
    // index 0 is the header line
    const firstKept = records[firstKeptEntryIndex - 1] ?? record;
    record.firstKeptEntryId = firstKept.id;
    delete record.firstKeptEntryIndex;
  }
}
