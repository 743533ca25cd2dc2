import { longestTimerMs } from "./retry.ts";
import { abortedError, timeoutError, transportError, TransportError } from "./transportError.ts";

export interface FetchRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  /** Milliseconds; 0 means no limit. */
  idleMs: number;
  headersMs: number;
}

interface FetchResponse {
  status: number;
  headers: Record<string, string>;
  body: AsyncIterable<Uint8Array>;
  close(): void;
}

const invalidInHeader = /[^\t\x20-\x7e\x80-\xff]/;

/** `fetch` would repeat the value in its error, which may be a key. @throws TransportError naming the header alone. */
function assertSendable(headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!invalidInHeader.test(value.trim())) continue;
    throw new TransportError("connection", `fetch failed: Invalid character in header content ["${name}"]`);
  }
}

/** Sends a request with a caller's `fetch`, under the timeouts and errors of Relay's own client. */
export async function openFetchStream(
  fetch: typeof globalThis.fetch,
  request: FetchRequest,
): Promise<FetchResponse> {
  assertSendable(request.headers);
  const { signal } = request;
  const controller = new AbortController();
  const forward = (): void => controller.abort(signal?.reason);
  signal?.addEventListener("abort", forward, { once: true });
  const release = (): void => signal?.removeEventListener("abort", forward);

  try {
    const { url, method, headers, body } = request;
    const response = await withTimeout(
      fetch(url, { method, headers, body, signal: controller.signal }),
      request.headersMs,
      signal,
    );
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: readBody(response, request, controller, release),
      close: () => {
        release();
        controller.abort();
      },
    };
  } catch (error) {
    release();
    controller.abort();
    throw transportError(error, signal, request.headersMs, "fetch failed");
  }
}

async function* readBody(
  response: Response,
  { idleMs, signal }: FetchRequest,
  controller: AbortController,
  release: () => void,
): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  try {
    while (reader) {
      const { done, value } = await withTimeout(reader.read(), idleMs, signal);
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw transportError(error, signal, idleMs, "terminated");
  } finally {
    release();
    controller.abort();
  }
}

/** Settles with `promise`, or rejects when time runs out or `signal` aborts, even if `promise` ignores both. */
function withTimeout<T>(promise: Promise<T>, timeoutMs: number, signal: AbortSignal | undefined): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer =
      timeoutMs > 0
        ? setTimeout(() => settle(timeoutError(timeoutMs)), Math.min(timeoutMs, longestTimerMs))
        : undefined;
    const onAbort = (): void => settle(abortedError(signal));
    const cleanUp = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    const settle = (error: TransportError): void => {
      cleanUp();
      reject(error);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    promise.then(
      (value) => {
        cleanUp();
        resolve(value);
      },
      (error: unknown) => {
        cleanUp();
        reject(error);
      },
    );
  });
}
