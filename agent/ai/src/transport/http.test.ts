import assert from "node:assert/strict";
import { startProxyServer } from "../../../../test/fakes/proxyServer.ts";
import { startSseServer, type SseHandler, type SseServer } from "../../../../test/fakes/sseServer.ts";
import type { NetworkOptions } from "../types.ts";
import { openStream, textFrom, type HttpResponse } from "./http.ts";

const never = new Promise<never>(() => {});

for (const [client, base] of [
  ["Relay's client", {}],
  ["a caller's fetch", { fetch: globalThis.fetch }],
] as const satisfies readonly (readonly [string, NetworkOptions])[]) {
  describe(`openStream with ${client}`, () => {
    let server: SseServer;
    afterEach(() => server.close());

    async function open(
      handler: SseHandler,
      network: NetworkOptions = {},
      signal?: AbortSignal,
    ): Promise<HttpResponse> {
      server = await startSseServer(handler);
      return openStream({
        url: `${server.url}/path?q=1`,
        headers: { "content-type": "application/json", "x-a": "1" },
        body: '{"a":"ü"}',
        signal,
        network: { ...base, ...network },
      });
    }

    it("sends the request and returns status and headers before the body", async () => {
      let finish = (): void => {};
      const response = await open(async (_request, respond) => {
        respond.head(207, { "content-type": "text/plain", "x-b": "2" });
        await new Promise<void>((resolve) => (finish = resolve));
        await respond.send("body");
        respond.end();
      });
      assert.equal(response.status, 207);
      assert.equal(response.headers["x-b"], "2");
      finish();
      assert.equal(await response.text(), "body");
      const [request] = server.requests;
      assert.deepEqual(
        { method: request?.method, path: request?.path, json: request?.json, a: request?.headers["x-a"] },
        { method: "POST", path: "/path?q=1", json: { a: "ü" }, a: "1" },
      );
    });

    it("yields chunks as they arrive", async () => {
      const gates: (() => void)[] = [];
      const gate = (): Promise<void> => new Promise((resolve) => gates.push(resolve));
      const response = await open(async (_request, respond) => {
        for (const piece of ["one", "two"]) {
          await respond.send(piece);
          await gate();
        }
        respond.end();
      });
      const chunks: string[] = [];
      for await (const chunk of response.body) {
        chunks.push(Buffer.from(chunk).toString());
        gates.shift()?.();
      }
      assert.deepEqual(chunks, ["one", "two"]);
    });

    it("names the deepest cause of a connection that fails", async () => {
      server = await startSseServer(() => {});
      const { url, port } = server;
      await server.close();
      await assert.rejects(openStream({ url, headers: {}, body: "{}", network: base }), {
        code: "connection",
        message: `fetch failed: connect ECONNREFUSED 127.0.0.1:${port}`,
      });
    });

    it("reports a reset before headers as a failed connection", async () => {
      await assert.rejects(
        open((_request, respond) => respond.reset()),
        { code: "connection", message: /^fetch failed: (other side closed|read ECONNRESET)$/ },
      );
    });

    it("reports a connection that breaks within the body", async () => {
      const response = await open(async (_request, respond) => {
        await respond.send("half");
        respond.reset();
      });
      await assert.rejects(textFrom(response.body), { code: "connection", message: /^terminated: / });
    });

    it("models.md 55: a server that is silent before its headers times out", async () => {
      await assert.rejects(
        open(() => never, { idleTimeoutMs: 60 }),
        {
          code: "timeout",
          message: "Request timed out after 60 ms without data",
        },
      );
    });

    it("models.md 55: a server that is silent after its headers times out", async () => {
      const response = await open(
        (_request, respond) => {
          respond.head();
          return never;
        },
        { idleTimeoutMs: 60 },
      );
      await assert.rejects(textFrom(response.body), {
        code: "timeout",
        message: "Request timed out after 60 ms without data",
      });
    });

    it("models.md 55: comments count as data", async () => {
      const response = await open(
        async (_request, respond) => {
          for (let i = 0; i < 6; i++) {
            await respond.send(": ping\n\n");
            await new Promise((resolve) => setTimeout(resolve, 150));
          }
          respond.end();
        },
        { idleTimeoutMs: 700 },
      );
      assert.equal(await textFrom(response.body), ": ping\n\n".repeat(6));
    });

    it("models.md 55: without idle timeout it waits", async () => {
      const response = await open(
        async (_request, respond) => {
          respond.head();
          await new Promise((resolve) => setTimeout(resolve, 150));
          await respond.send("late");
          respond.end();
        },
        { idleTimeoutMs: 0 },
      );
      assert.equal(await response.text(), "late");
    });

    it("waits for headers as long as timeoutMs says", async () => {
      await assert.rejects(
        open(() => never, { idleTimeoutMs: 60_000, timeoutMs: 50 }),
        {
          message: "Request timed out after 50 ms without data",
        },
      );
    });

    it("models.md 18: a key that no header can hold is not repeated in the error", async () => {
      for (const value of ["Bearer sk-1\nsk-2", "Bearer sk-1\0", "Bearer sk-1\u20ac"]) {
        const opening = openStream({
          url: "http://127.0.0.1:1",
          headers: { authorization: value },
          network: base,
        });
        await assert.rejects(opening, {
          code: "connection",
          message: 'fetch failed: Invalid character in header content ["authorization"]',
        });
      }
    });

    it("sends nothing when the signal has aborted before", async () => {
      await assert.rejects(
        open(() => {}, {}, AbortSignal.abort()),
        { code: "aborted" },
      );
      assert.equal(server.requests.length, 0);
    });

    it("closes the connection when aborted while it waits for headers", async () => {
      const controller = new AbortController();
      let closed: Promise<void> = never;
      const opening = open(
        (request) => {
          closed = request.closed;
          controller.abort();
        },
        {},
        controller.signal,
      );
      await assert.rejects(opening, { code: "aborted", message: "Request was aborted" });
      await closed;
    });

    it("closes the connection when aborted within the body", async () => {
      const controller = new AbortController();
      const response = await open(
        async (_request, respond) => {
          await respond.send("half");
          return never;
        },
        {},
        controller.signal,
      );
      const chunks = response.body[Symbol.asyncIterator]();
      assert.equal((await chunks.next()).done, false);
      controller.abort();
      await assert.rejects(async () => chunks.next(), { code: "aborted" });
      await server.requests[0]?.closed;
    });
  });
}

