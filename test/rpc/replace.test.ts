import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readSession, treeSession, writeSessionFile } from "../support/sessionFiles.ts";
import type { AnyRecord, RpcProcess } from "../support/relayProcess.ts";
import { gate, ofType, outline, useRpc, userTexts } from "../support/rpcSuite.ts";

describe("rpc: replacing the session", () => {
  const suite = useRpc();

  async function stateOf(relay: RpcProcess): Promise<AnyRecord> {
    return (await relay.request({ type: "get_state" })).data as AnyRecord;
  }

  async function errorOf(relay: RpcProcess, command: AnyRecord): Promise<string> {
    const { success, error } = await relay.request(command);
    assert.equal(success, false);
    return error as string;
  }

  async function rolesOf(relay: RpcProcess): Promise<string[]> {
    const { messages } = (await relay.request({ type: "get_messages" })).data;
    return messages.map((message: AnyRecord) => message.role as string);
  }

  const openTree = (): RpcProcess => {
    const { root, cwd } = suite.workspace;
    return suite.start(["--session", writeSessionFile(join(root, "tree.jsonl"), treeSession(cwd))]);
  };

  it("rpc.md 51: fork starts before any user message of the file, and only there", async () => {
    const relay = openTree();
    const { messages } = (await relay.request({ type: "get_fork_messages" })).data;
    assert.deepEqual(
      messages.map(({ entryId }: AnyRecord) => entryId),
      ["u1", "u2", "u3"],
    );
    const before = await stateOf(relay);
    for (const entryId of ["a3", "zzz"]) {
      assert.equal(await errorOf(relay, { type: "fork", entryId }), "Invalid entry ID for forking");
    }
    assert.equal((await stateOf(relay)).sessionId, before.sessionId);
    const { data } = await relay.request({ type: "fork", entryId: "u3" });
    assert.deepEqual(data, { text: "third", cancelled: false });
    const after = await stateOf(relay);
    assert.notEqual(after.sessionId, before.sessionId);
    assert.deepEqual(await rolesOf(relay), ["user", "assistant"]);
    const [header, ...entries] = readSession(after.sessionFile as string);
    assert.deepEqual([header?.parentSession, header?.cwd], [before.sessionFile, suite.workspace.cwd]);
    assert.deepEqual(
      entries.slice(0, 2).map(({ id, parentId }) => [id, parentId]),
      [
        ["u1", null],
        ["a1", "u1"],
      ],
    );
  });

  it("sessions-and-tools.md 20: fork also starts from an abandoned branch; its first message leaves no file", async () => {
    const relay = openTree();
    assert.deepEqual((await relay.request({ type: "fork", entryId: "u2" })).data, {
      text: "second",
      images: [{ type: "image", data: "aGk=", mimeType: "image/png" }],
      cancelled: false,
    });
    assert.deepEqual((await relay.request({ type: "fork", entryId: "u1" })).data, {
      text: "first",
      cancelled: false,
    });
    const { sessionFile } = await stateOf(relay);
    assert.equal(existsSync(sessionFile as string), false);
    const notSaved = "This session has not been saved yet. Send a message before cloning or forking it.";
    assert.equal(await errorOf(relay, { type: "clone" }), notSaved);
    assert.equal(await errorOf(relay, { type: "fork", entryId: "u1" }), notSaved);
    suite.model.add({ text: "hi" });
    await relay.prompt("again");
    assert.equal(existsSync(sessionFile as string), true);
  });

  it("rpc-additions.md 14: fork at any entry keeps it", async () => {
    const relay = openTree();
    assert.deepEqual((await relay.request({ type: "fork", entryId: "a2", position: "at" })).data, {
      text: "",
      cancelled: false,
    });
    assert.deepEqual(await rolesOf(relay), ["user", "assistant", "user", "assistant"]);
    const { messages } = (await relay.request({ type: "get_messages" })).data;
    assert.equal(messages.at(-1).content[0].text, "two");
    assert.equal(
      await errorOf(relay, { type: "fork", entryId: "zzz", position: "at" }),
      "Invalid entry ID for forking",
    );
  });

  it("sessions-and-tools.md 21: clone copies the active path and renews the labels of kept entries", async () => {
    const relay = openTree();
    assert.equal((await relay.request({ type: "set_label", entryId: "a1", label: "start" })).success, true);
    const before = await stateOf(relay);
    const label = (await relay.request({ type: "get_entries" })).data.entries.at(-1) as AnyRecord;
    assert.deepEqual((await relay.request({ type: "clone" })).data, { cancelled: false });
    const { entries, leafId } = (await relay.request({ type: "get_entries" })).data;
    const copies = (entries as AnyRecord[]).filter(({ type }) => type === "label");
    assert.equal(copies.length, 1);
    const { id, timestamp, targetId } = copies[0] as AnyRecord;
    assert.notEqual(id, label.id);
    assert.deepEqual([timestamp, targetId, leafId], [label.timestamp, "a1", id]);
    assert.deepEqual(
      entries.filter(({ type }: AnyRecord) => type === "message").map((entry: AnyRecord) => entry.id),
      ["u1", "a1", "u3", "a3"],
    );
    assert.equal(
      readSession((await stateOf(relay)).sessionFile as string)[0]?.parentSession,
      before.sessionFile,
    );
  });

  it("rpc.md 54: clone in memory works, of a session without a file it does not", async () => {
    const relay = suite.start(["--no-session"]);
    const before = await stateOf(relay);
    assert.deepEqual((await relay.request({ type: "clone" })).data, { cancelled: false });
    const after = await stateOf(relay);
    assert.notEqual(after.sessionId, before.sessionId);
    assert.equal("sessionFile" in after, false);
    const saved = suite.start([]);
    assert.match(await errorOf(saved, { type: "clone" }), /^This session has not been saved yet\. /);
  });

  it("rpc.md 52: a replacement ends the run, and what waits applies to the new session", async () => {
    const held = gate();
    suite.model.add({ text: "begun", hold: held.opened }, { text: "new" });
    const relay = suite.start([]);
    const before = await stateOf(relay);
    relay.send({ type: "prompt", message: "old" });
    await relay.waitFor((record) => record.type === "message_update");
    await relay.request({ type: "steer", message: "never sent" });
    const bash = relay.send({ type: "bash", command: "sleep 60" });
    const from = relay.records.length;
    const replace = relay.send({ type: "new_session" });
    const prompt = relay.send({ type: "prompt", message: "next" });
    const state = relay.send({ type: "get_state" });
    const answer = await relay.waitFor((record) => record.id === state);
    await relay.waitFor((record) => record.id === prompt);
    held.open();
    assert.notEqual(answer.data.sessionId, before.sessionId);
    assert.deepEqual([answer.data.pendingMessageCount, answer.data.isBashRunning], [0, false]);
    const records = relay.records.slice(from);
    const at = records.findIndex((record) => record.id === replace);
    const settled = records.findIndex((record) => record.type === "agent_settled");
    assert.deepEqual(records[settled], { type: "agent_settled", aborted: true });
    assert.ok(settled < at);
    assert.ok(records.findIndex((record) => record.id === bash) < at);
    assert.equal(records.find((record) => record.id === bash)?.data.cancelled, true);
    assert.ok(records.findIndex((record) => record.id === prompt) > at);
    await relay.waitFor((record) => record.type === "agent_settled" && !record.aborted, from);
    assert.deepEqual(userTexts(relay.records), ["old", "next"]);
    assert.equal(ofType(relay.records.slice(from), "queue_update").length, 0);
    const kinds = readSession(before.sessionFile as string).map((entry) => entry.message?.role as string);
    assert.deepEqual(kinds.slice(-2), ["assistant", "bashExecution"]);
  });

  it("rpc.md 53: switch_session to a path without a file, also from memory", async () => {
    const relay = suite.start(["--no-session"]);
    const path = join(suite.workspace.cwd, "deep", "new.jsonl");
    assert.deepEqual((await relay.request({ type: "switch_session", sessionPath: "deep/new.jsonl" })).data, {
      cancelled: false,
    });
    assert.equal((await stateOf(relay)).sessionFile, path);
    assert.equal(existsSync(dirname(path)), false);
    suite.model.add({ text: "one" });
    await relay.prompt("p");
    assert.equal(readSession(path)[0]?.cwd, suite.workspace.cwd);
    const empty = join(suite.workspace.cwd, "empty.jsonl");
    writeFileSync(empty, "");
    assert.equal((await relay.request({ type: "switch_session", sessionPath: empty })).success, true);
    assert.equal(readSession(empty)[0]?.id, (await stateOf(relay)).sessionId);
  });

  it("rpc.md 53: what is no session is refused with its text, and the current session stays", async () => {
    const { root, cwd, write } = suite.workspace;
    const text = write("notes.txt", "hello\n");
    const gone = writeSessionFile(join(root, "gone.jsonl"), [
      {
        type: "session",
        version: 3,
        id: "gone",
        timestamp: "2026-01-01T00:00:00.000Z",
        cwd: join(root, "none"),
      },
    ]);
    const relay = suite.start([]);
    const before = await stateOf(relay);
    const refusals = [
      [text, `Session file is not a valid relay session: ${text}`],
      ["notes.txt", `Session file is not a valid relay session: ${text}`],
      [
        gone,
        `Stored session working directory does not exist: ${join(root, "none")}\nSession file: ${gone}\nCurrent working directory: ${cwd}`,
      ],
    ];
    for (const [sessionPath, error] of refusals) {
      assert.equal(await errorOf(relay, { type: "switch_session", sessionPath }), error);
    }
    assert.match(await errorOf(relay, { type: "switch_session", sessionPath: cwd }), /^EISDIR/);
    assert.match(
      await errorOf(relay, { type: "switch_session", sessionPath: "" }),
      /^Invalid switch_session command: /,
    );
    assert.deepEqual(await stateOf(relay), before);
    assert.equal(readFileSync(text, "utf8"), "hello\n");
  });

  it("a session that is opened runs in its folder with that folder's settings and context files", async () => {
    const { root, agentDir } = suite.workspace;
    const other = join(root, "other");
    mkdirSync(join(other, ".relay"), { recursive: true });
    writeFileSync(join(other, "AGENTS.md"), "Say marmalade.");
    writeFileSync(join(other, "here.txt"), "content of the other folder");
    writeFileSync(
      join(other, ".relay", "settings.json"),
      JSON.stringify({ defaultTools: ["read"], retry: { enabled: true } }),
    );
    writeFileSync(join(agentDir, "trust.json"), JSON.stringify({ [other]: true }));
    const target = writeSessionFile(join(root, "other.jsonl"), treeSession(other));
    const relay = suite.start([]);
    await relay.request({ type: "set_auto_retry", enabled: false });
    assert.equal((await relay.request({ type: "switch_session", sessionPath: target })).success, true);
    const state = await stateOf(relay);
    // What the client has set counts in this process, whatever a project says.
    assert.equal(state.autoRetryEnabled, false);
    assert.deepEqual([state.cwd, state.sessionFile, state.sessionId], [other, target, "tree"]);
    suite.model.add({ calls: [{ name: "read", arguments: { path: "here.txt" } }] }, { text: "done" });
    await relay.prompt("go");
    const [request, second] = suite.model.requests;
    assert.deepEqual(
      request?.tools?.map((tool) => tool.function.name),
      ["read"],
    );
    assert.match(JSON.stringify(request?.messages), /Say marmalade/);
    assert.match(JSON.stringify(second?.messages), /content of the other folder/);
    // What follows stays in the folder of the session that is left.
    await relay.request({ type: "new_session" });
    const next = await stateOf(relay);
    assert.equal(next.cwd, other);
    assert.equal(basename(dirname(next.sessionFile as string)), `--${other.slice(1).replaceAll("/", "-")}--`);
  });

  it("a session that is opened goes on with the model and level that it ended with", async () => {
    const { root, cwd } = suite.workspace;
    const file = writeSessionFile(join(root, "m0.jsonl"), [
      ...treeSession(cwd),
      { type: "model_change", id: "m", parentId: "a3", timestamp: "", provider: "fake", modelId: "m0" },
      { type: "thinking_level_change", id: "t", parentId: "m", timestamp: "", thinkingLevel: "off" },
    ]);
    const relay = suite.start([]);
    assert.equal((await stateOf(relay)).model.id, "m1");
    await relay.request({ type: "switch_session", sessionPath: file });
    assert.equal((await stateOf(relay)).model.id, "m0");
    await relay.request({ type: "new_session" });
    assert.equal((await stateOf(relay)).model.id, "m0");
  });

  it("switching to the open file reads it again", async () => {
    const relay = openTree();
    const { sessionFile } = await stateOf(relay);
    const line = { type: "session_info", id: "n", parentId: "a3", timestamp: "", name: "from outside" };
    writeFileSync(sessionFile as string, `${JSON.stringify(line)}\n`, { flag: "a" });
    await relay.request({ type: "switch_session", sessionPath: sessionFile });
    assert.equal((await stateOf(relay)).sessionName, "from outside");
  });

  it("sessions-and-tools.md 27: import copies into the session directory under a free name and keeps the id", async () => {
    const { root, cwd } = suite.workspace;
    const source = writeSessionFile(join(root, "o.jsonl"), treeSession(cwd));
    const relay = suite.start([]);
    const dir = dirname((await stateOf(relay)).sessionFile as string);
    for (const name of ["o.jsonl", "o-1.jsonl"]) {
      assert.deepEqual((await relay.request({ type: "import_session", path: "../o.jsonl" })).data, {
        cancelled: false,
      });
      const state = await stateOf(relay);
      assert.deepEqual([state.sessionFile, state.sessionId], [join(dir, name), "tree"]);
    }
    await relay.request({ type: "import_session", path: join(dir, "o.jsonl") });
    assert.equal((await stateOf(relay)).sessionFile, join(dir, "o.jsonl"));
    assert.deepEqual(readdirSync(dir).sort(), ["o-1.jsonl", "o.jsonl"]);
    assert.equal(readSession(source).length, 7);
  });

  it("import refuses what is missing or no session, and leaves no copy", async () => {
    const { root, write } = suite.workspace;
    const relay = suite.start([]);
    const before = await stateOf(relay);
    const none = join(root, "none.jsonl");
    assert.equal(await errorOf(relay, { type: "import_session", path: none }), `File not found: ${none}`);
    for (const path of [write("bad.jsonl", "no session"), write("empty.jsonl", "")]) {
      assert.equal(
        await errorOf(relay, { type: "import_session", path }),
        `Session file is not a valid relay session: ${path}`,
      );
    }
    const gone = writeSessionFile(join(root, "gone.jsonl"), treeSession(join(root, "nowhere")));
    assert.match(
      await errorOf(relay, { type: "import_session", path: gone }),
      /^Stored session working directory does not exist: /,
    );
    assert.deepEqual(readdirSync(dirname(before.sessionFile as string)), []);
    assert.deepEqual(await stateOf(relay), before);
  });

  it("replacements run one by one in the order of their arrival", async () => {
    const relay = openTree();
    const ids = [
      relay.send({ type: "fork", entryId: "u3" }),
      relay.send({ type: "clone" }),
      relay.send({ type: "new_session" }),
    ];
    await relay.request({ type: "get_state" });
    assert.deepEqual(
      relay.records.map(({ id }) => id).filter((id) => ids.includes(id as string)),
      ids,
    );
    assert.deepEqual(outline(relay.records).slice(0, 3), [
      "response:fork",
      "response:clone",
      "response:new_session",
    ]);
    assert.deepEqual(await rolesOf(relay), []);
  });
});
