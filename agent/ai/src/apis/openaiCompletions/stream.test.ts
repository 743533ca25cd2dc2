import assert from "node:assert/strict";
import type { JsonObject, Model } from "@relay-harness/protocol";
import {
  choice,
  completionsSample,
  completionsStream,
} from "../../../../../test/fakes/openaiCompletionsServer.ts";
import {
  atEveryOffset,
  chatModel,
  collect,
  fetchOf,
  userText,
  type Collected,
} from "../../../../../test/support/openaiStreams.ts";
import { stream } from "./index.ts";

const context = { messages: [userText("Hello")] };

/** Answer to a request whose response consists of these chunks. */
function read(chunks: readonly JsonObject[], more: Partial<Model> = {}, done = true): Promise<Collected> {
  return collect(stream(chatModel(more), context, { fetch: fetchOf(completionsStream(chunks, done)) }));
}

async function readText(text: string): Promise<Collected> {
  return collect(stream(chatModel(), context, { fetch: fetchOf(text) }));
}

const sampleEvents = [
  { type: "start" },
  { type: "thinking_start", contentIndex: 0 },
  { type: "thinking_delta", contentIndex: 0, delta: "Think" },
  { type: "thinking_end", contentIndex: 0, content: "Think" },
  { type: "text_start", contentIndex: 1 },
  { type: "text_delta", contentIndex: 1, delta: "Hi" },
  { type: "text_end", contentIndex: 1, content: "Hi" },
  { type: "toolcall_start", contentIndex: 2 },
  { type: "toolcall_delta", contentIndex: 2, delta: '{"path"' },
  { type: "toolcall_delta", contentIndex: 2, delta: ':"a"}' },
  {
    type: "toolcall_end",
    contentIndex: 2,
    toolCall: { type: "toolCall", id: "call_1", name: "read", arguments: { path: "a" } },
  },
  { type: "done", reason: "toolUse" },
];

const sampleContent = [
  { type: "thinking", thinking: "Think", thinkingSignature: "reasoning_content" },
  { type: "text", text: "Hi" },
  { type: "toolCall", id: "call_1", name: "read", arguments: { path: "a" } },
];

function toolDelta(
  index: number | undefined,
  id: string | undefined,
  name: string,
  args: string,
): JsonObject {
  const call = {
    ...(id ? { id } : {}),
    type: "function",
    function: { ...(name ? { name } : {}), arguments: args },
  };
  return index === undefined ? call : { index, ...call };
}

function callsIn({ message }: Collected): unknown[] {
  return message.content.flatMap((block) =>
    block.type === "toolCall" ? [[block.id, block.name, block.arguments]] : [],
  );
}

