/**
 * A module that is loaded on first use: an `import()` of one that is there still goes through the loader,
 * and requests are many. A failure is not kept.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));
}
