import assert from "node:assert/strict";
import type { JsonObject } from "@relay-harness/protocol";
import {
  responsesEvents,
  responsesSample,
  responsesStream,
} from "../../../../../test/fakes/openaiResponsesServer.ts";
import {
  atEveryOffset,
  chatModel,
  collect,
  fetchOf,
  userText,
  type Collected,
} from "../../../../../test/support/openaiStreams.ts";
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

/** Events of an answer with these output items. */
function answer(...output: JsonObject[]): JsonObject[] {
  return responsesEvents({ output });
}

function typesOf({ events }: Collected): string[] {
  return events.map((event) => (event as { type: string }).type);
}

const sampleSignature = JSON.stringify({
  type: "reasoning",
  id: "rs_1",
  summary: [{ type: "summary_text", text: "Think" }],
  encrypted_content: "enc-1",
});
const sampleToolCall = { type: "toolCall", id: "call_1|fc_1", name: "read", arguments: { path: "a" } };
const sampleEvents = [
  { type: "start" },
  { type: "thinking_start", contentIndex: 0 },
  { type: "thinking_delta", contentIndex: 0, delta: "Think" },
  { type: "thinking_end", contentIndex: 0, content: "Think" },
  { type: "text_start", contentIndex: 1 },
  { type: "text_delta", contentIndex: 1, delta: "Hi" },
  { type: "text_end", contentIndex: 1, content: "Hi" },
  { type: "toolcall_start", contentIndex: 2 },
  { type: "toolcall_delta", contentIndex: 2, delta: '{"path' },
  { type: "toolcall_delta", contentIndex: 2, delta: '":"a"}' },
  { type: "toolcall_end", contentIndex: 2, toolCall: sampleToolCall },
  { type: "done", reason: "toolUse" },
];