describe("openai-completions stream", () => {
  it("turns the sample stream into every event, usage and a whole message", async () => {
    const { events, message } = await read(completionsSample);
    assert.deepEqual(events, sampleEvents);
    const { timestamp, durationMs, ...rest } = message;
    assert.equal(typeof timestamp, "number");
    assert.equal(typeof durationMs, "number");
    assert.deepEqual(rest, {
      role: "assistant",
      content: sampleContent,
      api: "openai-completions",
      provider: "local",
      model: "m",
      responseId: "chatcmpl-1",
      responseModel: "m-served",
      thinkingLevel: "off",
      stopReason: "toolUse",
      rawStopReason: "tool_calls",
      usage: {
        input: 12,
        output: 9,
        cacheRead: 8,
        cacheWrite: 0,
        reasoning: 3,
        totalTokens: 29,
        cost: {
          input: 12e-6,
          output: 90e-6,
          cacheRead: (8 * 0.1) / 1e6,
          cacheWrite: 0,
          total: 12e-6 + 90e-6 + (8 * 0.1) / 1e6,
          totalFromProvider: false,
        },
      },
    });
  });

  it("reads the sample the same wherever it is cut in two", async () => {
    const text = `: ping\r\n\r\n${completionsStream(completionsSample).replaceAll('"Hi"', '"Hí🙈"')}`;
    await atEveryOffset(text, async (fetch, offset) => {
      const { events } = await collect(stream(chatModel(), context, { fetch }));
      const expected = JSON.parse(JSON.stringify(sampleEvents).replaceAll('"Hi"', '"Hí🙈"')) as unknown;
      assert.deepEqual(events, expected, `cut at byte ${offset}`);
    });
  });

  it("reads CRLF, comments and no [DONE]", async () => {
    const text = completionsStream(completionsSample, false).replaceAll("\n", "\r\n");
    const { events } = await readText(`: OPENROUTER PROCESSING\r\n\r\n${text}`);
    assert.deepEqual(events, sampleEvents);
  });

  it("models.md 43: one chunk with reasoning and content gives thinking 0 and text 1", async () => {
    const { message } = await read([choice({ reasoning_content: "T", content: "A" }, "stop")]);
    assert.deepEqual(message.content, [
      { type: "thinking", thinking: "T", thinkingSignature: "reasoning_content" },
      { type: "text", text: "A" },
    ]);
  });

  it("keeps the name of the reasoning field as signature", async () => {
    for (const field of ["reasoning_content", "reasoning", "reasoning_text"]) {
      const { message } = await read([choice({ [field]: "T" }), choice({}, "stop")]);
      assert.deepEqual(message.content, [{ type: "thinking", thinking: "T", thinkingSignature: field }]);
    }
  });

  it("reads reasoning that a server sends under two names once", async () => {
    const { message } = await read([choice({ reasoning: "T", reasoning_content: "T" }, "stop")]);
    assert.deepEqual(message.content, [
      { type: "thinking", thinking: "T", thinkingSignature: "reasoning_content" },
    ]);
  });

  it("switching kinds closes a block, and empty deltas are silent", async () => {
    const { events } = await read([
      choice({ content: "a" }),
      choice({ content: "", reasoning: "" }),
      choice({ reasoning: "b" }),
      choice({ content: "c" }, "stop"),
    ]);
    assert.deepEqual(events, [
      { type: "start" },
      { type: "text_start", contentIndex: 0 },
      { type: "text_delta", contentIndex: 0, delta: "a" },
      { type: "text_end", contentIndex: 0, content: "a" },
      { type: "thinking_start", contentIndex: 1 },
      { type: "thinking_delta", contentIndex: 1, delta: "b" },
      { type: "thinking_end", contentIndex: 1, content: "b" },
      { type: "text_start", contentIndex: 2 },
      { type: "text_delta", contentIndex: 2, delta: "c" },
      { type: "text_end", contentIndex: 2, content: "c" },
      { type: "done", reason: "stop" },
    ]);
  });

  it("reads the typed content parts of Mistral", async () => {
    const { message } = await read([
      choice({ content: [{ type: "thinking", thinking: [{ type: "text", text: "T" }] }] }),
      choice({ content: [{ type: "text", text: "A" }] }, "stop"),
    ]);
    assert.deepEqual(message.content, [
      { type: "thinking", thinking: "T" },
      { type: "text", text: "A" },
    ]);
  });

  it("an empty answer that stops is a valid empty message", async () => {
    const { events, message } = await read([choice({ role: "assistant", content: "" }), choice({}, "stop")]);
    assert.deepEqual(events, [{ type: "start" }, { type: "done", reason: "stop" }]);
    assert.deepEqual(message.content, []);
  });
});

