import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addedCommands } from "../support/commandList.ts";
import { describeEntryProblem } from "@relay-harness/protocol/records";
import { canDropPrivileges, type AnyRecord, type RpcProcess } from "../support/relayProcess.ts";
import { isAssistantEnd, ofType, textOf, useRpc, userTexts } from "../support/rpcSuite.ts";

describe("rpc: sessions", () => {
  const suite = useRpc();

  async function stateOf(relay: RpcProcess): Promise<AnyRecord> {
    return (await relay.request({ type: "get_state" })).data as AnyRecord;
  }

  /** Lines of a session file; each of them must parse. */
  function linesOf(path: string): AnyRecord[] {
    const text = readFileSync(path, "utf8");
    assert.ok(text.endsWith("\n"), "the last line is complete");
    return text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as AnyRecord);
  }

  it("rpc.md 50: get_entries pages through a session by id", async () => {
    suite.model.add({ text: "one" }, { text: "two" });
    const relay = suite.start([]);
    await relay.prompt("a");
    const { entries, leafId } = (await relay.request({ type: "get_entries" })).data;
    const last = entries.at(-1).id as string;
    assert.equal(last, leafId);
    await relay.prompt("b");
    const newer = (await relay.request({ type: "get_entries", since: last })).data;
    assert.deepEqual(
      newer.entries.map((entry: AnyRecord) => entry.message.role),
      ["user", "assistant"],
    );
    assert.equal(newer.entries.at(-1).id, newer.leafId);
    assert.deepEqual((await relay.request({ type: "get_entries", since: newer.leafId })).data.entries, []);
    const unknown = await relay.request({ type: "get_entries", since: "zzz" });
    assert.deepEqual([unknown.success, unknown.error], [false, "Entry not found: zzz"]);
  });

  it("what is in the file is what get_entries says, and every line fits the protocol", async () => {
    suite.model.add({ calls: [{ name: "bash", arguments: { command: "echo 1" } }] }, { text: "done" });
    const relay = suite.start([]);
    const { sessionFile } = await stateOf(relay);
    assert.equal(existsSync(sessionFile as string), false);
    await relay.prompt("a");
    await relay.request({ type: "bash", command: "echo mine" });
    await relay.request({ type: "set_session_name", name: "named" });
    const [header, ...entries] = linesOf(sessionFile as string);
    assert.deepEqual([header?.type, header?.version, header?.cwd], ["session", 3, suite.workspace.cwd]);
    assert.deepEqual((await relay.request({ type: "get_entries" })).data.entries, entries);
    for (const entry of entries) assert.equal(describeEntryProblem(entry), undefined);
    const { tree } = (await relay.request({ type: "get_tree" })).data;
    let count = 0;
    for (
      let level = tree as AnyRecord[];
      level.length > 0;
      level = level.flatMap((node) => node.children as AnyRecord[])
    ) {
      count += level.length;
    }
    assert.equal(count, entries.length);
  });

  it("every record is on disk before its event is seen", async () => {
    suite.model.add({ calls: [{ name: "bash", arguments: { command: "echo 1" } }] }, { text: "done" });
    const relay = suite.start([]);
    const { sessionFile } = await stateOf(relay);
    const missing: string[] = [];
    let seen = 0;
    relay.child.stdout.on("data", () => {
      for (; seen < relay.records.length; seen++) {
        const record = relay.records[seen];
        // The file is created with the first user message.
        if (record?.type !== "message_end" || record.message.role === "system") continue;
        if (!readFileSync(sessionFile as string, "utf8").includes(record.entryId as string))
          missing.push(record.entryId as string);
      }
    });
    await relay.prompt("a");
    assert.ok(seen > 5);
    assert.deepEqual(missing, []);
  });

  it("rpc.md 49, sessions-and-tools.md 19: session names are normalised, blank ones refused", async () => {
    const relay = suite.start();
    for (const name of ["  ", "", "\r\n"]) {
      const { success, error } = await relay.request({ type: "set_session_name", name });
      assert.deepEqual([success, error], [false, "Session name cannot be empty"]);
    }
    assert.deepEqual(ofType(relay.records, "session_info_changed"), []);
    for (const [name, expected] of [
      ["a\nb", "a b"],
      ["  My  name\r\n\r\nx ", "My  name x"],
    ] as const) {
      const from = relay.records.length;
      assert.equal((await relay.request({ type: "set_session_name", name })).success, true);
      assert.deepEqual(relay.records[from], { type: "session_info_changed", name: expected });
    }
    assert.equal((await stateOf(relay)).sessionName, "My  name x");
  });

  it("rpc.md 54: new_session in memory stays in memory", async () => {
    const relay = suite.start(["--no-session"]);
    assert.deepEqual((await relay.request({ type: "new_session" })).data, { cancelled: false });
    assert.equal("sessionFile" in (await stateOf(relay)), false);
    assert.equal(existsSync(join(suite.workspace.agentDir, "sessions")), false);
  });

  it("new_session writes its parent to the header and keeps queue modes", async () => {
    suite.model.add({ text: "x" });
    const relay = suite.start([]);
    await relay.request({ type: "set_steering_mode", mode: "all" });
    await relay.request({ type: "new_session", parentSession: "/not/checked.jsonl" });
    await relay.prompt("p");
    const state = await stateOf(relay);
    assert.equal(state.steeringMode, "all");
    assert.equal(linesOf(state.sessionFile as string)[0]?.parentSession, "/not/checked.jsonl");
  });

  it("session queries agree with the transcript", async () => {
    suite.model.add(
      {
        calls: [{ name: "bash", arguments: { command: "echo 1" } }],
        usage: { prompt_tokens: 100, completion_tokens: 10 },
      },
      { text: " last ", usage: { prompt_tokens: 200, completion_tokens: 20 } },
    );
    const relay = suite.start([]);
    await relay.prompt("first");
    await relay.request({ type: "bash", command: "echo mine" });
    assert.deepEqual((await relay.request({ type: "get_last_assistant_text" })).data, { text: "last" });
    const { messages } = (await relay.request({ type: "get_fork_messages" })).data;
    assert.deepEqual(
      messages.map((message: AnyRecord) => message.text),
      ["first"],
    );
    const { data } = await relay.request({ type: "get_session_stats" });
    const { userMessages, assistantMessages, toolCalls, toolResults, totalMessages } = data;
    assert.deepEqual(
      { userMessages, assistantMessages, toolCalls, toolResults, totalMessages },
      { userMessages: 1, assistantMessages: 2, toolCalls: 1, toolResults: 1, totalMessages: 6 },
    );
    assert.equal(data.tokens.total, 330);
    assert.equal(
      data.tokens.input + data.tokens.output + data.tokens.cacheRead + data.tokens.cacheWrite,
      330,
    );
    assert.ok(data.contextUsage.tokens >= 220);
    assert.equal(
      data.contextUsage.percent,
      (100 * data.contextUsage.tokens) / data.contextUsage.contextWindow,
    );
    assert.deepEqual(await addedCommands(relay), []);
  });

  it("rpc.md 55: a tree of 20,000 entries in one chain is delivered whole", async () => {
    const depth = 20_000;
    const relay = suite.start(["--session", writeChain(suite.workspace.write, suite.workspace.cwd, depth)]);
    const { tree } = (await relay.request({ type: "get_tree" })).data;
    let nodes = tree as AnyRecord[];
    let levels = 0;
    for (; nodes.length === 1; nodes = nodes[0]?.children as AnyRecord[]) levels++;
    // The start of the process appends its thinking level or model.
    assert.ok(levels >= depth && levels <= depth + 2, `${levels}`);
    assert.equal((await relay.request({ type: "get_state" })).success, true);
    assert.equal((await relay.request({ type: "get_entries" })).data.entries.length, levels);
    assert.equal((await relay.request({ type: "get_messages" })).data.messages.length, depth);
  });

  it("a process killed during a run leaves a file that loads and goes on", async () => {
    suite.model.add(
      { calls: [{ id: "call_9", name: "bash", arguments: { command: "echo begun; sleep 60" } }] },
      { text: "recovered" },
    );
    const relay = suite.start([]);
    const { sessionFile } = await stateOf(relay);
    relay.send({ type: "prompt", message: "p" });
    await relay.waitFor((record) => record.type === "tool_execution_update");
    relay.kill("SIGKILL");
    assert.deepEqual(await relay.exit, { code: null, signal: "SIGKILL" });
    const before = readFileSync(sessionFile as string, "utf8");
    const again = suite.start(["--session", sessionFile as string]);
    const { messages } = (await again.request({ type: "get_messages" })).data;
    assert.deepEqual(
      messages.map((message: AnyRecord) => message.role).filter((role: string) => role !== "system"),
      ["user", "assistant"],
    );
    const records = await again.prompt("go on");
    assert.equal(records.find(isAssistantEnd)?.message.stopReason, "stop");
    const roles = suite.model.requests[1]?.messages
      .map(({ role }) => role)
      .filter((role) => role !== "system");
    // The call that never ended has a result, or no provider would accept the request.
    assert.deepEqual(roles, ["user", "assistant", "tool", "user"]);
    assert.ok(readFileSync(sessionFile as string, "utf8").startsWith(before));
    linesOf(sessionFile as string);
  });

  it("a torn last line is cut off from what follows", async () => {
    suite.model.add({ text: "one" }, { text: "two" });
    const relay = suite.start([]);
    const { sessionFile } = await stateOf(relay);
    await relay.prompt("a");
    await relay.close();
    const whole = readFileSync(sessionFile as string, "utf8");
    writeFileSync(sessionFile as string, whole.slice(0, -30));
    const again = suite.start(["--session", sessionFile as string]);
    await again.prompt("b");
    await again.close();
    const text = readFileSync(sessionFile as string, "utf8");
    assert.ok(text.startsWith(`${whole.slice(0, -30)}\n`));
    for (const line of text
      .slice(whole.length - 29)
      .trimEnd()
      .split("\n"))
      JSON.parse(line);
  });

  it("a session file that takes no more keeps what it has, is reported once, and the run goes on", async function () {
    if (process.platform === "win32") this.skip();
    const text = "x".repeat(3000);
    suite.model.add({ text }, { text }, { text }, { text });
    // A limit on the size of files stands for a full disk.
    const relay = suite.start([], { fileSizeLimitKiB: 24, mayReport: true });
    const { sessionFile } = await stateOf(relay);
    for (let count = 0; count < 4; count++) {
      const records = await relay.prompt(`p${count} ${"y".repeat(3000)}`);
      assert.equal(records.find(isAssistantEnd)?.message.stopReason, "stop");
    }
    const { messages } = (await relay.request({ type: "get_messages" })).data;
    assert.equal(messages.filter((message: AnyRecord) => message.role === "assistant").length, 4);
    await relay.close();
    assert.match(relay.stderr, /^Error: Cannot write session file .*\n$/);
    const written = readFileSync(sessionFile as string, "utf8");
    assert.ok(written.length <= 24 * 1024);
    const complete = written
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as AnyRecord);
    assert.ok(complete.length >= 5);
    const again = suite.start(["--session", sessionFile as string]);
    const loaded = (await again.request({ type: "get_messages" })).data.messages as AnyRecord[];
    assert.ok(loaded.length > 2);
    assert.deepEqual(loaded, messages.slice(0, loaded.length));
  });

  describe("without permission", () => {
    let locked: string[] = [];
    const lock = (path: string): void => {
      chmodSync(path, 0o555);
      locked.push(path);
    };
    afterEach(() => {
      for (const path of locked) chmodSync(path, 0o755);
      locked = [];
    });

    it("a session directory that cannot be written is reported once, and the session lives in memory", async function () {
      if (!canDropPrivileges()) this.skip();
      const directory = join(suite.workspace.root, "sessions");
      mkdirSync(directory);
      lock(directory);
      suite.model.add({ text: "one" }, { text: "two" });
      const relay = suite.start(["--session-dir", directory], { unprivileged: true, mayReport: true });
      await relay.prompt("a");
      const records = await relay.prompt("b");
      assert.equal(records.find(isAssistantEnd)?.message.stopReason, "stop");
      await relay.close();
      assert.deepEqual(readdirSync(directory), []);
      assert.match(relay.stderr, /^Error: Cannot write session file .*\n$/);
    });

    it("write and edit in a read-only folder are error results, and the run goes on", async function () {
      if (!canDropPrivileges()) this.skip();
      suite.workspace.write("kept.txt", "one\n");
      chmodSync(join(suite.workspace.cwd, "kept.txt"), 0o444);
      lock(suite.workspace.cwd);
      suite.model.add(
        {
          calls: [
            { id: "w", name: "write", arguments: { path: "new.txt", content: "x" } },
            { id: "o", name: "write", arguments: { path: "kept.txt", content: "x" } },
            {
              id: "e",
              name: "edit",
              arguments: { path: "kept.txt", edits: [{ oldText: "one", newText: "two" }] },
            },
          ],
        },
        { text: "sorry" },
      );
      const relay = suite.start(["--no-session"], { unprivileged: true });
      const records = await relay.prompt("p");
      for (const end of ofType(records, "tool_execution_end")) {
        assert.equal(end.isError, true);
        assert.match(textOf(end.result as AnyRecord), /EACCES|permission/i);
      }
      assert.equal(records.filter(isAssistantEnd).at(-1)?.message.stopReason, "stop");
      assert.deepEqual(readdirSync(suite.workspace.cwd), ["kept.txt"]);
      assert.equal(readFileSync(join(suite.workspace.cwd, "kept.txt"), "utf8"), "one\n");
    });
  });

  it("a session directory below a file is reported once, and the session lives in memory", async () => {
    const file = suite.workspace.write("plain-file", "x");
    suite.model.add({ text: "one" }, { text: "two" });
    const relay = suite.start(["--session-dir", join(file, "sessions")], { mayReport: true });
    await relay.prompt("a");
    const records = await relay.prompt("b");
    assert.deepEqual(userTexts(relay.records), ["a", "b"]);
    assert.equal(records.find(isAssistantEnd)?.message.stopReason, "stop");
    await relay.close();
    assert.match(relay.stderr, /^Error: Cannot write session file .*\n$/);
    assert.equal(readFileSync(file, "utf8"), "x");
  });
});

/** Writes a session of user and assistant messages in one chain. Returns its path. */
function writeChain(write: (path: string, content: string) => string, cwd: string, length: number): string {
  const timestamp = new Date(0).toISOString();
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost };
  const answer = { api: "openai-completions", provider: "fake", model: "m1", usage, stopReason: "stop" };
  const lines: object[] = [{ type: "session", version: 3, id: "chain", timestamp, cwd }];
  for (let index = 0; index < length; index++) {
    const content = [{ type: "text", text: `${index}` }];
    const message =
      index % 2 === 0
        ? { role: "user", content, timestamp: 0 }
        : { role: "assistant", content, ...answer, timestamp: 0 };
    const id = index.toString(16).padStart(8, "0");
    const parentId = index === 0 ? null : (index - 1).toString(16).padStart(8, "0");
    lines.push({ type: "message", id, parentId, timestamp, message });
  }
  return write("chain.jsonl", lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}
