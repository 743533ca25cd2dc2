import assert from "node:assert/strict";
import type { LlmMessage, Model } from "@relay-harness/protocol";
import { completionsProblem } from "../../../../../test/fakes/openaiCompletionsServer.ts";
import { answerOf, chatModel, userText } from "../../../../../test/support/openaiStreams.ts";
import type { Context, StreamOptions } from "../../types.ts";
import {
  read,
  readOnWire,
  hello,
  body,
  messagesOf,
  call,
  result,
  image,
} from "../../../../../test/support/completionsRequests.ts";
import { buildRequest } from "./payload.ts";

describe("openai-completions request", () => {
  it("is complete for a conversation with tools", () => {
    const model = chatModel();
    const context: Context = {
      systemPrompt: "Be brief.",
      tools: [read],
      messages: [
        userText("Read a"),
        answerOf(model, [{ type: "text", text: "Sure." }, call("call_1")]),
        result("call_1", "content"),
      ],
    };
    const payload = body(model, context, { temperature: 0.5, toolChoice: "auto", sessionId: "s" });
    assert.equal(completionsProblem(payload), undefined);
    assert.deepEqual(payload, {
      model: "m",
      stream: true,
      stream_options: { include_usage: true },
      store: false,
      max_completion_tokens: 1000,
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Read a" },
        {
          role: "assistant",
          content: "Sure.",
          tool_calls: [
            { id: "call_1", type: "function", function: { name: "read", arguments: '{"path":"a"}' } },
          ],
        },
        { role: "tool", tool_call_id: "call_1", content: "content" },
      ],
      tools: [readOnWire],
      tool_choice: "auto",
      temperature: 0.5,
    });
  });

  it("to OpenAI itself has the developer role, no obfuscation and a cache key", () => {
    const model = chatModel({ provider: "openai", baseUrl: "https://api.openai.com/v1", reasoning: true });
    const payload = body(
      model,
      { ...hello, systemPrompt: "P" },
      { reasoning: "low", sessionId: "s".repeat(80) },
    );
    assert.deepEqual(payload, {
      model: "m",
      stream: true,
      stream_options: { include_usage: true, include_obfuscation: false },
      store: false,
      max_completion_tokens: 1000,
      messages: [
        { role: "developer", content: "P" },
        { role: "user", content: "Hello" },
      ],
      reasoning_effort: "low",
      prompt_cache_key: "s".repeat(64),
    });
  });

  it("leaves out what the model's limits do not know and takes the request's own limit", () => {
    assert.equal("max_completion_tokens" in body(chatModel({ maxTokens: 0 })), false);
    assert.equal(body(chatModel(), hello, { maxTokens: 7 }).max_completion_tokens, 7);
    assert.equal(body(chatModel({ compat: { maxTokensField: "max_tokens" } })).max_tokens, 1000);
  });

  it("models.md 32: the output limit leaves room for the prompt", () => {
    const context = { messages: [userText("x".repeat(16_000))] };
    const limit = (contextWindow: number): unknown =>
      body(chatModel({ contextWindow, maxTokens: 16_384 }), context).max_completion_tokens;
    assert.equal(limit(10_000), 5_400);
    assert.equal(limit(0), 16_384);
  });

  it("models.md 19: sampling parameters are layered per key, and override named fields", () => {
    const model = chatModel({
      samplingParams: { temperature: 1, top_p: 0.95 },
      samplingParamsByThinkingLevel: { off: { temperature: 0.7 }, high: { temperature: 2 } },
    });
    const payload = body(model, hello, { temperature: 0.1, samplingParams: { top_p: 0.5, store: true } });
    const { temperature, top_p, store } = payload;
    assert.deepEqual({ temperature, top_p, store }, { temperature: 0.7, top_p: 0.5, store: true });
  });
});