describe("openStream", () => {
  it("models.md 19: an error of fetch does not repeat the password of a URL", async () => {
    const opening = openStream({
      url: "http://user:secret@127.0.0.1:1/x",
      headers: {},
      body: "{}",
      network: { fetch: globalThis.fetch },
    });
    await assert.rejects(opening, (error: Error) => {
      assert.match(error.message, /^fetch failed: .*http:\/\/127\.0\.0\.1:1\/x/);
      return true;
    });
  });

  it("keeps the connection for the next request when the reader stops at the end marker", async () => {
    const server = await startSseServer(async (_request, respond) => {
      await respond.send("data: end\n\n");
      await respond.send(": trailer\n\n");
      respond.end();
    });
    // Draining takes a moment; sooner or later a request finds the connection free.
    for (let i = 0; i < 100 && (i === 0 || server.connections === server.requests.length); i++) {
      const response = await openStream({ url: server.url, headers: {}, body: "{}", network: {} });
      const chunks = response.body[Symbol.asyncIterator]();
      await chunks.next();
      await chunks.return?.();
    }
    assert.ok(server.connections < server.requests.length);
    await server.close();
  });

  it("does not use a connection again that its server has closed", async () => {
    for (let round = 0; round < 5; round++) {
      const server = await startSseServer((_request, respond) => respond.reply(200, { ok: true }));
      const request = { url: server.url, headers: {}, body: "{}", network: {} };
      await (await openStream(request)).text();
      await server.close();
      await assert.rejects(openStream(request), { message: /ECONNREFUSED/ });
    }
  });

  it("sends plain HTTP through a real proxy", async () => {
    const server = await startSseServer((_request, respond) => respond.reply(200, { ok: true }));
    const proxy = await startProxyServer((authority) =>
      authority === "api.example.test:80" ? server.port : undefined,
    );
    const response = await openStream({
      url: "http://api.example.test/v1?x=1",
      headers: { "x-a": "1" },
      body: "{}",
      network: { httpProxy: proxy.url },
      env: { NO_PROXY: "other.test" },
    });
    assert.equal(await response.text(), '{"ok":true}');
    assert.equal(server.requests[0]?.path, "/v1?x=1");
    assert.equal(server.requests[0]?.headers["host"], "api.example.test");
    assert.equal(proxy.requests.length, 1);
    await proxy.close();
    await server.close();
  });

  it("asks the proxy for a tunnel to an HTTPS target, and reports its refusal", async () => {
    const proxy = await startProxyServer(() => undefined);
    const opening = openStream({
      url: "https://api.example.test/v1",
      headers: {},
      body: "{}",
      network: {},
      env: { HTTPS_PROXY: proxy.url, NO_PROXY: "none.test" },
    });
    await assert.rejects(opening, { code: "connection", message: /502/ });
    assert.deepEqual(proxy.requests, ["CONNECT api.example.test:443"]);
    await proxy.close();
  });

  it("models.md 56: an unsupported proxy fails the request", async () => {
    const opening = openStream({
      url: "http://api.example.test/",
      headers: {},
      body: "{}",
      network: { httpProxy: "socks5://x" },
      env: { NO_PROXY: "none.test" },
    });
    await assert.rejects(opening, { code: "proxy", message: /^Unsupported proxy protocol\./ });
  });
});
