import assert from "node:assert/strict";
import type {
  AssistantMessage,
  LlmMessage,
  Model,
  ToolDeclaration,
  UserContent,
} from "@relay-harness/protocol";
import { startAnthropicServer, type AnthropicServer } from "../../../../../test/fakes/anthropicServer.ts";
import {
  assistantMessage,
  fakeModel,
  systemMessage,
  toolCall,
  toolResult,
  userMessage,
} from "../../../../../test/fakes/models.ts";
import type { ReceivedRequest } from "../../../../../test/fakes/sseServer.ts";
import { collectStream } from "../../../../../test/fakes/streamEvents.ts";
import type { Context, StreamOptions } from "../../types.ts";
import { stream } from "./index.ts";
import type { WireMessage, WireRequest } from "./wire.ts";

const answer = { content: [{ type: "text" as const, text: "ok" }] };
const image: UserContent = { type: "image", data: "AAAA", mimeType: "image/png" };
const readTool: ToolDeclaration = {
  name: "read",
  description: "Reads a file.",
  parameters: {
    type: "object",
    properties: { path: { type: "string" }, line: { type: "number" } },
    required: ["path"],
    $defs: {},
  },
};
const strictTool: ToolDeclaration = {
  ...readTool,
  constrainedSampling: { type: "json_schema", strict: "prefer" },
};

interface Sent {
  body: WireRequest;
  request: ReceivedRequest;
  message: AssistantMessage;
}

