import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AnyRecord } from "../support/relayProcess.ts";
import {
  baseRecords,
  isAssistantEnd,
  milestones,
  ofType,
  outline,
  responseTo,
  textOf,
  useRpc,
} from "../support/rpcSuite.ts";

describe("rpc: runs", () => {
  const suite = useRpc();

  it("rpc.md 13: a prompt produces the whole event sequence once", async () => {
    suite.model.add({ text: "Hi" }, { text: "Again" });
    const relay = suite.start();
    const reply = [
      "start:user", "end:user", "start:assistant", "text_start", "text_delta", "text_end", "end:assistant",
      "turn_end", "agent_end", "agent_settled",
    ]; // prettier-ignore
    const first = baseRecords(await relay.prompt("Hello"));
    assert.deepEqual(outline(first), [
      "response:prompt", "agent_start", "turn_start", "start:system", "end:system", ...reply,
    ]); // prettier-ignore
    assert.deepEqual(first[0]?.data, { disposition: "started" });
    assert.deepEqual(first[6]?.message.content, [{ type: "text", text: "Hello" }]);
    const { content, stopReason } = first[7]?.message as AnyRecord;
    assert.deepEqual({ content, stopReason }, { content: [], stopReason: "pending" });
    const textEnd = first.find((record) => record.assistantMessageEvent?.type === "text_end");
    assert.equal(textEnd?.assistantMessageEvent.content, "Hi");
    const final = first.find(isAssistantEnd)?.message as AnyRecord;
    assert.equal(final.stopReason, "stop");
    assert.equal(final.thinkingLevel, "high");
    assert.equal(typeof final.durationMs, "number");
    assert.equal(final.usage.reasoning, 0);
    assert.equal(final.usage.cost.totalFromProvider, false);
    const end = first.at(-2) as AnyRecord;
    assert.equal(end.willRetry, false);
    assert.deepEqual(
      end.messages.map((message: AnyRecord) => message.role),
      ["system", "user", "assistant"],
    );
    assert.deepEqual(first.find((record) => record.type === "turn_end")?.toolResults, []);
    assert.deepEqual(first.at(-1), { type: "agent_settled", aborted: false });
    const second = baseRecords(await relay.prompt("More"));
    assert.deepEqual(outline(second), ["response:prompt", "agent_start", "turn_start", ...reply]);
    assert.deepEqual(
      second.at(-2)?.messages.map((message: AnyRecord) => message.role),
      ["user", "assistant"],
    );
  });

  it("rpc.md 14: updates hold no message, and their pieces make the final message", async () => {
    suite.model.add({
      thinking: "Hm.",
      text: ["H", "é", "llo"],
      calls: [{ name: "ls", arguments: { path: "." } }],
    });
    suite.model.add({ text: "done" });
    const relay = suite.start();
    const records = await relay.prompt("Hello");
    const updates = ofType(records, "message_update");
    assert.ok(updates.length > 8);
    for (const update of updates) {
      assert.equal("message" in update, false);
      assert.equal("partial" in update.assistantMessageEvent, false);
    }
    assert.deepEqual(
      reconstruct(records),
      records.filter(isAssistantEnd).map((record) => record.message.content.map(withoutSignature)),
    );
  });

  it("rpc.md 15: a streamed tool call names itself at its start and ends with parsed arguments", async () => {
    const args = { command: "echo 'é \u2028'" };
    suite.model.add({ calls: [{ id: "call_7", name: "bash", arguments: args }] }, { text: "ok" });
    const relay = suite.start();
    const events = ofType(await relay.prompt("x"), "message_update").map(
      (update) => update.assistantMessageEvent,
    );
    const start = events.find((event) => event.type === "toolcall_start");
    assert.deepEqual({ id: start.id, toolName: start.toolName }, { id: "call_7", toolName: "bash" });
    const deltas = events
      .filter((event) => event.type === "toolcall_delta")
      .map((event) => event.delta as string);
    const end = events.find((event) => event.type === "toolcall_end");
    assert.deepEqual(end.toolCall.arguments, JSON.parse(deltas.join("")));
    assert.deepEqual(end.toolCall.arguments, args);
  });

  it("rpc.md 16: parallel calls start and are answered in order, and end as they finish", async () => {
    suite.model.add(
      {
        calls: [
          { id: "a", name: "bash", arguments: { command: "until [ -e go ]; do sleep 0.01; done; echo a" } },
          { id: "b", name: "bash", arguments: { command: "echo b" } },
        ],
      },
      { text: "ok" },
    );
    const relay = suite.start();
    const finished = relay.prompt("x");
    await relay.waitFor((record) => record.type === "tool_execution_end" && record.toolCallId === "b");
    suite.workspace.write("go", "");
    const records = await finished;
    const idsOf = (type: string): string[] =>
      ofType(records, type).map((record) => record.toolCallId as string);
    assert.deepEqual(idsOf("tool_execution_start"), ["a", "b"]);
    assert.deepEqual(idsOf("tool_execution_end"), ["b", "a"]);
    const results = records.filter(
      (record) => record.type === "message_end" && record.message.role === "toolResult",
    );
    assert.deepEqual(
      results.map((record) => record.message.toolCallId),
      ["a", "b"],
    );
    assert.deepEqual(
      ofType(records, "turn_end")[0]?.toolResults.map((result: AnyRecord) => result.toolCallId),
      ["a", "b"],
    );
    assert.deepEqual(
      results.map((record) => textOf(record.message).trim()),
      ["a", "b"],
    );
    for (const record of ofType(records, "tool_execution_end"))
      assert.equal(typeof record.durationMs, "number");
  });

  it("rpc.md 17: an unknown tool is an error result, and the next turn starts", async () => {
    suite.model.add({ calls: [{ name: "teleport", arguments: {} }] }, { text: "ok" });
    const relay = suite.start();
    const records = baseRecords(await relay.prompt("x"));
    const end = records.find((record) => record.type === "tool_execution_end");
    assert.equal(end?.isError, true);
    assert.deepEqual(end.result, {
      content: [{ type: "text", text: "Tool teleport not found" }],
      details: {},
    });
    assert.equal("durationMs" in end, false);
    const at = records.indexOf(end);
    assert.deepEqual(milestones(records.slice(at - 1, at + 5)), [
      "tool_execution_start", "tool_execution_end", "end:toolResult", "turn_end", "turn_start",
    ]); // prettier-ignore
  });

  it("arguments that are no JSON object are told to the model, and nothing runs", async () => {
    const bad = ['{"command": "touch ran', "[1]", '"touch ran"', "null", "touch ran", '{"command": {}}', ""];
    suite.model.add(
      { calls: bad.map((text, index) => ({ id: `c${index}`, name: "bash", arguments: text })) },
      { text: "sorry" },
    );
    const relay = suite.start();
    const records = await relay.prompt("x");
    const ends = ofType(records, "tool_execution_end");
    assert.deepEqual(
      ends.map((end) => [end.toolCallId, end.isError]),
      bad.map((_, index) => [`c${index}`, true]),
    );
    for (const end of ends) assert.equal("durationMs" in end, false, JSON.stringify(end));
    const starts = ofType(records, "tool_execution_start");
    assert.deepEqual(
      starts.map((start) => start.args),
      [{}, {}, {}, {}, {}, { command: {} }, {}],
    );
    assert.equal(existsSync(join(suite.workspace.cwd, "ran")), false);
    assert.equal(records.filter(isAssistantEnd).at(-1)?.message.stopReason, "stop");
    const results = suite.model.requests[1]?.messages.filter((message) => message.role === "tool");
    assert.deepEqual(
      results?.map((message) => message.tool_call_id),
      bad.map((_, index) => `c${index}`),
    );
  });

  it("rpc-additions.md 25: every message_end names the entry that holds an equal message", async () => {
    suite.model.add({ calls: [{ name: "bash", arguments: { command: "echo 1" } }] }, { text: "ok" });
    const relay = suite.start([]);
    const records = await relay.prompt("x");
    const { data } = await relay.request({ type: "get_entries" });
    const ends = ofType(records, "message_end");
    assert.equal(ends.length, 5);
    for (const { entryId, message } of ends) {
      const entry = data.entries.find((candidate: AnyRecord) => candidate.id === entryId) as
        AnyRecord | undefined;
      assert.deepEqual(entry?.message, message);
    }
    const { messages } = (await relay.request({ type: "get_messages" })).data;
    assert.deepEqual(
      messages,
      ends.map((end) => end.message),
    );
    assert.equal((await relay.request({ type: "get_state" })).data.messageCount, 5);
  });

  it("lone surrogates pass through both ways without breaking a record", async () => {
    const odd = "a\ud800b\udc00";
    suite.model.add({ text: `x${odd}` });
    const relay = suite.start([]);
    const records = await relay.prompt(odd);
    const user = records.find((record) => record.type === "message_end" && record.message.role === "user");
    assert.equal(textOf(user?.message as AnyRecord), odd);
    assert.equal(records.find(isAssistantEnd)?.message.stopReason, "stop");
    assert.equal((await relay.request({ type: "get_fork_messages" })).data.messages[0].text, odd);
  });

  it("a broken image is left out and named, a good one is sent", async () => {
    suite.model.add({ text: "ok" }, { text: "ok" });
    const pixel =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const omitted = "[Image omitted: could not be resized below the inline image size limit.]";
    const relay = suite.start();
    const image = (data: string): object => ({ type: "image", data, mimeType: "image/png" });
    const [, , , , , , broken] = await relay.prompt("look", {
      images: [image("AAAA"), image("iVBORw0KGgo=")],
    });
    assert.deepEqual(broken?.message.content, [
      {
        type: "text",
        text: `look\n\n${omitted}\n\n${omitted}`,
      },
    ]);
    const records = await relay.prompt("look", { images: [image(pixel)] });
    const user = records.find((record) => record.type === "message_end" && record.message.role === "user");
    assert.deepEqual(
      user?.message.content.map((block: AnyRecord) => block.type),
      ["text", "image"],
    );
    assert.match(JSON.stringify(suite.model.requests[1]?.messages.at(-1)), /data:image\/png;base64,/);
    assert.equal((await relay.waitFor(responseTo("prompt"))).success, true);
  });
});

