import assert from "node:assert/strict";
import fc from "fast-check";
import { startAnthropicServer, type AnthropicReply } from "../../../../../test/fakes/anthropicServer.ts";
import { anthropicSampleEvents, anthropicSse } from "../../../../../test/fakes/anthropicSample.ts";
import { fakeModel, userMessage } from "../../../../../test/fakes/models.ts";
import {
  chunksOf,
  collectStream,
  withoutTimes,
  type CollectedStream,
} from "../../../../../test/fakes/streamEvents.ts";
import { runStream } from "../../streamRun.ts";
import { readSse } from "../../transport/sse.ts";
import type { StreamOptions } from "../../types.ts";
import { stream } from "./index.ts";
import { readResponse } from "./stream.ts";

const model = fakeModel({
  id: "claude-x",
  provider: "anthropic",
  api: "anthropic-messages",
  cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
});

/** Reads bytes as the body of a response, without a server. */
const readChunks = (...chunks: (string | Uint8Array)[]): Promise<CollectedStream> =>
  collectStream(
    runStream(model, {}, (writer) => readResponse(readSse(chunksOf(...chunks)), model, {}, writer)),
  );
const readEvents = (...events: Record<string, unknown>[]): Promise<CollectedStream> =>
  readChunks(anthropicSse(events));

async function request(reply: AnthropicReply, options: StreamOptions = {}): Promise<CollectedStream> {
  const server = await startAnthropicServer(reply);
  try {
    const target = { ...model, baseUrl: server.url };
    const collected = await collectStream(
      stream(target, { messages: [userMessage("hi")] }, { apiKey: "k", ...options }),
    );
    assert.equal(server.failure, undefined);
    assert.equal(server.requests.length, 1);
    return collected;
  } finally {
    await server.close();
  }
}

const sample = anthropicSse();
const toolCall = { type: "toolCall", id: "toolu_1", name: "read", arguments: { path: "a.txt" } };
const sampleEvents = [
  { type: "start" },
  { type: "thinking_start", contentIndex: 0 },
  { type: "thinking_delta", contentIndex: 0, delta: "Let me" },
  { type: "thinking_end", contentIndex: 0, content: "Let me" },
  { type: "text_start", contentIndex: 1 },
  { type: "text_delta", contentIndex: 1, delta: "Hello" },
  { type: "text_end", contentIndex: 1, content: "Hello" },
  { type: "toolcall_start", contentIndex: 2 },
  { type: "toolcall_delta", contentIndex: 2, delta: '{"path": "a' },
  { type: "toolcall_delta", contentIndex: 2, delta: '.txt"}' },
  { type: "toolcall_end", contentIndex: 2, toolCall },
  { type: "done", reason: "toolUse" },
];
const cost = { input: 75e-6, output: 1335e-6, cacheRead: 0, cacheWrite: 0, total: 1410e-6 };
const sampleMessage = {
  role: "assistant",
  content: [
    { type: "thinking", thinking: "Let me", thinkingSignature: "EqQB…" },
    { type: "text", text: "Hello" },
    toolCall,
  ],
  api: "anthropic-messages",
  provider: "anthropic",
  model: "claude-x",
  responseId: "msg_1",
  responseModel: "claude-x",
  thinkingLevel: "off",
  usage: {
    input: 25,
    output: 89,
    cacheRead: 0,
    cacheWrite: 0,
    reasoning: 20,
    totalTokens: 114,
    cost: { ...cost, totalFromProvider: false },
  },
  stopReason: "toolUse",
  rawStopReason: "tool_use",
};

function assertSample({ events, message }: CollectedStream, note?: string): void {
  assert.deepEqual(events, sampleEvents, note);
  assert.deepEqual(withoutTimes(message), sampleMessage, note);
}

