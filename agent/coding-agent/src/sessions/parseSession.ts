import {
  currentSessionVersion,
  emptyUsage,
  isJsonObject,
  type JsonObject,
  type SessionEntry,
  type SessionHeader,
} from "@relay-harness/protocol";
import { isReadableEntry, isUsage } from "./entryShape.ts";
import { migrateRecords } from "./migrateSession.ts";

const openBrace = 0x7b;
/** Type in memory of entries whose fields are not of their kind; the file keeps them as they are. */
const unreadableType = "unreadable";

/** A session file in memory. */
export interface ParsedSession {
  header: SessionHeader;
  /** In file order; first occurrence of each id. */
  entries: SessionEntry[];
  /** Entries whose `parentId` names no earlier entry: they are roots. */
  roots: Set<string>;
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
      if (!isJsonObject(record) || !isHeader(record)) return undefined;
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
  const warnings: string[] = [];
  const version = typeof header.version === "number" ? header.version : 1;
  if (version > currentSessionVersion) {
    warnings.push(
      `Session ${String(header.id)} has version ${version}; this build knows ${currentSessionVersion}`,
    );
  }
  const isOld = version < currentSessionVersion;
  if (isOld) migrateRecords(header, records, version);
  const migrated = isOld
    ? output.map((line) => (typeof line === "string" ? line : JSON.stringify(line)))
    : undefined;
  const kept = keepEntries(records, warnings);
  return {
    header: toHeader(header),
    ...kept,
    warnings,
    ...(migrated && { migrated: `${migrated.join("\n")}\n` }),
  };
}

function keepEntries(records: JsonObject[], warnings: string[]): Pick<ParsedSession, "entries" | "roots"> {
  const entries: SessionEntry[] = [];
  const seen = new Set<string>();
  const roots = new Set<string>();
  let duplicates = 0;
  for (const record of records) {
    const { id, parentId } = record;
    if (typeof id !== "string") continue;
    if (seen.has(id)) {
      duplicates++;
      continue;
    }
    if (typeof parentId !== "string") record.parentId = null;
    if (typeof parentId !== "string" || !seen.has(parentId)) roots.add(id);
    seen.add(id);
    if (record.type === "message") completeMessage(record.message as JsonObject);
    else if (record.type !== "usage") dropBadUsage(record);
    // Its children keep their place; clients pass over types that they do not know.
    if (!isReadableEntry(record)) record.type = unreadableType;
    entries.push(record as unknown as SessionEntry);
  }
  if (duplicates > 0)
    warnings.push(`Skipped ${duplicates} session entries with an id that occurs earlier in the file`);
  return { entries, roots };
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

/** The header of a session whose file starts with `text`, complete or not; `undefined`: none. */
export function parseHeader(text: string): SessionHeader | undefined {
  for (const line of linesOf(text)) {
    const record = parseLine(line);
    if (record === undefined) continue;
    return isJsonObject(record) && isHeader(record) ? toHeader(record) : undefined;
  }
  return undefined;
}

function isHeader(record: JsonObject): boolean {
  return record.type === "session" && typeof record.id === "string" && record.id !== "";
}

/** Optional fields that are not of their kind count as absent. */
function toHeader(record: JsonObject): SessionHeader {
  const header: JsonObject = { ...record };
  for (const name of ["cwd", "parentSession"]) if (typeof header[name] !== "string") delete header[name];
  if (typeof header.timestamp !== "string") header.timestamp = "";
  // isHeader has checked the field that every reader needs
  return header as unknown as SessionHeader;
}

/** What may become an entry; ids are examined later because version 1 has none. */
function isRecord(value: unknown): value is JsonObject {
  if (!isJsonObject(value) || typeof value.type !== "string" || value.type === "session") return false;
  return value.type !== "message" || (isJsonObject(value.message) && typeof value.message.role === "string");
}

function parseLine(line: string): unknown {
  // The most frequent cases first: nothing, and an object.
  if (line === "" || (line.charCodeAt(0) !== openBrace && line.trim() === "")) return undefined;
  try {
    return JSON.parse(line) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function stripReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