describe("openai-completions reasoning_details", () => {
  const text = (piece: string): JsonObject => ({
    reasoning: piece,
    reasoning_details: [{ type: "reasoning.text", text: piece, index: 0, format: "f" }],
  });

  it("joins the pieces of a detail and stores all of them as the signature", async () => {
    const { message } = await read([
      choice(text("Let ")),
      choice(text("me")),
      choice({ reasoning_details: [{ type: "reasoning.text", signature: "s", index: 0 }] }),
      choice({ content: "A" }, "stop"),
    ]);
    assert.deepEqual(message.content, [
      {
        type: "thinking",
        thinking: "Let me",
        thinkingSignature: JSON.stringify([
          { type: "reasoning.text", text: "Let me", index: 0, format: "f", signature: "s" },
        ]),
      },
      { type: "text", text: "A" },
    ]);
  });

  it("takes the text from the details when it stands nowhere else", async () => {
    const details = [{ type: "reasoning.summary", summary: "S", index: 0 }];
    const { message } = await read([choice({ reasoning_details: details }), choice({}, "stop")]);
    assert.deepEqual(message.content, [
      { type: "thinking", thinking: "S", thinkingSignature: JSON.stringify(details) },
    ]);
  });

  it("keeps encrypted details without text as an empty thinking block", async () => {
    const details = [{ type: "reasoning.encrypted", data: "x", index: 0 }];
    const { message } = await read([
      choice({ reasoning_details: details }),
      choice({ content: "A" }, "stop"),
    ]);
    assert.deepEqual(message.content, [
      { type: "thinking", thinking: "", thinkingSignature: JSON.stringify(details) },
      { type: "text", text: "A" },
    ]);
  });

  it("stores details that follow a call with the call, two encrypted ones apart", async () => {
    const first = { type: "reasoning.encrypted", data: "x", id: "c1", index: 0 };
    const second = { type: "reasoning.encrypted", data: "y", id: "c1", index: 0 };
    const { message } = await read([
      choice({ tool_calls: [toolDelta(0, "c1", "read", "{}")], reasoning_details: [] }),
      choice({ reasoning_details: [first, second] }, "tool_calls"),
    ]);
    assert.deepEqual(message.content, [
      {
        type: "toolCall",
        id: "c1",
        name: "read",
        arguments: {},
        thoughtSignature: JSON.stringify([first, second]),
      },
    ]);
  });

  it("keeps details that come in the middle of text without splitting it", async () => {
    const details = [{ type: "reasoning.encrypted", data: "x", index: 0 }];
    const { message } = await read([
      choice({ content: "A" }),
      choice({ reasoning_details: details }),
      choice({ content: "B" }, "stop"),
    ]);
    assert.deepEqual(message.content, [
      { type: "text", text: "AB" },
      { type: "thinking", thinking: "", thinkingSignature: JSON.stringify(details) },
    ]);
  });
});

