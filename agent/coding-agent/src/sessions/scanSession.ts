import { currentSessionVersion, type JsonObject } from "@relay-harness/protocol";
import { EntryCollector, type EntryRecord } from "./entryCollector.ts";
import { MessageScanner } from "./messageScanner.ts";
import { parseSession, type ParsedSession } from "./parseSession.ts";
import { isHeader, toHeader, versionOf, versionWarnings } from "./sessionHeader.ts";
import { isRecord, parseLine } from "./sessionLine.ts";
import type { StoredMessage } from "./storedMessage.ts";

const lineFeed = 0x0a;
const byteOrderMark = Buffer.of(0xef, 0xbb, 0xbf);

/**
 * What `parseSession` gives for the same file, without parsing the messages that are written as this
 * program writes them. A file of an older version is parsed, because it changes. Keeps `bytes`.
 */
export function scanSession(bytes: Buffer): ParsedSession<EntryRecord> | undefined {
  const head = findHeader(bytes);
  if (head === undefined) return undefined;
  const { header, end } = head;
  if (versionOf(header) < currentSessionVersion) return parseSession(bytes.toString("utf8"));
  const collector = collect(bytes, end + 1);
  return {
    header: toHeader(header),
    entries: collector.entries,
    warnings: [...versionWarnings(header), ...collector.warnings()],
  };
}

/** The header, when the first record is one, and where its line ends. */
function findHeader(bytes: Buffer): { header: JsonObject; end: number } | undefined {
  const hasMark = bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark);
  for (let start = hasMark ? byteOrderMark.length : 0; start < bytes.length;) {
    const end = lineEnd(bytes, start);
    const record = parseLine(bytes.toString("utf8", start, end));
    if (record !== undefined) return isHeader(record) ? { header: record, end } : undefined;
    start = end + 1;
  }
  return undefined;
}

function collect(bytes: Buffer, from: number): EntryCollector<StoredMessage> {
  const collector = new EntryCollector<StoredMessage>();
  const scanner = new MessageScanner(bytes);
  for (let start = from; start < bytes.length;) {
    const stored = scanner.scan(start);
    const end = stored?.end ?? lineEnd(bytes, start);
    if (stored) {
      collector.addStored(stored);
    } else {
      const record = parseLine(bytes.toString("utf8", start, end));
      if (isRecord(record)) collector.add(record);
    }
    start = end + 1;
  }
  return collector;
}

function lineEnd(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(lineFeed, start);
  return end < 0 ? bytes.length : end;
}
