import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { readSession, treeSession, writeSessionFile } from "../support/sessionFiles.ts";
import type { AnyRecord, RpcProcess } from "../support/relayProcess.ts";
import { ofType, useRpc } from "../support/rpcSuite.ts";

describe("rpc: session files", () => {
  const suite = useRpc();
  let dir: string;
  beforeEach(() => {
    const { agentDir, cwd } = suite.workspace;
    dir = join(agentDir, "sessions", `--${cwd.slice(1).replaceAll("/", "-")}--`);
    mkdirSync(dir, { recursive: true });
  });

  async function dataOf(relay: RpcProcess, command: AnyRecord): Promise<AnyRecord> {
    const { success, error, data } = await relay.request(command);
    assert.equal(success, true, error as string);
    return data as AnyRecord;
  }

  async function errorOf(relay: RpcProcess, command: AnyRecord): Promise<string> {
    const { success, error } = await relay.request(command);
    assert.equal(success, false);
    return error as string;
  }

  /** A session of one question, `minute` minutes after the epoch. */
  function session(
    id: string,
    minute: number,
    fields: { text?: string; cwd?: string; name?: string } = {},
  ): string {
    const { text = id, cwd = suite.workspace.cwd, name } = fields;
    const timestamp = new Date(minute * 60_000).toISOString();
    return writeSessionFile(join(dir, `${id}.jsonl`), [
      { type: "session", version: 3, id, timestamp, cwd },
      {
        type: "message",
        id: "u",
        parentId: null,
        timestamp,
        message: { role: "user", content: [{ type: "text", text }], timestamp: minute * 60_000 },
      },
      ...(name === undefined ? [] : [{ type: "session_info", id: "n", parentId: "u", timestamp, name }]),
    ]);
  }

  const idsOf = (data: AnyRecord): string[] => data.sessions.map(({ id }: AnyRecord) => id as string);
  const list = (relay: RpcProcess, fields: AnyRecord = {}): Promise<AnyRecord> =>
    dataOf(relay, { type: "list_sessions", ...fields });

  it("lists the sessions of the folder with what a list shows, newest first", async () => {
    const { cwd } = suite.workspace;
    const path = writeSessionFile(join(dir, "tree.jsonl"), treeSession(cwd));
    session("new", 10, { name: "Named" });
    session("elsewhere", 20, { cwd: "/another" });
    const relay = suite.start(["--session", path]);
    // The start of the process may append its selection.
    await dataOf(relay, { type: "get_state" });
    const sizeBytes = statSync(path).size;
    const { sessions, total, ...rest } = await list(relay);
    assert.deepEqual([rest, total, sessions.map(({ id }: AnyRecord) => id)], [{}, 2, ["new", "tree"]]);
    assert.deepEqual(sessions[1], {
      path,
      id: "tree",
      cwd,
      firstMessage: "first",
      created: "2026-01-01T00:00:00.000Z",
      modified: "1970-01-01T00:00:00.001Z",
      messageCount: 6,
      sizeBytes,
      model: { provider: "fake", id: "m1" },
      isOpen: true,
    });
    assert.deepEqual([sessions[0].name, sessions[0].isOpen], ["Named", false]);
    assert.deepEqual(idsOf(await list(relay, { scope: "all" })), ["elsewhere", "new", "tree"]);
    assert.deepEqual(idsOf(await list(relay, { namedOnly: true })), ["new"]);
  });

  it("rpc-additions.md 3: torn lines, a missing index and a broken one change nothing", async () => {
    const torn = session("torn", 1);
    writeFileSync(torn, '{"type":"message","id":"0000', { flag: "a" });
    session("whole", 2);
    const index = join(suite.workspace.agentDir, "session-index.json");
    const expected = await list(suite.start());
    assert.deepEqual(idsOf(expected), ["whole", "torn"]);
    const content = readFileSync(index, "utf8");
    const broken = [
      undefined,
      "garbage",
      "[]",
      content.slice(0, 50),
      content.replaceAll(/"size":\d+/g, '"size":1'),
    ];
    for (const text of broken) {
      if (text === undefined) unlinkSync(index);
      else writeFileSync(index, text);
      assert.deepEqual(await list(suite.start()), expected);
    }
    assert.deepEqual(readFileSync(index, "utf8"), content);
  });

  it("follows what changes on disk between two lists", async () => {
    const first = session("first", 1);
    const second = session("second", 2);
    const relay = suite.start();
    assert.deepEqual(idsOf(await list(relay)), ["second", "first"]);
    session("third", 3);
    unlinkSync(second);
    renameSync(first, join(dir, "moved.jsonl"));
    writeFileSync(
      join(dir, "moved.jsonl"),
      `${JSON.stringify({ type: "session_info", id: "n", parentId: "u", timestamp: "", name: "later" })}\n`,
      { flag: "a" },
    );
    const { sessions } = await list(relay);
    assert.deepEqual(
      sessions.map(({ id, name, path }: AnyRecord) => [id, name, path]),
      [
        ["third", undefined, join(dir, "third.jsonl")],
        ["first", "later", join(dir, "moved.jsonl")],
      ],
    );
  });

  it("rpc-additions.md §6: sessions_changed tells when a list is out of date, once there was one", async () => {
    const isChange = (record: AnyRecord): boolean => record.type === "sessions_changed";
    const relay = suite.start();
    await dataOf(relay, { type: "get_state" });
    const first = session("first", 1);
    await list(relay);
    assert.deepEqual(relay.records.filter(isChange), []);
    for (const change of [
      () => session("second", 2),
      () => writeFileSync(first, "\n", { flag: "a" }),
      () => unlinkSync(first),
    ]) {
      const from = relay.records.length;
      change();
      await relay.waitFor(isChange, from);
    }
    assert.deepEqual(idsOf(await list(relay)), ["second"]);
    assert.deepEqual(relay.records.find(isChange), { type: "sessions_changed" });
  });

  it("rpc-additions.md §6: sessions_changed comes for folders that appear later, and for every project", async () => {
    const root = join(suite.workspace.agentDir, "sessions");
    rmSync(root, { recursive: true });
    const relay = suite.start();
    assert.deepEqual(await list(relay), { sessions: [], total: 0 });
    mkdirSync(dir, { recursive: true });
    session("first", 1);
    await relay.waitFor((record) => record.type === "sessions_changed");
    assert.deepEqual(idsOf(await list(relay, { scope: "all" })), ["first"]);
    const from = relay.records.length;
    writeSessionFile(join(root, "--elsewhere--", "second.jsonl"), [
      { type: "session", version: 3, id: "second", timestamp: "2026-01-01T00:00:00.000Z", cwd: "/elsewhere" },
    ]);
    await relay.waitFor((record) => record.type === "sessions_changed", from);
    assert.equal((await list(relay, { scope: "all" })).total, 2);
  });

  it("rpc-additions.md 4: a query looks at name, first message, id and folder, whatever the case", async () => {
    session("xauthx", 1, { text: "hello there" });
    session("b", 2, { text: "Fix the authentication of users" });
    session("c", 3, { name: "AUTH work" });
    session("d", 4, { cwd: "/home/auth/x" });
    session("e", 5, { text: "nothing" });
    const relay = suite.start();
    const find = async (query: string): Promise<string[]> =>
      idsOf(await list(relay, { scope: "all", query }));
    assert.deepEqual(await find("AUTH"), ["d", "c", "b", "xauthx"]);
    assert.deepEqual(await find("auth users"), ["b"]);
    assert.deepEqual(await find('"the auth"'), ["b"]);
    assert.deepEqual(await find('"auth the"'), []);
    assert.deepEqual(await find("re:^fix.*USERS$"), ["b"]);
    assert.deepEqual(await find("re:("), []);
    assert.deepEqual(await find("authntcation"), ["b"]);
    assert.deepEqual(await list(relay, { scope: "all", query: "zzz" }), { sessions: [], total: 0 });
  });

  it("rpc-additions.md 5: pages neither repeat nor skip a session while others are added", async () => {
    for (let n = 0; n < 7; n++) session(`s${n}`, 10 + n);
    session("twin", 12);
    const relay = suite.start();
    const first = await list(relay, { limit: 3 });
    assert.deepEqual([idsOf(first), first.total], [["s6", "s5", "s4"], 8]);
    session("newer", 100);
    session("older", 1);
    const second = await list(relay, { limit: 3, cursor: first.nextCursor as string });
    assert.deepEqual(idsOf(second), ["s3", "s2", "twin"]);
    const third = await list(relay, { limit: 3, cursor: second.nextCursor as string });
    assert.deepEqual([idsOf(third), "nextCursor" in third, third.total], [["s1", "s0", "older"], false, 10]);
    assert.match(
      await errorOf(relay, { type: "list_sessions", cursor: "made up" }),
      /^Invalid list_sessions command: cursor /,
    );
  });

  it("rpc-additions.md 6: deletes nothing but sessions, and never the open one", async () => {
    const { root, cwd, agentDir } = suite.workspace;
    const outside = writeSessionFile(join(agentDir, "sessions", "x.jsonl"), treeSession(cwd));
    const away = writeSessionFile(join(root, "x.jsonl"), treeSession(cwd));
    const text = join(dir, "text.jsonl");
    writeFileSync(text, "no session\n");
    const open = writeSessionFile(join(dir, "open.jsonl"), treeSession(cwd));
    const relay = suite.start(["--session", open]);
    const kept = ["/etc/hosts", `${dir}/../x.jsonl`, outside, away, text].filter(existsSync);
    for (const sessionPath of kept) {
      const before = readFileSync(sessionPath, "utf8");
      for (const command of [{ type: "delete_session" }, { type: "rename_session", name: "n" }]) {
        assert.equal(await errorOf(relay, { ...command, sessionPath }), `Not a session file: ${sessionPath}`);
      }
      assert.equal(readFileSync(sessionPath, "utf8"), before);
    }
    const none = join(dir, "none.jsonl");
    assert.equal(
      await errorOf(relay, { type: "delete_session", sessionPath: none }),
      `File not found: ${none}`,
    );
    assert.equal(
      await errorOf(relay, { type: "delete_session", sessionPath: open }),
      "Cannot delete the currently active session",
    );
    assert.equal(existsSync(open), true);
  });

  it("delete_session removes a file where there is no trash, and moves it where there is one", async function () {
    if (process.platform === "win32") this.skip();
    const { root, env } = suite.workspace;
    const plain = suite.start([], { env: { PATH: join(root, "empty") } });
    const first = session("first", 1);
    assert.deepEqual(await dataOf(plain, { type: "delete_session", sessionPath: first }), { trashed: false });
    assert.equal(existsSync(first), false);
    const bin = join(root, "bin");
    const trashed = join(root, "trashed");
    mkdirSync(bin);
    mkdirSync(trashed);
    writeFileSync(join(bin, "trash"), `#!/bin/sh\nexec mv "$1" ${trashed}/\n`);
    chmodSync(join(bin, "trash"), 0o755);
    const relay = suite.start([], { env: { PATH: `${bin}:${env.PATH}` } });
    const second = session("second", 2);
    assert.deepEqual(await dataOf(relay, { type: "delete_session", sessionPath: second }), { trashed: true });
    assert.equal(existsSync(second), false);
    assert.deepEqual(readdirSync(trashed), ["second.jsonl"]);
    assert.deepEqual((await list(relay)).sessions, []);
    // A trash that refuses does not keep the file.
    writeFileSync(join(bin, "trash"), "#!/bin/sh\nexit 1\n");
    const third = session("third", 3);
    assert.deepEqual(await dataOf(relay, { type: "delete_session", sessionPath: third }), { trashed: false });
    assert.equal(existsSync(third), false);
  });

  it("delete_session keeps a session that was opened while the trash took its time", async function () {
    if (process.platform === "win32") this.skip();
    const { root, env } = suite.workspace;
    const bin = join(root, "bin");
    const [asked, refuse] = [join(root, "asked"), join(root, "refuse")];
    mkdirSync(bin);
    const script = `#!/bin/sh\n: > ${asked}\nwhile [ ! -e ${refuse} ]; do sleep 0.05; done\nexit 1\n`;
    writeFileSync(join(bin, "trash"), script, { mode: 0o755 });
    const relay = suite.start([], { env: { PATH: `${bin}:${env.PATH}` } });
    const path = session("second", 2);
    const deletion = relay.request({ type: "delete_session", sessionPath: path });
    while (!existsSync(asked)) await new Promise(setImmediate);
    await dataOf(relay, { type: "switch_session", sessionPath: path });
    writeFileSync(refuse, "");
    assert.equal((await deletion).error, "Cannot delete the currently active session");
    assert.equal(existsSync(path), true);
  });

  it("a link in a session directory stands for sessions only, not for a file elsewhere", async function () {
    if (process.platform === "win32") this.skip();
    const { root } = suite.workspace;
    const away = writeSessionFile(join(root, "away.jsonl"), [
      { type: "session", version: 3, id: "away", timestamp: new Date(0).toISOString(), cwd: root },
    ]);
    const before = readFileSync(away, "utf8");
    const link = join(dir, "link.jsonl");
    symlinkSync(away, link);
    const relay = suite.start();
    for (const command of [
      { type: "rename_session", name: "n" },
      { type: "delete_session" },
      { type: "export_jsonl" },
    ]) {
      const error = await errorOf(relay, { ...command, sessionPath: link });
      assert.equal(error, `Not a session file: ${link}`);
    }
    assert.equal(readFileSync(away, "utf8"), before);
    const target = session("target", 1);
    const second = join(dir, "second.jsonl");
    symlinkSync(target, second);
    await relay.request({ type: "rename_session", sessionPath: second, name: "by its link" });
    assert.equal(readSession(target).at(-1)?.name, "by its link");
  });

  it("lists sessions although the index can be neither written nor cleaned up", async () => {
    session("only", 1);
    const relay = suite.start();
    await dataOf(relay, { type: "get_state" });
    mkdirSync(join(suite.workspace.agentDir, `session-index.json.${relay.child.pid}.tmp`));
    assert.deepEqual(idsOf(await list(relay)), ["only"]);
  });

  it("marks the open session whichever way its directory is reached", async function () {
    if (process.platform === "win32") this.skip();
    const path = session("open", 1);
    const alias = join(suite.workspace.root, "alias");
    symlinkSync(dir, alias);
    const relay = suite.start(["--session", join(alias, "open.jsonl")]);
    const { sessions } = await list(relay);
    assert.deepEqual(
      sessions.map((info: AnyRecord) => [info.path, info.isOpen]),
      [[path, true]],
    );
  });

  it("rpc-additions.md 7: rename appends one line to a closed file, and names the open session", async () => {
    const closed = session("closed", 1);
    const before = readFileSync(closed, "utf8");
    const relay = suite.start();
    assert.equal(
      (await relay.request({ type: "rename_session", sessionPath: closed, name: "  My  name\nx " })).success,
      true,
    );
    const text = readFileSync(closed, "utf8");
    assert.ok(text.startsWith(before));
    const line = JSON.parse(text.slice(before.length)) as AnyRecord;
    assert.deepEqual([line.type, line.parentId, line.name], ["session_info", "u", "My  name x"]);
    assert.equal((await list(relay)).sessions[0].name, "My  name x");
    await relay.request({ type: "rename_session", sessionPath: closed, name: "" });
    assert.equal("name" in (await list(relay)).sessions[0], false);
    assert.deepEqual(ofType(relay.records, "session_info_changed"), []);

    const open = suite.start(["--session", session("open", 2, { name: "old" })]);
    const { sessionFile } = await dataOf(open, { type: "get_state" });
    for (const [name, event] of [
      ["new", { type: "session_info_changed", name: "new" }],
      ["", { type: "session_info_changed" }],
    ] as const) {
      const from = open.records.length;
      await dataOf(open, { type: "get_state" });
      assert.equal(
        (await open.request({ type: "rename_session", sessionPath: sessionFile, name })).success,
        true,
      );
      assert.deepEqual(ofType(open.records.slice(from), "session_info_changed"), [event]);
    }
    assert.equal("sessionName" in (await dataOf(open, { type: "get_state" })), false);
    assert.equal(readSession(sessionFile as string).at(-1)?.type, "session_info");
  });

  it("a custom session directory is listed as a whole, and its files can be deleted", async () => {
    const { root, cwd } = suite.workspace;
    dir = join(root, "custom");
    session("here", 1);
    session("there", 2, { cwd: "/another" });
    const relay = suite.start(["--session-dir", dir, "--no-session"]);
    assert.deepEqual(idsOf(await list(relay)), ["here"]);
    assert.deepEqual(idsOf(await list(relay, { scope: "all" })), ["there", "here"]);
    const path = join(dir, "there.jsonl");
    await dataOf(relay, { type: "delete_session", sessionPath: path });
    assert.equal(existsSync(path), false);
    assert.equal((await dataOf(relay, { type: "get_state" })).cwd, cwd);
  });

  it("rpc-additions.md 26: lines of another process are told, and both branches are there after reopening", async () => {
    suite.model.add({ text: "one" }, { text: "two" });
    const relay = suite.start([]);
    await relay.prompt("a");
    const { sessionFile, leafId } = await dataOf(relay, { type: "get_state" });
    const line = {
      type: "message",
      id: "theirs",
      parentId: leafId,
      timestamp: "",
      message: { role: "user", content: [{ type: "text", text: "theirs" }], timestamp: 1 },
    };
    writeFileSync(sessionFile as string, `${JSON.stringify(line)}\n`, { flag: "a" });
    await relay.prompt("b");
    assert.deepEqual(ofType(relay.records, "session_conflict"), [{ type: "session_conflict", sessionFile }]);
    const last = await dataOf(relay, { type: "get_state" });
    await relay.close();
    const again = suite.start(["--session", sessionFile as string]);
    const { messages } = await dataOf(again, { type: "get_fork_messages" });
    assert.deepEqual(
      messages.map(({ text }: AnyRecord) => text),
      ["a", "theirs", "b"],
    );
    assert.equal((await dataOf(again, { type: "get_state" })).leafId, last.leafId);
  });

  it("a session file that is deleted during a session comes back whole, and that is said once", async () => {
    suite.model.add({ text: "one" }, { text: "two" }, { text: "three" });
    const relay = suite.start([], { mayReport: true });
    await relay.prompt("a");
    const { sessionFile } = await dataOf(relay, { type: "get_state" });
    unlinkSync(sessionFile as string);
    await relay.prompt("b");
    await relay.prompt("c");
    const { entries } = await dataOf(relay, { type: "get_entries" });
    await relay.close();
    assert.deepEqual(readSession(sessionFile as string).slice(1), entries);
    assert.equal(
      relay.stderr,
      `Warning: Session file ${sessionFile} was deleted while it was open; it has been written again.\n`,
    );
  });
});