describe("anthropic-messages stream", () => {
  it("models.md 37: yields every event and the message of the sample", async () => {
    assertSample(await request({ stream: sample }));
  });

  it("models.md 38: yields the same for every cut, for CRLF and with pings and comments", async () => {
    const bytes = Buffer.from(sample);
    for (let at = 0; at <= bytes.length; at++) {
      assertSample(await readChunks(bytes.subarray(0, at), bytes.subarray(at)), `cut at ${at}`);
    }
    assertSample(await readChunks(...Array.from(bytes, (byte) => Uint8Array.of(byte))));
    const ping = `: ping\n\n${anthropicSse([{ type: "ping" }, { type: "later_event", x: 1 }])}`;
    const pinged = sample.split("\n\n").join(`\n\n${ping}`);
    assertSample(await readChunks(pinged));
    assertSample(await readChunks(pinged.replaceAll("\n", "\r\n")));
    assertSample(await readChunks(sample.replaceAll("\n", "\r")));
  });

  it("models.md 38: yields the same one byte at a time over HTTP", async () => {
    assertSample(
      await request(async (_request, respond) => {
        await respond.sendPieces(sample);
        respond.end();
      }),
    );
  });

  it("models.md 46: an error event keeps the text, names the error and ends the stream", async () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    const { events, message } = await readEvents(...anthropicSampleEvents.slice(0, 7), error);
    assert.deepEqual(events.at(-1), { type: "error", reason: "error" });
    assert.equal(message.errorMessage, "Overloaded (overloaded_error)");
    assert.deepEqual(message.content[1], { type: "text", text: "Hello" });
  });

  it("models.md 46: a stream without message_stop is an error", async () => {
    for (let count = 0; count < anthropicSampleEvents.length; count++) {
      const { message } = await readEvents(...anthropicSampleEvents.slice(0, count));
      assert.deepEqual(
        [message.stopReason, message.errorMessage],
        ["error", "Anthropic stream ended before message_stop"],
      );
    }
  });

  it("a connection that closes within an event is an error, wherever it closes", async () => {
    const { message } = await request(async (_request, respond) => {
      await respond.send(sample.slice(0, 900));
      respond.reset();
    });
    assert.match(message.errorMessage ?? "", /^terminated: /);
    const unreadable = await readChunks(sample.slice(0, sample.indexOf("Hello")));
    assert.match(unreadable.message.errorMessage ?? "", /^Anthropic stream sent invalid JSON: /);
  });

  it("models.md 55: silence after the headers is a time-out", async () => {
    const { message } = await request(
      async (_request, respond) => {
        await respond.send(sample.slice(0, 900));
        await new Promise(() => {});
      },
      { idleTimeoutMs: 100 },
    );
    assert.equal(message.errorMessage, "Request timed out after 100 ms without data");
    assert.equal(message.content.length, 1);
  });

  it("models.md 47: an HTTP error is only an error event, after one request", async () => {
    const reply = { status: 401, error: { type: "authentication_error", message: "invalid x-api-key" } };
    const { events, message } = await request(reply);
    assert.deepEqual(events, [{ type: "error", reason: "error" }]);
    assert.equal(message.errorMessage, "401: invalid x-api-key (authentication_error)");
  });

  it("models.md 79: names the error code of a spend limit", async () => {
    const details = { error_code: "enforced_spend_limit_reached" };
    const error = { type: "rate_limit_error", message: "Limit reached", details };
    const { message } = await request({ status: 429, error });
    assert.equal(message.errorMessage, "429: Limit reached (enforced_spend_limit_reached)");
  });

  it("models.md 48: an abort keeps the text and closes the connection", async () => {
    const controller = new AbortController();
    const server = await startAnthropicServer(async (_request, respond) => {
      await respond.send(anthropicSse(anthropicSampleEvents.slice(0, 7)));
      await new Promise(() => {});
    });
    const running = stream(
      { ...model, baseUrl: server.url },
      { messages: [userMessage("hi")] },
      { signal: controller.signal },
    );
    const types: string[] = [];
    for await (const event of running) {
      types.push(event.type);
      if (event.type === "text_delta") controller.abort();
    }
    await server.requests[0]?.closed;
    const message = await running.result();
    assert.deepEqual(types.slice(-3), ["text_delta", "text_end", "error"]);
    assert.deepEqual([message.stopReason, message.errorMessage], ["aborted", "Request was aborted"]);
    assert.deepEqual(message.content[1], { type: "text", text: "Hello" });
    assert.equal(message.usage.input, 25);
    await server.close();
  });

  it("models.md 69: dropped thinking is one diagnostic", async () => {
    const [start, ...rest] = anthropicSampleEvents;
    const dropped = (path: string, reason: string): object => ({ type: "thinking_dropped", path, reason });
    const { message } = await readEvents(
      {
        ...start,
        message: {
          ...(start?.message as object),
          input_transformations: [
            dropped("messages.1.content.0", "prefix_mismatch"),
            dropped("messages.3.content.0", "prefix_mismatch"),
          ],
        },
      },
      ...rest,
    );
    assert.equal(message.stopReason, "toolUse");
    assert.deepEqual(
      message.diagnostics?.map(({ type, details }) => ({ type, details })),
      [{ type: "thinking_dropped", details: { count: 2, reasons: ["prefix_mismatch"] } }],
    );
  });

  it("models.md 72: thinking without text keeps its signature", async () => {
    const events = anthropicSampleEvents.filter((event) => !JSON.stringify(event).includes("thinking_delta"));
    const { message } = await readEvents(...events);
    assert.deepEqual(message.content[0], { type: "thinking", thinking: "", thinkingSignature: "EqQB…" });
  });

  it("models.md 73: a block of unknown type is skipped with its deltas", async () => {
    const unknown = [
      { type: "content_block_start", index: 1, content_block: { type: "server_tool_use", id: "x" } },
      { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: "{" } },
      { type: "content_block_stop", index: 1 },
    ];
    const text = anthropicSampleEvents.slice(5, 8).map((event) => ({ ...event, index: 2 }));
    const { events, message } = await readEvents(
      ...anthropicSampleEvents.slice(0, 5),
      ...unknown,
      ...text,
      ...anthropicSampleEvents.slice(13),
    );
    assert.deepEqual(events, [...sampleEvents.slice(0, 7), { type: "done", reason: "toolUse" }]);
    assert.equal(message.content.length, 2);
  });

  it("redacted thinking is complete at its start", async () => {
    const { events, message } = await readEvents(
      ...anthropicSampleEvents.slice(0, 1),
      { type: "content_block_start", index: 0, content_block: { type: "redacted_thinking", data: "ENC" } },
      { type: "content_block_stop", index: 0 },
      ...anthropicSampleEvents.slice(13),
    );
    assert.deepEqual(
      events.map(({ type }) => type),
      ["start", "thinking_start", "thinking_end", "done"],
    );
    assert.deepEqual(message.content, [
      { type: "thinking", thinking: "", redacted: true, thinkingSignature: "ENC" },
    ]);
  });

  it("a call without deltas has the arguments of its start, else none", async () => {
    for (const input of [{}, { a: 1 }]) {
      const { message } = await readEvents(
        ...anthropicSampleEvents.slice(0, 1),
        {
          type: "content_block_start",
          index: 0,
          content_block: { type: "tool_use", id: "t", name: "n", input },
        },
        { type: "content_block_stop", index: 0 },
        ...anthropicSampleEvents.slice(13),
      );
      assert.deepEqual(message.content, [{ type: "toolCall", id: "t", name: "n", arguments: input }]);
    }
  });

  it("any mix of events becomes a well-formed stream with one end", async () => {
    const event = fc.constantFrom<Record<string, unknown>>(
      ...anthropicSampleEvents,
      { type: "content_block_delta", index: 1 },
      { type: "content_block_start", index: 1 },
      { type: "message_start" },
      { type: "message_delta" },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 25 }), async (mixed) => {
        const { events, message } = await readEvents(...mixed);
        assert.equal(events.filter(({ type }) => type === "done" || type === "error").length, 1);
        assert.ok(["done", "error"].includes(events.at(-1)?.type ?? ""));
        const open = new Set<unknown>();
        for (const { type, contentIndex } of events) {
          if (type.endsWith("_start")) open.add(contentIndex);
          if (type.endsWith("_delta") || type.endsWith("_end")) assert.ok(open.has(contentIndex));
          if (type.endsWith("_end")) open.delete(contentIndex);
        }
        assert.ok(message.stopReason === "error" || open.size === 0);
      }),
      { numRuns: 300 },
    );
  });

  it("hands every event to the hook, in order", async () => {
    const seen: unknown[] = [];
    await request({ stream: sample }, { onProviderStreamEvent: (event) => void seen.push(event) });
    assert.deepEqual(seen, anthropicSampleEvents);
  });

  it("prices an answer of a fallback model at that model's rates", async () => {
    const fallback = { provider: "anthropic", model: "claude-x", cost: { ...model.cost, output: 1000 } };
    const target = { ...model, id: "claude-y", compat: { allowedFallbackModels: [fallback] } };
    const { message } = await collectStream(
      runStream(target, {}, (writer) => readResponse(readSse(chunksOf(sample)), target, {}, writer)),
    );
    assert.equal(message.usage.cost.output, 0.089);
  });
});

