import assert from "node:assert/strict";
import type { AssistantMessage, StopReason, Usage } from "@relay-harness/protocol";
import { emptyUsage } from "@relay-harness/protocol";
import { isOverflow, isRecoverableLength } from "./overflow.ts";
import { isRetryable } from "./retryable.ts";
import { statusTokens } from "./statusTokens.ts";

interface Sample {
  stopReason: StopReason;
  provider?: string;
  errorMessage?: string;
  usage?: Partial<Usage>;
  content?: AssistantMessage["content"];
}

function sample({
  stopReason,
  provider = "acme",
  errorMessage,
  usage,
  content = [],
}: Sample): AssistantMessage {
  return {
    role: "assistant",
    content,
    api: "openai-completions",
    provider,
    model: "m",
    usage: { ...emptyUsage(), ...usage },
    stopReason,
    errorMessage,
    timestamp: 0,
  };
}

function failed(errorMessage: string, provider?: string): AssistantMessage {
  return sample({ stopReason: "error", errorMessage, provider });
}

describe("isOverflow", () => {
  const rows: [source: string, text: string][] = [
    ["Anthropic", "400: prompt is too long: 213462 tokens > 200000 maximum (invalid_request_error)"],
    ["Anthropic", "413: Request exceeds the maximum size (request_too_large)"],
    ["Bedrock", "ValidationException: Input is too long for requested model."],
    ["OpenAI", "400: Your input exceeds the context window of this model"],
    ["OpenAI", "400: Requested tokens exceeds the model's maximum context length of 131,072 tokens"],
    ["OpenAI", "Input exceeds model's maximum context length (65536)"],
    ["OpenAI", "400: too big (context_length_exceeded)"],
    ["Gemini", "400: The input token count (1196265) exceeds the maximum number of tokens allowed (1048575)"],
    ["xAI", "400: This model's maximum prompt length is 131072 but the request contains 537812 tokens"],
    ["Groq", "400: Please reduce the length of the messages or completion"],
    [
      "OpenRouter",
      "400: This endpoint's maximum context length is 163,840 tokens. However, you asked for more",
    ],
    ["OpenRouter", "input length 300,000 exceeds the maximum allowed input length of 262144"],
    ["Together", "422: The input (10,000 tokens) is longer than the model's context length (8192 tokens)."],
    ["Mistral", "400: Prompt is too large for model with 32768 maximum context length"],
    ["llama.cpp", "400: the request exceeds the available context size, try increasing it"],
    ["LM Studio", "The number of tokens to keep is greater than the context length"],
    ["vLLM", "prompt has 9,000 tokens, but the configured context size is 8192"],
    ["local", "prompt too long; exceeded max context length by 12 tokens"],
    ["Kimi", "400: Invalid request: Your request exceeded model token limit: 262144"],
    ["Qwen", "400: Range of input length should be [1, 129024]"],
    ["z.ai", "Prompt too long"],
    ["z.ai", "Prompt exceeds max length"],
    ["z.ai", "Provider stopped with unhandled reason: model_context_window_exceeded"],
    ["LiteLLM", "500: litellm.ContextWindowExceededError: BadRequestError"],
  ];
  for (const [source, text] of rows) {
    it(`models.md 49: recognises ${source}: ${text}`, () => {
      assert.equal(isOverflow(failed(text)), true);
      assert.equal(isRetryable(failed(text)), false);
    });
  }

  it("models.md 49: takes throttling for a retry", () => {
    const message = failed(
      "429 ThrottlingException: Too many tokens, please wait before trying again. prompt too long",
    );
    assert.equal(isOverflow(message), false);
    assert.equal(isRetryable(message), true);
  });

  it("models.md 49: takes an empty 413 or 400 for overflow from cerebras only", () => {
    assert.equal(isOverflow(failed("413 status code (no body)", "cerebras")), true);
    assert.equal(isOverflow(failed("400 status code (no body)", "cerebras")), true);
    assert.equal(isOverflow(failed("422 status code (no body)", "cerebras")), false);
    assert.equal(isOverflow(failed("413 status code (no body)", "groq")), false);
  });

  it("takes an unparsable 413 for overflow from github-copilot only", () => {
    assert.equal(isOverflow(failed("413: failed to parse request", "github-copilot")), true);
    assert.equal(isOverflow(failed("400: failed to parse request", "github-copilot")), false);
    assert.equal(isOverflow(failed("413: failed to parse request", "openai")), false);
  });

  it("reads overflow from the usage of a success", () => {
    const usage = { input: 600, cacheRead: 300, cacheWrite: 101, output: 5 };
    assert.equal(isOverflow(sample({ stopReason: "stop", usage }), 1000), true);
    assert.equal(isOverflow(sample({ stopReason: "toolUse", usage }), 1000), true);
    assert.equal(isOverflow(sample({ stopReason: "stop", usage }), 1001), false);
    assert.equal(isOverflow(sample({ stopReason: "stop", usage })), false);
    assert.equal(isOverflow(sample({ stopReason: "aborted", usage }), 1000), false);
  });

  it("reads overflow from a length stop without output in a full window", () => {
    assert.equal(isOverflow(sample({ stopReason: "length", usage: { input: 990 } }), 1000), true);
    assert.equal(isOverflow(sample({ stopReason: "length", usage: { input: 989 } }), 1000), false);
    assert.equal(isOverflow(sample({ stopReason: "length", usage: { input: 999, output: 1 } }), 1000), false);
  });
});

