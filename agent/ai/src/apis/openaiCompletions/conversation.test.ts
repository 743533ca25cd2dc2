import assert from "node:assert/strict";
import type { LlmMessage, Model, ToolDeclaration } from "@relay-harness/protocol";
import { answerOf, chatModel, userText } from "../../../../../test/support/openaiStreams.ts";
import type { StreamOptions } from "../../types.ts";
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

const imageOnWire = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };

describe("openai-completions conversation", () => {
  const model = chatModel({ reasoning: true });

  it("replays thinking of the same model in the field it came from", () => {
    for (const field of ["reasoning_content", "reasoning", "reasoning_text"]) {
      const [, assistant] = messagesOf(model, [
        userText("q"),
        answerOf(model, [
          { type: "thinking", thinking: "T", thinkingSignature: field },
          { type: "text", text: "A" },
        ]),
      ]);
      assert.deepEqual(assistant, { role: "assistant", content: "A", [field]: "T" });
    }
  });

  it("replays reasoning_details verbatim and in order, those of calls too", () => {
    const details = [{ type: "reasoning.text", text: "T", signature: "s", index: 0 }];
    const encrypted = [{ type: "reasoning.encrypted", data: "x", id: "call_1" }];
    const [, assistant] = messagesOf(model, [
      userText("q"),
      answerOf(model, [
        { type: "thinking", thinking: "T", thinkingSignature: JSON.stringify(details) },
        {
          type: "toolCall",
          id: "call_1",
          name: "read",
          arguments: {},
          thoughtSignature: JSON.stringify(encrypted),
        },
      ]),
      result("call_1", "r"),
    ]);
    assert.deepEqual(assistant, {
      role: "assistant",
      content: null,
      reasoning_details: [...details, ...encrypted],
      tool_calls: [{ id: "call_1", type: "function", function: { name: "read", arguments: "{}" } }],
    });
  });

  it("models.md 57: thinking of another model is dropped, call and result keep one id of at most 40 characters", () => {
    const claude = chatModel({ id: "claude", provider: "anthropic", api: "anthropic-messages" });
    const id = `toolu_${"x".repeat(60)}`;
    const wire = messagesOf(model, [
      userText("q"),
      answerOf(claude, [{ type: "thinking", thinking: "secret", thinkingSignature: "sig" }, call(id)]),
      result(id, "r"),
    ]);
    assert.doesNotMatch(JSON.stringify(wire), /secret|sig/);
    const [, assistant, tool] = wire as { tool_calls?: { id: string }[]; tool_call_id?: string }[];
    const sent = assistant?.tool_calls?.[0]?.id ?? "";
    assert.ok(sent.length > 0 && sent.length <= 40);
    assert.equal(tool?.tool_call_id, sent);
  });

  it("requiresThinkingAsText sends thinking as text", () => {
    const asText = chatModel({ reasoning: true, compat: { requiresThinkingAsText: true } });
    const [, assistant] = messagesOf(asText, [
      userText("q"),
      answerOf(asText, [
        { type: "thinking", thinking: "T", thinkingSignature: "reasoning_content" },
        { type: "text", text: "A" },
      ]),
    ]);
    assert.deepEqual(assistant, { role: "assistant", content: "<thinking>\nT\n</thinking>\nA" });
  });

  it("DeepSeek gets reasoning_content on every assistant message while it thinks", () => {
    const deepseek = chatModel({ provider: "deepseek", reasoning: true });
    const history = [
      userText("q"),
      answerOf(deepseek, [
        { type: "thinking", thinking: "T", thinkingSignature: "reasoning_content" },
        { type: "text", text: "A" },
      ]),
      answerOf(chatModel({ id: "other" }), [{ type: "text", text: "B" }]),
    ];
    const assistants = (reasoning: StreamOptions["reasoning"]): unknown[] =>
      messagesOf(deepseek, history, { reasoning }).slice(1);
    assert.deepEqual(assistants("high"), [
      { role: "assistant", content: "A", reasoning_content: "T" },
      { role: "assistant", content: "B", reasoning_content: "" },
    ]);
    assert.deepEqual(assistants("off"), [
      { role: "assistant", content: "A", reasoning_content: "T" },
      { role: "assistant", content: "B" },
    ]);
  });

  it("an assistant message of nothing but foreign thinking is left out", () => {
    const other = chatModel({ id: "other" });
    assert.deepEqual(
      messagesOf(model, [
        userText("q"),
        answerOf(other, [{ type: "thinking", thinking: "T" }]),
        userText("r"),
      ]),
      [
        { role: "user", content: "q" },
        { role: "user", content: "r" },
      ],
    );
  });

  it("models.md 59: a call without a result gets one before the next user message", () => {
    assert.deepEqual(
      messagesOf(model, [userText("q"), answerOf(model, [call("call_1")]), userText("go on")]).slice(2),
      [
        { role: "tool", tool_call_id: "call_1", content: "No result provided" },
        { role: "user", content: "go on" },
      ],
    );
  });

  it("models.md 60: blank results say so, images need a model that sees", () => {
    const history = [
      userText("q"),
      answerOf(model, [call("c1"), call("c2")]),
      result("c1", "\r\n"),
      result("c2", "", { content: [image] }),
    ];
    assert.deepEqual(messagesOf(chatModel({ input: ["text"] }), history).slice(2), [
      { role: "tool", tool_call_id: "c1", content: "(no tool output)" },
      { role: "tool", tool_call_id: "c2", content: "(image omitted: model does not support images)" },
    ]);
  });

  it("sends images of tool results in one user message behind all of them", () => {
    const history = [
      userText("q"),
      answerOf(model, [call("c1"), call("c2")]),
      result("c1", "", { content: [image] }),
      result("c2", "text"),
      userText("next"),
    ];
    assert.deepEqual(messagesOf(model, history).slice(2), [
      { role: "tool", tool_call_id: "c1", content: "(see attached image)" },
      { role: "tool", tool_call_id: "c2", content: "text" },
      {
        role: "user",
        content: [{ type: "text", text: "Attached image(s) from tool result:" }, imageOnWire],
      },
      { role: "user", content: "next" },
    ]);
  });

  it("sends user images as data URLs and joins plain texts", () => {
    const text = { type: "text", text: "look" } as const;
    const messages: LlmMessage[] = [
      { role: "user", content: [text, image], timestamp: 1 },
      { role: "user", content: [image], timestamp: 2 },
      { role: "user", content: [text, text], timestamp: 3 },
      { role: "user", content: "", timestamp: 4 },
    ];
    assert.deepEqual(messagesOf(model, messages), [
      { role: "user", content: [{ type: "text", text: "look" }, imageOnWire] },
      { role: "user", content: [imageOnWire] },
      { role: "user", content: "look\nlook" },
    ]);
    assert.deepEqual(messagesOf(model, messages.slice(1, 2), { blockImages: true }), [
      { role: "user", content: "Image reading is disabled." },
    ]);
  });

  it("models.md 62: lone surrogates leave texts and arguments", () => {
    const history = [userText("a\ud83db🙈"), answerOf(model, [call("c1", "read", { path: "x\ud83d🙈" })])];
    const [user, assistant] = messagesOf(model, history) as {
      content: string;
      tool_calls: { function: { arguments: string } }[];
    }[];
    assert.equal(user?.content, "ab🙈");
    assert.equal(assistant?.tool_calls[0]?.function.arguments, '{"path":"x🙈"}');
  });

  it("follows the flags of servers that want more", () => {
    const strict = chatModel({
      compat: {
        requiresToolResultName: true,
        requiresAssistantAfterToolResult: true,
        requiresNonNullAssistantContent: true,
        requiresToolsWithToolHistory: true,
      },
    });
    const messages = [userText("q"), answerOf(strict, [call("c1")]), result("c1", "r"), userText("next")];
    const payload = body(strict, { messages });
    assert.deepEqual(payload.tools, []);
    assert.deepEqual((payload.messages as unknown[]).slice(1), [
      {
        role: "assistant",
        content: "",
        tool_calls: [{ id: "c1", type: "function", function: { name: "read", arguments: '{"path":"a"}' } }],
      },
      { role: "tool", tool_call_id: "c1", name: "read", content: "r" },
      { role: "assistant", content: "I have processed the tool results." },
      { role: "user", content: "next" },
    ]);
    assert.equal("tools" in body(strict), false);
    assert.equal("tools" in body(chatModel(), { messages }), false);
  });
});

