import assert from "node:assert/strict";
import type { AssistantMessage, LlmMessage, Model, ToolDeclaration } from "@relay-harness/protocol";
import { responsesProblem } from "../../../../../test/fakes/openaiResponsesServer.ts";
import { answerOf, chatModel, userText } from "../../../../../test/support/openaiStreams.ts";
import { loadBundledModels } from "../../catalog/catalog.ts";
import type { Context, StreamOptions } from "../../types.ts";
import { buildRequest } from "./payload.ts";

const read: ToolDeclaration = {
  name: "read",
  description: "Reads a file.",
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
};
const readOnWire = { type: "function", ...read, strict: false };
const hello: Context = { messages: [userText("Hello")] };
const helloOnWire = { role: "user", content: [{ type: "input_text", text: "Hello" }] };
const image = { type: "image", data: "AAAA", mimeType: "image/png" } as const;
const imageOnWire = { type: "input_image", detail: "auto", image_url: "data:image/png;base64,AAAA" };

function responsesModel(more: Partial<Model> = {}): Model {
  return chatModel({ api: "openai-responses", reasoning: true, ...more });
}

function body(model: Model, context: Context = hello, options: StreamOptions = {}): Record<string, unknown> {
  return buildRequest(model, context, { env: {}, ...options }).payload;
}

function inputOf(model: Model, messages: LlmMessage[], more: Omit<Context, "messages"> = {}): unknown[] {
  const payload = body(model, { ...more, messages });
  assert.equal(responsesProblem(payload), undefined);
  return payload.input as unknown[];
}

function result(
  toolCallId: string,
  content: Extract<LlmMessage, { role: "toolResult" }>["content"],
): LlmMessage {
  return { role: "toolResult", toolCallId, toolName: "read", content, isError: false, timestamp: 3 };
}

const ok = [{ type: "text", text: "ok" } as const];

function call(
  id: string,
  more: Partial<Extract<AssistantMessage["content"][0], { type: "toolCall" }>> = {},
): AssistantMessage["content"][0] {
  return { type: "toolCall", id, name: "read", arguments: { path: "a" }, ...more };
}

function thinking(id: string, encrypted?: string): AssistantMessage["content"][0] {
  const item = {
    type: "reasoning",
    id,
    summary: [{ type: "summary_text", text: "T" }],
    ...(encrypted === undefined ? {} : { encrypted_content: encrypted }),
  };
  return {
    type: "thinking",
    thinking: "T",
    thinkingSignature: JSON.stringify({ ...item, status: "completed" }),
  };
}

function reasoningOnWire(id: string, encrypted_content: string): object {
  return { type: "reasoning", id, summary: [{ type: "summary_text", text: "T" }], encrypted_content };
}