describe("openai-completions thinking", () => {
  const cases: [string, Partial<Model>, StreamOptions["reasoning"], Record<string, unknown>][] = [
    ["openai on", {}, "high", { reasoning_effort: "high" }],
    ["openai mapped", { thinkingLevelMap: { high: "deep" } }, "high", { reasoning_effort: "deep" }],
    ["openai off", {}, "off", {}],
    ["openai off mapped", { thinkingLevelMap: { off: "none" } }, "off", { reasoning_effort: "none" }],
    ["openai without effort", { compat: { supportsReasoningEffort: false } }, "high", {}],
    ["openrouter on", { compat: { thinkingFormat: "openrouter" } }, "low", { reasoning: { effort: "low" } }],
    [
      "openrouter off",
      { compat: { thinkingFormat: "openrouter" } },
      "off",
      { reasoning: { effort: "none" } },
    ],
    [
      "deepseek on",
      { compat: { thinkingFormat: "deepseek" } },
      "high",
      { thinking: { type: "enabled" }, reasoning_effort: "high" },
    ],
    ["deepseek off", { compat: { thinkingFormat: "deepseek" } }, "off", { thinking: { type: "disabled" } }],
    [
      "together on",
      { compat: { thinkingFormat: "together", supportsReasoningEffort: false } },
      "high",
      { reasoning: { enabled: true } },
    ],
    ["together off", { compat: { thinkingFormat: "together" } }, "off", { reasoning: { enabled: false } }],
    ["qwen on", { compat: { thinkingFormat: "qwen" } }, "high", { enable_thinking: true }],
    ["qwen off", { compat: { thinkingFormat: "qwen" } }, "off", { enable_thinking: false }],
    [
      "qwen-chat-template on",
      { compat: { thinkingFormat: "qwen-chat-template" } },
      "high",
      { chat_template_kwargs: { enable_thinking: true, preserve_thinking: true } },
    ],
    [
      "qwen-chat-template off",
      { compat: { thinkingFormat: "qwen-chat-template" } },
      "off",
      { chat_template_kwargs: { enable_thinking: false } },
    ],
    ["string-thinking on", { compat: { thinkingFormat: "string-thinking" } }, "low", { thinking: "low" }],
    ["string-thinking off", { compat: { thinkingFormat: "string-thinking" } }, "off", { thinking: "off" }],
    ["ant-ling unmapped", { compat: { thinkingFormat: "ant-ling" } }, "high", {}],
    [
      "ant-ling mapped",
      { thinkingLevelMap: { high: "deep" }, compat: { thinkingFormat: "ant-ling" } },
      "high",
      { reasoning: { effort: "deep" } },
    ],
  ];
  for (const [name, more, reasoning, expected] of cases) {
    it(name, () => {
      const rest = body(chatModel({ reasoning: true, ...more }), hello, { reasoning });
      for (const key of ["model", "stream", "stream_options", "store", "max_completion_tokens", "messages"]) {
        delete rest[key];
      }
      assert.deepEqual(rest, expected);
    });
  }

  const template = {
    thinkingFormat: "chat-template",
    chatTemplateKwargs: {
      thinking: { $var: "thinking.enabled" },
      effort: { $var: "thinking.effort", omitWhenOff: true },
      budget: { $var: "thinking.budget", omitWhenOff: true },
      keep: "x",
      none: null,
    },
  };

  it("models.md 30: zai is told to think or not, and to keep what it thought", () => {
    const model = chatModel({ reasoning: true, compat: { thinkingFormat: "zai" } });
    assert.deepEqual(body(model).thinking, { type: "disabled" });
    assert.deepEqual(body(model, hello, { reasoning: "high" }).thinking, {
      type: "enabled",
      clear_thinking: false,
    });
  });

  it("chat-template replaces variables and drops those that are off", () => {
    const model = chatModel({ reasoning: true, maxTokens: 50_000, compat: template });
    assert.deepEqual(body(model, hello, { reasoning: "low" }).chat_template_kwargs, {
      thinking: true,
      effort: "low",
      budget: 2048,
      keep: "x",
      none: null,
    });
    assert.deepEqual(body(model).chat_template_kwargs, { thinking: false, keep: "x", none: null });
  });

  it("baseten fills chat_template_args and sends the effort", () => {
    const chatTemplateArgs = { enable_thinking: { $var: "thinking.enabled" } };
    const model = chatModel({ provider: "baseten", reasoning: true, compat: { chatTemplateArgs } });
    const on = body(model, hello, { reasoning: "low" });
    assert.deepEqual([on.chat_template_args, on.reasoning_effort], [{ enable_thinking: true }, "low"]);
    const off = body(model);
    assert.deepEqual([off.chat_template_args, off.reasoning_effort], [{ enable_thinking: false }, undefined]);
  });

  it("caps reasoning tokens in the server's own field, inside the output limit", () => {
    for (const field of ["thinking_token_budget", "thinking_budget", "thinking_budget_tokens"]) {
      const model = chatModel({
        reasoning: true,
        maxTokens: 3000,
        compat: { thinkingTokenBudgetField: field },
      });
      const payload = body(model, hello, { reasoning: "high", maxTokens: 2000 });
      assert.deepEqual([payload.max_completion_tokens, payload[field]], [3000, 1976]);
      assert.equal(field in body(model), false);
    }
    const alias = chatModel({
      reasoning: true,
      maxTokens: 9000,
      compat: { supportsThinkingTokenBudget: true },
    });
    assert.equal(
      body(alias, hello, { reasoning: "high", thinkingBudgets: { high: 500 } }).thinking_token_budget,
      500,
    );
  });

  it("does not think when the output limit leaves no budget", () => {
    const model = chatModel({
      reasoning: true,
      maxTokens: 900,
      compat: { thinkingTokenBudgetField: "thinking_budget", thinkingFormat: "qwen" },
    });
    const payload = body(model, hello, { reasoning: "low" });
    assert.deepEqual(
      [payload.enable_thinking, payload.thinking_budget, payload.max_completion_tokens],
      [false, undefined, 900],
    );
  });

  it("says which effort was sent, and nothing for models that do not reason", () => {
    const effort = (more: Partial<Model>): unknown =>
      buildRequest(chatModel(more), hello, { reasoning: "high" }).effort;
    assert.equal(effort({ reasoning: true }), "high");
    assert.equal(effort({ reasoning: true, compat: { thinkingFormat: "zai" } }), undefined);
    assert.equal(effort({}), undefined);
  });
});

