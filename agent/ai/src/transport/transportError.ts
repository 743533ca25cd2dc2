import { abortedText } from "../abortedText.ts";

/**
 * Why a request brought no (complete) response: it was given up (`aborted`), the server was silent
 * (`timeout`), the connection failed or broke (`connection`), or the proxy setting is unusable (`proxy`).
 */
export type TransportErrorCode = "aborted" | "timeout" | "connection" | "proxy";

export class TransportError extends Error {
  readonly code: TransportErrorCode;

  constructor(code: TransportErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "TransportError";
    this.code = code;
  }

  static is(value: unknown, code?: TransportErrorCode): value is TransportError {
    // By name: a lazily loaded module may hold a copy of this class.
    if (!(value instanceof Error) || value.name !== "TransportError") return false;
    return code === undefined || (value as TransportError).code === code;
  }
}

/** Message of the innermost cause; Node's aggregate errors have none of their own, so their first member counts. */
export function deepestMessage(error: unknown): string {
  let current = error;
  let message = "";
  // Causes can form a ring; nobody nests deeper than this.
  for (let depth = 0; depth < 10 && current instanceof Error; depth++) {
    if (current.message) message = current.message;
    current =
      current instanceof AggregateError && current.errors.length > 0 ? current.errors[0] : current.cause;
  }
  return withoutUserInfo(message || String(error));
}

/** `fetch` quotes URLs with what stands before their host: a name and a password. */
function withoutUserInfo(text: string): string {
  return text.replace(/(?<=:\/\/)[^\s/?#@]*@/g, "");
}

export function abortedError(signal: AbortSignal | undefined): TransportError {
  return new TransportError("aborted", abortedText, { cause: signal?.reason });
}

/** An abort wins over whatever error it raced with. `text` leads the message of a connection failure. */
export function transportError(
  error: unknown,
  signal: AbortSignal | undefined,
  timeoutMs: number,
  text: string,
): TransportError {
  if (signal?.aborted) return abortedError(signal);
  if (TransportError.is(error)) return error;
  const code = (error as { code?: unknown } | null)?.code;
  if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT")
    return timeoutError(timeoutMs, error);
  return new TransportError("connection", `${text}: ${deepestMessage(error)}`, { cause: error });
}

/** Reads like a retryable error of models.md §18.3. */
export function timeoutError(timeoutMs: number, cause?: unknown): TransportError {
  return new TransportError("timeout", `Request timed out after ${timeoutMs} ms without data`, { cause });
}
