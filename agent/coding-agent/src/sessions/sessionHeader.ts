import {
  currentSessionVersion,
  isJsonObject,
  type JsonObject,
  type SessionHeader,
} from "@relay-harness/protocol";

/** Whether the first record of a file makes it a session. */
export function isHeader(record: unknown): record is JsonObject {
  return (
    isJsonObject(record) && record.type === "session" && typeof record.id === "string" && record.id !== ""
  );
}

/** Optional fields that are not of their kind count as absent. */
export function toHeader(record: JsonObject): SessionHeader {
  const header: JsonObject = { ...record };
  for (const name of ["cwd", "parentSession"]) if (typeof header[name] !== "string") delete header[name];
  if (typeof header.timestamp !== "string") header.timestamp = "";
  // isHeader has checked the field that every reader needs
  return header as unknown as SessionHeader;
}

/** Version of a file with this header record. */
export function versionOf({ version }: JsonObject): number {
  return typeof version === "number" ? version : 1;
}

/** What is to be said about a file of a version that does not exist yet. */
export function versionWarnings(header: JsonObject): string[] {
  const version = versionOf(header);
  if (version <= currentSessionVersion) return [];
  return [`Session ${String(header.id)} has version ${version}; this build knows ${currentSessionVersion}`];
}