describe("openai-completions system messages and tools", () => {
  const patch: LlmMessage = {
    role: "system",
    content: "Now French.",
    toolsAdded: [{ ...read, name: "ls" }],
    toolsRemoved: [{ name: "read" }],
    timestamp: 5,
  };
  const start: LlmMessage = { role: "system", content: "Start.", toolsAdded: [read], timestamp: 0 };
  const messages = (model: Model): LlmMessage[] => [
    start,
    userText("q"),
    answerOf(model, [{ type: "text", text: "A" }]),
    patch,
    userText("r"),
  ];
  const lsOnWire = { ...readOnWire, function: { ...readOnWire.function, name: "ls" } };

  it("are folded into one prompt and one tool set", () => {
    const model = chatModel();
    const payload = body(model, { messages: messages(model) });
    assert.deepEqual(payload.messages, [
      { role: "system", content: "Start.\n\nNow French." },
      { role: "user", content: "q" },
      { role: "assistant", content: "A" },
      { role: "user", content: "r" },
    ]);
    assert.deepEqual(payload.tools, [lsOnWire]);
  });

  it("stay in place where the model takes them, the tools as they are now", () => {
    const model = chatModel({ compat: { supportsMidConvoSystemMessages: true } });
    const payload = body(model, { messages: messages(model) });
    assert.deepEqual(payload.messages, [
      { role: "system", content: "Start." },
      { role: "user", content: "q" },
      { role: "assistant", content: "A" },
      { role: "system", content: "Now French." },
      { role: "user", content: "r" },
    ]);
    assert.deepEqual(payload.tools, [lsOnWire]);
  });

  it("carry tool additions where the model takes those too", () => {
    const model = chatModel({
      compat: { supportsMidConvoSystemMessages: true, supportsMidConvoToolAdditions: true },
    });
    const payload = body(model, { messages: messages(model) });
    assert.deepEqual(payload.tools, [readOnWire]);
    assert.deepEqual((payload.messages as unknown[])[3], {
      role: "system",
      content: "Now French.\n\nTools no longer available: read.",
      tools: [lsOnWire],
    });
  });

  it("declare strict and grammar tools only where the model knows them", () => {
    const strict: ToolDeclaration = {
      ...read,
      constrainedSampling: { type: "json_schema", strict: "prefer" },
    };
    const grammar: ToolDeclaration = {
      name: "patch",
      description: "P",
      parameters: { type: "object", properties: { body: { type: "string" } }, required: ["body"] },
      constrainedSampling: { type: "grammar", variants: { openai_lark: "L", openai_regex: "R" } },
    };
    const plain = body(chatModel(), { ...hello, tools: [strict, grammar] });
    assert.deepEqual(plain.tools, [
      readOnWire,
      { type: "function", function: { name: "patch", description: "P", parameters: grammar.parameters } },
    ]);
    const model = chatModel({ compat: { supportsStrictMode: true, supportsOpenAIGrammarTools: true } });
    const history = [userText("q"), answerOf(model, [call("c1", "patch", { body: "x" })]), result("c1", "r")];
    const able = body(model, { messages: history, tools: [strict, grammar] });
    assert.deepEqual(able.tools, [
      {
        type: "function",
        function: {
          name: "read",
          description: "Reads a file.",
          parameters: { ...read.parameters, additionalProperties: false },
          strict: true,
        },
      },
      {
        type: "custom",
        custom: {
          name: "patch",
          description: "P",
          format: { type: "grammar", grammar: { syntax: "lark", definition: "L" } },
        },
      },
    ]);
    assert.deepEqual((able.messages as unknown[])[1], {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c1", type: "custom", custom: { name: "patch", input: "x" } }],
    });
  });

  it("z.ai streams tool calls when asked to, and only with tools", () => {
    const model = chatModel({ provider: "zai", compat: { zaiToolStream: true } });
    assert.equal(body(model, { ...hello, tools: [read] }).tool_stream, true);
    assert.equal("tool_stream" in body(model), false);
  });

  it("routing and priority travel under the names of their servers", () => {
    const openRouterRouting = { order: ["a"], max_price: { prompt: 1 } };
    const payload = body(
      chatModel({ compat: { openRouterRouting, vercelGatewayRouting: { only: ["b"] }, vllmPriority: 3 } }),
    );
    const { provider, providerOptions, priority } = payload;
    assert.deepEqual(
      { provider, providerOptions, priority },
      { provider: openRouterRouting, providerOptions: { gateway: { only: ["b"] } }, priority: 3 },
    );
  });
});
