/** From when on a user wants to know what takes so long. */
const noticeableMs = 1000;

export interface ProgressOptions {
  line: (text: string) => void;
  /** Ends the wait at once; whether the work ends too is its own affair. */
  signal?: AbortSignal;
}

/** Says what is going on when it takes longer than a second. Rejects with the signal's reason. */
export async function withProgress<T>(
  text: string,
  work: Promise<T>,
  { line, signal }: ProgressOptions,
): Promise<T> {
  const timer = setTimeout(() => line(`${text}... (Ctrl+C cancels)`), noticeableMs);
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal?.reason as Error);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    clearTimeout(timer);
    if (onAbort) signal?.removeEventListener("abort", onAbort);
  }
}