describe("openai-completions caching", () => {
  const keys = (model: Model, options: StreamOptions): unknown[] => {
    const { payload, headers } = buildRequest(model, hello, { env: {}, sessionId: "s", ...options });
    return [payload.prompt_cache_key, payload.prompt_cache_retention, headers];
  };
  const openai = chatModel({ provider: "openai", baseUrl: "https://api.openai.com/v1" });

  it("models.md 33: none sends no key, no retention, no affinity", () => {
    const model = chatModel({
      ...openai,
      compat: {
        sendSessionAffinityHeaders: true,
        promptCacheKeyMode: "enabled",
        cacheControlFormat: "anthropic",
      },
    });
    assert.deepEqual(keys(model, { cacheRetention: "none" }), [undefined, undefined, {}]);
    assert.doesNotMatch(JSON.stringify(body(model, hello, { cacheRetention: "none" })), /cache_control/);
  });

  it("the key goes to OpenAI, elsewhere only with long retention or when told", () => {
    assert.deepEqual(keys(openai, {}), ["s", undefined, {}]);
    assert.deepEqual(keys(openai, { cacheRetention: "long" }), ["s", "24h", {}]);
    assert.deepEqual(keys(chatModel(), { cacheRetention: "long" }), [undefined, undefined, {}]);
    const long = chatModel({ compat: { supportsLongCacheRetention: true } });
    assert.deepEqual(keys(long, { env: { RELAY_CACHE_RETENTION: "long" } }), ["s", "24h", {}]);
    assert.deepEqual(keys(chatModel({ compat: { promptCacheKeyMode: "enabled" } }), {}), [
      "s",
      undefined,
      {},
    ]);
    const disabled = chatModel({ ...openai, compat: { promptCacheKeyMode: "disabled" } });
    assert.deepEqual(keys(disabled, { cacheRetention: "long" }), [undefined, "24h", {}]);
  });

  it("models.md 33: Anthropic markers stand on system prompt, last tool and last text", () => {
    const model = chatModel({ id: "anthropic/claude-x", provider: "openrouter" });
    const context: Context = {
      systemPrompt: "P",
      tools: [{ ...read, name: "ls" }, read],
      messages: [userText("q"), answerOf(model, [call("c1")]), result("c1", "r")],
    };
    for (const [cacheRetention, marker] of [
      ["short", { type: "ephemeral" }],
      ["long", { type: "ephemeral", ttl: "1h" }],
    ] as const) {
      const payload = body(model, context, { cacheRetention });
      const [system, , , tool] = payload.messages as unknown[];
      assert.deepEqual(system, {
        role: "system",
        content: [{ type: "text", text: "P", cache_control: marker }],
      });
      assert.deepEqual(tool, {
        role: "tool",
        tool_call_id: "c1",
        content: [{ type: "text", text: "r", cache_control: marker }],
      });
      const [ls, last] = payload.tools as unknown[];
      assert.deepEqual(last, { ...readOnWire, cache_control: marker });
      assert.deepEqual(Object.keys(ls as object), ["type", "function"]);
      assert.equal(JSON.stringify(payload).match(/cache_control/g)?.length, 3);
      assert.equal("prompt_cache_retention" in payload, false);
    }
  });

  it("the marker of the conversation skips messages without text", () => {
    const model = chatModel({ compat: { cacheControlFormat: "anthropic" } });
    const messages: LlmMessage[] = [userText("q"), { role: "user", content: [image], timestamp: 1 }];
    assert.deepEqual(messagesOf(model, messages)[0], {
      role: "user",
      content: [{ type: "text", text: "q", cache_control: { type: "ephemeral" } }],
    });
  });

  it("affinity headers have the names that the server reads", () => {
    const headers = (sessionAffinityFormat: string): unknown =>
      keys(chatModel({ compat: { sendSessionAffinityHeaders: true, sessionAffinityFormat } }), {})[2];
    assert.deepEqual(headers("openai"), {
      session_id: "s",
      "x-client-request-id": "s",
      "x-session-affinity": "s",
    });
    assert.deepEqual(headers("openai-nosession"), { "x-client-request-id": "s", "x-session-affinity": "s" });
    assert.deepEqual(headers("openrouter"), { "x-session-id": "s" });
  });
});

describe("headers of single providers", () => {
  const headers = (model: Model, messages: LlmMessage[], options: StreamOptions = {}): unknown =>
    buildRequest(model, { messages }, options).headers;

  it("attribution is sent only when allowed, only where it is known", () => {
    const attribution = true;
    const nvidia = chatModel({ provider: "nvidia" });
    assert.deepEqual(headers(nvidia, [userText("q")]), {});
    assert.deepEqual(headers(nvidia, [userText("q")], { attribution }), {
      "x-billing-invoke-origin": "Relay",
    });
    assert.deepEqual(headers(chatModel({ provider: "opencode-go" }), [userText("q")], { attribution }), {
      "x-opencode-client": "relay",
    });
    assert.deepEqual(
      Object.keys(headers(chatModel({ provider: "openrouter" }), [userText("q")], { attribution }) as object),
      ["http-referer", "x-openrouter-title", "x-openrouter-categories"],
    );
    assert.deepEqual(headers(chatModel(), [userText("q")], { attribution }), {});
  });
});
