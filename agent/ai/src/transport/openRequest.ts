import type { Readable } from "node:stream";

/** One request, after proxies and timeouts have been decided. Milliseconds; 0 means no limit. */
export interface OpenRequest {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal | undefined;
  /** Longest wait for the response's headers. */
  headersMs: number;
  /** Longest gap between two chunks of the body. */
  idleMs: number;
}

/** A response whose headers are there. The body fails with a timeout error when the server falls silent. */
export interface OpenResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Readable;
}