/** Signatures are opaque and come with the final message only. */
function withoutSignature({ thinkingSignature, ...block }: AnyRecord): AnyRecord {
  assert.ok(thinkingSignature === undefined || block.type === "thinking");
  return block;
}

/** Contents of all assistant messages, built from the stream alone (rpc.md §6.3). */
function reconstruct(records: readonly AnyRecord[]): AnyRecord[][] {
  const messages: AnyRecord[][] = [];
  for (const record of records) {
    if (record.type === "message_start" && record.message.role === "assistant") {
      messages.push(structuredClone(record.message.content) as AnyRecord[]);
    }
    if (record.type !== "message_update") continue;
    const event = record.assistantMessageEvent as AnyRecord;
    const content = messages.at(-1) ?? [];
    const index = event.contentIndex as number;
    const block = (content[index] ??= { type: event.type.startsWith("text") ? "text" : "thinking" });
    if (event.type === "text_delta") block.text = `${block.text ?? ""}${event.delta}`;
    else if (event.type === "thinking_delta") block.thinking = `${block.thinking ?? ""}${event.delta}`;
    else if (event.type === "text_end") assert.equal(block.text, event.content);
    else if (event.type === "thinking_end") assert.equal(block.thinking, event.content);
    else if (event.type === "toolcall_end") content[index] = event.toolCall as AnyRecord;
  }
  return messages;
}
