import assert from "node:assert/strict";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { startScriptedModel, type ScriptedModel } from "../fakes/scriptedModel.ts";
import {
  runRelay,
  RpcProcess,
  type AnyRecord,
  type RunOptions,
  type RunResult,
} from "../support/relayProcess.ts";
import { kindOf, readSession, sessionFiles } from "../support/sessionFiles.ts";
import { useScriptedModel } from "../support/scriptedSuite.ts";
import { configureFakeModel, type Workspace } from "../support/workspace.ts";

describe("cli: sessions", () => {
  let workspace: Workspace;
  let model: ScriptedModel;
  useScriptedModel((place) => ({ workspace, model } = place), {
    model: [[{ text: "ok" }], { repeatLast: true }],
  });

  const relay = (args: string[], options?: RunOptions): Promise<RunResult> =>
    runRelay(workspace, args, options);
  const files = (dir?: string): string[] => sessionFiles(workspace, dir);
  const lastFileOf = (paths: string[]): AnyRecord[] => readSession(paths.at(-1) ?? "");

  /** The single session file. */
  function onlySession(): AnyRecord[] {
    const paths = files();
    assert.equal(paths.length, 1);
    return readSession(paths[0] ?? "");
  }

  function inFolder(name: string): string {
    const path = join(workspace.root, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  async function succeed(args: string[], options?: RunOptions): Promise<string> {
    const { stdout, stderr, code } = await relay(["-p", "hi", ...args], options);
    assert.deepEqual([stdout, code], ["ok\n", 0], stderr);
    return stderr;
  }

  async function fail(args: string[], stderr: string, options?: RunOptions): Promise<void> {
    assert.deepEqual(await relay(["-p", "hi", ...args], options), {
      stdout: "",
      stderr: `${stderr}\n`,
      code: 1,
      signal: null,
    });
  }

  /** A session file made by hand. */
  function makeSession(path: string, header: AnyRecord, entries: AnyRecord[] = []): string {
    mkdirSync(join(path, ".."), { recursive: true });
    const lines = [
      { type: "session", version: 3, timestamp: "2026-01-01T00:00:00.000Z", ...header },
      ...entries,
    ];
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return path;
  }

  function userEntry(id: string, parentId: string | null, text: string, timestamp = 1): AnyRecord {
    const message = { role: "user", content: [{ type: "text", text }], timestamp };
    return { type: "message", id, parentId, timestamp: "2026-01-01T00:00:00.000Z", message };
  }

  const defaultDir = (cwd: string): string =>
    join(workspace.agentDir, "sessions", `--${cwd.replace(/^\//, "").replace(/[/\\:]/g, "-")}--`);

  it("sessions-and-tools.md 1: no file before the first prompt, and everything in it when killed during the answer", async () => {
    const idle = new RpcProcess(workspace, []);
    await idle.request({ type: "set_session_name", name: "N" });
    await idle.request({ type: "bash", command: "echo hi" });
    const { data: state } = await idle.request({ type: "get_state" });
    assert.ok(state.sessionFile.startsWith(defaultDir(workspace.cwd)));
    assert.deepEqual((await idle.close()).code, 0);
    assert.deepEqual(files(), []);

    let release = (): void => undefined;
    await model.close();
    model = await startScriptedModel([
      { before: new Promise<void>((resolve) => (release = resolve)), text: "late" },
    ]);
    configureFakeModel(workspace, model.baseUrl);
    const hanging = new RpcProcess(workspace, []);
    await hanging.request({ type: "set_session_name", name: "N" });
    await hanging.request({ type: "bash", command: "echo hi" });
    hanging.send({ type: "prompt", message: "hello" });
    await model.server.request(0);
    hanging.kill("SIGKILL");
    await hanging.exit;
    release();
    const entries = onlySession();
    assert.deepEqual(entries.map(kindOf), [
      ...["session", "model_change", "thinking_level_change", "session_info"],
      ...["bashExecution", "system", "user"],
    ]);
    assert.deepEqual(entries.at(-1)?.message.content, [{ type: "text", text: "hello" }]);
  });

  it("extension-api.md 54: a change of the model alone leaves no file", async () => {
    const process = new RpcProcess(workspace, []);
    await process.request({ type: "set_model", provider: "fake", modelId: "m0" });
    await process.close();
    assert.deepEqual(files(), []);
    const second = new RpcProcess(workspace, []);
    await second.request({ type: "set_model", provider: "fake", modelId: "m0" });
    await second.prompt("hello");
    await second.close();
    const entries = onlySession();
    assert.deepEqual(
      entries.filter(({ type }) => type === "model_change").map(({ modelId }) => modelId),
      ["m1", "m0"],
    );
  });

  it("sessions-and-tools.md 2: names the directory after the working directory", async () => {
    await succeed([], { cwd: inFolder("My Proj:x\\y.z") });
    const encoded = `--${workspace.root.slice(1).replaceAll("/", "-")}-My Proj-x-y.z--`;
    assert.ok(files()[0]?.startsWith(join(workspace.agentDir, "sessions", encoded)));
  });

  it("sessions-and-tools.md 5, 6: goes on after a torn line and after a missing line feed", async () => {
    const path = join(workspace.root, "s.jsonl");
    makeSession(path, { id: "torn", cwd: workspace.cwd }, [userEntry("00000001", null, "one")]);
    const torn = '{"type":"message","id":"0000';
    appendFileSync(path, torn);
    await succeed(["--session", path]);
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    assert.equal(lines[2], torn);
    assert.equal(
      lines
        .filter((line) => line !== torn)
        .map((line) => JSON.parse(line) as AnyRecord)
        .at(-1)?.message.role,
      "assistant",
    );

    writeFileSync(path, readFileSync(path, "utf8").replace(`${torn}\n`, "").trimEnd());
    const before = readSession(path).length;
    await succeed(["--session", path]);
    assert.equal(readSession(path).length, before + 2);
    assert.equal(kindOf(readSession(path)[before] ?? {}), "user");
  });

  it("cli.md 24, sessions-and-tools.md 11: leaves what is no session alone", async () => {
    const path = join(workspace.cwd, "garbage.jsonl");
    for (const content of [`${JSON.stringify(userEntry("1", null, "x"))}\n`, "some text", "\n\n"]) {
      writeFileSync(path, content);
      await fail(["--session", "garbage.jsonl"], `Error: Session file is not a valid relay session: ${path}`);
      await fail(
        ["--fork", "garbage.jsonl"],
        `Error: Cannot fork: source session file is empty or invalid: ${path}`,
      );
      assert.equal(readFileSync(path, "utf8"), content);
    }
  });

  it("refuses a path that cannot be a session file, without a stack", async () => {
    await fail(["--session", "./"], `Error: Session file is not a valid relay session: ${workspace.cwd}`);
    await fail(
      ["--fork", "./"],
      `Error: Cannot fork: source session file is empty or invalid: ${workspace.cwd}`,
    );
    symlinkSync("loop", join(workspace.cwd, "loop"));
    const result = await relay(["-p", "hi", "--session", "./loop"]);
    assert.deepEqual([result.stdout, result.code], ["", 1]);
    assert.match(result.stderr, /^Error: ELOOP: .*\n$/);
  });

  it("sessions-and-tools.md 12, 64: makes a zero-byte file a session at once, also when the run fails", async () => {
    const path = join(workspace.cwd, "empty.jsonl");
    writeFileSync(path, "");
    const process = new RpcProcess(workspace, ["--session", path]);
    const { data: state } = await process.request({ type: "get_state" });
    const [header, ...rest] = readSession(path);
    assert.deepEqual([header?.type, header?.id, header?.cwd], ["session", state.sessionId, workspace.cwd]);
    assert.deepEqual(rest.map(kindOf), ["model_change", "thinking_level_change"]);
    await process.close();
  });

  it("sessions-and-tools.md 13: refuses a session whose folder is gone", async () => {
    const path = makeSession(join(workspace.root, "s.jsonl"), { id: "gone", cwd: "/tmp/does-not-exist-xyz" });
    const text = [
      "Stored session working directory does not exist: /tmp/does-not-exist-xyz",
      `Session file: ${path}`,
      `Current working directory: ${workspace.cwd}`,
    ].join("\n");
    await fail(["--session", path], text);
    const rpc = await relay(["--mode", "rpc", "--session", path]);
    assert.deepEqual(rpc, { stdout: "", stderr: `${text}\n`, code: 1, signal: null });
  });

  it("sessions-and-tools.md 14: finds sessions by exact id or prefix, the most recently active first", async () => {
    const dir = defaultDir(workspace.cwd);
    const older = makeSession(join(dir, "a.jsonl"), { id: "aaaa1111-0000", cwd: workspace.cwd }, [
      userEntry("1", null, "x", 1_000),
    ]);
    const newer = makeSession(join(dir, "b.jsonl"), { id: "aaaa2222-0000", cwd: workspace.cwd }, [
      userEntry("1", null, "x", 2_000),
    ]);
    const grown = async (reference: string): Promise<string[]> => {
      const sizes = [older, newer].map((path) => statSync(path).size);
      await succeed(["--session", reference]);
      return [older, newer].filter((path, index) => statSync(path).size !== sizes[index]);
    };
    assert.deepEqual(await grown("aaaa"), [newer]);
    assert.deepEqual(await grown("aaaa1"), [older]);
    for (const reference of ["AAAA1", "1111"]) {
      await fail(["--session", reference], `No session found matching '${reference}'`);
      await fail(["--fork", reference], `No session found matching '${reference}'`);
    }
  });

  it("cli.md 23, sessions-and-tools.md 15: --session-id creates a session with a warning, then goes on with it", async () => {
    const warning =
      "Warning: No project session found with id 'my.id_1-x'; creating a new session with that id.\n";
    assert.equal(await succeed(["--session-id", "my.id_1-x"]), warning);
    assert.equal(await succeed(["--session-id", "my.id_1-x"]), "");
    const entries = onlySession();
    assert.equal(entries[0]?.id, "my.id_1-x");
    assert.equal(entries.filter((entry) => kindOf(entry) === "user").length, 2);
  });

  it("sessions-and-tools.md 16: --fork copies all entries into a session here; a used id is refused", async () => {
    await succeed(["--session-id", "y"]);
    const source = files()[0] ?? "";
    const there = inFolder("there");
    await succeed(["--fork", "y", "--session-id", "z", "--name", "  My  name\nx "], { cwd: there });
    const copy = readSession(files(defaultDir(there))[0] ?? "");
    assert.deepEqual([copy[0]?.id, copy[0]?.parentSession, copy[0]?.cwd], ["z", source, there]);
    const original = readSession(source);
    assert.deepEqual(copy.slice(1, original.length), original.slice(1));
    // sessions-and-tools.md 19
    assert.equal(copy.find(({ type }) => type === "session_info")?.name, "My  name x");
    await fail(["--fork", source, "--session-id", "y"], "Session already exists with id 'y'");
  });

  it("cli.md §1.7: a session of another project is not opened here unasked", async () => {
    await succeed(["--session-id", "far"]);
    const size = statSync(files()[0] ?? "").size;
    const text = `Session found in different project: ${workspace.cwd}\nUse --fork far to copy it into the current directory.`;
    await fail(["--session", "far"], text, { cwd: inFolder("there") });
    assert.deepEqual([files().length, statSync(files()[0] ?? "").size], [1, size]);
  });

  it("cli.md 25, sessions-and-tools.md 17: --continue takes the newest session of this very folder", async () => {
    // Two folders whose default directories have one name.
    const [here, twin] = [inFolder("a-b"), inFolder("a/b")];
    assert.equal(defaultDir(here), defaultDir(twin));
    assert.equal(await succeed(["-c"], { cwd: here }), "");
    await succeed(["--session-id", "second"], { cwd: here });
    await succeed(["--session-id", "other"], { cwd: twin });
    const paths = files();
    assert.equal(paths.length, 3);
    const ids = paths.map((path) => readSession(path)[0]?.id as string);
    const times: Record<string, number> = { second: 2_000, other: 3_000 };
    for (const [index, path] of paths.entries()) {
      const time = times[ids[index] ?? ""] ?? 1_000;
      utimesSync(path, time, time);
    }
    const sizes = paths.map((path) => statSync(path).size);
    await succeed(["--continue"], { cwd: here });
    assert.deepEqual(
      ids.filter((_, index) => statSync(paths[index] ?? "").size !== sizes[index]),
      ["second"],
    );
    assert.deepEqual(files(), paths);
  });

  it("sessions-and-tools.md 17: --continue reads the headers of a shared custom directory", async () => {
    const dir = join(workspace.root, "shared");
    const there = inFolder("there");
    await succeed(["--session-dir", dir]);
    await succeed(["--session-dir", dir], { cwd: there });
    const [mine = "", theirs = ""] = files(dir).sort((a) =>
      readSession(a)[0]?.cwd === workspace.cwd ? -1 : 1,
    );
    utimesSync(mine, 1_000, 1_000);
    const size = statSync(theirs).size;
    await succeed(["-c", "--session-dir", dir]);
    assert.equal(statSync(theirs).size, size);
    assert.equal(readSession(mine).filter((entry) => kindOf(entry) === "user").length, 2);
    assert.deepEqual(files(), []);
  });

  it("cli.md 26: --no-session leaves no file and no RELAY_SESSION_FILE", async () => {
    const call = {
      name: "bash",
      arguments: { command: "env | grep ^RELAY_SESSION | cut -d= -f1; echo $AI_AGENT" },
    };
    for (const [args, names] of [
      [["--no-session"], "RELAY_SESSION_ID"],
      [[], "RELAY_SESSION_FILE\nRELAY_SESSION_ID"],
    ] as const) {
      await model.close();
      model = await startScriptedModel([{ calls: [call] }, { text: "ok" }]);
      configureFakeModel(workspace, model.baseUrl);
      await succeed([...args]);
      const output = model.requests[1]?.messages.at(-1)?.content as string;
      assert.equal(output.trim().split("\n").sort().join("\n"), `${names}\nrelay`);
      assert.equal(files().length, args.length === 0 ? 1 : 0);
    }
  });

  it("sessions-and-tools.md 26: two processes append to one file and both branches stay", async () => {
    await succeed(["--session-id", "both"]);
    const path = files()[0] ?? "";
    const leaf = readSession(path).at(-1)?.id as string;
    const processes = [
      new RpcProcess(workspace, ["--session", path]),
      new RpcProcess(workspace, ["--session", path]),
    ];
    await Promise.all(processes.map((process) => process.request({ type: "get_state" })));
    for (let turn = 0; turn < 3; turn++) {
      await Promise.all(processes.map((process, index) => process.prompt(`process ${index} turn ${turn}`)));
    }
    await Promise.all(processes.map((process) => process.close()));
    const entries = readSession(path);
    const users = entries.filter((entry) => kindOf(entry) === "user");
    assert.equal(users.length, 7);
    assert.equal(users.filter(({ parentId }) => parentId === leaf).length, 2);
    const reopened = new RpcProcess(workspace, ["--session", path]);
    const { data } = await reopened.request({ type: "get_entries" });
    assert.equal(data.leafId, entries.at(-1)?.id);
    assert.equal(data.entries.length, entries.length - 1);
    await reopened.close();
  });

  it("sessions-and-tools.md 63: the first system message declares the prompt's sections and the tools", async () => {
    await succeed([]);
    const system = onlySession().find((entry) => kindOf(entry) === "system")?.message;
    for (const section of ["preamble", "tools", "rules", "docs", "cwd"]) {
      assert.equal(typeof system.sections[section], "string", section);
    }
    const docs = /lies in (\S+) /.exec(system.sections.docs as string)?.[1] ?? "";
    assert.ok(existsSync(join(docs, "index.md")), docs);
    const declared = system.toolsAdded as AnyRecord[];
    assert.deepEqual(
      declared.map(({ name }) => name as string),
      ["read", "bash", "edit", "write"],
    );
    assert.ok(declared.every((tool) => "constrainedSampling" in tool));
  });

  it("cli.md §1.6: a resumed session runs in its own folder with that folder's settings", async () => {
    const there = inFolder("there");
    await succeed(["--session-id", "far"], { cwd: there });
    const path = files()[0] ?? "";
    mkdirSync(join(there, ".relay"));
    writeFileSync(join(there, ".relay", "settings.json"), JSON.stringify({ defaultTools: ["ls"] }));
    assert.equal(await succeed(["-a", "--session", path, "--tools", "*"]), "");
    const cwd = model.requests
      .at(-1)
      ?.messages.map(({ content }) => JSON.stringify(content))
      .join("");
    assert.ok(cwd?.includes(there));
    assert.ok(!cwd?.includes(workspace.cwd));
  });

  it("--session with a path writes a new session there with its first message", async () => {
    const path = join(workspace.cwd, "deep", "new");
    await fail(["--session", "./deep/new", "--model", "zzz"], "Error: Model not found: zzz");
    assert.equal(existsSync(path), false);
    await succeed(["--session", "./deep/new"]);
    assert.deepEqual(lastFileOf([path]).map(kindOf).slice(0, 3), [
      "session",
      "model_change",
      "thinking_level_change",
    ]);
  });

  it("sessions-and-tools.md §1.2: reports once that the session cannot be written and goes on", async () => {
    workspace.write("file", "");
    const stderr = await succeed(["--session-dir", "file/sub"]);
    assert.match(stderr, /^Error: .*file\/sub.*\n$/);
  });
});
