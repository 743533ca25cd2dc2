/** How long a handler of a stopped run is still waited for, in milliseconds. */
export const stoppedPatienceMs = 10_000;
/** How long the end of a session waits for one handler, in milliseconds. */
export const endPatienceMs = 20_000;

/**
 * As `work`, but rejects `ms` after the signal when it is not over by then: a handler that never settles must not
 * keep a run from stopping, nor a process from ending.
 */
export function withPatience<T>(work: Promise<T>, signal: AbortSignal, ms: number): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const giveUp = (): void =>
      reject(new Error(`It takes longer than ${ms / 1000} s and is no longer waited for`));
    const start = (): void => {
      timer = setTimeout(giveUp, ms);
      // When nothing else is alive, the program ends by itself and says why.
      timer.unref();
    };
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", start);
    };
    if (signal.aborted) start();
    else signal.addEventListener("abort", start, { once: true });
    work.finally(settle).then(resolve, reject);
  });
}
