import assert from "node:assert/strict";
import { readFileSync, rmSync, statSync } from "node:fs";
import type { AnyRecord } from "../support/relayProcess.ts";
import { ofType, textOf, useRpc } from "../support/rpcSuite.ts";

describe("rpc: direct shell commands", () => {
  const suite = useRpc();

  it("rpc.md 42: output is streamed under the command's id, a failing command is a success with a code", async () => {
    const relay = suite.start();
    relay.write(`${JSON.stringify({ id: "b", type: "bash", command: "printf 'a\\n'; exit 3" })}\n`);
    await relay.waitFor((record) => record.type === "response");
    const data = { output: "a\n", exitCode: 3, cancelled: false, truncated: false };
    assert.deepEqual(relay.records, [
      { type: "bash_execution_update", id: "b", delta: "a\n" },
      { id: "b", type: "response", command: "bash", success: true, data },
    ]);
    relay.write(`${JSON.stringify({ type: "bash", command: "printf 'a\\n'; exit 3" })}\n`);
    await relay.waitFor((record) => record.type === "response", 2);
    assert.deepEqual(relay.records.slice(2), [
      { type: "bash_execution_update", delta: "a\n" },
      { type: "response", command: "bash", success: true, data },
    ]);
  });

  it("rpc.md 43: long output is cut at its start and kept in a private file", async () => {
    const relay = suite.start();
    const { data } = await relay.request({ type: "bash", command: "seq 1 5000" });
    const path = data.fullOutputPath as string;
    try {
      assert.equal(data.truncated, true);
      const lines = (data.output as string).split("\n").filter((line) => line !== "");
      assert.deepEqual([lines.length, lines.at(-1)], [2000, "5000"]);
      assert.match(path, /relay-bash-[0-9a-f]{16}\.log$/);
      assert.equal(statSync(path).mode & 0o777, 0o600);
      const full = readFileSync(path, "utf8");
      assert.equal(full.trimEnd().split("\n").length, 5000);
      const deltas = ofType(relay.records, "bash_execution_update").map((update) => update.delta as string);
      assert.equal(deltas.join(""), full);
    } finally {
      rmSync(path);
    }
  });

  it("rpc.md 44: only abort_bash ends a direct command", async () => {
    const relay = suite.start();
    const id = relay.send({ type: "bash", command: "trap '' TERM; echo begun; sleep 60" });
    await relay.waitFor((record) => record.type === "bash_execution_update");
    await relay.request({ type: "abort" });
    assert.equal((await relay.request({ type: "get_state" })).data.isBashRunning, true);
    relay.send({ type: "abort_bash" });
    const { data } = await relay.waitFor((record) => record.type === "response" && record.id === id);
    assert.deepEqual(data, { output: "begun\n", cancelled: true, truncated: false });
    assert.equal((await relay.request({ type: "get_state" })).data.isBashRunning, false);
    const killed = await relay.request({ type: "bash", command: "kill -9 $$" });
    assert.deepEqual(killed.data, { output: "", exitCode: 137, cancelled: false, truncated: false });
  });

  it("rpc.md 45: an excluded command is recorded but never sent", async () => {
    suite.model.add({ text: "ok" });
    const relay = suite.start();
    await relay.request({ type: "bash", command: "echo hid", excludeFromContext: true });
    await relay.prompt("hi");
    assert.doesNotMatch(JSON.stringify(suite.model.requests[0]), /\bhid\b/);
    const { messages } = (await relay.request({ type: "get_messages" })).data;
    const [recorded] = messages.filter((message: AnyRecord) => message.role === "bashExecution");
    assert.deepEqual(
      [recorded.command, recorded.output, recorded.excludeFromContext],
      ["echo hid", "hid\n", true],
    );
  });

  it("rpc.md 45: a command during a run is answered at once and recorded after the run", async () => {
    suite.model.add(
      { calls: [{ name: "bash", arguments: { command: "until [ -e go ]; do sleep 0.01; done" } }] },
      { text: "ok" },
      { text: "ok" },
    );
    const relay = suite.start();
    const finished = relay.prompt("hi");
    await relay.waitFor((record) => record.type === "tool_execution_start");
    const { data } = await relay.request({ type: "bash", command: "echo vis" });
    assert.equal(data.output, "vis\n");
    assert.equal((await relay.request({ type: "get_state" })).data.isStreaming, true);
    suite.workspace.write("go", "");
    await finished;
    const { messages } = (await relay.request({ type: "get_messages" })).data;
    assert.equal(messages.at(-1).role, "bashExecution");
    await relay.prompt("more");
    assert.match(JSON.stringify(suite.model.requests[2]), /echo vis/);
    assert.doesNotMatch(JSON.stringify(suite.model.requests[1]), /echo vis/);
  });

  it("commands run in parallel, each under its id", async () => {
    const relay = suite.start();
    const first = relay.send({
      id: "first",
      type: "bash",
      command: "until [ -e go ]; do sleep 0.01; done; echo one",
    });
    await relay.request({ id: "second", type: "bash", command: "echo two; touch go" });
    await relay.waitFor((record) => record.type === "response" && record.id === first);
    // The first could not end alone; which output is read first is up to the system.
    assert.deepEqual(
      Object.fromEntries(ofType(relay.records, "bash_execution_update").map(({ id, delta }) => [id, delta])),
      { first: "one\n", second: "two\n" },
    );
  });

  it("escape sequences, control characters and broken characters never reach a client raw", async () => {
    const relay = suite.start();
    const command = String.raw`printf '\033[31mred\033[0m\r\nbell\a tab\t nul\000 bad\377 \342\202'; sleep 0.05; printf '\254\n'`;
    const { data } = await relay.request({ type: "bash", command });
    assert.equal(data.output, "red\nbell tab\t nul bad\ufffd €\n");
    const deltas = ofType(relay.records, "bash_execution_update").map((update) => update.delta as string);
    assert.equal(deltas.join(""), data.output);
  });

  it("the empty command succeeds, a shell that cannot start is a failure", async () => {
    const relay = suite.start();
    const { data } = await relay.request({ type: "bash", command: "" });
    assert.deepEqual(data, { output: "", exitCode: 0, cancelled: false, truncated: false });
    rmSync(suite.workspace.cwd, { recursive: true });
    const failed = await relay.request({ type: "bash", command: "true" });
    assert.equal(failed.success, false);
    assert.match(failed.error as string, /project/);
  });

  it("session variables are there for the model's commands and absent for the user's", async () => {
    const command = "env | grep -E '^(RELAY_|AI_AGENT)' | sort";
    suite.model.add({ calls: [{ name: "bash", arguments: { command } }] }, { text: "ok" });
    const relay = suite.start([]);
    const { sessionId, sessionFile } = (await relay.request({ type: "get_state" })).data;
    const records = await relay.prompt("hi");
    const result = records.find((record) => record.message?.role === "toolResult")?.message as AnyRecord;
    assert.deepEqual(textOf(result).trimEnd().split("\n"), [
      "AI_AGENT=relay",
      "RELAY_CODING_AGENT=true",
      "RELAY_MODEL=m1",
      "RELAY_PROVIDER=fake",
      "RELAY_REASONING_LEVEL=high",
      `RELAY_SESSION_FILE=${sessionFile}`,
      `RELAY_SESSION_ID=${sessionId}`,
    ]);
    const { data } = await relay.request({ type: "bash", command });
    assert.equal(data.output, "AI_AGENT=relay\nRELAY_CODING_AGENT=true\n");
  });

  it("standard input of a command is empty, not the protocol's", async () => {
    const relay = suite.start();
    const { data } = await relay.request({ type: "bash", command: "cat; echo end" });
    assert.equal(data.output, "end\n");
    assert.equal((await relay.request({ type: "get_state" })).success, true);
  });
});
