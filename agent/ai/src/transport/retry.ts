import { isJsonObject } from "@relay-harness/protocol";
import { parseJson } from "../httpErrors.ts";
import { abortedError } from "./transportError.ts";

const baseDelayMs = 500;
const maxBackoffMs = 8_000;
/** A timer set for longer fires at once. */
export const longestTimerMs = 2_147_483_647;

/** Whether a failed response may be tried again (models.md §18.5); the server has the last word. */
export function isRetryableResponse(status: number, headers: Record<string, string>): boolean {
  const should = headers["x-should-retry"]?.toLowerCase();
  if (should === "true" || should === "false") return should === "true";
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/** Delay in milliseconds that the server asked for. Unreadable values count as absent. */
export function serverDelayMs(headers: Record<string, string>, body: string): number | undefined {
  const milliseconds = seconds(headers["retry-after-ms"]);
  if (milliseconds !== undefined) return milliseconds;
  const after = headers["retry-after"];
  if (after !== undefined) {
    const delay = seconds(after);
    if (delay !== undefined) return delay * 1000;
    const date = Date.parse(after);
    if (!Number.isNaN(date)) return Math.max(0, date - Date.now());
  }
  return googleRetryDelayMs(body);
}

function seconds(value: string | undefined): number | undefined {
  return value !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}

/** `RetryInfo.retryDelay` in the details of a Google error. */
function googleRetryDelayMs(body: string): number | undefined {
  if (!body.includes("retryDelay")) return undefined;
  const parsed = parseJson(body);
  const root: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
  const error = isJsonObject(root) ? root.error : undefined;
  const details = isJsonObject(error) && Array.isArray(error.details) ? (error.details as unknown[]) : [];
  for (const detail of details) {
    if (!isJsonObject(detail) || typeof detail.retryDelay !== "string") continue;
    const match = /^(\d+(?:\.\d+)?)s$/.exec(detail.retryDelay);
    if (match) return Number(match[1]) * 1000;
  }
  return undefined;
}

/** Backoff before retry `attempt` (from 0), with up to a quarter of downward jitter. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  return Math.min(baseDelayMs * 2 ** attempt, maxBackoffMs) * (1 - 0.25 * random());
}

/** @throws TransportError `aborted` at once when `signal` aborts. */
export function abortableSleep(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(abortedError(signal));
      return;
    }
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(abortedError(signal));
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      },
      Math.min(delayMs, longestTimerMs),
    );
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
