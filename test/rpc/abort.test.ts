import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AnyRecord, RpcProcess } from "../support/relayProcess.ts";
import {
  baseRecords,
  gate,
  isAssistantEnd,
  isSettled,
  milestones,
  ofType,
  outline,
  responseTo,
  textOf,
  useRpc,
  userTexts,
} from "../support/rpcSuite.ts";

describe("rpc: abort", () => {
  const suite = useRpc();
  const textArrived = (relay: RpcProcess): Promise<AnyRecord> =>
    relay.waitFor((record) => record.assistantMessageEvent?.type === "text_delta");

  it("rpc.md 28: aborting a stream keeps the text and ends everything before the response", async () => {
    const never = gate();
    suite.model.add({ text: ["par", "tial"], hold: never.opened });
    const relay = suite.start();
    relay.send({ type: "prompt", message: "p" });
    await relay.waitFor((record) => record.assistantMessageEvent?.delta === "tial");
    const from = relay.records.length;
    assert.equal((await relay.request({ type: "abort" })).success, true);
    never.open();
    const records = baseRecords(relay.records.slice(from));
    assert.deepEqual(outline(records), [
      "text_end", "end:assistant", "turn_end", "agent_end", "agent_settled", "response:abort",
    ]); // prettier-ignore
    assert.equal(records[0]?.assistantMessageEvent.content, "partial");
    const message = records[1]?.message as AnyRecord;
    assert.equal(message.stopReason, "aborted");
    assert.ok(message.errorMessage);
    assert.deepEqual(message.content, [{ type: "text", text: "partial" }]);
    assert.deepEqual(records[2]?.toolResults, []);
    assert.equal(records[3]?.willRetry, false);
    assert.deepEqual(records[4], { type: "agent_settled", aborted: true });
    const { data } = await relay.request({ type: "get_last_assistant_text" });
    assert.deepEqual(data, { text: "partial" });
  });

  it("abort before the first byte of an answer ends the same way, and the next prompt works", async () => {
    const never = gate();
    suite.model.add({ before: never.opened, text: "late" }, { text: "ok" });
    const relay = suite.start();
    relay.send({ type: "prompt", message: "p" });
    await suite.model.server.request(0);
    const from = relay.records.length;
    await relay.request({ type: "abort" });
    never.open();
    assert.deepEqual(milestones(relay.records.slice(from)), [
      "end:assistant", "turn_end", "agent_end", "agent_settled", "response:abort",
    ]); // prettier-ignore
    const records = await relay.prompt("again");
    assert.equal(records.find(isAssistantEnd)?.message.stopReason, "stop");
  });

  it("a prompt and its abort in one write still make a complete sequence", async () => {
    suite.model.add({ text: "ok" });
    const relay = suite.start();
    relay.write('{"id":"p","type":"prompt","message":"p"}\n{"id":"a","type":"abort"}\n');
    await relay.waitFor((record) => record.id === "a");
    assert.deepEqual(milestones(relay.records), [
      "response:prompt", "agent_start", "turn_start", "end:system", "end:user", "end:assistant", "turn_end",
      "agent_end", "agent_settled", "response:abort",
    ]); // prettier-ignore
    assert.equal(relay.records.find(isAssistantEnd)?.message.stopReason, "aborted");
    assert.equal((await relay.request({ type: "get_state" })).data.isStreaming, false);
  });

  it("rpc.md 29: aborting running tools gives every call a result and ends with an empty aborted message", async () => {
    const command = "echo begun; sleep 60; touch finished";
    suite.model.add({ calls: ["a", "b", "c"].map((id) => ({ id, name: "bash", arguments: { command } })) });
    const relay = suite.start();
    relay.send({ type: "prompt", message: "p" });
    for (const id of ["a", "b", "c"]) {
      await relay.waitFor((record) => record.type === "tool_execution_update" && record.toolCallId === id);
    }
    relay.send({ type: "steer", message: "s" });
    await relay.waitFor(responseTo("steer"));
    const from = relay.records.length;
    await relay.request({ type: "abort" });
    const records = relay.records.slice(from);
    assert.deepEqual(
      milestones(records).filter((name) => name !== "tool_execution_update"),
      [
        "tool_execution_end", "tool_execution_end", "tool_execution_end", "end:toolResult", "end:toolResult",
        "end:toolResult", "turn_end", "turn_start", "end:assistant", "turn_end", "agent_end", "agent_settled",
        "response:abort",
      ], // prettier-ignore
    );
    for (const end of ofType(records, "tool_execution_end")) assert.equal(end.isError, true);
    const last = records.filter(isAssistantEnd).at(-1)?.message as AnyRecord;
    assert.deepEqual([last.stopReason, last.content], ["aborted", []]);
    assert.equal(existsSync(join(suite.workspace.cwd, "finished")), false);
    assert.equal((await relay.request({ type: "get_state" })).data.pendingMessageCount, 1);
    assert.deepEqual(userTexts(relay.records), ["p"]);
  });

  it("after an aborted tool the next request is well-formed", async () => {
    suite.model.add(
      { calls: [{ id: "a", name: "bash", arguments: { command: "echo x; sleep 60" } }] },
      { text: "ok" },
    );
    const relay = suite.start();
    relay.send({ type: "prompt", message: "p" });
    await relay.waitFor((record) => record.type === "tool_execution_update");
    await relay.request({ type: "abort" });
    await relay.prompt("again");
    const messages = suite.model.requests[1]?.messages ?? [];
    assert.deepEqual(
      messages.map(({ role }) => role).filter((role) => role !== "system" && role !== "developer"),
      ["user", "assistant", "tool", "user"],
    );
  });

  it("rpc.md 30: aborting while idle is an immediate success without events", async () => {
    const relay = suite.start();
    for (const type of ["abort", "abort_retry", "abort_bash"]) {
      assert.equal((await relay.request({ type })).success, true);
    }
    assert.deepEqual(outline(relay.records), [
      "response:abort",
      "response:abort_retry",
      "response:abort_bash",
    ]);
  });

  it("rpc.md 31: abort leaves queued messages queued, and the next prompt delivers them", async () => {
    const never = gate();
    suite.model.add({ text: "one", hold: never.opened }, { text: "two" }, { text: "three" });
    const relay = suite.start();
    relay.send({ type: "prompt", message: "first" });
    await textArrived(relay);
    relay.send({ type: "steer", message: "s" });
    await relay.request({ type: "follow_up", message: "f" });
    await relay.request({ type: "abort" });
    never.open();
    assert.equal((await relay.request({ type: "get_state" })).data.pendingMessageCount, 2);
    assert.equal(ofType(relay.records, "agent_start").length, 1);
    const records = await relay.prompt("p");
    assert.deepEqual(userTexts(records), ["p", "s", "f"]);
    assert.equal(ofType(records, "agent_start").length, 1);
    assert.equal((await relay.request({ type: "get_state" })).data.pendingMessageCount, 0);
  });

  it("several aborts at once are all answered after the activity has settled", async () => {
    const never = gate();
    suite.model.add({ text: "one", hold: never.opened });
    const relay = suite.start();
    relay.send({ type: "prompt", message: "p" });
    await textArrived(relay);
    const ids = [1, 2, 3].map(() => relay.send({ type: "abort" }));
    for (const id of ids) assert.equal((await relay.waitFor((record) => record.id === id)).success, true);
    never.open();
    assert.equal(ofType(relay.records, "agent_settled").length, 1);
    const settled = relay.records.findIndex(isSettled);
    assert.ok(relay.records.findIndex(responseTo("abort")) > settled);
  });

  it("rpc.md 52: a new session ends the old run before its response, and nothing of it follows", async () => {
    const never = gate();
    suite.model.add({ text: "one", hold: never.opened }, { text: "two" });
    const relay = suite.start([]);
    const before = (await relay.request({ type: "get_state" })).data;
    relay.send({ type: "prompt", message: "p" });
    await textArrived(relay);
    await relay.request({ type: "steer", message: "s" });
    const bash = relay.send({ id: "b", type: "bash", command: "echo begun; sleep 60" });
    await relay.waitFor((record) => record.type === "bash_execution_update");
    const { data } = await relay.request({ type: "new_session", parentSession: "/no/such.jsonl" });
    assert.deepEqual(data, { cancelled: false });
    const replacedAt = relay.records.findIndex(responseTo("new_session"));
    never.open();
    assert.ok(
      relay.records.slice(0, replacedAt).some((record) => isSettled(record) && record.aborted === true),
    );
    const bashAt = relay.records.findIndex((record) => record.type === "response" && record.id === bash);
    assert.ok(bashAt >= 0 && bashAt < replacedAt);
    assert.equal(relay.records[bashAt]?.data.cancelled, true);
    const after = (await relay.request({ type: "get_state" })).data;
    assert.equal(after.pendingMessageCount, 0);
    assert.equal(after.messageCount, 0);
    assert.notEqual(after.sessionId, before.sessionId);
    assert.notEqual(after.sessionFile, before.sessionFile);
    assert.equal(after.cwd, before.cwd);
    const records = await relay.prompt("q");
    assert.deepEqual(userTexts(records), ["q"]);
    assert.deepEqual(userTexts(relay.records.slice(replacedAt)), ["q"]);
    const { messages } = (await relay.request({ type: "get_messages" })).data;
    assert.deepEqual(messages.filter(({ role }: AnyRecord) => role === "user").map(textOf), ["q"]);
  });

  it("commands in one write with new_session apply to the new session", async () => {
    suite.model.add({ text: "ok" }, { text: "ok" });
    const relay = suite.start([]);
    await relay.prompt("old");
    const old = (await relay.request({ type: "get_state" })).data.sessionId as string;
    const from = relay.records.length;
    relay.write(
      [
        '{"id":"n","type":"new_session"}',
        '{"id":"p","type":"prompt","message":"new"}',
        '{"id":"s","type":"get_state"}',
        "",
      ].join("\n"),
    );
    const state = await relay.waitFor((record) => record.id === "s");
    assert.notEqual(state.data.sessionId, old);
    await relay.waitFor(isSettled, from);
    const { messages } = (await relay.request({ type: "get_messages" })).data;
    assert.deepEqual(messages.filter(({ role }: AnyRecord) => role === "user").map(textOf), ["new"]);
  });

  it("replacements run one at a time, in order", async () => {
    const relay = suite.start([]);
    const ids = [1, 2, 3].map(() => relay.send({ type: "new_session" }));
    for (const id of ids) await relay.waitFor((record) => record.id === id);
    assert.deepEqual(
      relay.records.map((record) => record.id),
      ids,
    );
    assert.equal((await relay.request({ type: "get_state" })).success, true);
  });
});
