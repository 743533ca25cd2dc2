import assert from "node:assert/strict";
import type { JsonObject, Model } from "@relay-harness/protocol";
import {
  choice,
  completionsSample,
  completionsStream,
  startCompletionsServer,
  usageChunk,
  type CompletionsServer,
  type CompletionsStep,
} from "../../../../../test/fakes/openaiCompletionsServer.ts";
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
import { stream } from "./index.ts";

const context = { messages: [userText("Hello")] };

/** Answer to a request whose response consists of these chunks. */
function read(chunks: readonly JsonObject[], more: Partial<Model> = {}, done = true): Promise<Collected> {
  return collect(stream(chatModel(more), context, { fetch: fetchOf(completionsStream(chunks, done)) }));
}

function readText(text: string): Promise<Collected> {
  return collect(stream(chatModel(), context, { fetch: fetchOf(text) }));
}

function toolDelta(index: number, id: string, name: string, args: string): JsonObject {
  return { index, id, type: "function", function: { name, arguments: args } };
}

describe("openai-completions stop reasons", () => {
  it("models.md 42: stop with a call is toolUse; content_filter and unknown reasons are errors", async () => {
    const call = choice({ tool_calls: [toolDelta(0, "a", "read", "{}")] });
    assert.equal((await read([call, choice({}, "stop")])).message.stopReason, "toolUse");
    assert.equal((await read([call, choice({}, "function_call")])).message.stopReason, "toolUse");
    assert.equal((await read([choice({ content: "a" }, "length")])).message.stopReason, "length");
    for (const raw of ["content_filter", "network_error", "error", "weird", "constructor", "__proto__"]) {
      const { events, message } = await read([choice({ content: "a" }, raw)]);
      assert.deepEqual(events.at(-1), { type: "error", reason: "error" });
      assert.equal(message.errorMessage, `Provider stopped with unhandled reason: ${raw}`);
      assert.equal(message.rawStopReason, raw);
      assert.deepEqual(message.content, [{ type: "text", text: "a" }]);
    }
  });

  it("models.md 42: no finish_reason at the end is a retryable error, or a stop where the server has none", async () => {
    for (const done of [true, false]) {
      const cut = await read([choice({ content: "a" })], {}, done);
      assert.equal(cut.message.errorMessage, "Stream ended without finish_reason");
      assert.equal(isRetryable(cut.message), true);
    }
    const compat = { supportsFinishReason: false };
    assert.equal((await read([choice({ content: "a" })], { compat })).message.stopReason, "stop");
    const call = choice({ tool_calls: [toolDelta(0, "a", "read", "{}")] });
    assert.equal((await read([call], { compat })).message.stopReason, "toolUse");
  });

  it("an answer without a single chunk is the same error for every server, without a start", async () => {
    for (const supportsFinishReason of [true, false]) {
      const { events, message } = await read([], { compat: { supportsFinishReason } }, false);
      assert.deepEqual(events, [{ type: "error", reason: "error" }]);
      assert.equal(message.errorMessage, "Stream ended without finish_reason");
    }
  });

  it("tool_calls without any call is a plain stop", async () => {
    assert.equal((await read([choice({ content: "a" }, "tool_calls")])).message.stopReason, "stop");
  });

  it("shows a refusal as text, or as the detail of a content filter", async () => {
    const refusal = [choice({ refusal: "I " }), choice({ refusal: "won't" })];
    const shown = await read([...refusal, choice({}, "stop")]);
    assert.deepEqual(shown.message.content, [{ type: "text", text: "I won't" }]);
    const filtered = await read([...refusal, choice({}, "content_filter")]);
    assert.equal(
      filtered.message.errorMessage,
      "Provider stopped with unhandled reason: content_filter: I won't",
    );
  });
});