describe("openai-responses request", () => {
  it("is complete for a conversation with reasoning, text and tools", () => {
    const model = responsesModel();
    const messages: LlmMessage[] = [
      userText("Read a"),
      answerOf(model, [
        thinking("rs_1", "enc"),
        { type: "text", text: "Sure.", textSignature: '{"v":1,"id":"msg_1","phase":"commentary"}' },
        call("call_1|fc_1"),
      ]),
      result("call_1|fc_1", ok),
    ];
    const payload = body(
      model,
      { systemPrompt: "Be brief.", tools: [read], messages },
      { reasoning: "medium", sessionId: "s".repeat(80), toolChoice: "auto", temperature: 1 },
    );
    assert.equal(responsesProblem(payload), undefined);
    assert.deepEqual(payload, {
      model: "m",
      stream: true,
      store: false,
      max_output_tokens: 1000,
      input: [
        { role: "developer", content: "Be brief." },
        { role: "user", content: [{ type: "input_text", text: "Read a" }] },
        reasoningOnWire("rs_1", "enc"),
        {
          type: "message",
          role: "assistant",
          id: "msg_1",
          status: "completed",
          phase: "commentary",
          content: [{ type: "output_text", text: "Sure.", annotations: [] }],
        },
        { type: "function_call", id: "fc_1", call_id: "call_1", name: "read", arguments: '{"path":"a"}' },
        { type: "function_call_output", call_id: "call_1", output: "ok" },
      ],
      tools: [readOnWire],
      tool_choice: "auto",
      reasoning: { effort: "medium", summary: "auto" },
      include: ["reasoning.encrypted_content"],
      prompt_cache_key: "s".repeat(64),
    });
  });

  it("of a model that does not reason has a temperature and the system role", () => {
    const payload = body(
      responsesModel({ reasoning: false }),
      { ...hello, systemPrompt: "P" },
      { temperature: 0.5 },
    );
    assert.deepEqual(payload, {
      model: "m",
      stream: true,
      store: false,
      max_output_tokens: 1000,
      input: [{ role: "system", content: "P" }, helloOnWire],
      temperature: 0.5,
    });
  });

  it("asks only OpenAI itself for no obfuscation, and never for fewer tokens than it takes", () => {
    const openai = responsesModel({ baseUrl: "https://api.openai.com/v1" });
    const payload = body(openai, hello, { maxTokens: 1 });
    assert.deepEqual(payload.stream_options, { include_obfuscation: false });
    assert.equal(payload.max_output_tokens, 16);
    const other = body(responsesModel(), hello, { maxTokens: 1 });
    assert.equal("stream_options" in other, false);
    assert.equal(other.max_output_tokens, 1);
  });

  it("follows supportsMaxOutputTokens and supportsDeveloperRole", () => {
    const compat = { supportsMaxOutputTokens: false, supportsDeveloperRole: false };
    const payload = body(responsesModel({ compat }), { ...hello, systemPrompt: "P" });
    assert.equal("max_output_tokens" in payload, false);
    assert.deepEqual((payload.input as unknown[])[0], { role: "system", content: "P" });
  });

  it("models.md 19: sampling parameters are layered per key", () => {
    const model = responsesModel({
      samplingParams: { temperature: 1, top_p: 0.95 },
      samplingParamsByThinkingLevel: { off: { temperature: 0.7 } },
    });
    const { temperature, top_p } = body(model, hello, { samplingParams: { top_p: 0.5 } });
    assert.deepEqual([temperature, top_p], [0.7, 0.5]);
  });

  it("models.md 31: off without a map is effort none; mapped, by Copilot and by level otherwise", () => {
    const reasoning = (more: Partial<Model>, level: StreamOptions["reasoning"] = "off"): unknown =>
      body(responsesModel(more), hello, { reasoning: level }).reasoning;
    assert.deepEqual(reasoning({}), { effort: "none" });
    assert.deepEqual(reasoning({ thinkingLevelMap: { off: "minimal" } }), { effort: "minimal" });
    assert.equal(reasoning({ provider: "github-copilot" }), undefined);
    assert.deepEqual(reasoning({ thinkingLevelMap: { high: "deep" } }, "high"), {
      effort: "deep",
      summary: "auto",
    });
    assert.deepEqual(reasoning({ thinkingLevelMap: { off: null } }), { effort: "minimal", summary: "auto" });
    assert.equal(reasoning({ reasoning: false }, "high"), undefined);
    assert.equal(buildRequest(responsesModel(), hello, { reasoning: "high" }).effort, "high");
  });

  it("models.md 75: long retention in one of its two forms", () => {
    const members = (compat: object, cacheRetention: StreamOptions["cacheRetention"]): unknown => {
      const payload = body(responsesModel({ compat: { ...compat } }), hello, {
        cacheRetention,
        sessionId: "s",
      });
      const { prompt_cache_key, prompt_cache_options, prompt_cache_retention } = payload;
      return [prompt_cache_key, prompt_cache_options, prompt_cache_retention];
    };
    assert.deepEqual(members({ supportsExplicitPromptCacheMode: true }, "long"), [
      "s",
      { ttl: "12h" },
      undefined,
    ]);
    assert.deepEqual(members({}, "long"), ["s", undefined, "24h"]);
    assert.deepEqual(members({ supportsLongCacheRetention: false }, "long"), ["s", undefined, undefined]);
    assert.deepEqual(members({ supportsExplicitPromptCacheMode: true }, "short"), [
      "s",
      undefined,
      undefined,
    ]);
    assert.deepEqual(members({ promptCacheKeyMode: "disabled" }, "short"), [undefined, undefined, undefined]);
    assert.deepEqual(members({}, "none"), [undefined, undefined, undefined]);
  });

  it("models.md 75: the bundled models say which form they take", async () => {
    const models = await loadBundledModels("openai");
    const members = (id: string): unknown[] => {
      const model = models.find((candidate) => candidate.id === id);
      assert.ok(model, id);
      const { prompt_cache_options, prompt_cache_retention } = body(model, hello, { cacheRetention: "long" });
      return [prompt_cache_options, prompt_cache_retention];
    };
    assert.deepEqual(members("gpt-6.2-sol"), [{ ttl: "12h" }, undefined]);
    assert.deepEqual(members("gpt-5-mini"), [undefined, "24h"]);
  });

  it("models.md 33: affinity headers go with the session while caching is on", () => {
    const headers = (
      sessionAffinityFormat: string,
      cacheRetention: StreamOptions["cacheRetention"],
    ): unknown =>
      buildRequest(responsesModel({ compat: { sessionAffinityFormat } }), hello, {
        sessionId: "s",
        cacheRetention,
      }).headers;
    assert.deepEqual(headers("openai", "short"), { "session-id": "s", "x-client-request-id": "s" });
    assert.deepEqual(headers("openai-nosession", "short"), { "x-client-request-id": "s" });
    assert.deepEqual(headers("openrouter", "short"), { "x-session-id": "s" });
    assert.deepEqual(headers("openai", "none"), {});
  });
});

