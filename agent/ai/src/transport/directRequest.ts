import { setImmediate } from "node:timers/promises";
import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import type { OpenRequest, OpenResponse } from "./openRequest.ts";
import { timeoutError } from "./transportError.ts";

const connectTimeoutMs = 30_000;
/** Servers close idle connections without notice: a pooled one is not trusted for longer. */
const idleConnectionMs = 15_000;

interface Client {
  request: (url: URL, options: RequestOptions) => ClientRequest;
  agent: RequestOptions["agent"];
}

const clients = new Map<string, Promise<Client>>();

/** One pool of connections per scheme, loaded with its first request. */
function clientFor(protocol: string): Promise<Client> {
  let client = clients.get(protocol);
  if (!client) {
    client = (protocol === "https:" ? import("node:https") : import("node:http")).then(
      ({ default: module }) => ({
        request: module.request,
        agent: new module.Agent({ keepAlive: true, timeout: idleConnectionMs }),
      }),
    );
    clients.set(protocol, client);
  }
  return client;
}

/**
 * Sends a request without a proxy. Rejects with the connection's error, or a `TransportError` of code
 * `timeout`. Sent once, also into a pooled connection that turns out to be closed: the request may have
 * been read, and whether to pay for a second one is not decided here.
 */
export async function openDirect(request: OpenRequest): Promise<OpenResponse> {
  const { url, method, headers, body, signal, headersMs, idleMs } = request;
  const client = await clientFor(url.protocol);
  // Lets Node hear first which pooled connections their servers have closed: between two of these it has
  // looked at every socket.
  await setImmediate();
  await setImmediate();
  return new Promise((resolve, reject) => {
    const outgoing = client.request(url, { method, headers, signal, agent: client.agent });
    limitConnecting(outgoing);
    // A timeout of the socket does nothing by itself; 0 switches it off.
    outgoing.setTimeout(headersMs, () => outgoing.destroy(timeoutError(headersMs)));
    outgoing.once("error", reject);
    outgoing.once("response", (incoming) => {
      outgoing.setTimeout(0);
      limitSilence(incoming, idleMs);
      resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: incoming });
    });
    // A conversation is long and mostly ASCII, which needs no encoder: its bytes are its characters.
    const isAscii = body !== undefined && Buffer.byteLength(body) === body.length;
    outgoing.end(body, isAscii ? "latin1" : "utf8");
  });
}

/** An address that swallows packets would otherwise hold a request as long as a slow model may. */
function limitConnecting(outgoing: ClientRequest): void {
  outgoing.once("socket", (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => outgoing.destroy(timeoutError(connectTimeoutMs)), connectTimeoutMs);
    const stop = (): void => clearTimeout(timer);
    socket.once("connect", stop);
    socket.once("close", stop);
  });
}

/** Ends a body whose server says nothing; a reader that takes its time is no silence. */
function limitSilence(incoming: IncomingMessage, idleMs: number): void {
  if (idleMs <= 0) return;
  incoming.setTimeout(idleMs, () => {
    if (incoming.readableLength > 0) return;
    incoming.destroy(timeoutError(idleMs));
  });
}