describe("openai-completions usage", () => {
  const stop = choice({ content: "a" }, "stop");
  const counts = async (usage: JsonObject, more: Partial<Model> = {}): Promise<unknown> => {
    const { message } = await read([stop, usageChunk(usage)], more);
    const { cost, ...rest } = message.usage;
    return { ...rest, total: cost.total, fromProvider: cost.totalFromProvider };
  };
  const free = { cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } };

  it("finds cached tokens wherever a server puts them", async () => {
    const expected = {
      input: 6,
      output: 5,
      cacheRead: 4,
      cacheWrite: 0,
      reasoning: 0,
      totalTokens: 15,
      total: 0,
      fromProvider: false,
    };
    const base = { prompt_tokens: 10, completion_tokens: 5 };
    assert.deepEqual(await counts({ ...base, prompt_tokens_details: { cached_tokens: 4 } }, free), expected);
    assert.deepEqual(await counts({ ...base, prompt_cache_hit_tokens: 4 }, free), expected);
    assert.deepEqual(
      await counts({ ...base, cached_tokens: 4, prompt_tokens_details: null }, free),
      expected,
    );
  });

  it("takes cache writes out of the input and never goes below zero", async () => {
    const details = { cached_tokens: 8, cache_write_tokens: 4 };
    const usage = { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: details };
    const { input, cacheRead, cacheWrite } = (await counts(usage, free)) as Record<string, number>;
    assert.deepEqual({ input, cacheRead, cacheWrite }, { input: 0, cacheRead: 8, cacheWrite: 4 });
  });

  it("reads usage on the last choice chunk and inside the choice", async () => {
    const usage = { prompt_tokens: 7, completion_tokens: 2 };
    const beside = await read([{ ...stop, usage }]);
    const inside = await read([
      { id: "c", choices: [{ index: 0, delta: { content: "a" }, finish_reason: "stop", usage }] },
    ]);
    for (const { message } of [beside, inside]) {
      assert.deepEqual([message.usage.input, message.usage.output], [7, 2]);
    }
  });

  it("null usage changes nothing", async () => {
    const { message } = await read([
      stop,
      usageChunk({ prompt_tokens: 7, completion_tokens: 2 }),
      choice({}),
    ]);
    assert.deepEqual([message.usage.input, message.usage.output], [7, 2]);
  });

  it("OpenRouter's own price is the total, with the upstream's for a key of the user's", async () => {
    const openRouter = { provider: "openrouter" };
    const usage = { prompt_tokens: 1, completion_tokens: 1, cost: 0.5 };
    const total = async (more: JsonObject, model: Partial<Model>): Promise<unknown[]> => {
      const { total: sum, fromProvider } = (await counts({ ...usage, ...more }, model)) as Record<
        string,
        unknown
      >;
      return [sum, fromProvider];
    };
    assert.deepEqual(await total({}, openRouter), [0.5, true]);
    const byok = { is_byok: true, cost_details: { upstream_inference_cost: 0.25 } };
    assert.deepEqual(await total(byok, openRouter), [0.75, true]);
    const listed = 1 / 1e6 + 10 / 1e6;
    assert.deepEqual(await total({ cost: "much" }, openRouter), [listed, false]);
    assert.deepEqual(await total({}, {}), [listed, false]);
  });
});