describe("openai-responses conversation", () => {
  const model = responsesModel();

  it("models.md 76: a tool without constrained sampling says strict: false", () => {
    assert.deepEqual(body(model, { ...hello, tools: [read] }).tools, [readOnWire]);
  });

  it("replays reasoning only with encrypted content and only to its own model", () => {
    const text = { type: "text", text: "A" } as const;
    const own = inputOf(model, [
      userText("q"),
      answerOf(model, [thinking("rs_1"), thinking("rs_2", "e"), text]),
    ]);
    assert.deepEqual(own.slice(1), [
      reasoningOnWire("rs_2", "e"),
      {
        type: "message",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "A", annotations: [] }],
      },
    ]);
    const foreign = inputOf(model, [
      userText("q"),
      answerOf(responsesModel({ id: "other" }), [
        thinking("rs_1", "e"),
        { ...text, textSignature: '{"v":1,"id":"msg_1"}' },
        call("call_1|fc_1", { namespace: "n" }),
      ]),
    ]);
    assert.deepEqual(foreign.slice(1, 3), [
      {
        type: "message",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "A", annotations: [] }],
      },
      { type: "function_call", call_id: "call_1", name: "read", arguments: '{"path":"a"}' },
    ]);
  });

  it("drops reasoning whose follower is gone", () => {
    const empty = { type: "text", text: "", textSignature: '{"v":1,"id":"msg_1"}' } as const;
    const types = (content: AssistantMessage["content"]): unknown[] =>
      inputOf(model, [userText("q"), answerOf(model, content)]).map(
        (item) => (item as { type?: string }).type,
      );
    assert.deepEqual(types([thinking("rs_1", "e")]), [undefined]);
    assert.deepEqual(types([thinking("rs_1", "e"), empty, call("call_1|fc_1")]), [
      undefined,
      "function_call",
      "function_call_output",
    ]);
    assert.deepEqual(types([thinking("rs_1", "e"), thinking("rs_2", "e"), call("call_1|fc_1")]), [
      undefined,
      "reasoning",
      "reasoning",
      "function_call",
      "function_call_output",
    ]);
  });

  it("models.md 58: long call ids are cut alike on both sides and stay different", () => {
    const ids = ["a", "b"].map((end) => `call_${"x".repeat(440)}${end}|fc_y`);
    const [first = "", second = ""] = ids;
    const input = inputOf(model, [
      userText("q"),
      answerOf(model, [call(first), call(second)]),
      result(first, ok),
      result(second, ok),
    ]) as { call_id?: string; id?: string }[];
    const sent = input.slice(1).map((item) => item.call_id ?? "");
    assert.equal(new Set(sent).size, 2);
    assert.deepEqual(sent.slice(0, 2), sent.slice(2));
    assert.ok(sent.every((id) => id.length <= 64));
    assert.deepEqual([input[1]?.id, input[2]?.id], ["fc_y", "fc_y"]);
  });

  it("sends ids of other APIs without an item id and replays a namespace", () => {
    const items = inputOf(model, [
      userText("q"),
      answerOf(model, [call("toolu_1"), call("call_2|fc_2", { namespace: "n" })]),
    ]);
    assert.deepEqual(items.slice(1, 3), [
      { type: "function_call", call_id: "toolu_1", name: "read", arguments: '{"path":"a"}' },
      {
        type: "function_call",
        id: "fc_2",
        call_id: "call_2",
        name: "read",
        namespace: "n",
        arguments: '{"path":"a"}',
      },
    ]);
  });

  it("models.md 59: a call without a result gets one", () => {
    assert.deepEqual(inputOf(model, [userText("q"), answerOf(model, [call("c")]), userText("go")]).slice(2), [
      { type: "function_call_output", call_id: "c", output: "No result provided" },
      { role: "user", content: [{ type: "input_text", text: "go" }] },
    ]);
  });

  it("models.md 60: images stand inside the output, placeholders for models that do not see", () => {
    const history = [userText("q"), answerOf(model, [call("c"), call("d")]), result("c", [image])];
    const outputs = (target: Model): unknown[] =>
      inputOf(target, [...history, result("d", [{ type: "text", text: "\r\n" }])])
        .slice(3)
        .map((item) => (item as { output: unknown }).output);
    assert.deepEqual(outputs(model), [
      [{ type: "input_text", text: "(see attached image)" }, imageOnWire],
      "(no tool output)",
    ]);
    assert.deepEqual(outputs(responsesModel({ input: ["text"] })), [
      "(image omitted: model does not support images)",
      "(no tool output)",
    ]);
  });

  it("sends user images in place", () => {
    const messages: LlmMessage[] = [
      { role: "user", content: [{ type: "text", text: "x" }, image], timestamp: 1 },
    ];
    assert.deepEqual(inputOf(model, messages), [
      { role: "user", content: [{ type: "input_text", text: "x" }, imageOnWire] },
    ]);
  });

  it("declares and replays grammar tools as custom ones", () => {
    const patch: ToolDeclaration = {
      name: "patch",
      description: "P",
      parameters: { type: "object", properties: { body: { type: "string" } }, required: ["body"] },
      constrainedSampling: { type: "grammar", variants: { openai_regex: "R" } },
    };
    const able = responsesModel({ compat: { supportsOpenAIGrammarTools: true } });
    const history = [
      userText("q"),
      answerOf(able, [
        call("call_1|ctc_1", { name: "patch", arguments: { body: "x" } }),
        call("call_2|fc_2", { name: "patch", arguments: { body: "y" } }),
        call("call_3|fc_3", { name: "patch", arguments: { other: 1 } }),
      ]),
    ];
    const payload = body(able, { messages: history, tools: [patch] });
    assert.equal(responsesProblem(payload), undefined);
    assert.deepEqual(payload.tools, [
      {
        type: "custom",
        name: "patch",
        description: "P",
        format: { type: "grammar", syntax: "regex", definition: "R" },
      },
    ]);
    assert.deepEqual((payload.input as unknown[]).slice(1), [
      { type: "custom_tool_call", id: "ctc_1", call_id: "call_1", name: "patch", input: "x" },
      { type: "custom_tool_call", call_id: "call_2", name: "patch", input: "y" },
      { type: "function_call", id: "fc_3", call_id: "call_3", name: "patch", arguments: '{"other":1}' },
      { type: "custom_tool_call_output", call_id: "call_1", output: "No result provided" },
      { type: "custom_tool_call_output", call_id: "call_2", output: "No result provided" },
      { type: "function_call_output", call_id: "call_3", output: "No result provided" },
    ]);
  });
});

