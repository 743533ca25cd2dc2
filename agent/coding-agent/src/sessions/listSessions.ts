import { readFile } from "node:fs/promises";
import { textOf, type JsonObject, type SessionHeader } from "@relay-harness/protocol";
import { parseSession } from "./parseSession.ts";
import { defaultSessionDir, sessionsRoot } from "./paths.ts";
import { selectionOf } from "./selection.ts";
import { projectDirsIn, readHeader, sessionFilesIn } from "./sessionFiles.ts";

export interface SessionInfo {
  path: string;
  id: string;
  /** Empty if the header has none. */
  cwd: string;
  name?: string;
  parentSessionPath?: string;
  created: Date;
  /** Latest user or assistant message, else `created`. */
  modified: Date;
  /** All messages of all branches. */
  messageCount: number;
  firstMessage: string;
  /** Text of user and assistant messages, for searching. */
  allMessagesText: string;
}

export interface ListOptions {
  agentDir: string;
  /** Custom directory; its files may belong to any project. */
  dir?: string;
  /** Only sessions of this directory. */
  cwd?: string;
  onProgress?: (loaded: number, total: number, partial?: SessionInfo[]) => void;
  signal?: AbortSignal;
}

const maxOpenFiles = 16;
/** Of a date, in milliseconds. */
const maxTime = 8.64e15;
/** A message as this program writes it; the content need not be parsed to count it. */
const uncountedMessage =
  /^\{"type":"message","id":"[^"]*","parentId":(?:null|"[^"]*"),"timestamp":"[^"]*","message":\{"role":"(?!user|assistant)\w+"/;

/** Sessions, most recently active first. Files that are no sessions are left out (sessions-and-tools.md §3). */
export async function listSessions(options: ListOptions): Promise<SessionInfo[]> {
  const paths = candidatePaths(options);
  const sessions: SessionInfo[] = [];
  let loaded = 0;
  for (let at = 0; at < paths.length; at += maxOpenFiles) {
    options.signal?.throwIfAborted();
    const batch = await Promise.all(paths.slice(at, at + maxOpenFiles).map((path) => readSessionInfo(path)));
    for (const info of batch) if (info) sessions.push(info);
    loaded += batch.length;
    options.onProgress?.(loaded, paths.length, [...sessions]);
  }
  return sessions.sort((a, b) => b.modified.getTime() - a.modified.getTime());
}

function candidatePaths({ agentDir, dir, cwd }: ListOptions): string[] {
  if (cwd === undefined) {
    return dir === undefined
      ? projectDirsIn(sessionsRoot(agentDir)).flatMap(sessionFilesIn)
      : sessionFilesIn(dir);
  }
  const standard = defaultSessionDir(cwd, agentDir);
  const isStandard = dir === undefined || dir === standard;
  return sessionFilesIn(dir ?? standard).filter((path) => {
    const header = readHeader(path);
    if (header === undefined) return false;
    return header.cwd === undefined ? isStandard : header.cwd === cwd;
  });
}

/** What a list shows of one file; `undefined` when it is no session. */
export async function readSessionInfo(path: string): Promise<SessionInfo | undefined> {
  return (await readSessionDetails(path))?.info;
}

export interface SessionDetails {
  info: SessionInfo;
  /** The last one in the file. */
  model?: { provider: string; id: string };
}

/** What can be told of a file by reading it once; `undefined` when it is no session. */
export async function readSessionDetails(path: string): Promise<SessionDetails | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch {
    // a file that vanished or is not readable is left out
    return undefined;
  }
  let counted = 0;
  const lines = text.split("\n").filter((line) => {
    const isCounted = line.endsWith("}}") && uncountedMessage.test(line.slice(0, 300));
    if (isCounted) counted++;
    return !isCounted;
  });
  const parsed = parseSession(lines.join("\n"));
  if (parsed === undefined) return undefined;
  const summary = summarize(parsed.entries, counted);
  const { model } = selectionOf(parsed.entries);
  return {
    info: { path, ...headerInfo(parsed.header, summary.modified), ...summary.fields },
    ...(model && { model: { provider: model.provider, id: model.modelId } }),
  };
}

type HeaderInfo = Pick<SessionInfo, "id" | "cwd" | "parentSessionPath" | "created" | "modified">;

function headerInfo(header: SessionHeader, modified: number | undefined): HeaderInfo {
  const parent =
    header.parentSession ?? (typeof header.branchedFrom === "string" ? header.branchedFrom : undefined);
  const time = Date.parse(header.timestamp);
  const created = new Date(Number.isNaN(time) ? 0 : time);
  return {
    id: header.id,
    cwd: header.cwd ?? "",
    ...(parent !== undefined && { parentSessionPath: parent }),
    created,
    modified: modified === undefined ? created : new Date(modified),
  };
}

type EntryInfo = Pick<SessionInfo, "name" | "messageCount" | "firstMessage" | "allMessagesText">;

function summarize(
  entries: readonly { type: string }[],
  counted: number,
): { fields: EntryInfo; modified: number | undefined } {
  let name: string | undefined;
  let messageCount = counted;
  let firstMessage: string | undefined;
  let modified: number | undefined;
  const texts: string[] = [];
  for (const entry of entries as readonly JsonObject[]) {
    if (entry.type === "session_info")
      name = typeof entry.name === "string" ? entry.name.trim() || undefined : undefined;
    if (entry.type !== "message") continue;
    messageCount++;
    // parseSession has checked that a message is an object with a role
    const { role, content, timestamp } = entry.message as JsonObject;
    if (role !== "user" && role !== "assistant") continue;
    if (typeof timestamp === "number" && Math.abs(timestamp) <= maxTime)
      modified = Math.max(modified ?? timestamp, timestamp);
    const text = textOf(content as Parameters<typeof textOf>[0], " ");
    if (role === "user") firstMessage ??= text;
    if (text !== "") texts.push(text);
  }
  return {
    fields: {
      ...(name !== undefined && { name }),
      messageCount,
      firstMessage: firstMessage ?? "(no messages)",
      allMessagesText: texts.join(" "),
    },
    modified,
  };
}
