import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RpcClient } from "./rpcClient.ts";
import type { RpcClientEvent, RpcClientOptions } from "./types.ts";

/** Start of every fake agent: `answer(command, data)` and `write(...records)`, which is one chunk. */
const prelude = `
  import { createInterface } from "node:readline";
  const write = (...records) => process.stdout.write(records.map((r) => JSON.stringify(r) + "\\n").join(""));
  const answer = ({ id, type }, data) => ({ id, type: "response", command: type, success: true, data });
  const onCommand = (handle) =>
    createInterface({ input: process.stdin }).on("line", (line) => handle(JSON.parse(line)));
`;
const settled = '{ type: "agent_settled", aborted: false }';

/** Whether a process runs; a zombie does not. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.trim().startsWith("Z");
}

describe("RpcClient", () => {
  let folder: string;
  let clients: RpcClient[] = [];
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "relay-rpc-client-"));
  });
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.stop()));
    clients = [];
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** A client of an agent that is this script. */
  function clientOf(script: string, options: RpcClientOptions = {}): RpcClient {
    const cliPath = join(folder, `agent${clients.length}.mjs`);
    writeFileSync(cliPath, prelude + script);
    const client = new RpcClient({ cliPath, forwardStderr: false, ...options });
    clients.push(client);
    return client;
  }

  /** Started, and its script has written a record, so that it has run as far as that. */
  async function runningClient(script: string, options?: RpcClientOptions): Promise<RpcClient> {
    const client = clientOf(script, options);
    const hasWritten = new Promise<void>((resolve) => client.onEvent(() => resolve()));
    await client.start();
    await hasWritten;
    return client;
  }

  async function startedClient(script: string, options?: RpcClientOptions): Promise<RpcClient> {
    const client = clientOf(script, options);
    await client.start();
    return client;
  }

  it("rpc.md 69: a wait that begins after a response hears of the end in the same chunk", async () => {
    const client = await startedClient(
      `onCommand((c) => write(answer(c, { disposition: "started" }), ${settled}));`,
    );
    assert.equal(await client.prompt("hi"), "started");
    await client.waitForIdle();
  });

  it("rpc.md 70: promptAndWait ends with a handled prompt and leaves no listener", async () => {
    const client = await startedClient(
      `onCommand((c) => write({ type: "entry_appended", entry: {} }, answer(c, { disposition: "handled" })));`,
    );
    const events = await client.promptAndWait("/cmd");
    assert.deepEqual(
      events.map(({ type }) => type),
      ["entry_appended"],
    );
  });

  it("rpc.md 70: refuses calls before start and after stop, and a second start", async () => {
    const client = clientOf("onCommand((c) => write(answer(c, { text: null })));");
    await assert.rejects(client.getLastAssistantText(), { message: "Client not started" });
    await client.start();
    await assert.rejects(client.start(), { message: "Client already started" });
    assert.equal(await client.getLastAssistantText(), null);
    await client.stop();
    await client.stop();
    await assert.rejects(client.getLastAssistantText(), { message: "Client not started" });
    assert.throws(() => client.respondToExtensionUI({ type: "extension_ui_response", id: "x", value: "" }), {
      message: "Client not started",
    });
  });

  it("rpc.md 70: waitForIdle gives up after its timeout", async () => {
    const client = await startedClient(`process.stderr.write("busy\\n"); onCommand(() => {});`);
    const rejection = await client.waitForIdle(200).catch((error: Error) => error.message);
    assert.equal(rejection, "Timeout waiting for agent to become idle. Stderr: busy");
  });

  it("collectEvents and promptAndWait give up with their own text", async () => {
    const client = await startedClient(`onCommand((c) => write(answer(c, { disposition: "started" })));`);
    await assert.rejects(client.collectEvents(1), { message: "Timeout collecting events. Stderr: " });
    await assert.rejects(client.promptAndWait("hi", undefined, 1), {
      message: "Timeout collecting events. Stderr: ",
    });
  });

  it("promptAndWait gives what came from the send through the end of its own activity", async () => {
    const client = await startedClient(`
      onCommand((c) => write(
        ${settled}, answer(c, { disposition: "queued" }), { type: "agent_start" }, ${settled}, { type: "turn_start" },
      ));`);
    const events = await client.promptAndWait("hi");
    assert.deepEqual(
      events.map(({ type }) => type),
      ["agent_settled", "agent_start", "agent_settled"],
    );
  });

  it("promptAndWait rejects with the reason of a refused prompt", async () => {
    const client = await startedClient(`
      onCommand(({ id, type: command }) =>
        write({ id, type: "response", command, success: false, error: "No model selected." }));`);
    await assert.rejects(client.promptAndWait("hi"), { message: "No model selected." });
  });

  it("matches responses by id, in whatever order they come", async () => {
    const client = await startedClient(`
      const commands = [];
      onCommand((c) => {
        commands.unshift(c);
        if (commands.length === 3) write(...commands.map((c) => answer(c, c.value)));
      });`);
    const values = ["a", "b", "c"];
    const answers = await Promise.all(values.map((value) => client.request({ type: "echo", value })));
    assert.deepEqual(answers, values);
  });

  it("keeps the id that a command brings", async () => {
    const client = await startedClient("onCommand((c) => write(answer(c, c.id)));");
    assert.equal(await client.request({ type: "echo", id: "mine" }), "mine");
    assert.match(String(await client.request({ type: "echo" })), /^req_\d+$/);
  });

  it("drops responses that nobody waits for, and notes what is no record", async () => {
    const client = clientOf(`
      process.stdout.write("Debugger attached\\n");
      write({ type: "response", command: "parse", success: false, error: "?" }, { id: "req_9", type: "response" });
      onCommand((c) => write({ type: "agent_start" }, answer(c)));`);
    const events: RpcClientEvent[] = [];
    client.onEvent((event) => events.push(event));
    await client.start();
    await client.abort();
    assert.deepEqual(events, [{ type: "agent_start" }]);
    assert.equal(client.getStderr(), "Ignored on stdout: Debugger attached\n");
  });

  it("times requests out, except those that may wait for a person or a provider", async () => {
    const client = await startedClient(
      `const held = [];
       onCommand((c) => c.type === "get_state" ? held.map((c) => write(answer(c, { path: "p" }))) : held.push(c));`,
      { requestTimeoutMs: 1 },
    );
    const exported = client.exportHtml();
    await assert.rejects(client.getTree(), { message: "Timeout waiting for response to get_tree. Stderr: " });
    await assert.rejects(client.getState(), /Timeout waiting for response to get_state/);
    assert.deepEqual(await exported, { path: "p" });
  });

  it("rpc.md 68: a killed agent rejects what waits, until it is started again", async () => {
    const client = await runningClient(
      `process.stderr.write("last words\\n"); write({ type: "agent_start" }); onCommand((c) => c.type === "get_state" || write(answer(c, { messages: [] })));`,
    );
    const state = client.getState();
    const idle = client.waitForIdle();
    client.childProcess?.kill("SIGKILL");
    const expected = {
      message: "Agent process exited (code=null signal=SIGKILL). Stderr: last words",
    };
    await assert.rejects(state, expected);
    await assert.rejects(idle, expected);
    await assert.rejects(client.getMessages(), expected);
    await client.start();
    assert.deepEqual(await client.getMessages(), []);
  });

  it("an agent that ends at once rejects the start or the first call", async () => {
    const client = clientOf(`process.stderr.write("Error: no\\n"); process.exitCode = 1;`);
    const expected = { message: "Agent process exited (code=1 signal=null). Stderr: Error: no" };
    // A slow machine ends the agent only after the start was taken for a success.
    await assert.rejects(
      client.start().then(() => client.getState()),
      expected,
    );
    await assert.rejects(client.getState(), expected);
  });

  it("refuses commands and limits that could never be answered or never end", async () => {
    const client = await startedClient(`onCommand((c) => write(answer(c, { disposition: "started" })));`);
    const request = (command: unknown): Promise<unknown> => client.request(command as { type: string });
    for (const id of [5, {}, null]) {
      await assert.rejects(request({ type: "get_state", id }), {
        message: "The id of a command has to be a string",
      });
    }
    await assert.rejects(request(undefined), { message: "A command has to be an object" });
    for (const timeout of [NaN, -1]) {
      await assert.rejects(client.waitForIdle(timeout), { name: "RangeError" });
      await assert.rejects(client.promptAndWait("hi", undefined, timeout), { name: "RangeError" });
    }
    const long = client.waitForIdle(1e12);
    await Promise.all([assert.rejects(long, { message: "Client stopped" }), client.stop()]);
  });

  it("a folder that is not there rejects the start, and says so", async () => {
    const cwd = join(folder, "gone");
    await assert.rejects(clientOf("", { cwd }).start(), {
      message: `Working directory of the agent does not exist: ${cwd}`,
    });
  });

  it("a program that cannot be run rejects the start", async () => {
    const client = clientOf("", { nodePath: join(folder, "missing") });
    await assert.rejects(client.start(), { code: "ENOENT" });
    await assert.rejects(client.getState(), { message: "Client not started" });
  });

  it("hands on the records that come before the end of the agent", async () => {
    const client = clientOf(`
      onCommand((c) => {
        write(answer(c, { disposition: "started" }), { type: "agent_start" }, ${settled});
        process.exit(3);
      });`);
    await client.start();
    const events = await client.promptAndWait("hi");
    assert.deepEqual(
      events.map(({ type }) => type),
      ["agent_start", "agent_settled"],
    );
  });

  it("rpc.md §2.1: hands on a last record without its line feed", async () => {
    const client = clientOf(`
      onCommand((c) => {
        write(answer(c, { disposition: "started" }));
        process.stdout.write(JSON.stringify(${settled}), () => process.exit(3));
      });`);
    await client.start();
    const events = await client.promptAndWait("hi");
    assert.deepEqual(
      events.map(({ type }) => type),
      ["agent_settled"],
    );
  });

  it("names the field that an answer lacks", async () => {
    const client = await startedClient(
      `onCommand((c) => write(answer(c, c.type === "prompt" ? null : [])));`,
    );
    await assert.rejects(client.getMessages(), {
      message: "Invalid response to get_messages: messages is missing",
    });
    await assert.rejects(client.promptAndWait("hi"), {
      message: "Invalid response to prompt: disposition is missing",
    });
  });

  it("keeps the last of what a noisy agent writes", async () => {
    const client = await startedClient(`
      for (let line = 0; line < 300000; line++) process.stdout.write("noise " + line + "\\n");
      onCommand((c) => write(answer(c, { messages: [] })));`);
    assert.deepEqual(await client.getMessages(), []);
    const kept = client.getStderr();
    assert.equal(kept.length, 1024 * 1024);
    assert.ok(kept.endsWith("Ignored on stdout: noise 299999\n"));
  });

  it("stop rejects what waits and reports no exit", async () => {
    const client = await startedClient("onCommand(() => {});");
    const state = client.getState();
    const idle = client.waitForIdle();
    const stopped = client.stop();
    await assert.rejects(state, { message: "Client stopped" });
    await assert.rejects(idle, { message: "Client stopped" });
    await stopped;
  });

  it("stop waits for the agent and still hands on its events", async () => {
    const client = await startedClient(`
      process.stdin.resume();
      process.stdin.on("end", () => write({ type: "agent_settled", aborted: true }));`);
    const events: RpcClientEvent[] = [];
    client.onEvent((event) => events.push(event));
    await client.stop();
    assert.deepEqual(events, [{ type: "agent_settled", aborted: true }]);
  });

  it("stop uses force when the agent does not end by itself", async () => {
    const client = await runningClient(
      `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); write({ type: "agent_start" });`,
      { stopTimeoutMs: 10 },
    );
    const { childProcess } = client;
    await client.stop();
    assert.equal(childProcess?.signalCode, "SIGKILL");
  });

  it("stop ends the whole process group when it has to use force", async function () {
    if (process.platform === "win32") this.skip();
    // The grandchild holds the pipes and survives its parent, unless the group is ended.
    const client = await startedClient(
      `import { spawn } from "node:child_process";
       const code = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
       const child = spawn(process.execPath, ["-e", code], { stdio: "inherit" });
       process.on("SIGTERM", () => {});
       onCommand((c) => write(answer(c, child.pid)));`,
      { stopTimeoutMs: 10, processGroup: true },
    );
    const pid = Number(await client.request({ type: "pid" }));
    await client.stop();
    assert.equal(isRunning(pid), false);
  });

  it("stop during a start ends the agent and rejects the start", async () => {
    const client = clientOf("onCommand(() => {});");
    const starting = client.start();
    const rejected = assert.rejects(starting, { message: "Client stopped" });
    await client.stop();
    await rejected;
  });

  it("starts again after stop, with the same listeners", async () => {
    const client = clientOf(`onCommand((c) => write({ type: "turn_start" }, answer(c)));`);
    const events: RpcClientEvent[] = [];
    const unsubscribe = client.onEvent((event) => events.push(event));
    await client.start();
    await client.abort();
    const stopped = client.stop();
    await client.start();
    await stopped;
    await client.abort();
    unsubscribe();
    await client.abort();
    assert.deepEqual(events, [{ type: "turn_start" }, { type: "turn_start" }]);
  });

  it("sends commands that are given while it starts", async () => {
    const client = clientOf("onCommand((c) => write(answer(c, { text: 'here' })));");
    const started = client.start();
    assert.equal(await client.getLastAssistantText(), "here");
    await started;
  });

  it("queues more than the pipe takes, in order", async () => {
    const client = await startedClient(`
      onCommand((c) => {
        write(answer(c, [c.index, c.text?.length]));
        if (c.type === "pause") {
          const end = Date.now() + 300;
          while (Date.now() < end);
        }
      });`);
    const text = "x".repeat(3_000_000);
    const paused = client.request({ type: "pause" });
    const sent = Array.from({ length: 5 }, (_, index) => client.request({ type: "echo", index, text }));
    assert.deepEqual(await paused, [null, null]);
    assert.deepEqual(
      await Promise.all(sent),
      sent.map((_, index) => [index, text.length]),
    );
  });

  it("passes provider, model and further arguments, environment and folder", async () => {
    process.env.RELAY_TEST_REMOVED = "there";
    const client = await startedClient(
      `onCommand((c) => write(answer(c, [
         process.argv.slice(2), process.cwd(), process.env.RELAY_TEST_ADDED, process.env.RELAY_TEST_REMOVED ?? "gone",
       ])));`,
      {
        provider: "fake",
        model: "m1",
        args: ["--no-session"],
        cwd: folder,
        env: { RELAY_TEST_ADDED: "added", RELAY_TEST_REMOVED: undefined },
      },
    );
    delete process.env.RELAY_TEST_REMOVED;
    const [args, , ...env] = (await client.request({ type: "where" })) as [string[], string, string, string];
    assert.deepEqual(args, ["--mode", "rpc", "--provider", "fake", "--model", "m1", "--no-session"]);
    assert.deepEqual(env, ["added", "gone"]);
  });

  it("vscode.md 3: opens an ipc channel on request", async () => {
    const client = await startedClient(
      `process.on("message", (message) => process.send({ echo: message })); onCommand(() => {});`,
      { ipc: true },
    );
    const { childProcess } = client;
    const echoed = new Promise((resolve) => childProcess?.once("message", resolve));
    childProcess?.send("hello");
    assert.deepEqual(await echoed, { echo: "hello" });
  });

  it("a listener that throws is reported and stops nobody", async () => {
    const client = await startedClient(`onCommand((c) => write({ type: "agent_start" }, answer(c)));`);
    const heard: string[] = [];
    const original = process.stderr.write.bind(process.stderr);
    const reported: string[] = [];
    client.onEvent(() => {
      throw new Error("mine");
    });
    const unsubscribe = client.onEvent(() => {
      heard.push("first");
      unsubscribe();
    });
    client.onEvent(() => heard.push("second"));
    process.stderr.write = (text: string | Uint8Array) => reported.push(String(text)) > 0;
    try {
      await client.abort();
    } finally {
      process.stderr.write = original;
    }
    assert.deepEqual(heard, ["first", "second"]);
    assert.match(reported.join(""), /^Error: an event listener failed: Error: mine/);
  });
});
