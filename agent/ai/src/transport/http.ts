import type { Readable } from "node:stream";
import { loadOnce } from "../loadOnce.ts";
import type { NetworkOptions } from "../types.ts";
import { openFetchStream } from "./fetchStream.ts";
import type { OpenRequest, OpenResponse } from "./openRequest.ts";
import { environmentLookup, proxyFor } from "./proxy.ts";
import { abortedError, transportError, TransportError } from "./transportError.ts";

export interface HttpRequest {
  url: string;
  /** Default `POST`; a request without a body is a `GET`. */
  method?: string;
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  network: NetworkOptions;
  /** Precedes the process environment when proxies are looked up. */
  env?: Record<string, string>;
}

/** A response whose body has not been read. Read it once: with `body` or with `text()`. */
export interface HttpResponse {
  status: number;
  /** Names in lower case; repeated headers are joined by a comma. */
  headers: Record<string, string>;
  body: AsyncIterable<Uint8Array>;
  /** Decoded as UTF-8, leniently. Fails when the body is larger than `maxTextBytes`. */
  text(): Promise<string>;
  /** Gives the body up, whether or not it was read. */
  close(): void;
}

const defaultIdleTimeoutMs = 300_000;
/** A reader that stops at the end marker leaves at most this much; reading it saves the next handshake. */
const drainTimeoutMs = 1_000;
const drainBytes = 65_536;
/** No error message and no answer in one piece is longer; a body without end must not fill the memory. */
const maxTextBytes = 64 * 1024 * 1024;

/**
 * Sends a request and returns as soon as the response headers are there.
 * @throws TransportError Also thrown while the body is read. An abort is code `aborted`.
 */
export async function openStream(req: HttpRequest): Promise<HttpResponse> {
  if (req.signal?.aborted) throw abortedError(req.signal);
  const idleMs = req.network.idleTimeoutMs ?? defaultIdleTimeoutMs;
  const headersMs = req.network.timeoutMs ?? idleMs;
  const method = req.method ?? (req.body === undefined ? "GET" : "POST");
  if (req.network.fetch) {
    const { url, headers, body, signal } = req;
    const opened = await openFetchStream(req.network.fetch, {
      url,
      method,
      headers,
      body,
      signal,
      idleMs,
      headersMs,
    });
    return { ...opened, text: () => textFrom(opened.body) };
  }

  const url = new URL(req.url);
  const proxy = proxyFor(url, req.network.httpProxy, environmentLookup(req.env));
  const { headers, body, signal } = req;
  let response: OpenResponse;
  try {
    response = await open({ url, method, headers, body, signal, headersMs, idleMs }, proxy);
  } catch (error) {
    throw transportError(error, signal, headersMs, "fetch failed");
  }
  const chunks = readBody(response.body, signal, idleMs);
  return {
    status: response.status,
    headers: flattenHeaders(response.headers),
    body: chunks,
    text: () => textFrom(chunks),
    close: () => response.body.on("error", () => {}).destroy(),
  };
}

const loadDirect = loadOnce(() => import("./directRequest.ts"));

/** Node's own client unless a proxy is wanted: undici is loaded for that alone. */
async function open(request: OpenRequest, proxy: string | undefined): Promise<OpenResponse> {
  if (proxy) {
    const { openThroughProxy } = await import("./proxiedRequest.ts");
    return openThroughProxy(proxy, request);
  }
  const { openDirect } = await loadDirect();
  return openDirect(request);
}

async function* readBody(
  body: Readable,
  signal: AbortSignal | undefined,
  idleMs: number,
): AsyncGenerator<Uint8Array> {
  let complete = false;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) yield chunk as Uint8Array;
    complete = true;
  } catch (error) {
    complete = true;
    throw transportError(error, signal, idleMs, "terminated");
  } finally {
    if (!complete) drain(body, signal);
  }
}

/** Never throws: whoever stopped reading has no use for an error any more. */
function drain(body: Readable, signal: AbortSignal | undefined): void {
  body.on("error", () => {});
  if (signal?.aborted) {
    body.destroy();
    return;
  }
  const timer = setTimeout(() => body.destroy(), drainTimeoutMs);
  let left = drainBytes;
  body.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) body.destroy();
  });
  body.once("close", () => clearTimeout(timer));
  body.once("end", () => clearTimeout(timer));
}

/** Decodes a body as UTF-8, leniently. @throws TransportError for one larger than `maxTextBytes`. */
export async function textFrom(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxTextBytes) throw new TransportError("connection", "The response body is too large");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function flattenHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return flat;
}
