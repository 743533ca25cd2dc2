import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import type { OpenRequest, OpenResponse } from "./openRequest.ts";
import { timeoutError } from "./transportError.ts";

const connectTimeoutMs = 30_000;

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
        agent: new module.Agent({ keepAlive: true }),
      }),
    );
    clients.set(protocol, client);
  }
  return client;
}

/**
 * Sends a request without a proxy. Rejects with the connection's error, or a `TransportError` of code
 * `timeout`. A pooled connection that the server has closed meanwhile is replaced once.
 */
export async function openDirect(request: OpenRequest): Promise<OpenResponse> {
  const client = await clientFor(request.url.protocol);
  const first = await attempt(client, request);
  const opened = first === "stale" ? await attempt(client, request) : first;
  if (opened === "stale") throw new Error("the connection was closed before it could be used");
  return opened;
}

function attempt(client: Client, request: OpenRequest): Promise<OpenResponse | "stale"> {
  const { url, method, headers, body, signal, headersMs, idleMs } = request;
  return new Promise((resolve, reject) => {
    const outgoing = client.request(url, { method, headers, signal, agent: client.agent });
    limitConnecting(outgoing);
    // A timeout of the socket does nothing by itself; 0 switches it off.
    outgoing.setTimeout(headersMs, () => outgoing.destroy(timeoutError(headersMs)));
    outgoing.once("error", (error: NodeJS.ErrnoException) => {
      const isStale = outgoing.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE");
      if (isStale) resolve("stale");
      else reject(error);
    });
    outgoing.once("response", (incoming) => {
      outgoing.setTimeout(0);
      limitSilence(incoming, idleMs);
      resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: incoming });
    });
    outgoing.end(body);
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
