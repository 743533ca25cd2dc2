/** Lines of a `read` call, such as `:5-14`; empty for the whole file. */
export function formatReadLineRange({ offset, limit }: { offset?: number; limit?: number }): string {
  if (offset === undefined && limit === undefined) return "";
  const first = offset ?? 1;
  return limit === undefined ? `:${first}` : `:${first}-${first + limit - 1}`;
}