describe("openai-responses changes in the middle of a conversation", () => {
  const start: LlmMessage = { role: "system", content: "Start.", toolsAdded: [read], timestamp: 0 };
  const patch: LlmMessage = {
    role: "system",
    content: "Now French.",
    toolsAdded: [{ ...read, name: "ls" }],
    toolsRemoved: [{ name: "read" }],
    timestamp: 5,
  };
  const lsOnWire = { ...readOnWire, name: "ls" };
  const messages = [start, userText("q"), patch, userText("r")];
  const developer = (content: string): object => ({ role: "developer", content });
  const q = { role: "user", content: [{ type: "input_text", text: "q" }] };
  const r = { role: "user", content: [{ type: "input_text", text: "r" }] };

  function sent(compat: object): unknown[] {
    const payload = body(responsesModel({ compat: { ...compat } }), { messages });
    return [payload.tools, payload.input];
  }

  it("are folded into the start without flags", () => {
    assert.deepEqual(sent({}), [[lsOnWire], [developer("Start.\n\nNow French."), q, r]]);
  });

  it("stay in place with supportsMidConvoSystemMessages, with the tools as they are now", () => {
    assert.deepEqual(sent({ supportsMidConvoSystemMessages: true }), [
      [lsOnWire],
      [developer("Start."), q, developer("Now French."), r],
    ]);
  });

  it("carry every tool in input items with supportsAdditionalTools", () => {
    const items = (tools: object[]): object => ({ type: "additional_tools", role: "developer", tools });
    assert.deepEqual(sent({ supportsMidConvoSystemMessages: true, supportsAdditionalTools: true }), [
      [],
      [
        developer("Start."),
        items([readOnWire]),
        q,
        developer("Now French.\n\nTools no longer available: read."),
        items([lsOnWire]),
        r,
      ],
    ]);
    assert.deepEqual(sent({ supportsAdditionalTools: true }), [
      [],
      [developer("Start.\n\nNow French."), items([lsOnWire]), q, r],
    ]);
  });

  it("anchor added tools to a tool search with supportsToolSearch", () => {
    const [tools, input] = sent({ supportsMidConvoSystemMessages: true, supportsToolSearch: true });
    assert.deepEqual(tools, [readOnWire]);
    const anchor = { execution: "client", call_id: "call_tools_1", status: "completed" };
    assert.deepEqual((input as unknown[]).slice(3, 5), [
      { type: "tool_search_call", ...anchor, arguments: { names: ["ls"] } },
      { type: "tool_search_output", ...anchor, tools: [{ ...lsOnWire, defer_loading: true }] },
    ]);
  });

  it("send a changed effort as an item, so that the request before it stays the same", () => {
    const model = responsesModel({ compat: { supportsMidConvoEffort: true } });
    const answer = (effort: string): AssistantMessage => ({
      ...answerOf(model, [{ type: "text", text: "A" }]),
      providerThinkingLevel: effort,
    });
    const first = [userText("q")];
    const second = [...first, answer("low"), userText("r")];
    const third = [...second, answer("high"), userText("s")];
    const send = (
      history: LlmMessage[],
      reasoning: StreamOptions["reasoning"],
    ): [unknown, unknown[], unknown] => {
      const request = buildRequest(model, { messages: history }, { reasoning });
      return [request.payload.reasoning, request.payload.input as unknown[], request.effort];
    };
    const update = (effort: string): object => ({ type: "configuration_update", reasoning: { effort } });
    const [topFirst, inputFirst] = send(first, "low");
    const [topSecond, inputSecond, effortSecond] = send(second, "high");
    const [topThird, inputThird] = send(third, "low");
    const low = { effort: "low", summary: "auto" };
    assert.deepEqual([topFirst, topSecond, topThird, effortSecond], [low, low, low, "high"]);
    assert.deepEqual(inputSecond.slice(0, inputFirst.length), inputFirst);
    assert.deepEqual(inputSecond.at(-1), update("high"));
    assert.deepEqual(inputThird.slice(0, inputSecond.length), inputSecond);
    assert.deepEqual(inputThird.at(-1), update("low"));
  });
});
