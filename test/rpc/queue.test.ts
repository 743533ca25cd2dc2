import assert from "node:assert/strict";
import type { RpcProcess } from "../support/relayProcess.ts";
import { isSettled, milestones, ofType, responseTo, textOf, useRpc, userTexts } from "../support/rpcSuite.ts";
import type { ChatRequest } from "../fakes/scriptedModel.ts";

describe("rpc: queued messages", () => {
  const suite = useRpc();

  /** A call that ends when the test has written the file. */
  const waitingCall = (file = "go"): { name: string; arguments: object } => ({
    name: "bash",
    arguments: { command: `until [ -e ${file} ]; do sleep 0.01; done` },
  });
  const toolStarted = (relay: RpcProcess): Promise<unknown> =>
    relay.waitFor((record) => record.type === "tool_execution_start");
  const userTextsOf = (request: ChatRequest | undefined): string[] =>
    (request?.messages ?? []).filter(({ role }) => role === "user").map((message) => textOf(message));

  it("rpc.md 18: of two prompts in one write the first starts and the second is refused", async () => {
    suite.model.add({ text: "ok" });
    const relay = suite.start();
    relay.write('{"id":"a","type":"prompt","message":"a"}\n{"id":"b","type":"prompt","message":"b"}\n');
    const refused = await relay.waitFor((record) => record.id === "b");
    await relay.waitFor(isSettled);
    assert.deepEqual((await relay.waitFor((record) => record.id === "a")).data, { disposition: "started" });
    assert.equal(refused.success, false);
    assert.match(refused.error as string, /^Agent is already processing.*streamingBehavior.*steer.*followUp/);
    await relay.close();
    assert.equal(ofType(relay.records, "agent_settled").length, 1);
    assert.deepEqual(userTexts(relay.records), ["a"]);
  });

  it("two prompts in one write with streamingBehavior share one run", async () => {
    suite.model.add({ text: "ok" }, { text: "ok" });
    const relay = suite.start();
    for (const message of ["a", "b"]) relay.send({ type: "prompt", message, streamingBehavior: "followUp" });
    await relay.waitFor(isSettled);
    await relay.close();
    assert.deepEqual(userTexts(relay.records), ["a", "b"]);
    assert.equal(ofType(relay.records, "agent_settled").length, 1);
  });

  it("rpc.md 19: a steering prompt is delivered after the turn of the running tool", async () => {
    suite.model.add({ calls: [waitingCall()] }, { text: "ok" });
    const relay = suite.start();
    const finished = relay.prompt("p");
    await toolStarted(relay);
    const from = relay.records.length;
    const { data } = await relay.request({ type: "prompt", message: "x", streamingBehavior: "steer" });
    assert.deepEqual(data, { disposition: "queued" });
    const steered = relay.records.slice(from).filter((record) => record.type !== "tool_execution_update");
    assert.deepEqual(steered[0], { type: "queue_update", steering: ["x"], followUp: [] });
    assert.deepEqual(milestones(steered), ["queue_update", "response:prompt"]);
    suite.workspace.write("go", "");
    const records = await finished;
    assert.deepEqual(
      milestones(records.slice(records.findIndex(({ type }) => type === "turn_end"))),
      [
        "turn_end", "turn_start", "queue_update", "end:user", "end:assistant", "turn_end", "agent_end",
        "agent_settled",
      ], // prettier-ignore
    );
    assert.deepEqual(ofType(records, "queue_update")[1], {
      type: "queue_update",
      steering: [],
      followUp: [],
    });
    assert.deepEqual(userTexts(records), ["p", "x"]);
    assert.equal(ofType(records, "agent_start").length, 1);
  });

  it("rpc.md 20: a follow-up waits until no tools are called", async () => {
    suite.model.add(
      { calls: [waitingCall()] },
      { calls: [{ name: "bash", arguments: { command: "true" } }] },
      { text: "done" },
      { text: "y done" },
    );
    const relay = suite.start();
    const finished = relay.prompt("p");
    await toolStarted(relay);
    assert.deepEqual((await relay.request({ type: "follow_up", message: "y" })).data, {
      disposition: "queued",
    });
    suite.workspace.write("go", "");
    const records = await finished;
    assert.deepEqual(
      milestones(records).filter((name) => /^(turn_end|end:user|end:assistant|agent_)/.test(name)),
      [
        "agent_start", "end:user", "end:assistant", "turn_end", "end:assistant", "turn_end", "end:assistant",
        "turn_end", "end:user", "end:assistant", "turn_end", "agent_end", "agent_settled",
      ], // prettier-ignore
    );
    assert.deepEqual(userTexts(records), ["p", "y"]);
  });

  for (const [mode, expected] of [
    ["one-at-a-time", [["p"], ["p", "s1"], ["p", "s1", "s2"]]],
    ["all", [["p"], ["p", "s1", "s2"]]],
  ] as const) {
    it(`rpc.md 21: two steering messages are delivered in mode ${mode}`, async () => {
      suite.model.add({ calls: [waitingCall()] }, { text: "ok" }, { text: "ok" });
      const relay = suite.start();
      await relay.request({ type: "set_steering_mode", mode });
      assert.equal((await relay.request({ type: "get_state" })).data.steeringMode, mode);
      const finished = relay.prompt("p");
      await toolStarted(relay);
      for (const message of ["s1", "s2"]) await relay.request({ type: "steer", message });
      assert.equal((await relay.request({ type: "get_state" })).data.pendingMessageCount, 2);
      suite.workspace.write("go", "");
      await finished;
      assert.deepEqual(suite.model.requests.map(userTextsOf), expected);
    });
  }

  it("rpc.md 21: two follow-ups are delivered in mode all", async () => {
    suite.model.add({ calls: [waitingCall()] }, { text: "ok" }, { text: "ok" });
    const relay = suite.start();
    await relay.request({ type: "set_follow_up_mode", mode: "all" });
    const finished = relay.prompt("p");
    await toolStarted(relay);
    for (const message of ["f1", "f2"]) await relay.request({ type: "follow_up", message });
    suite.workspace.write("go", "");
    await finished;
    assert.deepEqual(suite.model.requests.map(userTextsOf), [["p"], ["p"], ["p", "f1", "f2"]]);
  });

  it("rpc.md 22: what was queued while idle goes out with the next run", async () => {
    suite.model.add({ text: "one" }, { text: "two" });
    const relay = suite.start();
    await relay.request({ type: "steer", message: "s" });
    await relay.request({ type: "follow_up", message: "f" });
    assert.deepEqual(milestones(relay.records), [
      "queue_update", "response:steer", "queue_update", "response:follow_up",
    ]); // prettier-ignore
    assert.deepEqual(relay.records[2], { type: "queue_update", steering: ["s"], followUp: ["f"] });
    assert.deepEqual(relay.records[3]?.data, { disposition: "queued" });
    const records = await relay.prompt("p");
    assert.deepEqual(
      milestones(records).filter((name) => /^(end:|turn_end|agent_)/.test(name)),
      [
        "agent_start", "end:system", "end:user", "end:user", "end:assistant", "turn_end", "end:user",
        "end:assistant", "turn_end", "agent_end", "agent_settled",
      ], // prettier-ignore
    );
    assert.deepEqual(userTexts(records), ["p", "s", "f"]);
    assert.equal((await relay.request({ type: "get_state" })).data.pendingMessageCount, 0);
  });

  it("rpc.md 27: clear_queue announces and returns what was queued", async () => {
    const relay = suite.start();
    relay.send({ type: "steer", message: "a" });
    await relay.request({ type: "follow_up", message: "b" });
    for (const data of [
      { steering: ["a"], followUp: ["b"] },
      { steering: [], followUp: [] },
    ]) {
      const from = relay.records.length;
      const id = relay.send({ type: "clear_queue" });
      await relay.waitFor((record) => record.id === id);
      assert.deepEqual(relay.records.slice(from), [
        { type: "queue_update", steering: [], followUp: [] },
        { id, type: "response", command: "clear_queue", success: true, data },
      ]);
    }
  });

  it("a message of images alone is queued as an empty text", async () => {
    const relay = suite.start();
    const data =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const image = { type: "image", data, mimeType: "image/png" };
    await relay.request({ type: "steer", message: "", images: [image] });
    assert.deepEqual(relay.records[0], { type: "queue_update", steering: [""], followUp: [] });
    assert.equal((await relay.waitFor(responseTo("steer"))).success, true);
  });

  it("a message that arrives with the last answer is delivered in the same activity", async () => {
    suite.model.add({ text: "one" }, { text: "two" });
    const relay = suite.start();
    relay.send({ type: "prompt", message: "p" });
    await relay.waitFor((record) => record.type === "turn_end");
    relay.send({ type: "steer", message: "late" });
    await relay.waitFor(responseTo("steer"));
    await relay.waitFor(isSettled);
    const { data } = await relay.request({ type: "get_state" });
    // Delivered, or still queued because the activity was over: never lost, never twice.
    const delivered = userTexts(relay.records).filter((text) => text === "late").length;
    assert.equal(delivered + (data.pendingMessageCount as number), 1);
  });
});