describe("anthropic-messages request", () => {
  let server: AnthropicServer;
  beforeEach(async () => {
    server = await startAnthropicServer();
  });
  afterEach(async () => {
    assert.equal(server.failure, undefined);
    await server.close();
  });

  const claude = (overrides: Partial<Model> = {}): Model =>
    fakeModel({
      id: "claude-sonnet-4-5",
      provider: "anthropic",
      api: "anthropic-messages",
      baseUrl: server.url,
      maxTokens: 64000,
      ...overrides,
    });
  const adaptive = (id: string, compat: Record<string, unknown> = {}, more: Partial<Model> = {}): Model =>
    claude({ id, reasoning: true, compat: { forceAdaptiveThinking: true, ...compat }, ...more });

  async function send(
    model: Model,
    context: Partial<Context> | LlmMessage[] = {},
    options: StreamOptions = {},
  ): Promise<Sent> {
    server.queue(answer);
    const full = {
      messages: [userMessage("hi")],
      ...(Array.isArray(context) ? { messages: context } : context),
    };
    const { message } = await collectStream(
      stream(model, full, { apiKey: "k", cacheRetention: "none", ...options }),
    );
    assert.equal(message.errorMessage, undefined);
    const request = server.requests.at(-1);
    assert.ok(request);
    return { body: request.json as WireRequest, request, message };
  }
  const betas = ({ request }: Sent): string | undefined => request.headers["anthropic-beta"];
  const roles = ({ body }: Sent): string[] => body.messages.map(({ role }) => role);

  it("has the shape of models.md §26.2", async () => {
    const model = claude({ reasoning: true });
    const thinking = { type: "thinking" as const, thinking: "hm", thinkingSignature: "sig" };
    const redacted = { type: "thinking" as const, thinking: "", redacted: true, thinkingSignature: "ENC" };
    const context: Context = {
      systemPrompt: "Be good.",
      tools: [readTool],
      messages: [
        userMessage([{ type: "text", text: "look" }, image]),
        assistantMessage(model, [thinking, redacted, { type: "text", text: "I read." }, toolCall("toolu_1")]),
        toolResult("toolu_1", "gone", { isError: true }),
      ],
    };
    const { body, request } = await send(model, context, {
      cacheRetention: "short",
      metadata: { user_id: "u1", other: 1 },
      toolChoice: "auto",
    });
    const marker = { cache_control: { type: "ephemeral" } };
    assert.deepEqual(body, {
      model: "claude-sonnet-4-5",
      max_tokens: 64000,
      stream: true,
      system: [{ type: "text", text: "Be good.", ...marker }],
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "look" },
            { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "hm", signature: "sig" },
            { type: "redacted_thinking", data: "ENC" },
            { type: "text", text: "I read." },
            { type: "tool_use", id: "toolu_1", name: "read", input: {} },
          ],
        },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "toolu_1",
              content: [{ type: "text", text: "gone" }],
              is_error: true,
              ...marker,
            },
          ],
        },
      ],
      tools: [
        {
          name: "read",
          description: "Reads a file.",
          input_schema: readTool.parameters,
          eager_input_streaming: true,
          ...marker,
        },
      ],
      tool_choice: { type: "auto" },
      thinking: { type: "disabled" },
      metadata: { user_id: "u1" },
    });
    assert.equal(request.headers["x-api-key"], "k");
    assert.equal(request.headers["anthropic-beta"], undefined);
    assert.equal(request.headers["authorization"], undefined);
  });

  it("models.md 16 and 17: takes base URLs with and without /v1, and keys as bearer", async () => {
    for (const suffix of ["", "/", "/v1", "/v1/"]) {
      const { request } = await send(claude({ baseUrl: server.url + suffix }), {}, { bearer: true });
      assert.equal(request.path, "/v1/messages");
      assert.equal(request.headers["authorization"], "Bearer k");
      assert.equal(request.headers["x-api-key"], undefined);
    }
  });

  it("models.md 28: budget thinking", async () => {
    const sent = await send(claude({ reasoning: true }), {}, { reasoning: "medium", temperature: 0.5 });
    assert.deepEqual(sent.body.thinking, { type: "enabled", budget_tokens: 8192 });
    assert.equal("temperature" in sent.body, false);
    assert.equal(betas(sent), "interleaved-thinking-2025-05-14");
    const limited = await send(
      claude({ reasoning: true, maxTokens: 3000 }),
      {},
      { reasoning: "high", maxTokens: 2000 },
    );
    assert.equal(limited.body.max_tokens, 3000);
    assert.equal(limited.body.thinking?.budget_tokens, 1976);
  });

  it("does not think when the answer leaves no room for a budget", async () => {
    const sent = await send(claude({ reasoning: true, maxTokens: 2000 }), {}, { reasoning: "high" });
    assert.deepEqual([sent.body.thinking, sent.body.max_tokens], [{ type: "disabled" }, 2000]);
    assert.equal(betas(sent), undefined);
  });

  it("models.md 29: adaptive thinking sends an effort and records it", async () => {
    const model = adaptive(
      "claude-opus-4-7",
      { supportsTemperature: false },
      { thinkingLevelMap: { xhigh: "xhigh" } },
    );
    const { body, message, request } = await send(model, {}, { reasoning: "xhigh" });
    assert.deepEqual(body.thinking, { type: "adaptive", display: "summarized" });
    assert.deepEqual(body.output_config, { effort: "xhigh" });
    assert.deepEqual([message.thinkingLevel, message.providerThinkingLevel], ["xhigh", "xhigh"]);
    assert.equal(request.headers["anthropic-beta"], undefined);
    const minimal = await send(model, {}, { reasoning: "minimal" });
    assert.deepEqual(minimal.body.output_config, { effort: "low" });
  });

  it("models.md 68: thinking bound to its conversation", async () => {
    const model = adaptive("claude-opus-5-5", { supportsThinkingBinding: true, supportsTemperature: false });
    const sent = await send(model, {}, { reasoning: "high", temperature: 0.5 });
    assert.deepEqual(sent.body.thinking, {
      type: "adaptive",
      display: "summarized",
      block_binding: { prefix_mismatch_behavior: "drop_block" },
    });
    assert.equal(betas(sent), "thinking-binding-controls-2026-08-01");
    assert.equal("temperature" in sent.body, false);
    const without = await send(adaptive("claude-opus-4-7"), {}, { reasoning: "high" });
    assert.equal(without.body.thinking?.block_binding, undefined);
    assert.equal(betas(without), undefined);
  });

  it("models.md 70: thinking off, where it can be", async () => {
    const compat = { supportsThinkingBinding: true, supportsTemperature: false };
    const options = { reasoning: "off", temperature: 0.5, samplingParams: { top_p: 0.9, top_k: 5 } } as const;
    const haiku = await send(adaptive("claude-haiku-5-5", compat), {}, options);
    assert.deepEqual(haiku.body.thinking, { type: "disabled" });
    assert.equal(haiku.body.output_config, undefined);
    const opus = await send(
      adaptive("claude-opus-5-5", compat, { thinkingLevelMap: { off: null, minimal: null } }),
      {},
      options,
    );
    assert.deepEqual(opus.body.output_config, { effort: "low" });
    for (const { body } of [haiku, opus]) {
      assert.ok(["temperature", "top_p", "top_k"].every((name) => !(name in body)));
    }
    const sonnet = await send(
      adaptive("claude-sonnet-5-5", compat, { thinkingLevelMap: { off: "between_tools" } }),
      {},
      options,
    );
    assert.equal(sonnet.body.thinking?.type, "between_tools");
  });

  it("sends sampling parameters while nothing forbids them", async () => {
    const { body } = await send(claude({ samplingParams: { top_k: 5 } }), {}, { temperature: 0.5 });
    assert.deepEqual([body.temperature, body.top_k, "thinking" in body], [0.5, 5, false]);
  });

  it("models.md 33: cache markers follow the retention", async () => {
    const context: Context = { systemPrompt: "s", tools: [readTool], messages: [userMessage("hi")] };
    const markers = (body: WireRequest): string[] =>
      JSON.stringify(body).match(/"cache_control":\{[^}]*\}/g) ?? [];
    const long = await send(claude(), context, { cacheRetention: "long" });
    assert.deepEqual(markers(long.body), Array(3).fill('"cache_control":{"type":"ephemeral","ttl":"1h"}'));
    const none = await send(claude(), context, { cacheRetention: "none" });
    assert.deepEqual(markers(none.body), []);
    const compat = { supportsLongCacheRetention: false, supportsCacheControlOnTools: false };
    const short = await send(claude({ compat }), context, { cacheRetention: "long" });
    assert.deepEqual(markers(short.body), Array(2).fill('"cache_control":{"type":"ephemeral"}'));
    const fromEnv = await send(claude(), context, {
      cacheRetention: undefined,
      env: { RELAY_CACHE_RETENTION: "long" },
    });
    assert.equal(markers(fromEnv.body).length, 3);
    assert.ok(markers(fromEnv.body)[0]?.includes("1h"));
  });

  it("sends session affinity only where wanted and while caching", async () => {
    const model = claude({ compat: { sendSessionAffinityHeaders: true } });
    const options = { sessionId: "s1", cacheRetention: "short" } as const;
    assert.equal((await send(model, {}, options)).request.headers["x-session-affinity"], "s1");
    const off = await send(model, {}, { ...options, cacheRetention: "none" });
    assert.equal(off.request.headers["x-session-affinity"], undefined);
    const openRouter = await send(claude({ provider: "openrouter" }), {}, options);
    assert.equal(openRouter.request.headers["x-session-id"], "s1");
    assert.equal((await send(claude(), {}, options)).request.headers["x-session-affinity"], undefined);
  });

  it("names Relay to a router only with permission", async () => {
    const model = claude({ provider: "openrouter" });
    const title = async (attribution?: boolean): Promise<string | undefined> =>
      (await send(model, {}, { attribution })).request.headers["x-openrouter-title"];
    assert.deepEqual([await title(true), await title(false), await title()], ["relay", undefined, undefined]);
  });

  it("models.md 57: replays thinking to its own model only", async () => {
    const model = claude({ reasoning: true });
    const foreign = fakeModel({ provider: "openai", api: "openai-completions", id: "gpt" });
    const block = { type: "thinking" as const, thinking: "hm", thinkingSignature: "s" };
    const { body } = await send(model, [
      userMessage("a"),
      assistantMessage(model, [block, { type: "text", text: "b" }]),
      userMessage("c"),
      assistantMessage(foreign, [block, { type: "text", text: "d" }]),
      userMessage("e"),
    ]);
    assert.deepEqual(body.messages[1]?.content, [
      { type: "thinking", thinking: "hm", signature: "s" },
      { type: "text", text: "b" },
    ]);
    assert.deepEqual(body.messages[3]?.content, [{ type: "text", text: "d" }]);
  });

  it("models.md 72: replays thinking without text byte for byte", async () => {
    const model = claude({ reasoning: true });
    const block = { type: "thinking" as const, thinking: "", thinkingSignature: "s" };
    const turn = assistantMessage(model, [block, { type: "text", text: "b" }]);
    const { body } = await send(model, [userMessage("a"), turn, userMessage("c")]);
    assert.deepEqual(body.messages[1]?.content?.[0], { type: "thinking", thinking: "", signature: "s" });
  });

  it("replays unsigned thinking as text, or with an empty signature where allowed", async () => {
    const history = (model: Model): LlmMessage[] => [
      userMessage("a"),
      assistantMessage(model, [{ type: "thinking", thinking: "hm" }]),
      userMessage("c"),
    ];
    const strict = claude({ reasoning: true });
    assert.deepEqual((await send(strict, history(strict))).body.messages[1]?.content, [
      { type: "text", text: "hm" },
    ]);
    const lenient = claude({ reasoning: true, compat: { allowEmptySignature: true } });
    assert.deepEqual((await send(lenient, history(lenient))).body.messages[1]?.content, [
      { type: "thinking", thinking: "hm", signature: "" },
    ]);
  });

  it("models.md 61: images of failed calls move behind all results", async () => {
    const model = claude();
    const { body } = await send(model, [
      userMessage("a"),
      assistantMessage(model, [toolCall("t1", "shot"), toolCall("t2")]),
      toolResult("t1", [{ type: "text", text: "failed" }, image], { isError: true, toolName: "shot" }),
      toolResult("t2", [image]),
    ]);
    const wireImage = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };
    assert.deepEqual(body.messages[2]?.content, [
      { type: "tool_result", tool_use_id: "t1", content: [{ type: "text", text: "failed" }], is_error: true },
      {
        type: "tool_result",
        tool_use_id: "t2",
        content: [{ type: "text", text: "(see attached image)" }, wireImage],
      },
      { type: "text", text: "Image of the failed call t1 (shot):" },
      wireImage,
    ]);
  });

  it("declares strict tools where the model takes them", async () => {
    const compat = { supportsStrictTools: true };
    const { body } = await send(claude({ compat }), { tools: [strictTool, { ...readTool, name: "other" }] });
    assert.equal(body.tools?.[0]?.strict, true);
    assert.deepEqual(body.tools?.[0]?.input_schema.required, ["path", "line"]);
    assert.equal(body.tools?.[1]?.strict, undefined);
    const plain = await send(claude(), { tools: [strictTool] });
    assert.deepEqual(plain.body.tools?.[0]?.input_schema, readTool.parameters);
  });

  it("fails a request whose tool requires strict arguments in vain", async () => {
    const required: ToolDeclaration = {
      ...readTool,
      constrainedSampling: { type: "json_schema", strict: "require" },
    };
    const { message } = await collectStream(
      stream(claude(), { tools: [required], messages: [userMessage("hi")] }),
    );
    assert.equal(
      message.errorMessage,
      "Tool read requires strict arguments, but the model does not support it",
    );
    assert.equal(server.requests.length, 0);
  });

  it("retries once without preferred strict tools when the set is too large, and remembers it", async () => {
    const model = claude({ compat: { supportsStrictTools: true } });
    const error = { type: "invalid_request_error", message: "The compiled grammar is too large" };
    server.queue({ status: 400, error });
    const strictness = (): unknown[] =>
      server.requests.map(({ json }) => (json as WireRequest).tools?.[0]?.strict ?? false);
    const sessionId = "session-with-large-tools";
    await send(model, { tools: [strictTool] }, { sessionId });
    assert.deepEqual(strictness(), [true, false]);
    await send(model, { tools: [strictTool] }, { sessionId });
    await send(model, { tools: [strictTool] }, { sessionId: "other-session" });
    assert.deepEqual(strictness(), [true, false, false, true]);
  });

  it("asks for fine-grained streaming where tools cannot", async () => {
    const model = claude({ compat: { supportsEagerToolInputStreaming: false } });
    const sent = await send(model, { tools: [readTool] });
    assert.equal(betas(sent), "fine-grained-tool-streaming-2025-05-14");
    assert.equal(sent.body.tools?.[0]?.eager_input_streaming, undefined);
    assert.equal(betas(await send(model)), undefined);
  });

  it("names fallback models, if there are any", async () => {
    const allowedFallbackModels = [{ provider: "anthropic", model: "claude-b", cost: {} }];
    const sent = await send(claude({ compat: { allowedFallbackModels } }));
    assert.deepEqual(sent.body.fallbacks, [{ model: "claude-b" }]);
    assert.equal(betas(sent), "server-side-fallback-2026-07-01");
    assert.equal("fallbacks" in (await send(claude({ compat: { allowedFallbackModels: [] } }))).body, false);
  });

  describe("in the middle of a conversation", () => {
    const inPlace = { supportsMidConvoSystemMessages: true };
    const patch = systemMessage("", { sections: { rules: "New rules." } });
    const history = (model: Model): LlmMessage[] => [
      systemMessage("lead"),
      userMessage("a"),
      assistantMessage(model, "b"),
      patch,
      userMessage("c"),
    ];

    it("models.md 71: a system message moves behind the next user messages and stays there", async () => {
      const model = claude({ id: "claude-opus-4-8", compat: inPlace });
      const first = await send(model, history(model));
      assert.deepEqual(roles(first), ["user", "assistant", "user", "system"]);
      assert.deepEqual(first.body.system, [{ type: "text", text: "lead" }]);
      assert.deepEqual(first.body.messages[3]?.content, [
        { type: "text", text: "<rules>\nNew rules.\n</rules>" },
      ]);
      const next = await send(model, [...history(model), assistantMessage(model, "d"), userMessage("e")]);
      assert.deepEqual(next.body.messages.slice(0, 4), first.body.messages);
      assert.deepEqual(next.body.system, first.body.system);
    });

    it("models.md 71: without the flag the patch is folded into the prompt", async () => {
      const sent = await send(claude(), history(claude()));
      assert.deepEqual(roles(sent), ["user", "assistant", "user"]);
      assert.equal(sent.body.system?.[0]?.text, "lead\n\n<rules>\nNew rules.\n</rules>");
    });

    it("several become one, behind tool results too", async () => {
      const model = claude({ id: "claude-opus-4-8", compat: inPlace });
      const sent = await send(model, [
        userMessage("a"),
        assistantMessage(model, [toolCall("t1")]),
        systemMessage("one"),
        toolResult("t1", "x"),
        systemMessage("two"),
        userMessage("steer"),
      ]);
      assert.deepEqual(roles(sent), ["user", "assistant", "user", "user", "system"]);
      assert.deepEqual(sent.body.messages[4]?.content, [{ type: "text", text: "one\n\ntwo" }]);
    });

    it("changes tools in place and keeps the top-level list", async () => {
      const model = claude({
        id: "claude-opus-4-8",
        compat: { ...inPlace, supportsMidConvoToolChanges: true },
      });
      const grep: ToolDeclaration = { ...readTool, name: "grep" };
      const lead = systemMessage("lead", { toolsAdded: [readTool] });
      const change = (more: object): LlmMessage[] => [
        lead,
        userMessage("a"),
        systemMessage("", more),
        assistantMessage(model, "b"),
        userMessage("c"),
      ];
      const added = await send(model, change({ toolsAdded: [grep], toolsRemoved: [{ name: "read" }] }));
      assert.deepEqual(
        added.body.tools?.map(({ name }) => name),
        ["read"],
      );
      const definition = {
        name: "grep",
        description: "Reads a file.",
        input_schema: readTool.parameters,
        eager_input_streaming: true as const,
      };
      assert.deepEqual(added.body.messages[1], {
        role: "system",
        content: [
          { type: "tool_removal", tool: { type: "tool_reference", name: "read" } },
          { type: "tool_addition", tool: { type: "tool_definition", definition } },
        ],
      } satisfies WireMessage);
      assert.equal(betas(added), "inline-tools-2026-09-15");
      const removed = await send(model, change({ toolsRemoved: [{ name: "read" }] }));
      assert.equal(betas(removed), "mid-conversation-tool-changes-2026-07-01");
      const listed = await send(model, change({ toolsAdded: [readTool] }));
      assert.deepEqual(listed.body.messages[1]?.content, [
        { type: "tool_addition", tool: { type: "tool_reference", name: "read" } },
      ]);
    });

    it("changes the effort in place where the model takes that", async () => {
      const model = adaptive("claude-opus-5-5", { ...inPlace, supportsMidConvoEffort: true });
      const turn = (effort: string): AssistantMessage =>
        assistantMessage(model, "b", { providerThinkingLevel: effort });
      const messages = [userMessage("a"), turn("low"), userMessage("c"), turn("high"), userMessage("e")];
      const sent = await send(model, messages, { reasoning: "low" });
      assert.deepEqual(sent.body.output_config, { effort: "low" });
      assert.deepEqual(sent.body.messages[3], { role: "system", output_config: { effort: "high" } });
      assert.deepEqual(sent.body.messages.at(-1), { role: "system", output_config: { effort: "low" } });
      assert.equal(betas(sent), "mid-conversation-output-config-2026-07-01");
      const steady = await send(model, messages.slice(0, 3), { reasoning: "low" });
      assert.deepEqual([roles(steady).includes("system"), betas(steady)], [false, undefined]);
    });
  });

  it("passes the service's objections on: the fake is strict", async () => {
    const refused = async (
      model: Model,
      change: (body: WireRequest) => unknown,
    ): Promise<string | undefined> => {
      const options: StreamOptions = {
        reasoning: "medium",
        onPayload: (body) => change(body as WireRequest),
      };
      const { message } = await collectStream(stream(model, { messages: [userMessage("hi")] }, options));
      return message.errorMessage;
    };
    const budget = claude({ reasoning: true });
    assert.match(
      (await refused(budget, (body) => ({ ...body, thinking: { type: "enabled", budget_tokens: 10 } }))) ??
        "",
      /^400: .*budget_tokens.* \(invalid_request_error\)$/,
    );
    assert.match(
      (await refused(budget, (body) => ({ ...body, max_tokens: 2000 }))) ?? "",
      /^400: .*max_tokens/,
    );
    assert.match(
      (await refused(budget, (body) => ({ ...body, messages: [{ role: "system" }, ...body.messages] }))) ??
        "",
      /^400: messages\.0: use the top-level 'system' parameter/,
    );
    assert.match(
      (await refused(adaptive("claude-opus-5-5"), (body) => ({ ...body, top_p: 1 }))) ?? "",
      /^400: top_p/,
    );
    server.queue({
      content: [
        { type: "thinking", thinking: "real", signature: "s1" },
        { type: "text", text: "x" },
      ],
    });
    const first = await collectStream(stream(budget, { messages: [userMessage("hi")] }, {}));
    const changed = structuredClone(first.message);
    if (changed.content[0]?.type === "thinking") changed.content[0].thinking = "forged";
    const { message } = await collectStream(
      stream(budget, { messages: [userMessage("hi"), changed, userMessage("go")] }, {}),
    );
    assert.match(message.errorMessage ?? "", /cannot be modified/);
  });
});
