import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Model } from "@relay-harness/protocol";
import { startSseServer, type SseHandler, type SseServer } from "../../../../test/fakes/sseServer.ts";
import type { StreamOptions } from "../types.ts";
import { relayVersion, userAgent } from "../userAgent.ts";
import { layerHeaders } from "./headers.ts";
import { parseSseJson, requestSse } from "./providerRequest.ts";
import { abortableSleep, backoffMs, isRetryableResponse, serverDelayMs } from "./retry.ts";

const model: Model = {
  id: "m",
  name: "m",
  api: "test",
  provider: "p",
  baseUrl: "http://x",
  reasoning: false,
  input: ["text"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 0,
  maxTokens: 0,
  headers: { "x-layer": "model", "X-Model": "1" },
};

describe("requestSse", () => {
  let server: SseServer;
  afterEach(() => server.close());

  async function request(
    handler: SseHandler,
    options: StreamOptions = {},
    payload: unknown = { a: 1 },
  ): Promise<string[]> {
    server = await startSseServer(handler);
    const batches = await requestSse({
      model,
      url: server.url,
      headers: { "x-layer": "provider", "x-key": "k" },
      payload,
      options,
    });
    const data: string[] = [];
    for await (const batch of batches) data.push(...batch.map((event) => event.data));
    return data;
  }

  const ok: SseHandler = (_request, respond) => respond.stream("data: 1\n\ndata: 2\n\n");

  it("posts the payload and yields the events", async () => {
    assert.deepEqual(await request(ok), ["1", "2"]);
    const received = server.requests[0];
    assert.equal(received?.body, '{"a":1}');
    const headers = Object.entries(received?.headers ?? {}).filter(
      ([name]) => !["host", "connection", "content-length"].includes(name),
    );
    assert.deepEqual(Object.fromEntries(headers), {
      accept: "text/event-stream",
      "content-type": "application/json",
      "user-agent": userAgent(),
      "x-key": "k",
      "x-layer": "model",
      "x-model": "1",
    });
  });

  it("models.md 18: later header layers win whatever their case, null removes", async () => {
    await request(ok, {
      headers: { "X-LAYER": "request", "x-model": null, "User-Agent": "mine" },
      transformHeaders: (headers) => {
        assert.equal(headers["x-layer"], "request");
        return { "X-Key": null, "x-last": "word" };
      },
    });
    const headers = server.requests[0]?.headers ?? {};
    assert.deepEqual(
      [headers["x-layer"], headers["x-model"], headers["user-agent"], headers["x-key"], headers["x-last"]],
      ["request", undefined, "mine", undefined, "word"],
    );
  });

  it("sends what onPayload returns, or the payload that it left", async () => {
    await request(ok, { onPayload: () => ({ b: 2 }) });
    assert.deepEqual(server.requests[0]?.json, { b: 2 });
    await server.close();
    await request(ok, { onPayload: async () => undefined });
    assert.deepEqual(server.requests[0]?.json, { a: 1 });
  });

  it("lets onPayload change its copy in place", async () => {
    const payload = { a: { b: 1 } };
    const onPayload = (copy: unknown): void => {
      (copy as typeof payload).a.b = 2;
    };
    await request(ok, { onPayload }, payload);
    assert.deepEqual([server.requests[0]?.json, payload], [{ a: { b: 2 } }, { a: { b: 1 } }]);
  });

  it("fails when onPayload throws, without a request", async () => {
    const failing = request(ok, {
      onPayload: () => {
        throw new Error("no");
      },
    });
    await assert.rejects(failing, { message: "no" });
    assert.equal(server.requests.length, 0);
  });

  it("models.md 62: unpaired surrogates leave no trace in the body", async () => {
    await request(ok, {}, { text: "a\ud83db🙈", literal: "\\ud83d", deep: [{ s: "\udc00" }] });
    assert.deepEqual(server.requests[0]?.json, { text: "ab🙈", literal: "\\ud83d", deep: [{ s: "" }] });
  });

  it("reports the response before its body is read", async () => {
    const seen: unknown[] = [];
    const data = await request(ok, {
      onResponse: ({ status, headers }) => void seen.push([status, headers["content-type"]]),
    });
    assert.deepEqual([seen, data.length], [[[200, "text/event-stream"]], 2]);
  });

  it("turns every status outside 2xx into an error, HTML pages included", async () => {
    const statuses: number[] = [];
    const html = "<html><body>502 Bad Gateway</body></html>";
    const failing = request(
      (_request, respond) => respond.reply(502, html, { "content-type": "text/html" }),
      { onResponse: ({ status }) => void statuses.push(status) },
    );
    await assert.rejects(failing, { code: "provider_error", status: 502, message: `502: ${html}` });
    assert.deepEqual(statuses, [502]);
    await server.close();
    await assert.rejects(
      request((_request, respond) => respond.reply(302, "")),
      { message: "302 status code (no body)" },
    );
  });

  it("keeps the status of an error whose body breaks off", async () => {
    await assert.rejects(
      request(async (_request, respond) => {
        respond.head(503, { "content-length": "100" });
        await respond.send("half");
        respond.reset();
      }),
      { code: "provider_error", message: "503 status code (no body)" },
    );
  });

  it("treats 200 with a JSON error as an error", async () => {
    await assert.rejects(
      request((_request, respond) => respond.reply(200, { error: { message: "Bad", code: "x_y" } })),
      { code: "provider_error", message: "Bad (x_y)" },
    );
  });

  it("does not retry by default", async () => {
    await assert.rejects(request((_request, respond) => respond.reply(529, "")));
    assert.equal(server.requests.length, 1);
  });

  it("retries connection errors and retryable statuses as often as allowed", async () => {
    let count = 0;
    const data = await request(
      (_request, respond) => {
        count++;
        if (count === 1) respond.reset();
        else if (count === 2) respond.reply(503, "", { "retry-after-ms": "1" });
        else respond.stream("data: ok\n\n");
      },
      { maxRetries: 2 },
    );
    assert.deepEqual([data, server.requests.length], [["ok"], 3]);
  });

  it("does not retry what cannot get better", async () => {
    await assert.rejects(
      request((_request, respond) => respond.reply(400, "no"), { maxRetries: 3 }),
      { message: "400: no" },
    );
    assert.equal(server.requests.length, 1);
  });

  it("models.md 53: a server that asks for more than the limit fails the request at once", async () => {
    const busy: SseHandler = (_request, respond) => respond.reply(429, "", { "retry-after": "120" });
    await assert.rejects(request(busy, { maxRetries: 1, maxRetryDelayMs: 60_000 }), {
      message: "Server requested 120s retry delay (max: 60s)",
    });
    assert.equal(server.requests.length, 1);
  });

  it("models.md 18: an error body without end costs neither the status nor the memory", async () => {
    const before = process.memoryUsage().arrayBuffers;
    let isOpen = true;
    const endless: SseHandler = async (received, respond) => {
      void received.closed.then(() => (isOpen = false));
      respond.head(500);
      while (isOpen) await Promise.race([respond.send("x".repeat(1024 * 1024)), received.closed]);
    };
    await assert.rejects(request(endless), { message: "500 status code (no body)" });
    assert.ok(process.memoryUsage().arrayBuffers - before < 512 * 1024 * 1024);
  });

  it("models.md 53: without a limit it waits, and an abort ends the wait", async () => {
    const controller = new AbortController();
    const waiting = request((_request, respond) => respond.reply(429, "", { "retry-after": "120" }), {
      maxRetries: 1,
      maxRetryDelayMs: 0,
      signal: controller.signal,
    });
    const rejected = assert.rejects(waiting, { code: "aborted" });
    await new Promise((resolve) => setTimeout(resolve, 100));
    controller.abort();
    await rejected;
    assert.equal(server.requests.length, 1);
  });

  it("models.md 53: an unreadable retry-after means backoff", async () => {
    let count = 0;
    const data = await request(
      (_request, respond) => {
        if (count++ === 0) respond.reply(429, "", { "retry-after": "garbage" });
        else respond.stream("data: ok\n\n");
      },
      { maxRetries: 1 },
    );
    assert.deepEqual(data, ["ok"]);
  });
});

describe("retry rules", () => {
  it("follows the status unless the server decides", () => {
    const retryable = [408, 409, 429, 500, 502, 529].map((status) => isRetryableResponse(status, {}));
    assert.ok(retryable.every(Boolean));
    assert.ok([400, 401, 403, 404, 413, 422].every((status) => !isRetryableResponse(status, {})));
    assert.equal(isRetryableResponse(400, { "x-should-retry": "true" }), true);
    assert.equal(isRetryableResponse(529, { "x-should-retry": "false" }), false);
  });

  it("reads the delay from headers and from Google's error details", () => {
    assert.equal(serverDelayMs({ "retry-after-ms": "250", "retry-after": "9" }, ""), 250);
    assert.equal(serverDelayMs({ "retry-after": "1.5" }, ""), 1500);
    assert.equal(serverDelayMs({ "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }, ""), 0);
    assert.equal(serverDelayMs({ "retry-after": "garbage" }, ""), undefined);
    const body = { error: { details: [{ "@type": "x" }, { "@type": "RetryInfo", retryDelay: "37s" }] } };
    assert.equal(serverDelayMs({}, JSON.stringify(body)), 37_000);
    assert.equal(serverDelayMs({}, "retryDelay, but no JSON"), undefined);
  });

  it("models.md 53: a delay that no timer can hold does not end at once", async () => {
    const controller = new AbortController();
    const ended: string[] = [];
    const long = abortableSleep(99_999_999_999_000, controller.signal).finally(() => ended.push("long"));
    await abortableSleep(20, undefined).then(() => ended.push("short"));
    controller.abort();
    await assert.rejects(long, { code: "aborted" });
    assert.deepEqual(ended, ["short", "long"]);
  });

  it("backs off exponentially with up to a quarter less", () => {
    assert.deepEqual(
      [0, 1, 2, 3, 4, 9].map((attempt) => backoffMs(attempt, () => 0)),
      [500, 1000, 2000, 4000, 8000, 8000],
    );
    assert.equal(
      backoffMs(0, () => 1),
      375,
    );
  });
});

describe("headers", () => {
  it("names the version of the package", () => {
    const url = new URL("../../package.json", import.meta.url);
    const { version } = JSON.parse(readFileSync(url, "utf8")) as { version: string };
    assert.equal(relayVersion, version);
    assert.match(userAgent("1.0.0"), /^relay\/1\.0\.0 \((linux|darwin|win32); node\/\d+\.\d+\.\d+; \w+\)$/);
  });

  it("layers without regard to case", () => {
    assert.deepEqual(layerHeaders({ "X-A": "1", b: "2" }, undefined, { "x-a": "3", B: null }), {
      "x-a": "3",
    });
  });
});

describe("parseSseJson", () => {
  it("models.md 40: refuses what is nested too deeply to be written again", () => {
    const data = `{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`;
    assert.throws(() => parseSseJson(data, "Test"), /^Error: Test stream sent invalid JSON/);
  });

  it("names the API when an event holds no JSON object", () => {
    assert.deepEqual(parseSseJson('{"a":1}', "X"), { a: 1 });
    assert.throws(() => parseSseJson('{"a":', "X"), { message: 'X stream sent invalid JSON: {"a":' });
    assert.throws(() => parseSseJson("[1]", "X"), { message: "X stream sent invalid JSON: [1]" });
  });
});
