import assert from "node:assert/strict";
import type { JsonObject, Model } from "@relay-harness/protocol";
import {
  responsesSample,
  responsesStream,
  startResponsesServer,
  type ResponsesServer,
  type ResponsesStep,
} from "../../../../../test/fakes/openaiResponsesServer.ts";
import {
  chatModel,
  collect,
  fetchOf,
  userText,
  type Collected,
} from "../../../../../test/support/openaiStreams.ts";
import { isOverflow } from "../../errors/overflow.ts";
import { isRetryable } from "../../errors/retryable.ts";
import type { StreamOptions } from "../../types.ts";
import {
  reasoning,
  callItem,
  created,
  completed,
  textAdded,
  textDelta,
} from "../../../../../test/support/responsesEvents.ts";
import { stream } from "./index.ts";

const context = { messages: [userText("Hello")] };
const model = chatModel({ api: "openai-responses", reasoning: true });

function readText(text: string, options: StreamOptions = {}): Promise<Collected> {
  return collect(stream(model, context, { ...options, fetch: fetchOf(text) }));
}

function read(events: readonly JsonObject[]): Promise<Collected> {
  return readText(responsesStream(events));
}

function typesOf({ events }: Collected): string[] {
  return events.map((event) => (event as { type: string }).type);
}

describe("openai-responses endings", () => {
  it("models.md 46: event types that name members of every object are unknown ones", async () => {
    const odd = ["__proto__", "constructor", "__defineGetter__"].map((type) => ({ type }));
    assert.equal((await read([created, ...odd, completed])).message.stopReason, "stop");
  });

  it("models.md 44: max_output_tokens is length, other incomplete reasons are errors", async () => {
    const incomplete = (reason: string): JsonObject => ({
      type: "response.incomplete",
      response: {
        id: "resp_1",
        status: "incomplete",
        incomplete_details: { reason },
        usage: { input_tokens: 3, output_tokens: 4 },
      },
    });
    const length = await read([created, textAdded, textDelta("a"), incomplete("max_output_tokens")]);
    assert.deepEqual(typesOf(length).slice(-2), ["text_end", "done"]);
    assert.equal(length.message.stopReason, "length");
    assert.deepEqual([length.message.usage.input, length.message.usage.output], [3, 4]);
    const filtered = await read([created, textAdded, textDelta("a"), incomplete("content_filter")]);
    assert.equal(
      filtered.message.errorMessage,
      "Provider stopped with unhandled reason: incomplete: content_filter",
    );
    assert.equal(isRetryable(filtered.message), false);
  });

  it("models.md 44: the end before a terminal event is a retryable error that keeps the text", async () => {
    for (const end of ["", "data: [DONE]\n\n"]) {
      const { message } = await readText(responsesStream([created, textAdded, textDelta("a")]) + end);
      assert.equal(message.errorMessage, "OpenAI Responses stream ended before a terminal response event");
      assert.equal(isRetryable(message), true);
      assert.deepEqual(message.content, [{ type: "text", text: "a" }]);
    }
  });

  it("a completed response with an unfinished call is an error", async () => {
    const collected = await read([
      created,
      { type: "response.output_item.added", output_index: 0, item: { ...callItem, arguments: "" } },
      { type: "response.function_call_arguments.delta", output_index: 0, delta: '{"p":' },
      completed,
    ]);
    assert.equal(
      collected.message.errorMessage,
      "OpenAI Responses stream completed with an unfinished tool call",
    );
    assert.equal(typesOf(collected).includes("toolcall_end"), false);
  });

  it("a failed response names status, message and code", async () => {
    const cases: [string, boolean][] = [
      ["server_error", true],
      ["rate_limit_exceeded", true],
      ["invalid_prompt", false],
      ["bio_policy", false],
      ["misalignment_policy_violation", false],
      ["image_too_large", false],
    ];
    for (const [code, retryable] of cases) {
      const { events, message } = await read([
        created,
        { type: "response.failed", response: { status: "failed", error: { code, message: "No." } } },
      ]);
      assert.deepEqual(events, [{ type: "start" }, { type: "error", reason: "error" }]);
      assert.equal(message.errorMessage, `Provider stopped with unhandled reason: failed: No. (${code})`);
      assert.equal(message.rawStopReason, "failed");
      assert.equal(isRetryable(message), retryable, code);
    }
  });

  it("models.md 74: flat and nested errors overflow alike, and response.failed adds nothing", async () => {
    const detail = {
      code: "context_length_exceeded",
      message: "Your input exceeds the context window of this model. Please adjust your input and try again.",
      param: "input",
    };
    for (const error of [
      { type: "error", ...detail, sequence_number: 2 },
      { type: "error", error: { type: "invalid_request_error", ...detail }, sequence_number: 2 },
    ]) {
      const collected = await read([
        created,
        error,
        { type: "response.failed", response: { status: "failed", error: detail } },
      ]);
      assert.deepEqual(typesOf(collected), ["start", "error"]);
      assert.equal(collected.message.errorMessage, `${detail.message} (context_length_exceeded)`);
      assert.equal(isOverflow(collected.message), true);
      assert.equal(isRetryable(collected.message), false);
    }
  });

  it("an error event without a code has only its message", async () => {
    const { message } = await read([created, { type: "error", code: null, message: "Boom", param: null }]);
    assert.equal(message.errorMessage, "Boom");
  });

  it("invalid JSON names the API", async () => {
    const { message } = await readText("event: response.created\ndata: {\n\n");
    assert.equal(message.errorMessage, "OpenAI Responses stream sent invalid JSON: {");
  });

  it("every truncation of the sample ends in an error", async () => {
    const text = responsesStream(responsesSample);
    const terminal = text.indexOf("event: response.completed");
    for (let length = 0; length < terminal; length += 11) {
      const { events, message } = await readText(text.slice(0, length));
      assert.deepEqual(events.at(-1), { type: "error", reason: "error" }, `cut after ${length}`);
      assert.equal(message.stopReason, "error");
    }
  });
});

