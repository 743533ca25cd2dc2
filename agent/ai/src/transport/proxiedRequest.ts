import undici, { type Dispatcher, type ProxyAgent } from "undici";
import type { OpenRequest, OpenResponse } from "./openRequest.ts";

const proxies = new Map<string, ProxyAgent>();

/** Sends a request through an HTTP proxy. Rejects with undici's errors. */
export async function openThroughProxy(proxy: string, request: OpenRequest): Promise<OpenResponse> {
  const { url, method, headers, body, signal, headersMs, idleMs } = request;
  const response = await undici.request(url, {
    method: method as Dispatcher.HttpMethod,
    headers,
    body,
    signal,
    headersTimeout: headersMs,
    bodyTimeout: idleMs,
    dispatcher: agentFor(proxy),
  });
  return { status: response.statusCode, headers: response.headers, body: response.body };
}

function agentFor(uri: string): ProxyAgent {
  let agent = proxies.get(uri);
  if (!agent) {
    agent = new undici.ProxyAgent({ uri });
    proxies.set(uri, agent);
  }
  return agent;
}
