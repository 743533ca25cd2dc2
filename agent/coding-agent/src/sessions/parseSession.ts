import {
  currentSessionVersion,
  encodeRecord,
  type JsonObject,
  type SessionEntry,
  type SessionHeader,
} from "@relay-harness/protocol";
import { EntryCollector } from "./entryCollector.ts";
import { migrateRecords } from "./migrateSession.ts";
import { isHeader, toHeader, versionOf, versionWarnings } from "./sessionHeader.ts";
import { isRecord, parseLine } from "./sessionLine.ts";

/** A session file in memory. */
export interface ParsedSession<T = SessionEntry> {
  header: SessionHeader;
  /** In file order; first occurrence of each id. */
  entries: T[];
  /** For stderr, once. */
  warnings: string[];
  /** Content that replaces the file when it had to be migrated. */
  migrated?: string;
}

/** Reads the lines of a session file. `undefined`: it is no session (sessions-and-tools.md §1.3). */
export function parseSession(text: string): ParsedSession | undefined {
  const records: JsonObject[] = [];
  const output: (string | JsonObject)[] = [];
  let header: JsonObject | undefined;
  for (const line of linesOf(text)) {
    const record = parseLine(line);
    if (record === undefined) {
      if (line.trim() !== "") output.push(stripReturn(line));
      continue;
    }
    if (header === undefined) {
      if (!isHeader(record)) return undefined;
      header = record;
      output.push(record);
    } else if (isRecord(record)) {
      records.push(record);
      output.push(record);
    } else {
      output.push(stripReturn(line));
    }
  }
  return header === undefined ? undefined : finish(header, records, output);
}

/** The header of a session whose file starts with `text`, complete or not; `undefined`: none. */
export function parseHeader(text: string): SessionHeader | undefined {
  for (const line of linesOf(text)) {
    const record = parseLine(line);
    if (record === undefined) continue;
    return isHeader(record) ? toHeader(record) : undefined;
  }
  return undefined;
}

/** Lines without their feeds and without a byte order mark; one at a time, as a file may be large. */
function* linesOf(text: string): Generator<string> {
  let start = text.startsWith("\uFEFF") ? 1 : 0;
  for (;;) {
    const end = text.indexOf("\n", start);
    if (end < 0) break;
    yield text.slice(start, end);
    start = end + 1;
  }
  yield text.slice(start);
}

function finish(header: JsonObject, records: JsonObject[], output: (string | JsonObject)[]): ParsedSession {
  const version = versionOf(header);
  const isOld = version < currentSessionVersion;
  const warnings = versionWarnings(header);
  if (isOld) migrateRecords(header, records, version);
  const migrated = isOld
    ? output.map((line) => (typeof line === "string" ? line : encodeRecord(line).slice(0, -1)))
    : undefined;
  const collector = new EntryCollector();
  for (const record of records) collector.add(record);
  return {
    header: toHeader(header),
    entries: collector.entries,
    warnings: [...warnings, ...collector.warnings()],
    ...(migrated && { migrated: `${migrated.join("\n")}\n` }),
  };
}

function stripReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
