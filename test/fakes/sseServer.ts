import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A request as the server received it. */
export interface ReceivedRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Body parsed as JSON; `undefined` when it is none. */
  json: unknown;
  /** Resolves when the client has closed the connection or the response is complete. */
  closed: Promise<void>;
}

/** Answers one request, step by step; nothing is sent before the handler sends it. */
export interface Responder {
  /** Sends status and headers at once; default 200 `text/event-stream`. */
  head(status?: number, headers?: Record<string, string>): void;
  /** Sends bytes and waits until they were handed to the system, so that the client sees them apart. */
  send(bytes: string | Uint8Array): Promise<void>;
  /** Sends each byte (or piece of `size` bytes) on its own. */
  sendPieces(bytes: string | Uint8Array, size?: number): Promise<void>;
  /** Ends the response properly. */
  end(): void;
  /** Breaks the connection without ending the response. */
  reset(): void;
  /** A complete response with a JSON body (or text, as it is). */
  reply(status: number, body: unknown, headers?: Record<string, string>): void;
  /** A complete event stream. */
  stream(text: string): void;
  /** True once the client went away. */
  readonly isClosed: boolean;
}

export type SseHandler = (request: ReceivedRequest, respond: Responder) => void | Promise<void>;

export interface SseServer {
  /** `http://127.0.0.1:<port>`, no trailing slash. */
  url: string;
  port: number;
  /** In order of arrival. */
  requests: ReceivedRequest[];
  /** Resolves with the request of that number (from 0), as soon as it is there. */
  request(index: number): Promise<ReceivedRequest>;
  /** Replaces the handler for later requests. */
  handle(handler: SseHandler): void;
  /** Connections that were opened so far. */
  readonly connections: number;
  /** First error that a handler threw; the client saw a broken connection. */
  readonly failure: unknown;
  close(): Promise<void>;
}

/** Starts a scripted HTTP server on a free loopback port. */
export async function startSseServer(initialHandler: SseHandler): Promise<SseServer> {
  let handler = initialHandler;
  let failure: unknown;
  let connections = 0;
  const requests: ReceivedRequest[] = [];
  const waiting = new Map<number, ((request: ReceivedRequest) => void)[]>();
  const sockets = new Set<Socket>();

  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing).catch((error: unknown) => {
      failure ??= error;
      outgoing.destroy();
    });
  });
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const closed = new Promise<void>((resolve) => outgoing.once("close", resolve));
    const body = await readAll(incoming);
    const request: ReceivedRequest = {
      method: incoming.method ?? "",
      path: incoming.url ?? "",
      headers: flatten(incoming.headers),
      body,
      json: parse(body),
      closed,
    };
    const index = requests.push(request) - 1;
    for (const resolve of waiting.get(index) ?? []) resolve(request);
    await handler(request, responder(outgoing));
  };
  server.on("connection", (socket) => {
    connections++;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await listen(server);
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    request: (index) =>
      new Promise((resolve) => {
        const known = requests[index];
        if (known) resolve(known);
        else waiting.set(index, [...(waiting.get(index) ?? []), resolve]);
      }),
    handle: (next) => {
      handler = next;
    },
    get connections() {
      return connections;
    },
    get failure() {
      return failure;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function responder(outgoing: ServerResponse): Responder {
  outgoing.on("error", () => {
    // The client may go away at any point of a script.
  });
  const respond: Responder = {
    head(status = 200, headers = { "content-type": "text/event-stream" }) {
      outgoing.writeHead(status, headers);
      outgoing.flushHeaders();
    },
    send(bytes) {
      if (!outgoing.headersSent) respond.head();
      return new Promise((resolve) => outgoing.write(bytes, () => setImmediate(resolve)));
    },
    async sendPieces(bytes, size = 1) {
      const all = Buffer.from(bytes);
      for (let at = 0; at < all.length; at += size) await respond.send(all.subarray(at, at + size));
    },
    end: () => outgoing.end(),
    reset: () => outgoing.socket?.resetAndDestroy(),
    reply(status, body, headers = {}) {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      outgoing.writeHead(status, { "content-type": "application/json", ...headers });
      outgoing.end(text);
    },
    stream(text) {
      respond.head();
      outgoing.end(text);
    },
    get isClosed() {
      return outgoing.destroyed;
    },
  };
  return respond;
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function flatten(headers: IncomingMessage["headers"]): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return flat;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
}
