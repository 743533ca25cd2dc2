import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { runRelay, type AnyRecord, type RpcProcess } from "../support/relayProcess.ts";
import { gate, isAssistantEnd, isSettled, milestones, ofType, textOf, useRpc } from "../support/rpcSuite.ts";

describe("rpc: the process", () => {
  const suite = useRpc();

  /** Starts a run that streams until the process ends. */
  async function startRun(): Promise<RpcProcess> {
    suite.model.add({ text: "begun", hold: gate().opened });
    const relay = suite.start([]);
    relay.send({ type: "prompt", message: "p" });
    await relay.waitFor((record) => record.assistantMessageEvent?.type === "text_delta");
    return relay;
  }

  it("rpc.md 62: the end of stdin aborts the run and ends with code 0", async () => {
    const relay = await startRun();
    const from = relay.records.length;
    assert.deepEqual(await relay.close(), { code: 0, signal: null });
    assert.deepEqual(milestones(relay.records.slice(from)), [
      "end:assistant",
      "turn_end",
      "agent_end",
      "agent_settled",
    ]);
    assert.deepEqual(relay.records.at(-1), { type: "agent_settled", aborted: true });
    assert.equal(relay.stderr, "");
  });

  for (const [signal, code] of [
    ["SIGTERM", 143],
    ["SIGINT", 130],
    ["SIGHUP", 129],
  ] as const) {
    it(`rpc.md 62: ${signal} aborts the run and ends with code ${code}`, async () => {
      const relay = await startRun();
      relay.kill(signal);
      assert.deepEqual(await relay.exit, { code, signal: null });
      assert.deepEqual(relay.records.at(-1), { type: "agent_settled", aborted: true });
    });
  }

  it("the end of stdin cancels direct commands, which still answer", async () => {
    const relay = suite.start();
    const id = relay.send({ type: "bash", command: "echo begun; sleep 60" });
    await relay.waitFor((record) => record.type === "bash_execution_update");
    assert.deepEqual(await relay.close(), { code: 0, signal: null });
    assert.deepEqual([relay.records.at(-1)?.id, relay.records.at(-1)?.data.cancelled], [id, true]);
  });

  it("rpc.md §10: a prompt before the end of stdin is accepted and its run aborted", async () => {
    suite.model.add({ text: "x", hold: gate().opened });
    const relay = suite.start();
    relay.child.stdin.end('{"id":"p","type":"prompt","message":"p"}\n');
    assert.deepEqual(await relay.exit, { code: 0, signal: null });
    assert.deepEqual(relay.records[0]?.data, { disposition: "started" });
    assert.deepEqual(relay.records.at(-1), { type: "agent_settled", aborted: true });
  });

  it("a reader that goes away ends the process with code 1 and without a trace", async () => {
    const relay = await startRun();
    relay.child.stdout.destroy();
    relay.send({ type: "get_state" });
    assert.deepEqual(await relay.exit, { code: 1, signal: null });
    assert.doesNotMatch(relay.stderr, /EPIPE|\n\s+at /);
  });

  it("a closed stderr changes nothing", async () => {
    suite.model.add({ text: "ok" });
    const relay = suite.start(["--no-session", "--tools", "bash,no-such-tool"]);
    relay.child.stderr.destroy();
    const records = await relay.prompt("hi");
    assert.equal(records.find(isAssistantEnd)?.message.stopReason, "stop");
  });

  it("rpc.md 64: a client that does not read for a while loses nothing", async () => {
    const pieces = Array.from({ length: 4000 }, (_, index) => `${index} ${"x".repeat(200)} `);
    suite.model.add({ text: pieces });
    const relay = suite.start();
    const { stdout } = relay.child;
    relay.send({ type: "prompt", message: "p" });
    await relay.waitFor((record) => record.assistantMessageEvent?.type === "text_delta");
    stdout.pause();
    const received = relay.records.length;
    await new Promise((resolve) => setTimeout(resolve, 2000));
    assert.ok(relay.records.length <= received + 1000);
    // Commands are parsed meanwhile.
    const id = relay.send({ type: "get_state" });
    stdout.resume();
    await relay.waitFor(isSettled);
    assert.equal((await relay.waitFor((record) => record.id === id)).success, true);
    const deltas = relay.records.flatMap(({ assistantMessageEvent: event }) =>
      event?.type === "text_delta" ? [event.delta as string] : [],
    );
    assert.deepEqual(deltas, pieces);
    assert.equal(textOf(relay.records.find(isAssistantEnd)?.message as AnyRecord), pieces.join(""));
  });

  it("a direct command does not fill memory while nobody reads", async function () {
    if (process.platform !== "linux") this.skip();
    const relay = suite.start();
    const { stdout } = relay.child;
    const id = relay.send({
      type: "bash",
      command: "head -c 200000000 /dev/zero | tr '\\0' 'x'; echo; echo end",
    });
    await relay.waitFor((record) => record.type === "bash_execution_update");
    stdout.pause();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const resident = residentMiB(relay.child.pid);
    relay.send({ type: "abort_bash" });
    stdout.resume();
    await relay.waitFor((record) => record.type === "response" && record.id === id);
    assert.ok(resident < 150, `${resident} MiB`);
  });

  it("rpc.md 65: invocations that RPC mode refuses end with one line on stderr and code 1", async () => {
    suite.workspace.write("a.txt", "x");
    for (const [args, expected] of [
      [["--mode", "rpc", "@a.txt"], /^Error: @file arguments are not supported in RPC mode\n$/],
      [["--mode", "rpc", "hi"], /^Error: prompt arguments are not supported in RPC mode\n$/],
      [["--mode", "xml"], /^Error: .+\n$/],
      [["--mode"], /^Error: .+\n$/],
      [["--mode", "rpc", "--resume"], /^Error: .+\n$/],
      [["--mode", "rpc", "--model", "no/such"], /^Error: .+\n$/],
    ] as [string[], RegExp][]) {
      const { stdout, stderr, code } = await runRelay(suite.workspace, args, {
        input: '{"type":"get_state"}\n',
      });
      assert.deepEqual([stdout, code], ["", 1], args.join(" "));
      assert.match(stderr, expected, args.join(" "));
    }
  });

  it("--mode rpc wins over --print", async () => {
    const { stdout, code } = await runRelay(suite.workspace, ["--mode", "rpc", "-p", "--no-session"], {
      input: '{"id":"1","type":"get_state"}\n',
    });
    assert.equal(code, 0);
    assert.equal((JSON.parse(stdout) as AnyRecord).id, "1");
  });

  it("rpc.md 10: a prompt of many MiB costs time in proportion to its size", async function () {
    if (process.platform !== "linux") this.skip();
    const cost = async (mebibytes: number): Promise<number> => {
      suite.model.add({ text: "ok" });
      const relay = suite.start();
      await relay.request({ type: "get_state" });
      const before = processorTicks(relay.child.pid);
      const records = await relay.prompt("x".repeat(mebibytes * 1024 * 1024));
      const after = processorTicks(relay.child.pid);
      assert.equal(ofType(records, "response").length, 1);
      assert.equal(records.find(isAssistantEnd)?.message.stopReason, "stop");
      await relay.close();
      return after - before;
    };
    const small = await cost(20);
    const large = await cost(40);
    assert.ok(large < 3 * Math.max(small, 10), `${small} and ${large} ticks`);
  });
});

/** Processor time that a process has used, in clock ticks. */
function processorTicks(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

function residentMiB(pid: number | undefined): number {
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(match?.[1]) / 1024;
}
