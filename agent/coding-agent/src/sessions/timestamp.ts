/** Of `2026-01-31T23:59:59.999Z`. */
export const timestampLength = 24;

const form = Buffer.from("0000-00-00T00:00:00.000Z");
const zero = 0x30;

/** A time as entries have it, ISO 8601 in UTC with milliseconds, stands at `at`. Every date can read it. */
export function isTimestampAt(bytes: Uint8Array, at: number): boolean {
  for (let index = 0; index < timestampLength; index++) {
    const byte = bytes[at + index] ?? 0;
    const expected = form[index];
    if (expected === zero ? byte < zero || byte > zero + 9 : byte !== expected) return false;
  }
  const pair = (offset: number): number =>
    ((bytes[at + offset] ?? 0) - zero) * 10 + (bytes[at + offset + 1] ?? 0) - zero;
  const [month, day] = [pair(5), pair(8)];
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return isDate && pair(11) <= 23 && pair(14) <= 59 && pair(17) <= 59;
}

export function isTimestamp(value: unknown): value is string {
  return (
    typeof value === "string" && value.length === timestampLength && isTimestampAt(Buffer.from(value), 0)
  );
}
