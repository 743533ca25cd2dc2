import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TestDir, assistant, header, jsonl, messageEntry, readRecords, user } from "./fixtures.test.ts";
import { defaultSessionDir } from "./paths.ts";
import {
  continueHere,
  forkHere,
  selectSession,
  type SelectSessionOptions,
  type SelectedSession,
} from "./selectSession.ts";
import type { SessionManager } from "./sessionManager.ts";

describe("selectSession", () => {
  const dir = new TestDir();
  let cwd: string;
  let agentDir: string;
  beforeEach(() => {
    dir.create();
    cwd = join(dir.path, "w");
    agentDir = join(dir.path, "agent");
    mkdirSync(cwd);
  });
  afterEach(() => dir.remove());

  function select(options: Partial<SelectSessionOptions>): Promise<SelectedSession> {
    return selectSession({ cwd, agentDir, isInteractive: false, canAsk: false, ...options });
  }
  async function manager(options: Partial<SelectSessionOptions>): Promise<SessionManager> {
    const selected = await select(options);
    assert.ok(selected.kind === "session", JSON.stringify(selected));
    return selected.manager;
  }
  async function errorText(options: Partial<SelectSessionOptions>): Promise<string> {
    const selected = await select(options);
    assert.ok(selected.kind === "error", selected.kind);
    assert.equal(selected.exitCode, 1);
    return selected.text;
  }
  function store(id: string, timestamp: number, where = cwd): string {
    const folder = defaultSessionDir(where, agentDir);
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${id}.jsonl`);
    const entries = [
      messageEntry("u", null, { ...user("u", timestamp) }),
      messageEntry("a", "u", { ...assistant("a", timestamp) }),
    ];
    writeFileSync(path, jsonl(header({ id, cwd: where }), ...entries));
    return path;
  }

  it("starts a new session in the default directory, named when asked", async () => {
    const session = await manager({ name: "n" });
    assert.equal(session.getSessionDir(), defaultSessionDir(cwd, agentDir));
    assert.equal(session.getSessionName(), "n");
    assert.equal(session.getCwd(), cwd);
  });

  it("takes the session directory from option, environment and setting, in this order", async () => {
    const at = async (options: Partial<SelectSessionOptions>) => (await manager(options)).getSessionDir();
    assert.equal(await at({ sessionDir: "o", envSessionDir: "e", settingsSessionDir: "s" }), join(cwd, "o"));
    assert.equal(await at({ envSessionDir: "e", settingsSessionDir: "s" }), join(cwd, "e"));
    assert.equal(await at({ settingsSessionDir: "s" }), join(cwd, "s"));
  });

  it("sessions-and-tools.md 14: finds an id exactly, by prefix, and of several the most recently active", async () => {
    store("aaaa1111-0000", 10);
    store("aaaa2222-0000", 20);
    store("bbbb", 30);
    store("bbbb2", 40);
    const id = async (session: string) => (await manager({ session })).getSessionId();
    assert.equal(await id("aaaa1"), "aaaa1111-0000");
    assert.equal(await id("aaaa"), "aaaa2222-0000");
    assert.equal(await id("bbbb"), "bbbb");
    for (const none of ["AAAA1", "1111"]) {
      assert.equal(await errorText({ session: none }), `No session found matching '${none}'`);
      assert.equal(await errorText({ fork: none }), `No session found matching '${none}'`);
    }
  });

  it("sessions-and-tools.md 15: --session-id creates with a warning, then opens the same file", async () => {
    const first = await select({ sessionId: "my.id_1-x" });
    assert.ok(first.kind === "session");
    assert.deepEqual(first.warnings, [
      "No project session found with id 'my.id_1-x'; creating a new session with that id.",
    ]);
    first.manager.appendMessage(user("u"));
    const second = await select({ sessionId: "my.id_1-x" });
    assert.ok(second.kind === "session");
    assert.deepEqual(second.warnings, []);
    assert.equal(second.manager.getSessionFile(), first.manager.getSessionFile());
    assert.match(await errorText({ sessionId: "a b" }), /^Error: Session id must be non-empty, /);
    assert.match(await errorText({ sessionId: "" }), /^Error: Session id must be non-empty, /);
  });

  it("sessions-and-tools.md 16: --fork copies under the wanted id unless it is taken", async () => {
    const source = store("aaaa", 1, join(dir.path, "other"));
    const fork = await manager({ fork: "aa", sessionId: "copy" });
    const records = readRecords(fork.getSessionFile() ?? "");
    assert.deepEqual([records[0]?.id, records[0]?.parentSession, records[0]?.cwd], ["copy", source, cwd]);
    assert.equal(records.length, 3);
    assert.equal(await errorText({ fork: "aa", sessionId: "copy" }), "Session already exists with id 'copy'");
    const empty = dir.file("empty.jsonl", "");
    assert.equal(
      await errorText({ fork: empty }),
      `Error: Cannot fork: source session file is empty or invalid: ${empty}`,
    );
  });

  it("cli.md 25: --continue opens the newest session of this directory, else a new one", async () => {
    assert.equal((await manager({ continueSession: true })).getEntryCount(), 0);
    store("far", 1, join(dir.path, "other"));
    const path = store("near", 1);
    assert.equal((await manager({ continueSession: true })).getSessionFile(), path);
  });

  it("cli.md 26: --no-session keeps everything in memory, with the given id, and wins over --session", async () => {
    const session = await manager({ noSession: true, sessionId: "mem", session: "x", continueSession: true });
    session.appendMessage(user("u"));
    assert.deepEqual([session.getSessionFile(), session.getSessionId()], [undefined, "mem"]);
    assert.deepEqual(readdirSync(dir.path), ["w"]);
  });

  it("cli.md 24, sessions-and-tools.md 11, 64: opens files by path, writes the header of an empty one", async () => {
    const bad = join(cwd, "garbage.jsonl");
    writeFileSync(bad, "garbage");
    assert.equal(
      await errorText({ session: "garbage.jsonl" }),
      `Error: Session file is not a valid relay session: ${bad}`,
    );
    assert.equal(readFileSync(bad, "utf8"), "garbage");
    const empty = join(cwd, "empty.txt");
    writeFileSync(empty, "");
    assert.equal((await manager({ session: "./empty.txt" })).getSessionFile(), empty);
    assert.equal(readRecords(empty).length, 1);
    assert.equal((await manager({ session: "new.jsonl" })).getSessionFile(), join(cwd, "new.jsonl"));
    assert.equal((await manager({ session: "new.jsonl" })).getCwd(), cwd);
  });

  it("sessions-and-tools.md 13: three lines about a stored directory that is gone", async () => {
    const file = dir.file("gone.jsonl", jsonl(header({ cwd: "/tmp/does-not-exist-xyz" })));
    const text = [
      "Stored session working directory does not exist: /tmp/does-not-exist-xyz",
      `Session file: ${file}`,
      `Current working directory: ${cwd}`,
    ].join("\n");
    assert.equal(await errorText({ session: file }), text);
    assert.deepEqual(await select({ session: file, isInteractive: true }), {
      kind: "missing-cwd",
      path: file,
      text,
    });
    const options = { cwd, agentDir, isInteractive: true, canAsk: true };
    const here = continueHere(options, file);
    assert.ok(here.kind === "session");
    assert.deepEqual([here.manager.getCwd(), here.manager.getHeader().cwd], [cwd, "/tmp/does-not-exist-xyz"]);
    const fork = forkHere(options, file);
    assert.ok(fork.kind === "session");
    assert.deepEqual([fork.manager.getHeader().cwd, fork.manager.getHeader().parentSession], [cwd, file]);
  });

  it("asks about a session of another project at a terminal only", async () => {
    const path = store("far", 1, join(dir.path, "other"));
    const text = `Session found in different project: ${join(dir.path, "other")}`;
    assert.deepEqual(await select({ session: "far", canAsk: true }), { kind: "elsewhere", path, text });
    assert.equal(
      await errorText({ session: "far" }),
      `${text}\nUse --fork far to copy it into the current directory.`,
    );
  });

  it("leaves --resume to the picker, which needs an interactive terminal", async () => {
    assert.equal(await errorText({ resume: true }), "Error: --resume requires an interactive terminal");
    assert.equal((await select({ resume: true, isInteractive: true })).kind, "pick");
  });
});
