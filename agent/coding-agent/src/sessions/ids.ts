import { randomBytes } from "node:crypto";

const sessionIdPattern = /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/;
const maxEntryIdAttempts = 100;

/** What is said about a session id that breaks the grammar (sessions-and-tools.md §1.1). */
export const sessionIdError =
  "Session id must be non-empty, contain only alphanumeric characters, '-', '_', and '.', and start and end with an alphanumeric character";

export function isSessionId(id: string): boolean {
  return sessionIdPattern.test(id);
}

/** Time-ordered UUID, version 7, lower case. */
export function uuidV7(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** 8 random hex characters that `isTaken` does not know; a UUID when those keep colliding. */
export function newEntryId(
  isTaken: (id: string) => boolean,
  randomId: () => string = () => randomBytes(4).toString("hex"),
): string {
  for (let attempt = 0; attempt < maxEntryIdAttempts; attempt++) {
    const id = randomId();
    if (!isTaken(id)) return id;
  }
  return uuidV7();
}
