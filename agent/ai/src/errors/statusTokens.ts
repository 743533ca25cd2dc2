const leading = /^\s*(\d{3})(?![\w.,]*\d)\b/;
const marked =
  /(?:status|code|http(?:\/\d(?:\.\d)?)?)["']?(?:\s+code)?["']?(?:\s*[:=]\s*|\s+)["'(]?(\d{3})\b(?![.,]\d)|\((\d{3})\)/gi;

/**
 * HTTP statuses that an error text names (models.md §18.3): a leading one speaks for the whole text;
 * else those after `status`, `code` or `HTTP`, or alone in parentheses. Digits inside ids and counts
 * are no statuses.
 */
export function statusTokens(text: string): number[] {
  const first = leading.exec(text)?.[1];
  if (first !== undefined) return [Number(first)];
  return Array.from(text.matchAll(marked), (match) => Number(match[1] ?? match[2]));
}