describe("anthropic-messages stop reasons", () => {
  const stopped = (reason: unknown, details: unknown = null): Promise<CollectedStream> =>
    readEvents(
      ...anthropicSampleEvents.slice(0, 8),
      { type: "message_delta", delta: { stop_reason: reason, stop_details: details }, usage: {} },
      { type: "message_stop" },
    );

  for (const [raw, expected] of [
    ["end_turn", "stop"],
    ["stop_sequence", "stop"],
    ["pause_turn", "stop"],
    ["max_tokens", "length"],
  ] as const) {
    it(`${raw} is ${expected}`, async () => {
      const { events, message } = await stopped(raw);
      assert.deepEqual(events.at(-1), { type: "done", reason: expected });
      assert.deepEqual([message.stopReason, message.rawStopReason], [expected, raw]);
    });
  }

  for (const [raw, details, text] of [
    ["model_context_window_exceeded", null, "model_context_window_exceeded"],
    ["brand_new", null, "brand_new"],
    ["constructor", null, "constructor"],
    [null, null, "unknown"],
    ["refusal", null, "refusal"],
    [
      "refusal",
      { type: "refusal", category: "cyber", explanation: "Not this." },
      "refusal: Not this. (cyber)",
    ],
    ["refusal", { type: "refusal", category: "bio", explanation: null }, "refusal: bio"],
  ] as const) {
    it(`${raw} with ${JSON.stringify(details)} is an error that keeps the text`, async () => {
      const { message } = await stopped(raw, details);
      assert.equal(message.errorMessage, `Provider stopped with unhandled reason: ${text}`);
      assert.deepEqual(message.content[1], { type: "text", text: "Hello" });
    });
  }
});
