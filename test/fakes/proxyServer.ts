import { createServer, request as httpRequest } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";

export interface ProxyServer {
  url: string;
  /** What clients asked for: `CONNECT host:port` or `GET http://host/…`. */
  requests: string[];
  close(): Promise<void>;
}

/**
 * A forward proxy on loopback, with CONNECT tunnels. Names need not exist: every target is reached on
 * the port that `targetPort` gives for its `host:port`; without one the proxy answers 502.
 */
export async function startProxyServer(
  targetPort: (authority: string) => number | undefined,
): Promise<ProxyServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    const target = new URL(incoming.url ?? "");
    const port = targetPort(`${target.hostname}:${target.port || "80"}`);
    if (port === undefined) {
      outgoing.writeHead(502).end("no such host");
      return;
    }
    const { method, headers } = incoming;
    const path = target.pathname + target.search;
    const upstream = httpRequest({ host: "127.0.0.1", port, path, method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    upstream.on("error", () => outgoing.destroy());
    incoming.pipe(upstream);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("connect", (incoming, client: Socket) => {
    requests.push(`CONNECT ${incoming.url}`);
    const port = targetPort(incoming.url ?? "");
    if (port === undefined) {
      client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
      return;
    }
    const upstream = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.pipe(client).pipe(upstream);
    });
    sockets.add(upstream);
    upstream.on("error", () => client.destroy());
    client.on("error", () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
