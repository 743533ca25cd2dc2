/** Work that is cancelled by a call instead of a signal. */
export async function onAbort<T>(
  signal: AbortSignal,
  cancel: () => Promise<void>,
  work: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  // The work itself tells how its cancelling went.
  const listener = (): void => void cancel();
  signal.addEventListener("abort", listener, { once: true });
  try {
    return await work();
  } finally {
    signal.removeEventListener("abort", listener);
  }
}
