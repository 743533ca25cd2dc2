import assert from "node:assert/strict";
import type { JsonObject, Model, ThinkingLevel } from "@relay-harness/protocol";
import {
  choice,
  completionsProblem,
  completionsStream,
  usageChunk,
} from "../../../../../test/fakes/openaiCompletionsServer.ts";
import {
  answerOf,
  chatModel,
  collect,
  fetchOf,
  userText,
} from "../../../../../test/support/openaiStreams.ts";
import type { Context } from "../../types.ts";
import { stream } from "./index.ts";
import { buildRequest } from "./payload.ts";

const tool = {
  name: "read",
  description: "d",
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
};

/** What differs between the servers: everything but model, messages, tools and streaming itself. */
function differing(model: Model, reasoning: ThinkingLevel): JsonObject {
  const context: Context = {
    systemPrompt: "P",
    tools: [tool],
    messages: [
      userText("q"),
      answerOf(model, [{ type: "toolCall", id: "c", name: "read", arguments: { path: "a" } }]),
      { role: "toolResult", toolCallId: "c", toolName: "read", content: [], isError: false, timestamp: 3 },
    ],
  };
  const { payload } = buildRequest(model, context, { env: {}, reasoning, sessionId: "s" });
  assert.equal(completionsProblem(payload), undefined);
  const { model: id, stream: streams, stream_options, messages, tools, ...rest } = payload;
  assert.deepEqual(
    { id, streams, stream_options },
    { id: "m", streams: true, stream_options: { include_usage: true } },
  );
  assert.equal((messages as { role: string }[])[0]?.role, "system");
  assert.equal((tools as unknown[]).length, 1);
  return rest;
}

const modern = { store: false, max_completion_tokens: 1000 };
const older = { max_tokens: 1000 };

const requests: [string, Partial<Model>, JsonObject, JsonObject][] = [
  ["Ollama", { baseUrl: "http://localhost:11434/v1" }, { ...modern, reasoning_effort: "high" }, modern],
  [
    "Ollama without effort",
    { baseUrl: "http://localhost:11434/v1", compat: { supportsReasoningEffort: false } },
    modern,
    modern,
  ],
  [
    "LM Studio",
    { baseUrl: "http://localhost:1234/v1", compat: { supportsReasoningEffort: false } },
    modern,
    modern,
  ],
  [
    "llama.cpp",
    {
      baseUrl: "http://localhost:8080/v1",
      maxTokens: 40_000,
      compat: {
        thinkingTokenBudgetField: "thinking_budget_tokens",
        thinkingFormat: "chat-template",
        chatTemplateKwargs: { enable_thinking: { $var: "thinking.enabled" } },
      },
    },
    {
      store: false,
      max_completion_tokens: 40_000,
      chat_template_kwargs: { enable_thinking: true },
      thinking_budget_tokens: 16_384,
    },
    { store: false, max_completion_tokens: 40_000, chat_template_kwargs: { enable_thinking: false } },
  ],
  [
    "vLLM",
    {
      baseUrl: "http://localhost:8000/v1",
      maxTokens: 40_000,
      compat: {
        thinkingTokenBudgetField: "thinking_token_budget",
        thinkingFormat: "qwen-chat-template",
        vllmPriority: 1,
      },
    },
    {
      store: false,
      max_completion_tokens: 40_000,
      chat_template_kwargs: { enable_thinking: true, preserve_thinking: true },
      thinking_token_budget: 16_384,
      priority: 1,
    },
    {
      store: false,
      max_completion_tokens: 40_000,
      chat_template_kwargs: { enable_thinking: false },
      priority: 1,
    },
  ],
  [
    "OpenRouter",
    { provider: "openrouter", compat: { openRouterRouting: { only: ["x"] } } },
    { ...modern, reasoning: { effort: "high" }, provider: { only: ["x"] } },
    { ...modern, reasoning: { effort: "none" }, provider: { only: ["x"] } },
  ],
  ["Groq", { provider: "groq" }, { ...modern, reasoning_effort: "high" }, modern],
  [
    "DeepSeek",
    { provider: "deepseek" },
    { ...older, thinking: { type: "enabled" }, reasoning_effort: "high" },
    { ...older, thinking: { type: "disabled" } },
  ],
  ["xAI", { provider: "xai" }, { max_completion_tokens: 1000 }, { max_completion_tokens: 1000 }],
  [
    "xAI with mapped levels",
    { provider: "xai", thinkingLevelMap: { high: "high" } },
    { max_completion_tokens: 1000, reasoning_effort: "high" },
    { max_completion_tokens: 1000 },
  ],
  [
    "Mistral",
    { provider: "own", baseUrl: "https://api.mistral.ai/v1" },
    { ...older, reasoning_effort: "high" },
    older,
  ],
  [
    "z.ai",
    { provider: "zai", compat: { zaiToolStream: true } },
    {
      max_completion_tokens: 1000,
      tool_stream: true,
      thinking: { type: "enabled", clear_thinking: false },
    },
    { max_completion_tokens: 1000, tool_stream: true, thinking: { type: "disabled" } },
  ],
  [
    "Together",
    { provider: "together" },
    { ...older, reasoning: { enabled: true }, reasoning_effort: "high" },
    { ...older, reasoning: { enabled: false } },
  ],
  ["Moonshot", { provider: "moonshotai-cn" }, { ...older, reasoning_effort: "high" }, older],
  [
    "Cerebras",
    { provider: "cerebras" },
    { max_completion_tokens: 1000, reasoning_effort: "high" },
    { max_completion_tokens: 1000 },
  ],
  ["NVIDIA", { provider: "nvidia" }, { ...older, reasoning_effort: "high" }, older],
];

