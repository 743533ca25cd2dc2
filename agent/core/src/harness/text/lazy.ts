/** Computes a value at its first use, so that importing a word list costs nothing. */
export function lazy<T>(compute: () => T): () => T {
  let holder: { readonly value: T } | undefined;
  return () => (holder ??= { value: compute() }).value;
}