describe("openai-completions errors", () => {
  const servers: CompletionsServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  async function ask(step: CompletionsStep, options: StreamOptions = {}): Promise<Collected> {
    const server = await startCompletionsServer(step);
    servers.push(server);
    return collect(stream(chatModel({ baseUrl: server.baseUrl }), context, options));
  }

  it("models.md 47: an HTTP error is one error event after one request", async () => {
    const { events, message } = await ask((_, respond) =>
      respond.reply(401, {
        error: { message: "Incorrect API key", type: "invalid_request_error", code: "invalid_api_key" },
      }),
    );
    assert.deepEqual(events, [{ type: "error", reason: "error" }]);
    assert.equal(message.errorMessage, "401: Incorrect API key (invalid_api_key)");
    assert.equal(servers[0]?.requests.length, 1);
    assert.equal(isRetryable(message), false);
  });

  it("tells HTTP errors of all servers by status and text", async () => {
    const cases: [number, unknown, string][] = [
      [
        429,
        { error: { message: "Slow down", type: "requests", code: "rate_limit_exceeded" } },
        "429: Slow down (rate_limit_exceeded)",
      ],
      [500, { error: { message: "boom", type: "api_error" } }, "500: boom (api_error)"],
      [
        400,
        {
          error: {
            code: 400,
            message: "the request exceeds the available context size, try increasing it",
            type: "exceed_context_size_error",
          },
        },
        "400: the request exceeds the available context size, try increasing it (exceed_context_size_error)",
      ],
      [502, "<html><body>Bad gateway</body></html>", "502: <html><body>Bad gateway</body></html>"],
      [503, "", "503 status code (no body)"],
    ];
    for (const [status, body, expected] of cases) {
      const { message } = await ask((_, respond) => respond.reply(status, body));
      assert.equal(message.errorMessage, expected);
    }
  });

  it("models.md 49: the local servers' overflow text is overflow and no retry", async () => {
    const { message } = await ask((_, respond) =>
      respond.reply(400, {
        error: {
          code: 400,
          message: "the request exceeds the available context size",
          type: "exceed_context_size_error",
        },
      }),
    );
    assert.equal(isOverflow(message), true);
    assert.equal(isRetryable(message), false);
  });

  it("a 200 that holds an error is an error", async () => {
    const { events, message } = await ask((_, respond) =>
      respond.reply(200, { error: { message: "no", type: "server_error" } }),
    );
    assert.deepEqual(events, [{ type: "error", reason: "error" }]);
    assert.equal(message.errorMessage, "no (server_error)");
  });

  it("an error in the stream keeps what was received, in every shape", async () => {
    const shapes: [JsonObject, string][] = [
      [{ error: { message: "down", type: "server_error", code: 500 } }, "down (server_error)"],
      [
        {
          id: "c",
          error: { code: "server_error", message: "Provider returned error" },
          choices: [{ index: 0, delta: { content: "" }, finish_reason: "error" }],
        },
        "Provider returned error (server_error)",
      ],
      [{ error: "model crashed" }, "model crashed"],
      [{ object: "error", message: "bad", type: "BadRequestError", code: 400 }, "bad (BadRequestError)"],
    ];
    for (const [chunk, expected] of shapes) {
      const { events, message } = await read([
        choice({ content: "a" }),
        chunk,
        choice({ content: "b" }, "stop"),
      ]);
      assert.deepEqual(events.at(-1), { type: "error", reason: "error" });
      assert.equal(events.filter((event) => (event as { type: string }).type === "error").length, 1);
      assert.equal(message.errorMessage, expected);
      assert.deepEqual(message.content, [{ type: "text", text: "a" }]);
    }
  });

  it("an error before the first chunk has no start", async () => {
    const { events } = await read([{ error: { message: "down" } }]);
    assert.deepEqual(events, [{ type: "error", reason: "error" }]);
  });

  it("invalid JSON names the API", async () => {
    const { message } = await readText('data: {"id":\n\n');
    assert.equal(message.errorMessage, 'OpenAI Completions stream sent invalid JSON: {"id":');
  });

  it("a connection that breaks in the middle of an event is a retryable error", async () => {
    const { events, message } = await ask(async (_, respond) => {
      await respond.send(`${completionsStream([choice({ content: "a" })], false)}data: {"id":"chat`);
      respond.reset();
    });
    assert.deepEqual(events.at(-1), { type: "error", reason: "error" });
    assert.equal(isRetryable(message), true);
    assert.deepEqual(message.content, [{ type: "text", text: "a" }]);
  });

  it("every truncation of the sample ends in an error and never in a runnable call", async () => {
    const text = completionsStream(completionsSample);
    const finished = text.indexOf('"finish_reason":"tool_calls"');
    for (let length = 0; length < finished; length += 7) {
      const { events, message } = await readText(text.slice(0, length));
      assert.deepEqual(events.at(-1), { type: "error", reason: "error" }, `cut after ${length}`);
      assert.equal(message.stopReason, "error");
    }
  });

  it("an abort keeps the text, ends open text and closes the connection", async () => {
    const abort = new AbortController();
    const server = await startCompletionsServer(async (_, respond) => {
      await respond.send(completionsStream([choice({ content: "a" })], false));
    });
    servers.push(server);
    const running = stream(chatModel({ baseUrl: server.baseUrl }), context, { signal: abort.signal });
    const types: string[] = [];
    for await (const event of running) {
      types.push(event.type);
      if (event.type === "text_delta") abort.abort();
    }
    const message = await running.result();
    assert.deepEqual(types, ["start", "text_start", "text_delta", "text_end", "error"]);
    assert.equal(message.stopReason, "aborted");
    assert.deepEqual(message.content, [{ type: "text", text: "a" }]);
    await (
      await server.request(0)
    ).closed;
  });

  it("sends key, model and request headers, the session's affinity and every hook in order", async () => {
    const server = await startCompletionsServer({ text: "ok" });
    servers.push(server);
    const seen: string[] = [];
    const model = chatModel({
      baseUrl: `${server.baseUrl}/`,
      headers: { "X-A": "1" },
      compat: { sendSessionAffinityHeaders: true },
    });
    const { message } = await collect(
      stream(model, context, {
        apiKey: "k",
        sessionId: "s1",
        headers: { "x-b": "2", session_id: "mine" },
        onPayload: (payload) => {
          seen.push("payload");
          return { ...(payload as JsonObject), model: "other" };
        },
        onResponse: ({ status }) => void seen.push(`response ${status}`),
        onProviderStreamEvent: () => void seen.push("event"),
      }),
    );
    assert.equal(message.stopReason, "stop");
    assert.deepEqual(seen, ["payload", "response 200", "event", "event", "event", "event"]);
    const [request] = server.requests;
    assert.equal(request?.path, "/v1/chat/completions");
    assert.equal((request?.json as JsonObject).model, "other");
    const {
      authorization,
      accept,
      session_id,
      "x-a": a,
      "x-b": b,
      "x-client-request-id": id,
    } = request?.headers ?? {};
    assert.deepEqual(
      { authorization, accept, session_id, a, b, id, affinity: request?.headers["x-session-affinity"] },
      {
        authorization: "Bearer k",
        accept: "text/event-stream",
        session_id: "mine",
        a: "1",
        b: "2",
        id: "s1",
        affinity: "s1",
      },
    );
  });

  it("a hook that throws fails the request", async () => {
    const { message } = await collect(
      stream(chatModel(), context, {
        fetch: fetchOf(completionsStream(completionsSample)),
        onProviderStreamEvent: () => {
          throw new Error("hook failed");
        },
      }),
    );
    assert.equal(message.errorMessage, "hook failed");
  });

  it("a refused strict tool set is sent once more without preferred strictness, then for the session", async () => {
    const tool = {
      name: "read",
      description: "d",
      parameters: { type: "object", properties: { p: { type: "string" } }, required: [] },
      constrainedSampling: { type: "json_schema", strict: "prefer" } as const,
    };
    const refuse: CompletionsStep = (_, respond) =>
      respond.reply(400, {
        error: { message: "Strict tool schemas are too large", type: "invalid_request_error" },
      });
    const server = await startCompletionsServer(refuse, { text: "a" }, { text: "b" });
    servers.push(server);
    const model = chatModel({ baseUrl: server.baseUrl, compat: { supportsStrictMode: true } });
    const options = { sessionId: `strict ${server.port}` };
    for (const expected of ["a", "b"]) {
      const { message } = await collect(stream(model, { ...context, tools: [tool] }, options));
      assert.deepEqual(message.content, [{ type: "text", text: expected }]);
    }
    const strict = server.requests.map((request) => {
      const [declared] = (request.json as { tools: { function: { strict?: boolean } }[] }).tools;
      return declared?.function.strict;
    });
    assert.deepEqual(strict, [true, undefined, undefined]);
  });
});
