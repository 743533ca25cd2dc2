/** Longest delay of a timer. */
const maxDelayMs = 2 ** 31 - 1;

/** Throws when it is no time: such a wait would never end, or end at once. */
export function demandTimeLimit(timeoutMs: unknown): void {
  if (typeof timeoutMs === "number" && timeoutMs >= 0) return;
  throw new RangeError(`A time limit is a number of milliseconds or 0, not ${String(timeoutMs)}`);
}

/**
 * Calls `expire` after that many milliseconds; 0 means never. What is longer than a timer can wait, more than 24
 * days, has no limit either.
 */
export function startTimeLimit(timeoutMs: number, expire: () => void): NodeJS.Timeout | undefined {
  demandTimeLimit(timeoutMs);
  return timeoutMs === 0 || timeoutMs > maxDelayMs ? undefined : setTimeout(expire, timeoutMs);
}