describe("openai-completions requests to known servers", () => {
  for (const [name, more, thinking, plain] of requests) {
    it(`${name}: what is sent with and without thinking`, () => {
      const model = chatModel({ reasoning: true, ...more });
      assert.deepEqual(differing(model, "high"), thinking);
      assert.deepEqual(differing(model, "off"), plain);
    });
  }
});

const thought = (field: string): object => ({ type: "thinking", thinking: "T", thinkingSignature: field });
const call = { type: "toolCall", id: "c1", name: "read", arguments: { path: "a" } };
const wholeCall = {
  index: 0,
  id: "c1",
  type: "function",
  function: { name: "read", arguments: '{"path":"a"}' },
};

interface Recording {
  chunks: JsonObject[];
  content: object[];
  stopReason: string;
  /** Input and output tokens. */
  tokens: [number, number];
  model?: Partial<Model>;
}

/** How servers really phrase one answer: thinking, then a call or text. */
const recordings: Record<string, Recording> = {
  "Ollama: reasoning, the whole call in one delta, stop": {
    chunks: [
      choice({ role: "assistant", content: "", reasoning: "T" }),
      choice({ role: "assistant", content: "", tool_calls: [wholeCall] }),
      choice({ role: "assistant", content: "" }, "stop"),
      usageChunk({ prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 }),
    ],
    content: [thought("reasoning"), call],
    stopReason: "toolUse",
    tokens: [5, 3],
  },
  "LM Studio: reasoning and call, usage without details": {
    chunks: [
      choice({ role: "assistant", reasoning: "T" }),
      choice({ tool_calls: [{ ...wholeCall, function: { name: "read", arguments: "" } }] }),
      choice({ tool_calls: [{ index: 0, type: "function", function: { name: "", arguments: '{"path":' } }] }),
      choice({ tool_calls: [{ index: 0, type: "function", function: { name: "", arguments: '"a"}' } }] }),
      choice({}, "tool_calls"),
      usageChunk({ prompt_tokens: 5, completion_tokens: 3 }),
    ],
    content: [thought("reasoning"), call],
    stopReason: "toolUse",
    tokens: [5, 3],
  },
  "llama.cpp: null content, reasoning_content, timings": {
    chunks: [
      choice({ role: "assistant", content: null }),
      choice({ reasoning_content: "T" }),
      choice({ content: "A" }),
      choice({}, "stop"),
      { ...usageChunk({ prompt_tokens: 5, completion_tokens: 3 }), timings: { cache_n: 2 } },
    ],
    content: [thought("reasoning_content"), { type: "text", text: "A" }],
    stopReason: "stop",
    tokens: [5, 3],
  },
  "vLLM: both names of the reasoning, null members, an empty stop text": {
    chunks: [
      choice({ role: "assistant", content: "", reasoning_content: null }),
      choice({ reasoning: "T", reasoning_content: "T" }),
      choice({ content: "A", tool_calls: [] }),
      { id: "c", choices: [{ index: 0, delta: { content: "" }, finish_reason: "stop", stop_reason: null }] },
      usageChunk({ prompt_tokens: 5, completion_tokens: 3, prompt_tokens_details: null }),
    ],
    content: [thought("reasoning_content"), { type: "text", text: "A" }],
    stopReason: "stop",
    tokens: [5, 3],
  },
  "OpenRouter: details beside the text and an empty last delta with usage": {
    chunks: [
      choice({
        role: "assistant",
        content: "",
        reasoning: "T",
        reasoning_details: [{ type: "reasoning.text", text: "T", format: "x", index: 0 }],
      }),
      choice({ content: "A", reasoning: null, reasoning_details: [] }),
      { ...choice({ content: "" }, "stop"), native_finish_reason: "completed" },
      {
        ...choice({ role: "assistant", content: "" }),
        usage: { prompt_tokens: 5, completion_tokens: 3, cost: 1 },
      },
    ],
    content: [
      {
        type: "thinking",
        thinking: "T",
        thinkingSignature: '[{"type":"reasoning.text","text":"T","format":"x","index":0}]',
      },
      { type: "text", text: "A" },
    ],
    stopReason: "stop",
    tokens: [5, 3],
    model: { provider: "openrouter" },
  },
  "Groq: reasoning, whole call, usage under its own name too": {
    chunks: [
      { ...choice({ role: "assistant", content: null }), x_groq: { id: "req_1" } },
      choice({ reasoning: "T", channel: "analysis" }),
      choice({ tool_calls: [wholeCall] }),
      { ...choice({}, "tool_calls"), x_groq: { id: "req_1", usage: { prompt_tokens: 5 } } },
      usageChunk({ prompt_tokens: 5, completion_tokens: 3, queue_time: 0.1 }),
    ],
    content: [thought("reasoning"), call],
    stopReason: "toolUse",
    tokens: [5, 3],
  },
  "DeepSeek: cache hits of its own, usage on the last choice": {
    chunks: [
      choice({ role: "assistant", content: null, reasoning_content: "T" }),
      choice({ content: "A", reasoning_content: null }),
      {
        ...choice({ content: "", reasoning_content: null }, "stop"),
        usage: {
          prompt_tokens: 9,
          completion_tokens: 3,
          prompt_cache_hit_tokens: 4,
          prompt_cache_miss_tokens: 5,
        },
      },
    ],
    content: [thought("reasoning_content"), { type: "text", text: "A" }],
    stopReason: "stop",
    tokens: [5, 3],
  },
  "Moonshot: usage inside the choice": {
    chunks: [
      choice({ role: "assistant", content: "", reasoning_content: "T" }),
      choice({ tool_calls: [{ ...wholeCall, id: "c1" }] }),
      {
        id: "c",
        choices: [
          {
            index: 0,
            delta: {},
            finish_reason: "tool_calls",
            usage: { prompt_tokens: 5, completion_tokens: 3 },
          },
        ],
      },
    ],
    content: [thought("reasoning_content"), call],
    stopReason: "toolUse",
    tokens: [5, 3],
  },
  "Together: null tool_calls and other choices": {
    chunks: [
      choice({ role: "assistant", content: "", tool_calls: null, reasoning: "T" }),
      choice({ content: "A", tool_calls: null }),
      { id: "c", choices: [{ index: 1, delta: { content: "other" }, finish_reason: null }] },
      { ...choice({ content: "" }, "stop"), usage: { prompt_tokens: 5, completion_tokens: 3 } },
    ],
    content: [thought("reasoning"), { type: "text", text: "A" }],
    stopReason: "stop",
    tokens: [5, 3],
  },
  "Mistral: thinking as typed parts, a call without index": {
    chunks: [
      choice({ role: "assistant", content: "" }),
      choice({ content: [{ type: "thinking", thinking: [{ type: "text", text: "T" }] }] }),
      choice({
        content: "",
        tool_calls: [{ id: "c1", function: { name: "read", arguments: '{"path":"a"}' } }],
      }),
      { ...choice({}, "tool_calls"), usage: { prompt_tokens: 5, completion_tokens: 3 } },
    ],
    content: [{ type: "thinking", thinking: "T" }, call],
    stopReason: "toolUse",
    tokens: [5, 3],
  },
  "z.ai: streamed call, cached tokens": {
    chunks: [
      choice({ role: "assistant", reasoning_content: "T" }),
      choice({ tool_calls: [{ ...wholeCall, function: { name: "read", arguments: '{"path":' } }] }),
      choice({ tool_calls: [{ ...wholeCall, id: "c1", function: { arguments: '"a"}' } }] }),
      {
        ...choice({ role: "assistant", content: "" }, "tool_calls"),
        usage: { prompt_tokens: 9, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 4 } },
      },
    ],
    content: [thought("reasoning_content"), call],
    stopReason: "toolUse",
    tokens: [5, 3],
  },
};

describe("openai-completions answers of known servers", () => {
  for (const [name, { chunks, content, stopReason, tokens, model }] of Object.entries(recordings)) {
    it(name, async () => {
      const fetch = fetchOf(completionsStream(chunks));
      const { message } = await collect(
        stream(chatModel({ reasoning: true, ...model }), { messages: [userText("q")] }, { fetch }),
      );
      assert.equal(message.errorMessage, undefined);
      assert.deepEqual(message.content, content);
      assert.equal(message.stopReason, stopReason);
      assert.deepEqual([message.usage.input, message.usage.output], tokens);
    });
  }
});