describe("isRecoverableLength", () => {
  it("models.md 54: is a length stop below the intended limit without tool calls", () => {
    const cut = sample({ stopReason: "length", usage: { output: 50 } });
    assert.equal(isRecoverableLength(cut, 100), true);
    assert.equal(isRecoverableLength(cut, 50), false);
    assert.equal(isRecoverableLength(sample({ stopReason: "stop", usage: { output: 50 } }), 100), false);
    const call = { type: "toolCall", id: "1", name: "read", arguments: {} } as const;
    assert.equal(isRecoverableLength({ ...cut, content: [call] }, 100), false);
  });
});

describe("isRetryable", () => {
  const transient = [
    "529 overloaded",
    "read ECONNRESET",
    "503: Service Unavailable",
    "fetch failed: connect ECONNREFUSED 127.0.0.1:9",
    "529: Overloaded (overloaded_error)",
    "429: Quota exceeded (RESOURCE_EXHAUSTED)",
    "OpenAI error (502): bad gateway",
    "request failed with status code 524",
    'upstream said {"code":503}',
    "HTTP/1.1 500",
    "429: Your organisation is growing fast (ramp_limit_exceeded)",
    "The usage limit is temporarily reached; rate limit applies",
    "Stream ended without finish_reason",
    "Provider stopped with unhandled reason: network_error",
    "Request timed out",
    "The server had an error processing your request. Please retry your request",
    "socket hang up",
    "terminated",
    "api_error: Internal server error",
    "request ended without sending any chunks",
    "429: Quota exceeded for requests per minute",
    "503: upstream returned status 404",
  ];
  for (const text of transient) {
    it(`models.md 50: retries "${text}"`, () => assert.equal(isRetryable(failed(text)), true));
  }

  const fatal = [
    "400: request id 500123 invalid",
    "429: You exceeded your current quota (insufficient_quota)",
    "usage limit reached",
    "429: usage_limit_reached",
    "request 503abc of 529 bytes failed",
    "413: body of 500 bytes",
    "401: invalid x-api-key (authentication_error)",
    "402 Payment Required",
    "403: permission denied, timeout not applied",
    "404: model not found",
    "422: overloaded field",
    "Your credit balance is too low; rate limit 0",
    "429: Quota exceeded for metric: requests per day",
    "429: Quota exceeded, check your billing details",
    '429: {"code":"1308","message":"rate limited"}',
    "Provider stopped with unhandled reason: content_filter: server_error",
    "OAuth refresh failed for anthropic: fetch failed",
    "429: The server requested a 120s retry delay, more than the limit of 60s",
    "No API key found for openai",
    "Something else went wrong",
  ];
  for (const text of fatal) {
    it(`models.md 50: does not retry "${text}"`, () => assert.equal(isRetryable(failed(text)), false));
  }

  it("models.md 79: does not retry a spend limit", () => {
    assert.equal(isRetryable(failed("429: Spend limit reached (enforced_spend_limit_reached)")), false);
  });

  it("never retries what did not end in an error", () => {
    for (const stopReason of ["stop", "length", "toolUse", "aborted"] as const) {
      assert.equal(isRetryable(sample({ stopReason, errorMessage: "529 overloaded" })), false);
    }
  });
});

describe("statusTokens", () => {
  it("finds statuses where a status stands and nowhere else", () => {
    assert.deepEqual(statusTokens("503: no (404)"), [503]);
    assert.deepEqual(statusTokens("failed (502): x, status=504, statusCode: 500"), [502, 504, 500]);
    assert.deepEqual(statusTokens("500123 x; id-500; (500 bytes); code 5001; 429,000 tokens"), []);
    assert.deepEqual(statusTokens("429,000 tokens"), []);
  });
});