describe("openai-responses stream", () => {
  it("turns the sample stream into every event, usage and a whole message", async () => {
    const { events, message } = await readText(responsesStream(responsesSample), { reasoning: "medium" });
    assert.deepEqual(events, sampleEvents);
    const { timestamp, durationMs, ...rest } = message;
    assert.equal(typeof timestamp, "number");
    assert.equal(typeof durationMs, "number");
    assert.deepEqual(rest, {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "Think", thinkingSignature: sampleSignature },
        { type: "text", text: "Hi", textSignature: '{"v":1,"id":"msg_1","phase":"final_answer"}' },
        sampleToolCall,
      ],
      api: "openai-responses",
      provider: "local",
      model: "m",
      responseId: "resp_1",
      responseModel: "m-served",
      thinkingLevel: "medium",
      providerThinkingLevel: "medium",
      stopReason: "toolUse",
      rawStopReason: "completed",
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
    const text = responsesStream(responsesSample).replaceAll("Hi", "Hí🙈");
    const expected = JSON.parse(JSON.stringify(sampleEvents).replaceAll("Hi", "Hí🙈")) as unknown;
    await atEveryOffset(text, async (fetch, offset) => {
      const { events } = await collect(stream(model, context, { fetch }));
      assert.deepEqual(events, expected, `cut at byte ${offset}`);
    });
  });

  it("reads CRLF and comments", async () => {
    const { events } = await readText(
      `: ping\r\n\r\n${responsesStream(responsesSample).replaceAll("\n", "\r\n")}`,
    );
    assert.deepEqual(events, sampleEvents);
  });

  it("joins summary parts with a blank line", async () => {
    const summary = ["a", "b"].map((text) => ({ type: "summary_text", text }));
    const collected = await read(answer({ ...reasoning, summary }));
    assert.deepEqual(collected.events.slice(2, 5), [
      { type: "thinking_delta", contentIndex: 0, delta: "a" },
      { type: "thinking_delta", contentIndex: 0, delta: "\n\nb" },
      { type: "thinking_end", contentIndex: 0, content: "a\n\nb" },
    ]);
  });

  it("keeps reasoning without a summary as an empty block with its signature", async () => {
    const { message } = await read(answer(reasoning));
    assert.deepEqual(message.content, [
      { type: "thinking", thinking: "", thinkingSignature: JSON.stringify(reasoning) },
    ]);
    assert.equal(message.stopReason, "stop");
  });

  it("reads raw reasoning text", async () => {
    const at = { item_id: "rs_1", output_index: 0, content_index: 0 };
    const { message } = await read([
      created,
      {
        type: "response.output_item.added",
        output_index: 0,
        item: { type: "reasoning", id: "rs_1", summary: [] },
      },
      { type: "response.reasoning_text.delta", ...at, delta: "raw" },
      { type: "response.reasoning_text.done", ...at, text: "raw thought" },
      {
        type: "response.output_item.done",
        output_index: 0,
        item: { ...reasoning, content: [{ type: "reasoning_text", text: "raw thought" }] },
      },
      completed,
    ]);
    assert.equal(message.content[0]?.type === "thinking" && message.content[0].thinking, "raw thought");
  });

  it("models.md 76: the encrypted content of .done replaces that of .added", async () => {
    const events = answer(reasoning).map((event) =>
      event.type === "response.output_item.added"
        ? { ...event, item: { ...reasoning, encrypted_content: "incomplete" } }
        : event,
    );
    const { message } = await read(events);
    assert.deepEqual(message.content, [
      { type: "thinking", thinking: "", thinkingSignature: JSON.stringify(reasoning) },
    ]);
  });

  it("takes encrypted content from the completed response when .done lacks it", async () => {
    const { encrypted_content, ...bare } = reasoning;
    const collected = await read([
      created,
      { type: "response.output_item.added", output_index: 0, item: bare },
      { type: "response.output_item.done", output_index: 0, item: bare },
      ...["added", "done"].map((step) => ({
        type: `response.output_item.${step}`,
        output_index: 1,
        item: callItem,
      })),
      {
        ...completed,
        response: { ...completed.response, output: [{ ...bare, encrypted_content }, callItem] },
      },
    ]);
    assert.deepEqual(collected.message.content[0], {
      type: "thinking",
      thinking: "",
      thinkingSignature: JSON.stringify({ ...bare, encrypted_content }),
    });
    assert.deepEqual(typesOf(collected).slice(-2), ["thinking_end", "done"]);
  });

  it("models.md 44: calls without output_index are told apart by item_id", async () => {
    const other = { ...callItem, id: "fc_2", call_id: "call_2", arguments: '{"q":2}' };
    const delta = (item_id: string, text: string): JsonObject => ({
      type: "response.function_call_arguments.delta",
      item_id,
      delta: text,
    });
    const { message } = await read([
      created,
      { type: "response.output_item.added", item: { ...callItem, arguments: "" } },
      { type: "response.output_item.added", item: { ...other, arguments: "" } },
      delta("fc_1", '{"p"'),
      delta("fc_2", '{"q"'),
      delta("fc_1", ":1}"),
      delta("fc_2", ":2}"),
      { type: "response.output_item.done", item: other },
      { type: "response.output_item.done", item: callItem },
      completed,
    ]);
    assert.deepEqual(
      message.content.map((block) => (block.type === "toolCall" ? [block.id, block.arguments] : [])),
      [
        ["call_1|fc_1", { p: 1 }],
        ["call_2|fc_2", { q: 2 }],
      ],
    );
  });

  it("models.md 44: a delta that belongs to no item is an error instead of a guess", async () => {
    const { message } = await read([
      created,
      { type: "response.output_item.added", item: { ...callItem, arguments: "" } },
      {
        type: "response.output_item.added",
        item: { ...callItem, id: "fc_2", call_id: "call_2", arguments: "" },
      },
      { type: "response.function_call_arguments.delta", delta: "{" },
    ]);
    assert.equal(message.errorMessage, "OpenAI Responses stream sent a delta that belongs to no output item");
  });

  it("output_index wins over item ids that change between events", async () => {
    const events = answer(callItem).map((event, index) =>
      "item_id" in event ? { ...event, item_id: `x${index}` } : event,
    );
    const { message } = await read(events);
    assert.deepEqual(message.content, [
      { type: "toolCall", id: "call_1|fc_1", name: "read", arguments: { p: 1 } },
    ]);
  });

  it("adds what the deltas left out, and reads items that come whole", async () => {
    const item = {
      type: "message",
      id: "msg_1",
      role: "assistant",
      content: [{ type: "output_text", text: "Hello" }],
    };
    const cut = await read([
      created,
      textAdded,
      textDelta("He"),
      { type: "response.output_item.done", output_index: 0, item },
      completed,
    ]);
    const whole = await read([
      created,
      { type: "response.output_item.done", output_index: 0, item },
      completed,
    ]);
    for (const { message } of [cut, whole]) {
      assert.deepEqual(message.content, [
        { type: "text", text: "Hello", textSignature: '{"v":1,"id":"msg_1"}' },
      ]);
    }
    const call = await read([
      created,
      { type: "response.output_item.done", output_index: 0, item: callItem },
      completed,
    ]);
    assert.equal(call.message.stopReason, "toolUse");
    assert.deepEqual(call.message.content[0]?.type === "toolCall" && call.message.content[0].arguments, {
      p: 1,
    });
  });

  it("keeps the namespace of a call", async () => {
    const { message } = await read(answer({ ...callItem, namespace: "n" }));
    assert.equal(message.content[0]?.type === "toolCall" && message.content[0].namespace, "n");
  });

  it("gives the text of a custom call as the one argument of its tool", async () => {
    const tool = {
      name: "patch",
      description: "d",
      parameters: { type: "object", properties: { body: { type: "string" } }, required: ["body"] },
      constrainedSampling: { type: "grammar", variants: { openai_regex: "R" } } as const,
    };
    const item = {
      type: "custom_tool_call",
      id: "ctc_1",
      call_id: "call_1",
      name: "patch",
      input: 'a"🙈\nb',
    };
    const able = { ...model, compat: { supportsOpenAIGrammarTools: true } };
    const { events, message } = await collect(
      stream(able, { ...context, tools: [tool] }, { fetch: fetchOf(responsesStream(answer(item))) }),
    );
    assert.deepEqual(message.content, [
      { type: "toolCall", id: "call_1|ctc_1", name: "patch", arguments: { body: 'a"🙈\nb' } },
    ]);
    const deltas = events.map((event) => (event as { delta?: string }).delta ?? "").join("");
    assert.deepEqual(JSON.parse(deltas), { body: 'a"🙈\nb' });
  });

  it("shows a refusal as text", async () => {
    const at = { item_id: "msg_1", output_index: 0, content_index: 0 };
    const { message } = await read([
      created,
      textAdded,
      { type: "response.refusal.delta", ...at, delta: "I can" },
      { type: "response.refusal.done", ...at, refusal: "I can not" },
      completed,
    ]);
    assert.deepEqual(message.content, [
      { type: "text", text: "I can not", textSignature: '{"v":1,"id":"msg_1"}' },
    ]);
  });

  it("ignores unknown events and the deltas of items it does not keep", async () => {
    const { events } = await read([
      created,
      { type: "response.queued", response: {} },
      { type: "response.brand_new", anything: 1 },
      { type: "response.output_item.added", output_index: 0, item: { type: "web_search_call", id: "ws_1" } },
      { type: "response.output_text.delta", output_index: 0, item_id: "ws_1", delta: "x" },
      { type: "response.output_item.done", output_index: 0, item: { type: "web_search_call", id: "ws_1" } },
      completed,
    ]);
    assert.deepEqual(events, [{ type: "start" }, { type: "done", reason: "stop" }]);
  });

  it("reports reasoning that the service left out, once", async () => {
    const input_transformations = ["prefix_mismatch", "prefix_mismatch"].map((reason, index) => ({
      type: "reasoning",
      id: `rs_${index}`,
      action: "removed",
      reason,
    }));
    const { message } = await read([
      { ...created, response: { ...created.response, input_transformations } },
      { ...completed, response: { ...completed.response, input_transformations, end_turn: false } },
    ]);
    assert.deepEqual(
      message.diagnostics?.map(({ type, details }) => ({ type, details })),
      [{ type: "thinking_dropped", details: { count: 2, reasons: ["prefix_mismatch"] } }],
    );
    assert.equal(message.endTurn, false);
  });
});
