import assert from "node:assert/strict";
import { existsSync, readFileSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import { relayCli, runRelay, type AnyRecord, type RpcProcess } from "../support/relayProcess.ts";
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

  it("commands kept back at the end of stdin still answer, and end at once", async () => {
    suite.model.add({ text: "x", hold: gate().opened });
    const relay = suite.start();
    const lines = [
      '{"id":"first","type":"bash","command":"sleep 60"}',
      '{"id":"new","type":"new_session"}',
      '{"id":"second","type":"bash","command":"sleep 60"}',
      '{"id":"p","type":"prompt","message":"p"}',
    ];
    relay.child.stdin.end(lines.join("\n"));
    assert.deepEqual(await relay.exit, { code: 0, signal: null });
    const responses = new Map(
      ofType(relay.records, "response").map((record) => [record.id as string, record]),
    );
    assert.deepEqual([...responses.keys()].sort(), ["first", "new", "p", "second"]);
    assert.equal(responses.get("first")?.data.cancelled, true);
    assert.equal(responses.get("second")?.data.cancelled, true);
    assert.deepEqual(ofType(relay.records, "agent_settled"), [{ type: "agent_settled", aborted: true }]);
  }).timeout(20_000);

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

  it("rpc.md 64: a client that does not read pauses the agent and loses nothing", async () => {
    const pieces = Array.from({ length: 4000 }, (_, index) => `${index} ${"x".repeat(1000)} `);
    const [first, ...rest] = pieces;
    const paused = gate();
    suite.model.add(
      {
        raw: async (respond) => {
          await respond.send(streamChunk({ content: first }));
          await paused.opened;
          for (const piece of rest) await respond.send(streamChunk({ content: piece }));
          const call = { name: "bash", arguments: '{"command":"touch ran"}' };
          await respond.send(
            streamChunk({ tool_calls: [{ index: 0, id: "c", type: "function", function: call }] }),
          );
          await respond.send(streamChunk({}, "tool_calls"));
          await respond.send("data: [DONE]\n\n");
          respond.end();
        },
      },
      { text: "done" },
    );
    const relay = suite.start();
    const { stdout } = relay.child;
    relay.send({ type: "prompt", message: "p" });
    await relay.waitFor((record) => record.assistantMessageEvent?.type === "text_delta");
    stdout.pause();
    paused.open();
    await new Promise((resolve) => setTimeout(resolve, 2000));
    assert.equal(existsSync(join(suite.workspace.cwd, "ran")), false);
    // Commands are parsed meanwhile.
    relay.send({ type: "bash", command: "touch parsed" });
    await fileAppears(join(suite.workspace.cwd, "parsed"));
    stdout.resume();
    await relay.waitFor(isSettled);
    assert.equal(existsSync(join(suite.workspace.cwd, "ran")), true);
    const deltas = relay.records.flatMap(({ assistantMessageEvent: event }) =>
      event?.type === "text_delta" ? [event.delta as string] : [],
    );
    assert.equal(deltas.filter((delta) => delta !== "done").join(""), pieces.join(""));
    assert.equal(textOf(relay.records.find(isAssistantEnd)?.message as AnyRecord), pieces.join(""));
  });

  it("rpc.md 62, cli.md 62: a second signal ends a process whose client does not read, at once", async () => {
    const relay = await startBlockedRun();
    const { closed } = await suite.model.server.request(0);
    relay.kill("SIGTERM");
    // The first signal has been handled when the request is gone.
    await closed;
    relay.kill("SIGTERM");
    const ended = new Promise((resolve) => relay.child.once("exit", (...result) => resolve(result)));
    assert.deepEqual(await ended, [143, null]);
    relay.child.stdout.resume();
    await relay.exit;
    relay.records.length = 0;
  });

  it("rpc.md 62, cli.md 62: one signal after the end of stdin is absorbed and everything is flushed", async () => {
    const relay = await startBlockedRun();
    const { closed } = await suite.model.server.request(0);
    relay.child.stdin.end();
    await closed;
    relay.kill("SIGTERM");
    relay.child.stdout.resume();
    assert.deepEqual(await relay.exit, { code: 0, signal: null });
    assert.deepEqual(relay.records.at(-1), { type: "agent_settled", aborted: true });
  });

  /** A run whose output the client does not read; the pipe is full. */
  async function startBlockedRun(): Promise<RpcProcess> {
    const filled = gate();
    suite.model.add({
      raw: async (respond) => {
        await respond.send(streamChunk({ content: "x" }));
        await filled.opened;
        await respond.send(streamChunk({ content: "x".repeat(4_000_000) }));
      },
    });
    const relay = suite.start();
    relay.send({ type: "prompt", message: "p" });
    await relay.waitFor((record) => record.assistantMessageEvent?.type === "text_delta");
    relay.child.stdout.pause();
    filled.open();
    return relay;
  }

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
    const resident = memoryMiB(relay.child.pid, "VmRSS");
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

  it("rpc.md §1: the entry script rpc-entry is the same as --mode rpc", async () => {
    const { stdout, stderr, code } = await runRelay(suite.workspace, ["--no-session", "--thinking", "low"], {
      program: join(dirname(relayCli), "rpc-entry.js"),
      input: '{"id":"1","type":"get_state"}\n',
    });
    const answer = JSON.parse(stdout) as AnyRecord;
    assert.deepEqual([code, stderr, answer.id, answer.data.thinkingLevel], [0, "", "1", "low"]);
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
    const cost = async (mebibytes: number): Promise<{ ticks: number; peakMiB: number }> => {
      suite.model.add({ text: "ok" });
      const relay = suite.start();
      await relay.request({ type: "get_state" });
      const before = processorTicks(relay.child.pid);
      const records = await relay.prompt("x".repeat(mebibytes * 1024 * 1024));
      const used = {
        ticks: processorTicks(relay.child.pid) - before,
        peakMiB: memoryMiB(relay.child.pid, "VmHWM"),
      };
      assert.equal(ofType(records, "response").length, 1);
      assert.equal(records.find(isAssistantEnd)?.message.stopReason, "stop");
      await relay.close();
      return used;
    };
    const small = await cost(20);
    let large = await cost(40);
    // What the collector and other processes cost is not the prompt's size: a high measurement is repeated.
    for (let repetition = 0; repetition < 5 && large.ticks >= 3 * small.ticks; repetition++)
      large = await cost(40);
    assert.ok(large.ticks < 3 * small.ticks, `${small.ticks} and ${large.ticks} ticks`);
    assert.ok(large.peakMiB < 3 * small.peakMiB, `${small.peakMiB} and ${large.peakMiB} MiB`);
  });
});

/** One event of a Chat Completions stream. */
function streamChunk(delta: object, finishReason: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  return `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices })}\n\n`;
}

/** Resolves when the file is there; it is made in an existing directory. */
function fileAppears(path: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(dirname(path), check);
    check();
    function check(): void {
      if (!existsSync(path)) return;
      watcher.close();
      resolve();
    }
  });
}

/** Processor time that a process has used, in clock ticks. */
function processorTicks(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

function memoryMiB(pid: number | undefined, field: "VmRSS" | "VmHWM"): number {
  const match = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(match?.[1]) / 1024;
}
