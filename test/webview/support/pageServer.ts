import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { webviewDist } from "../../../scripts/builds.mjs";
import { pageHtml } from "./pageHtml.ts";

export interface PageServer {
  readonly origin: string;
  close(): void;
}

const types: Record<string, string> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".map": "application/json",
  ".ttf": "font/ttf",
  ".woff2": "font/woff2",
};

/** Serves the built webview and pages that hold it, as the editor does: the same policy, the same theme classes. */
export async function startPageServer(): Promise<PageServer> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (url.pathname === "/page") {
      response.writeHead(200, { "content-type": "text/html" });
      response.end(pageHtml(url.searchParams));
      return;
    }
    if (url.pathname === "/favicon.ico") {
      response.writeHead(204).end();
      return;
    }
    const path = join(webviewDist, normalize(url.pathname));
    readFile(path).then(
      (content) => {
        response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" });
        response.end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}
