/** Line limit of what a tool shows. */
export const DEFAULT_MAX_LINES = 2000;
/** Byte limit (UTF-8) of what a tool shows. */
export const DEFAULT_MAX_BYTES = 51_200;
/** Longest line of a search result, in UTF-16 units. */
const maxSearchLineLength = 500;

const lineFeed = 10;

export interface TruncationResult {
  content: string;
  truncated: boolean;
  truncatedBy: "lines" | "bytes" | null;
  /** Lines of the whole text; a final LF adds none. */
  totalLines: number;
  /** UTF-8 bytes of the whole text. */
  totalBytes: number;
  outputLines: number;
  outputBytes: number;
  /** Only the end of the last line is kept: it alone is over the byte limit. */
  lastLinePartial: boolean;
  /** Nothing is kept: the first line alone is over the byte limit. */
  firstLineExceedsLimit: boolean;
  maxLines: number;
  maxBytes: number;
}

export interface TruncationLimits {
  /** Default 2000. */
  maxLines?: number;
  /** UTF-8 bytes. Default 51200. */
  maxBytes?: number;
}

/** Number of lines; a final LF adds none and the empty text has none. */
export function countLines(text: string): number {
  if (text === "") return 0;
  let lines = text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

function measure(text: string, limits: TruncationLimits): TruncationResult {
  const totalLines = countLines(text);
  const totalBytes = Buffer.byteLength(text);
  return {
    content: text,
    truncated: false,
    truncatedBy: null,
    totalLines,
    totalBytes,
    outputLines: totalLines,
    outputBytes: totalBytes,
    lastLinePartial: false,
    firstLineExceedsLimit: false,
    maxLines: limits.maxLines ?? DEFAULT_MAX_LINES,
    maxBytes: limits.maxBytes ?? DEFAULT_MAX_BYTES,
  };
}

function fits(result: TruncationResult): boolean {
  const finalLineFeed = result.content.endsWith("\n") ? 1 : 0;
  return result.totalLines <= result.maxLines && result.totalBytes - finalLineFeed <= result.maxBytes;
}

/** Keeps leading whole lines (sessions-and-tools.md §10.7). */
export function truncateHead(text: string, limits: TruncationLimits = {}): TruncationResult {
  const result = measure(text, limits);
  if (fits(result)) return result;

  let end = 0;
  let bytes = 0;
  let lines = 0;
  while (lines < result.maxLines && lines < result.totalLines) {
    const feed = text.indexOf("\n", end === 0 && lines === 0 ? 0 : end + 1);
    const lineEnd = feed === -1 ? text.length : feed;
    const added = Buffer.byteLength(text.slice(lines === 0 ? 0 : end, lineEnd));
    if (bytes + added > result.maxBytes) break;
    bytes += added;
    end = lineEnd;
    lines += 1;
  }
  return {
    ...result,
    content: text.slice(0, end),
    truncated: true,
    truncatedBy: lines >= result.maxLines ? "lines" : "bytes",
    outputLines: lines,
    outputBytes: bytes,
    firstLineExceedsLimit: lines === 0 && result.maxLines > 0,
  };
}

/** Keeps trailing whole lines, or the end of the last one (sessions-and-tools.md §10.7). */
export function truncateTail(text: string, limits: TruncationLimits = {}): TruncationResult {
  const result = measure(text, limits);
  if (fits(result)) return result;

  const end = text.endsWith("\n") ? text.length - 1 : text.length;
  let start = end;
  let bytes = 0;
  let lines = 0;
  while (lines < result.maxLines && lines < result.totalLines) {
    const searchEnd = lines === 0 ? end : start - 1;
    const feed = searchEnd === 0 ? -1 : text.lastIndexOf("\n", searchEnd - 1);
    const lineStart = feed + 1;
    const added = Buffer.byteLength(text.slice(lineStart, start));
    if (bytes + added > result.maxBytes) break;
    bytes += added;
    start = lineStart;
    lines += 1;
  }
  const truncated = { ...result, truncated: true };
  if (lines === 0 && result.maxLines > 0) {
    const lineStart = text.lastIndexOf("\n", end - 1) + 1;
    const content = lastBytes(text.slice(lineStart, end), result.maxBytes);
    return {
      ...truncated,
      content,
      truncatedBy: "bytes",
      outputLines: 1,
      outputBytes: Buffer.byteLength(content),
      lastLinePartial: true,
    };
  }
  return {
    ...truncated,
    content: text.slice(start, end),
    truncatedBy: lines >= result.maxLines ? "lines" : "bytes",
    outputLines: lines,
    outputBytes: bytes,
  };
}

/** End of a text, at most `maxBytes` of UTF-8, cut at a character boundary. */
export function lastBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  let start = Math.max(0, bytes.length - maxBytes);
  while (start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return bytes.toString("utf8", start);
}

/** Cuts a line to `max` UTF-16 units without splitting a surrogate pair. */
export function truncateLine(
  line: string,
  max: number = maxSearchLineLength,
): { text: string; wasTruncated: boolean } {
  if (line.length <= max) return { text: line, wasTruncated: false };
  const last = line.charCodeAt(max - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return { text: `${line.slice(0, splitsPair ? max - 1 : max)}... [truncated]`, wasTruncated: true };
}

/** `512B`, `1.0KB`, `2861.0MB`: steps of 1024, MB is the largest unit. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes}B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)}KB`;
  return `${(bytes / (1024 * 1024)).toFixed(1)}MB`;
}

/** Number of LF bytes. */
export function countLineFeeds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) count += 1;
  return count;
}