describe("openai-completions tool calls", () => {
  it("models.md 41: interleaved indexes with a repeated, different id stay two calls with the first id", async () => {
    const collected = await read([
      choice({ tool_calls: [toolDelta(0, "a", "read", '{"p'), toolDelta(1, "b", "ls", "{")] }),
      choice({ tool_calls: [toolDelta(0, "a2", "", '":1')] }),
      choice({ tool_calls: [toolDelta(1, undefined, "", '"q":2}')] }),
      choice({ tool_calls: [toolDelta(0, "a3", "read", "}")] }, "tool_calls"),
    ]);
    assert.deepEqual(callsIn(collected), [
      ["a", "read", { p: 1 }],
      ["b", "ls", { q: 2 }],
    ]);
  });

  it("assembles by id without an index, and continues the last call without both", async () => {
    const collected = await read([
      choice({ tool_calls: [toolDelta(undefined, "a", "read", '{"p":')] }),
      choice({ tool_calls: [toolDelta(undefined, undefined, "", "1}")] }),
      choice({ tool_calls: [toolDelta(undefined, "b", "ls", '{"q"')] }),
      choice({ tool_calls: [toolDelta(undefined, "b", "", ":2}")] }, "tool_calls"),
    ]);
    assert.deepEqual(callsIn(collected), [
      ["a", "read", { p: 1 }],
      ["b", "ls", { q: 2 }],
    ]);
  });

  it("adds only what is missing when the complete arguments are repeated", async () => {
    const { events, message } = await read([
      choice({ tool_calls: [toolDelta(0, "a", "read", '{"p":')] }),
      choice({ tool_calls: [toolDelta(0, "a", "read", '{"p":1}')] }),
      choice({ tool_calls: [toolDelta(0, "a", "read", '{"p":1}')] }, "tool_calls"),
    ]);
    const deltas = events.filter((event) => (event as { type: string }).type === "toolcall_delta");
    assert.deepEqual(deltas, [
      { type: "toolcall_delta", contentIndex: 0, delta: '{"p":' },
      { type: "toolcall_delta", contentIndex: 0, delta: "1}" },
    ]);
    assert.deepEqual(message.content[0], { type: "toolCall", id: "a", name: "read", arguments: { p: 1 } });
  });

  it("tells complete calls apart that all have the index 0", async () => {
    const collected = await read([
      choice({ tool_calls: [toolDelta(0, "a", "read", '{"p":1}')] }),
      choice({ tool_calls: [toolDelta(0, "b", "read", '{"p":2}')] }, "stop"),
    ]);
    assert.deepEqual(callsIn(collected), [
      ["a", "read", { p: 1 }],
      ["b", "read", { p: 2 }],
    ]);
  });

  it("waits for the name, invents a missing id and replaces a taken one", async () => {
    const { message } = await read([
      choice({ tool_calls: [{ index: 0, function: { arguments: '{"p"' } }] }),
      choice({ tool_calls: [{ index: 0, function: { name: "read", arguments: ":1}" } }] }),
      choice({ tool_calls: [toolDelta(1, "x", "ls", "{}"), toolDelta(2, "x", "ls", '{"q":2}')] }),
      choice({ tool_calls: [{ index: 3 }] }, "tool_calls"),
    ]);
    const ids = message.content.map((block) => (block.type === "toolCall" ? block.id : ""));
    assert.equal(ids.length, 3);
    assert.match(ids[0] ?? "", /^call_[0-9a-f]{24}$/);
    assert.equal(ids[1], "x");
    assert.match(ids[2] ?? "", /^call_[0-9a-f]{24}$/);
    assert.deepEqual(message.content[0]?.type === "toolCall" && message.content[0].arguments, { p: 1 });
  });

  it("takes arguments that a server sends as an object", async () => {
    const call = { index: 0, id: "a", function: { name: "read", arguments: { p: 1 } } };
    const collected = await read([choice({ tool_calls: [call] }, "stop")]);
    assert.deepEqual(callsIn(collected), [["a", "read", { p: 1 }]]);
  });

  it("models.md 40: arguments that are no object become {} with argumentsError; none at all are {}", async () => {
    const { message } = await read([
      choice({ tool_calls: [toolDelta(0, "a", "read", '{"a":1'), toolDelta(1, "b", "read", "[1]")] }),
      choice({ tool_calls: [toolDelta(2, "c", "read", "")] }, "tool_calls"),
    ]);
    const [cut, list, none] = message.content.map((block) => (block.type === "toolCall" ? block : undefined));
    assert.deepEqual(cut?.arguments, {});
    assert.match(cut?.argumentsError ?? "", /\{"a":1/);
    assert.deepEqual(list?.arguments, {});
    assert.match(list?.argumentsError ?? "", /\[1\]/);
    assert.deepEqual(none, { type: "toolCall", id: "c", name: "read", arguments: {} });
  });

  it("arguments without any tool name are an error", async () => {
    const { message } = await read([
      choice({ tool_calls: [{ index: 0, function: { arguments: "{}" } }] }, "tool_calls"),
    ]);
    assert.equal(message.errorMessage, "OpenAI Completions stream sent a tool call without a name");
  });

  it("gives the text of a grammar tool as its one argument, cut anywhere", async () => {
    const tool = {
      name: "patch",
      description: "d",
      parameters: { type: "object", properties: { body: { type: "string" } }, required: ["body"] },
      constrainedSampling: { type: "grammar", variants: { openai_lark: "start: /x/" } } as const,
    };
    const model = chatModel({ compat: { supportsOpenAIGrammarTools: true } });
    const chunks = [
      choice({
        tool_calls: [{ index: 0, id: "a", type: "custom", custom: { name: "patch", input: '"a\n' } }],
      }),
      choice({ tool_calls: [{ index: 0, custom: { input: "\ud83d" } }] }),
      choice({ tool_calls: [{ index: 0, custom: { input: "\ude48" } }] }, "tool_calls"),
    ];
    const { events, message } = await collect(
      stream(model, { ...context, tools: [tool] }, { fetch: fetchOf(completionsStream(chunks)) }),
    );
    assert.deepEqual(message.content, [
      { type: "toolCall", id: "a", name: "patch", arguments: { body: '"a\n🙈' } },
    ]);
    const text = events.map((event) => (event as { delta?: string }).delta ?? "").join("");
    assert.deepEqual(JSON.parse(text), { body: '"a\n🙈' });
  });
});
