import assert from "node:assert/strict";
import type { AssistantMessage, Model } from "@relay-harness/protocol";
import { startAnthropicServer, type AnthropicReply } from "../../../../test/fakes/anthropicServer.ts";
import { fakeModel, userMessage } from "../../../../test/fakes/models.ts";
import { startSseServer } from "../../../../test/fakes/sseServer.ts";
import { isOverflow } from "../errors/overflow.ts";
import { isRetryable } from "../errors/retryable.ts";
import type { StreamFunction, StreamOptions } from "../types.ts";
import { stream as anthropic } from "./anthropic/index.ts";
import { stream as google } from "./google/index.ts";

const model = (baseUrl: string): Model => fakeModel({ id: "claude-x", provider: "anthropic", baseUrl });

async function ask(
  stream: StreamFunction,
  baseUrl: string,
  options: StreamOptions = {},
): Promise<AssistantMessage> {
  return stream(model(baseUrl), { messages: [userMessage("hi")] }, options).result();
}

async function askAnthropic(reply: AnthropicReply, options: StreamOptions = {}): Promise<AssistantMessage> {
  const server = await startAnthropicServer(reply);
  try {
    return await ask(anthropic, server.url, options);
  } finally {
    await server.close();
  }
}

describe("what a failed request is taken for", () => {
  const rejected = (status: number, type: string, message: string, errorCode?: string): AnthropicReply => ({
    status,
    error: { type, message, ...(errorCode ? { details: { error_code: errorCode } } : {}) },
  });

  for (const [name, reply] of [
    ["an overloaded server", rejected(529, "overloaded_error", "Overloaded")],
    ["models.md 79: a rate limit", rejected(429, "rate_limit_error", "Slow down", "ramp_limit_exceeded")],
    ["a stream that ends early", { stream: "" }],
    ["a connection that breaks", (_request, respond) => respond.reset()],
    [
      "models.md 46: an overload within the stream",
      { stream: 'data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n' },
    ],
  ] as const satisfies readonly (readonly [string, AnthropicReply])[]) {
    it(`${name} is worth another try`, async () => {
      const message = await askAnthropic(reply);
      assert.equal(isRetryable(message), true, message.errorMessage);
      assert.equal(isOverflow(message), false, message.errorMessage);
    });
  }

  it("models.md 55: a time-out is worth another try", async () => {
    const message = await askAnthropic(() => new Promise(() => {}), { idleTimeoutMs: 50 });
    assert.equal(isRetryable(message), true, message.errorMessage);
  });

  it("a refused connection and a Gemini stream that ends early are worth another try", async () => {
    const server = await startSseServer((_request, respond) => respond.stream(""));
    const early = await ask(google, server.url);
    await server.close();
    const refused = await ask(google, server.url);
    assert.equal(early.errorMessage, "Google stream ended before finishReason");
    assert.equal(refused.errorMessage, `fetch failed: connect ECONNREFUSED 127.0.0.1:${server.port}`);
    assert.deepEqual([isRetryable(early), isRetryable(refused)], [true, true]);
  });

  for (const [name, reply] of [
    ["models.md 47: a bad key", rejected(401, "authentication_error", "invalid x-api-key")],
    [
      "models.md 79: a spend limit",
      rejected(429, "rate_limit_error", "Limit", "enforced_spend_limit_reached"),
    ],
  ] as const) {
    it(`${name} is final`, async () => {
      const message = await askAnthropic(reply);
      assert.deepEqual([isRetryable(message), isOverflow(message)], [false, false], message.errorMessage);
    });
  }

  it("a provider's delay above the limit is final", async () => {
    const headers = { "retry-after": "120" };
    const message = await askAnthropic(
      { status: 429, error: { type: "rate_limit_error", message: "Slow down" }, headers },
      { maxRetries: 1 },
    );
    assert.equal(message.errorMessage, "Server requested 120s retry delay (max: 60s)");
    assert.equal(isRetryable(message), false);
  });

  it("a prompt that is too long is an overflow, in either form", async () => {
    const text = "prompt is too long: 210000 tokens > 200000 maximum";
    const stopped = {
      content: [{ type: "text" as const, text: "x" }],
      stopReason: "model_context_window_exceeded",
    };
    for (const reply of [rejected(400, "invalid_request_error", text), stopped]) {
      const message = await askAnthropic(reply);
      assert.deepEqual([isRetryable(message), isOverflow(message)], [false, true], message.errorMessage);
    }
  });
});