describe("openai-responses over HTTP", () => {
  const servers: ResponsesServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  async function ask(
    step: ResponsesStep,
    more: Partial<Model> = {},
    options: StreamOptions = {},
  ): Promise<Collected> {
    const server = await startResponsesServer(step);
    servers.push(server);
    return collect(stream({ ...model, baseUrl: server.baseUrl, ...more }, context, options));
  }

  it("sends key and affinity to /responses and calls every hook in order", async () => {
    const seen: string[] = [];
    const output = [
      { type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text: "A" }] },
    ];
    const { message } = await ask(
      { output },
      {},
      {
        apiKey: "k",
        sessionId: "s",
        onPayload: () => void seen.push("payload"),
        onResponse: () => void seen.push("response"),
        onProviderStreamEvent: (event) => void seen.push(String((event as JsonObject).type)),
      },
    );
    assert.deepEqual(message.content, [{ type: "text", text: "A", textSignature: '{"v":1,"id":"msg_1"}' }]);
    assert.deepEqual(seen.slice(0, 4), ["payload", "response", "response.created", "response.in_progress"]);
    assert.equal(seen.at(-1), "response.completed");
    const [request] = servers[0]?.requests ?? [];
    const { authorization, "session-id": session, "x-client-request-id": id } = request?.headers ?? {};
    assert.deepEqual([request?.path, authorization, session, id], ["/v1/responses", "Bearer k", "s", "s"]);
  });

  it("models.md 47: HTTP errors are one error event after one request", async () => {
    const cases: [number, unknown, string][] = [
      [
        401,
        { error: { message: "Incorrect API key", type: "invalid_request_error", code: "invalid_api_key" } },
        "401: Incorrect API key (invalid_api_key)",
      ],
      [429, { error: { code: "429", message: "peak load" } }, "429: peak load (429)"],
      [502, "<html>Bad gateway</html>", "502: <html>Bad gateway</html>"],
      [500, "", "500 status code (no body)"],
    ];
    for (const [status, body, expected] of cases) {
      const { events, message } = await ask((_, respond) => respond.reply(status, body));
      assert.deepEqual(events, [{ type: "error", reason: "error" }]);
      assert.equal(message.errorMessage, expected);
      assert.equal(servers.at(-1)?.requests.length, 1);
    }
  });

  it("a broken connection keeps the text and may be retried", async () => {
    const { message } = await ask(async (_, respond) => {
      await respond.send(responsesStream([created, textAdded, textDelta("a")]));
      respond.reset();
    });
    assert.equal(message.stopReason, "error");
    assert.equal(isRetryable(message), true);
    assert.deepEqual(message.content, [{ type: "text", text: "a" }]);
  });

  it("an abort ends open text and leaves calls unfinished", async () => {
    const abort = new AbortController();
    const server = await startResponsesServer(async (_, respond) => {
      await respond.send(
        responsesStream([
          created,
          { type: "response.output_item.added", output_index: 0, item: { ...callItem, arguments: "" } },
          { ...textAdded, output_index: 1 },
          { ...textDelta("a"), output_index: 1 },
        ]),
      );
    });
    servers.push(server);
    const running = stream({ ...model, baseUrl: server.baseUrl }, context, { signal: abort.signal });
    const types: string[] = [];
    for await (const event of running) {
      types.push(event.type);
      if (event.type === "text_delta") abort.abort();
    }
    assert.deepEqual(types, ["start", "toolcall_start", "text_start", "text_delta", "text_end", "error"]);
    assert.equal((await running.result()).stopReason, "aborted");
    await (
      await server.request(0)
    ).closed;
  });

  it("an answer goes back as it came and the service takes it", async () => {
    const output = [
      { ...reasoning, summary: [{ type: "summary_text", text: "T" }] },
      {
        type: "message",
        id: "msg_1",
        role: "assistant",
        status: "completed",
        phase: "commentary",
        content: [{ type: "output_text", text: "A", annotations: [] }],
      },
      callItem,
    ];
    const server = await startResponsesServer({ output }, { output: [] });
    servers.push(server);
    const target = { ...model, baseUrl: server.baseUrl };
    const { message } = await collect(stream(target, context, { reasoning: "low" }));
    const { message: second } = await collect(
      stream(target, { messages: [...context.messages, message] }, { reasoning: "low" }),
    );
    assert.equal(second.errorMessage, undefined);
    const { type, id, call_id, name, arguments: args } = callItem;
    const sentCall = { type, id, call_id, name, arguments: args };
    const sent = server.requests[1]?.json as { input: unknown[] };
    assert.deepEqual(sent.input.slice(1), [
      ...output.slice(0, 2),
      sentCall,
      { type: "function_call_output", call_id: "call_1", output: "No result provided" },
    ]);
  });
});
