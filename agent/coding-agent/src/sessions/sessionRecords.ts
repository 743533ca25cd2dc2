import {
  currentSessionVersion,
  encodeRecord,
  type SessionEntry,
  type SessionHeader,
} from "@relay-harness/protocol";
import { SessionError } from "./errors.ts";
import { isSessionId, sessionIdError, uuidV7 } from "./ids.ts";

/** What a new header is made of; throws `invalid-id` for an id outside the grammar. */
export function newHeader(
  cwd: string,
  { id = uuidV7(), parentSession }: { id?: string; parentSession?: string },
): SessionHeader {
  if (!isSessionId(id)) throw new SessionError("invalid-id", sessionIdError);
  return {
    type: "session",
    version: currentSessionVersion,
    id,
    timestamp: new Date().toISOString(),
    cwd,
    ...(parentSession !== undefined && { parentSession }),
  };
}

/** A record as it stands in the file. */
export function toLine(record: SessionHeader | SessionEntry): string {
  return encodeRecord(record);
}

/** Entries whose first appearance brings the file into being. */
export function isConversation(entry: SessionEntry): boolean {
  return entry.type === "message" && (entry.message.role === "user" || entry.message.role === "assistant");
}
