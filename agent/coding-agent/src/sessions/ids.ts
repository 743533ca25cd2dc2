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
  const time = now.toString(16).padStart(12, "0");
  const variant = (0x8000 | (randomBits(14) & 0x3fff)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomHex(3)}-${variant}-${randomHex(6)}${randomHex(6)}`;
}

/** 8 random hex characters that `isTaken` does not know; a UUID when those keep colliding. */
export function newEntryId(
  isTaken: (id: string) => boolean,
  randomId: () => string = () => randomHex(8),
): string {
  for (let attempt = 0; attempt < maxEntryIdAttempts; attempt++) {
    const id = randomId();
    if (!isTaken(id)) return id;
  }
  return uuidV7();
}

/**
 * Ids have to differ, not to be secret, and V8 seeds its generator from the system: waking up the
 * cryptographic one takes a tenth of a start.
 */
function randomBits(count: number): number {
  return Math.floor(Math.random() * 2 ** count);
}

/** At most 8 digits. */
function randomHex(digits: number): string {
  return randomBits(4 * digits)
    .toString(16)
    .padStart(digits, "0");
}
