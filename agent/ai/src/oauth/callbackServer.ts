import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface CallbackServerOptions {
  /** Default 0: any that is free. */
  port?: number;
  /** Default `/callback`. */
  path?: string;
  /** Default `127.0.0.1`, or `RELAY_OAUTH_CALLBACK_HOST`. */
  host?: string;
  /** Has to come back. */
  state?: string;
  signal?: AbortSignal;
}

export interface CallbackServer {
  redirectUri: string;
  /** Rejects when the sign-in was refused, belongs to another one, or is aborted. */
  code: Promise<string>;
  close(): void;
}

/** Waits on this computer for the browser to bring the code of a sign-in. Rejects when the port is taken. */
export async function startCallbackServer({
  port = 0,
  path = "/callback",
  host = process.env.RELAY_OAUTH_CALLBACK_HOST ?? "127.0.0.1",
  state,
  signal,
}: CallbackServerOptions = {}): Promise<CallbackServer> {
  let settle!: { resolve: (code: string) => void; reject: (error: Error) => void };
  const code = new Promise<string>((resolve, reject) => (settle = { resolve, reject }));
  // Whoever waits hears of it; nobody has to.
  code.catch(() => undefined);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (url.pathname !== path) return answer(response, 404, "There is nothing here.");
    const outcome = readCallback(url.searchParams, state);
    if ("error" in outcome) {
      answer(response, 400, `The sign-in failed: ${outcome.error}`);
      settle.reject(new Error(outcome.error));
    } else {
      answer(response, 200, "You are signed in. This page can be closed.");
      settle.resolve(outcome.code);
    }
    server.close();
  });
  await listen(server, port, host);
  const close = (): void => {
    server.close();
    server.closeAllConnections();
    settle.reject(new Error("The sign-in was cancelled"));
  };
  if (signal?.aborted) close();
  else signal?.addEventListener("abort", close, { once: true });
  const { port: actual } = server.address() as AddressInfo;
  return { redirectUri: `http://${host}:${actual}${path}`, code, close };
}

function readCallback(
  query: URLSearchParams,
  state: string | undefined,
): { code: string } | { error: string } {
  const error = query.get("error");
  if (error !== null) return { error: query.get("error_description") ?? error };
  if (state !== undefined && query.get("state") !== state)
    return { error: "the answer belongs to another sign-in" };
  const code = query.get("code");
  return code ? { code } : { error: "the answer holds no code" };
}

function answer(response: ServerResponse, status: number, text: string): void {
  const escaped = text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", connection: "close" });
  response.end(`<!doctype html><meta charset="utf-8"><title>Relay</title><p>${escaped}</p>`);
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const taken = cause.code === "EADDRINUSE" ? `Port ${port} is in use by another program` : cause.message;
      reject(new Error(`Cannot wait for the browser: ${taken}`, { cause }));
    });
    server.listen(port, host, resolve);
  });
}
