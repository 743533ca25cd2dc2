import type { Model } from "@relay-harness/protocol";
import { isJsonObject } from "@relay-harness/protocol";
import { stringifyWellFormed } from "../convert/wellFormed.ts";
import { parseJson, ProviderError } from "../httpErrors.ts";
import { isNestedTooDeeply } from "../json/nesting.ts";
import type { HeaderPatch, StreamOptions } from "../types.ts";
import { userAgent } from "../userAgent.ts";
import { layerHeaders } from "./headers.ts";
import { openStream, type HttpResponse } from "./http.ts";
import { abortableSleep, backoffMs, isRetryableResponse, serverDelayMs } from "./retry.ts";
import { readSse, type SseEvent } from "./sse.ts";
import { TransportError } from "./transportError.ts";

const defaultMaxRetryDelayMs = 60_000;

export interface ProviderRequest {
  model: Model;
  url: string;
  /** Headers of the provider and of its authentication; model and request headers go on top. */
  headers: HeaderPatch;
  /** The body before `onPayload`. */
  payload: unknown;
  options: StreamOptions;
  /** Leads the text of HTTP errors: `<prefix> (<status>): …`. */
  errorPrefix?: string;
}

/**
 * Sends a request whose answer is an event stream: hooks, header layers, provider-level retries.
 * @throws ProviderError for a response that is an error, TransportError when there is none.
 */
export async function requestSse(request: ProviderRequest): Promise<AsyncIterable<SseEvent[]>> {
  const response = await requestResponse(request, "text/event-stream");
  if (!isJson(response)) return readSse(response.body);
  const text = await response.text();
  const body = parseJson(text);
  if (isJsonObject(body) && body.error) throw new ProviderError(text);
  return readSse(oneChunk(text));
}

/** As `requestSse`, but leaves reading a successful answer to the caller. */
async function requestResponse(request: ProviderRequest, accept: string): Promise<HttpResponse> {
  const { options } = request;
  const headers = await requestHeaders(request, accept);
  const body = stringifyWellFormed(await finalPayload(request));

  for (let attempt = 0; ; attempt++) {
    const isLast = attempt >= (options.maxRetries ?? 0);
    const outcome = await sendOnce(request, headers, body, isLast);
    if ("response" in outcome) return outcome.response;
    await abortableSleep(retryDelayMs(outcome.serverDelayMs, attempt, options), options.signal);
  }
}

/** The hook gets a copy: a payload shares schemas and arguments with the session, and hooks change it in place. */
async function finalPayload({ payload, model, options }: ProviderRequest): Promise<unknown> {
  if (!options.onPayload) return payload;
  const offered = structuredClone(payload);
  const replaced = await options.onPayload(offered, model);
  return replaced === undefined ? offered : replaced;
}

async function requestHeaders(request: ProviderRequest, accept: string): Promise<Record<string, string>> {
  const { model, options } = request;
  const identity = { "content-type": "application/json", accept, "user-agent": userAgent() };
  const headers = layerHeaders(identity, request.headers, model.headers, options.headers);
  if (!options.transformHeaders) return headers;
  return layerHeaders(headers, await options.transformHeaders({ ...headers }));
}

type Outcome = { response: HttpResponse } | { serverDelayMs: number | undefined };

async function sendOnce(
  request: ProviderRequest,
  headers: Record<string, string>,
  body: string,
  isLast: boolean,
): Promise<Outcome> {
  const { model, url, options } = request;
  let response: HttpResponse;
  try {
    response = await openStream({
      url,
      headers,
      body,
      signal: options.signal,
      network: options,
      env: options.env,
    });
  } catch (error) {
    const mayRetry = TransportError.is(error, "connection") || TransportError.is(error, "timeout");
    if (isLast || !mayRetry) throw error;
    return { serverDelayMs: undefined };
  }
  const { status } = response;
  if (status >= 200 && status < 300) {
    try {
      await options.onResponse?.({ status, headers: response.headers }, model);
    } catch (error) {
      response.close();
      throw error;
    }
    return { response };
  }
  const text = await errorBody(response, options.signal);
  if (!isLast && isRetryableResponse(status, response.headers)) {
    return { serverDelayMs: serverDelayMs(response.headers, text) };
  }
  await options.onResponse?.({ status, headers: response.headers }, model);
  throw new ProviderError(text, { status, prefix: request.errorPrefix });
}

/** A body that breaks off must not hide the status. */
async function errorBody(response: HttpResponse, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    return "";
  }
}

function retryDelayMs(serverDelay: number | undefined, attempt: number, options: StreamOptions): number {
  if (serverDelay === undefined) return backoffMs(attempt);
  const limit = options.maxRetryDelayMs ?? defaultMaxRetryDelayMs;
  if (limit > 0 && serverDelay > limit) {
    const inSeconds = (ms: number): number => Math.ceil(ms / 1000);
    throw new Error(`Server requested ${inSeconds(serverDelay)}s retry delay (max: ${inSeconds(limit)}s)`);
  }
  return serverDelay;
}

function isJson(response: HttpResponse): boolean {
  return /^application\/json\b/i.test(response.headers["content-type"] ?? "");
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** @throws Error naming the API when an event holds no JSON object. */
export function parseSseJson(data: string, apiName: string): Record<string, unknown> {
  const value = isNestedTooDeeply(data) ? undefined : parseJson(data);
  if (isJsonObject(value)) return value;
  throw new Error(`${apiName} stream sent invalid JSON: ${data.slice(0, 200)}`);
}
