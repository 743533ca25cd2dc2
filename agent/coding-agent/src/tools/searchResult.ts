import { DEFAULT_MAX_BYTES, formatSize, truncateHead, type TruncationResult } from "../base/truncate.ts";

/** Adds the notices of sessions-and-tools.md §14 below the lines of a listing, within the byte limit. */
export function listingText(
  lines: readonly string[],
  notices: readonly string[],
): { text: string; truncation?: TruncationResult } {
  const truncation = truncateHead(lines.join("\n"), { maxLines: Number.MAX_SAFE_INTEGER });
  const parts = truncation.truncated
    ? [...notices, `${formatSize(DEFAULT_MAX_BYTES)} limit reached`]
    : notices;
  const text = parts.length > 0 ? `${truncation.content}\n\n[${parts.join(". ")}]` : truncation.content;
  return { text, ...(truncation.truncated && { truncation }) };
}

/** A limit as whole number, at least 1. */
export function atLeastOne(limit: number | null | undefined, fallback: number): number {
  if (typeof limit !== "number" || Number.isNaN(limit)) return fallback;
  return Math.max(1, Math.trunc(limit));
}
