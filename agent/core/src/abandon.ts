/** Result of waiting for work that went on although it was aborted. */
export const abandoned: unique symbol = Symbol("abandoned");

/** Default of `abortGraceMs`. */
const defaultAbortGraceMs = 5000;

/** The outcome of a hook that may or may not have to be waited for. */
export function awaitHook<T>(
  outcome: T | Promise<T>,
  signal: AbortSignal,
  graceMs?: number,
): T | Promise<T | typeof abandoned> {
  return outcome instanceof Promise ? settleOrAbandon(outcome, signal, graceMs) : outcome;
}

/**
 * Waits for work that should end soon after `signal` aborts. Work that has not ended `graceMs`
 * later is left to itself: its outcome, a rejection included, no longer matters to anybody.
 */
export function settleOrAbandon<T>(
  work: Promise<T>,
  signal: AbortSignal,
  graceMs = defaultAbortGraceMs,
): Promise<T | typeof abandoned> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const startGrace = (): void => {
      timer = setTimeout(() => finish(() => resolve(abandoned)), graceMs);
    };
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", startGrace);
      settle();
    };
    if (signal.aborted) startGrace();
    else signal.addEventListener("abort", startGrace, { once: true });
    work.then(
      (value) => finish(() => resolve(value)),
      (error: unknown) => finish(() => reject(error)),
    );
  });
}
