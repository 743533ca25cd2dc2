import assert from "node:assert/strict";
import type { AssistantMessageEvent } from "@relay-harness/ai";
import type { Model } from "@relay-harness/protocol";
import { streamProxy } from "./streamProxy.ts";

const model = { id: "m", provider: "p", api: "a" } as Model;

describe("a request through a server", () => {
  async function run(
    status: number,
    chunks: string[],
    signal?: AbortSignal,
  ): Promise<{ events: AssistantMessageEvent[]; sent: { url: string; init: RequestInit } }> {
    let sent: { url: string; init: RequestInit } | undefined;
    const send = ((url: string, init: RequestInit) => {
      sent = { url, init };
      signal?.throwIfAborted();
      const encoder = new TextEncoder();
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
          controller.close();
        },
      });
      return Promise.resolve(new Response(body, { status }));
    }) as typeof fetch;
    const stream = streamProxy(
      model,
      { messages: [] },
      { authToken: "t", proxyUrl: "http://s/", fetch: send, maxTokens: 5, ...(signal && { signal }) },
    );
    const events: AssistantMessageEvent[] = [];
    for await (const event of stream) events.push(event);
    assert.ok(sent);
    return { events, sent };
  }
  const lines = (...events: object[]): string =>
    events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");

  it("puts the message together from what the server sends, however it is cut", async () => {
    const text = lines(
      { type: "start" },
      { type: "text_start", contentIndex: 0 },
      { type: "text_delta", contentIndex: 0, delta: "Hel" },
      { type: "text_delta", contentIndex: 0, delta: "lo" },
      { type: "text_end", contentIndex: 0 },
      { type: "toolcall_start", contentIndex: 1, id: "c", toolName: "read" },
      { type: "toolcall_delta", contentIndex: 1, delta: '{"path":' },
      { type: "toolcall_delta", contentIndex: 1, delta: '"a"}' },
      { type: "toolcall_end", contentIndex: 1 },
      { type: "done", reason: "toolUse", usage: { input: 3 } },
    );
    const { events, sent } = await run(200, [text.slice(0, 50), text.slice(50)]);
    const last = events.at(-1);
    assert.ok(last?.type === "done");
    assert.deepEqual(last.message.content, [
      { type: "text", text: "Hello" },
      { type: "toolCall", id: "c", name: "read", arguments: { path: "a" } },
    ]);
    assert.deepEqual(
      [last.reason, last.message.usage.input, last.message.stopReason],
      ["toolUse", 3, "toolUse"],
    );
    const ended = events.find(({ type }) => type === "text_end");
    assert.ok(ended?.type === "text_end" && ended.content === "Hello");
    assert.equal(sent.url, "http://s/api/stream");
    assert.deepEqual(JSON.parse(String(sent.init.body)).options, { maxTokens: 5 });
  });

  const failures: [title: string, status: number, chunks: string[], message: RegExp][] = [
    ["a refused request", 401, ["no"], /^The server answered with 401: no$/],
    ["an answer without an end", 200, [lines({ type: "start" })], /without a final event/],
    [
      "an error of the provider",
      200,
      [lines({ type: "error", reason: "error", errorMessage: "boom" })],
      /^boom$/,
    ],
    ["what is no JSON", 200, ["data: {\n"], /JSON/],
  ];
  for (const [title, status, chunks, message] of failures) {
    it(`${title} is an error event`, async () => {
      const last = (await run(status, chunks)).events.at(-1);
      assert.ok(last?.type === "error");
      assert.match(last.error.errorMessage ?? "", message);
    });
  }

  it("an abort is one", async () => {
    const last = (await run(200, [], AbortSignal.abort())).events.at(-1);
    assert.ok(last?.type === "error" && last.reason === "aborted");
  });
});
