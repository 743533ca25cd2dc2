import assert from "node:assert/strict";
import type { AssistantMessage, Model } from "@relay-harness/protocol";
import { collectStream, withoutTimes, type CollectedStream } from "../../../test/fakes/streamEvents.ts";
import { runStream, type StreamWriter } from "./streamRun.ts";
import { TransportError } from "./transport/transportError.ts";
import type { StreamOptions } from "./types.ts";

const model: Model = {
  id: "m",
  name: "m",
  api: "test",
  provider: "p",
  baseUrl: "http://x",
  reasoning: true,
  input: ["text"],
  cost: { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 },
  contextWindow: 0,
  maxTokens: 0,
};

const run = (
  produce: (writer: StreamWriter) => void | Promise<void>,
  options: StreamOptions = {},
): Promise<CollectedStream> => collectStream(runStream(model, options, async (writer) => produce(writer)));

const never = new Promise<never>(() => {});

describe("runStream", () => {
  it("emits start, blocks in order and done, and fills the message", async () => {
    const { events, message } = await run(
      (writer) => {
        writer.start();
        const thinking = writer.startThinking();
        writer.delta(thinking, "hm");
        writer.delta(thinking, "");
        writer.end(thinking, { thinkingSignature: "sig" });
        const text = writer.startText();
        writer.delta(text, "Hel");
        const call = writer.startToolCall("c1", "read");
        writer.delta(call, '{"path": "a');
        writer.delta(text, "lo");
        writer.delta(call, '.txt"}');
        writer.end(call);
        writer.end(text);
        writer.finish("stop", "end");
      },
      { reasoning: "high" },
    );
    const toolCall = { type: "toolCall", id: "c1", name: "read", arguments: { path: "a.txt" } };
    assert.deepEqual(events, [
      { type: "start" },
      { type: "thinking_start", contentIndex: 0 },
      { type: "thinking_delta", contentIndex: 0, delta: "hm" },
      { type: "thinking_end", contentIndex: 0, content: "hm" },
      { type: "text_start", contentIndex: 1 },
      { type: "text_delta", contentIndex: 1, delta: "Hel" },
      { type: "toolcall_start", contentIndex: 2 },
      { type: "toolcall_delta", contentIndex: 2, delta: '{"path": "a' },
      { type: "text_delta", contentIndex: 1, delta: "lo" },
      { type: "toolcall_delta", contentIndex: 2, delta: '.txt"}' },
      { type: "toolcall_end", contentIndex: 2, toolCall },
      { type: "text_end", contentIndex: 1, content: "Hello" },
      { type: "done", reason: "toolUse" },
    ]);
    assert.deepEqual(withoutTimes(message), {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "hm", thinkingSignature: "sig" },
        { type: "text", text: "Hello" },
        toolCall,
      ],
      api: "test",
      provider: "p",
      model: "m",
      thinkingLevel: "high",
      usage: {
        input: 0,
        output: 0,
        cacheRead: 0,
        cacheWrite: 0,
        totalTokens: 0,
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
      },
      stopReason: "toolUse",
      rawStopReason: "end",
    });
    assert.ok(Number.isInteger(message.durationMs) && Number.isInteger(message.timestamp));
  });

  it("models.md 39: partial arguments can be read after each delta and end as plain data", async () => {
    const seen: unknown[] = [];
    const { message } = await run((writer) => {
      const call = writer.startToolCall("c1", "x");
      const look = (): void => {
        const block = writer.message.content[call];
        seen.push(block?.type === "toolCall" && structuredClone(block.arguments));
      };
      look();
      for (const delta of ['{"n": 1,', ' "b": tr', 'ue, "s": "a', '"}']) {
        writer.delta(call, delta);
        look();
      }
      assert.equal(writer.message.stopReason, "pending");
      writer.end(call);
      writer.finish("toolUse");
    });
    assert.deepEqual(seen, [
      {},
      { n: 1 },
      { n: 1, b: true },
      { n: 1, b: true, s: "a" },
      { n: 1, b: true, s: "a" },
    ]);
    const descriptor = Object.getOwnPropertyDescriptor(message.content[0], "arguments");
    assert.deepEqual(descriptor?.value, { n: 1, b: true, s: "a" });
  });

  it("models.md 40: arguments that are no object become {} with an error", async () => {
    for (const [text, hasError] of [
      ['{"a":1', true],
      ["[1]", true],
      ["", false],
    ] as const) {
      const { message } = await run((writer) => {
        const call = writer.startToolCall("c1", "x");
        writer.delta(call, text);
        writer.end(call);
        writer.finish("toolUse");
      });
      const [block] = message.content;
      assert.ok(block?.type === "toolCall");
      assert.deepEqual([block.arguments, block.argumentsError !== undefined], [{}, hasError], text);
    }
  });

  it("ends open blocks before done", async () => {
    const { events } = await run((writer) => {
      writer.startText();
      writer.startThinking();
      writer.finish("stop");
    });
    assert.deepEqual(
      events.map(({ type }) => type),
      ["start", "text_start", "thinking_start", "text_end", "thinking_end", "done"],
    );
  });

  it("is only an error when it fails before the start", async () => {
    const { events, message } = await run(() => {
      throw new Error("No way");
    });
    assert.deepEqual(events, [{ type: "error", reason: "error" }]);
    assert.deepEqual([message.stopReason, message.errorMessage], ["error", "No way"]);
    assert.deepEqual(message.diagnostics?.[0]?.error, { name: "Error", message: "No way" });
  });

  it("keeps what was received when it fails later, and makes open calls plain data", async () => {
    const { events, message } = await run((writer) => {
      const text = writer.startText();
      writer.delta(text, "so far");
      const call = writer.startToolCall("c1", "x");
      writer.delta(call, '{"a": "b');
      throw new Error("broken");
    });
    assert.deepEqual(
      events.map(({ type }) => type),
      ["start", "text_start", "text_delta", "toolcall_start", "toolcall_delta", "error"],
    );
    assert.deepEqual(message.content, [
      { type: "text", text: "so far" },
      { type: "toolCall", id: "c1", name: "x", arguments: { a: "b" } },
    ]);
    assert.ok("value" in (Object.getOwnPropertyDescriptor(message.content[1], "arguments") ?? {}));
  });

  it("names an unknown stop reason and its detail", async () => {
    const { message } = await run((writer) => writer.finish("error", "weird", "because"));
    assert.deepEqual(
      [message.errorMessage, message.rawStopReason],
      ["Provider stopped with unhandled reason: weird: because", "weird"],
    );
  });

  it("is an error when the producer forgets to finish", async () => {
    const { message } = await run((writer) => writer.start());
    assert.equal(message.errorMessage, "stream ended without a stop reason");
  });

  it("sends nothing when aborted before the request", async () => {
    let ran = false;
    const { events, message } = await run(
      () => {
        ran = true;
      },
      { signal: AbortSignal.abort() },
    );
    assert.deepEqual([events, ran], [[{ type: "error", reason: "aborted" }], false]);
    assert.deepEqual([message.stopReason, message.errorMessage], ["aborted", "Request was aborted"]);
  });

  it("ends at once when aborted, closes open text and leaves open calls", async () => {
    const controller = new AbortController();
    let late: unknown;
    const { events, message } = await run(
      async (writer) => {
        const text = writer.startText();
        writer.delta(text, "so far");
        const call = writer.startToolCall("c1", "x");
        writer.delta(call, "{");
        controller.abort();
        try {
          writer.delta(text, "late");
        } catch (error) {
          late = error;
        }
        await never;
      },
      { signal: controller.signal },
    );
    assert.deepEqual(events.slice(-2), [
      { type: "text_end", contentIndex: 0, content: "so far" },
      { type: "error", reason: "aborted" },
    ]);
    assert.equal(message.content[0]?.type === "text" && message.content[0].text, "so far");
    assert.ok(late instanceof Error);
  });

  it("reports an abort also when a network error came with it", async () => {
    const { message } = await run(() => {
      throw new TransportError("aborted", "x");
    });
    assert.deepEqual([message.stopReason, message.errorMessage], ["aborted", "Request was aborted"]);
  });

  it("ignores an abort after the end", async () => {
    const controller = new AbortController();
    const stream = runStream(model, { signal: controller.signal }, async (writer) => writer.finish("stop"));
    const message: AssistantMessage = await stream.result();
    controller.abort();
    assert.equal(message.stopReason, "stop");
    assert.equal((await collectStream(stream)).events.at(-1)?.type, "done");
  });
});
