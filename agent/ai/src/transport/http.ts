import type { Agent, Dispatcher, ProxyAgent } from "undici";
import type { NetworkOptions } from "../types.ts";
import { openFetchStream } from "./fetchStream.ts";
import { environmentLookup, proxyFor } from "./proxy.ts";
import { abortedError, transportError } from "./transportError.ts";

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
  text(): Promise<string>;
  /** Gives the body up, whether or not it was read. */
  close(): void;
}

const defaultIdleTimeoutMs = 300_000;
const connectTimeoutMs = 30_000;
const keepAliveTimeoutMs = 30_000;
/** A reader that stops at the end marker leaves at most this much; reading it saves the next handshake. */
const drainTimeoutMs = 1_000;
const drainBytes = 65_536;

interface Client {
  request: (this: Dispatcher, options: Dispatcher.RequestOptions) => Promise<Dispatcher.ResponseData>;
  agent: Agent;
}

let client: Promise<Client> | undefined;
const proxies = new Map<string, Promise<ProxyAgent>>();

/** Loaded with the first request: importing undici takes longer than everything else at start. */
function loadClient(): Promise<Client> {
  client ??= import("./undiciClient.ts").then(({ Agent, request }) => ({
    request,
    agent: new Agent({ connect: { timeout: connectTimeoutMs }, keepAliveTimeout: keepAliveTimeoutMs }),
  }));
  return client;
}

function proxyAgent(uri: string): Promise<ProxyAgent> {
  let agent = proxies.get(uri);
  if (!agent) {
    agent = import("./undiciProxy.ts").then(({ createProxyAgent }) =>
      createProxyAgent({ uri, keepAliveTimeout: keepAliveTimeoutMs }),
    );
    proxies.set(uri, agent);
  }
  return agent;
}

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
  const { request, agent } = await loadClient();
  const dispatcher = proxy ? await proxyAgent(proxy) : agent;
  let response: Dispatcher.ResponseData;
  try {
    response = await request.call(dispatcher, {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: method as Dispatcher.HttpMethod,
      headers: req.headers,
      body: req.body,
      signal: req.signal,
      headersTimeout: headersMs,
      bodyTimeout: idleMs,
    });
  } catch (error) {
    throw transportError(error, req.signal, headersMs, "fetch failed");
  }
  const body = readBody(response.body, req.signal, idleMs);
  return {
    status: response.statusCode,
    headers: flattenHeaders(response.headers),
    body,
    text: () => textFrom(body),
    close: () => response.body.on("error", () => {}).destroy(),
  };
}

async function* readBody(
  body: Dispatcher.ResponseData["body"],
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
    if (!complete) void drain(body, signal);
  }
}

/** Never rejects: whoever stopped reading has no use for an error any more. */
async function drain(body: Dispatcher.ResponseData["body"], signal: AbortSignal | undefined): Promise<void> {
  body.on("error", () => {});
  if (signal?.aborted) {
    body.destroy();
    return;
  }
  const deadline = AbortSignal.timeout(drainTimeoutMs);
  await body.dump({ limit: drainBytes, signal: deadline }).catch(() => body.destroy());
}

/** Decodes a body as UTF-8, leniently. */
export async function textFrom(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

function flattenHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return flat;
}
