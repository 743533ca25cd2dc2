import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { startScriptedModel, type ScriptedModel } from "../fakes/scriptedModel.ts";
import { relayCli, runRelay, type RunOptions, type RunResult } from "../support/relayProcess.ts";
import { configureFakeModel, createWorkspace, type Workspace } from "../support/workspace.ts";

describe("cli: the command line", () => {
  let workspace: Workspace;
  beforeEach(() => (workspace = createWorkspace()));
  afterEach(() => workspace.dispose());

  const relay = (args: string[], options?: RunOptions): Promise<RunResult> =>
    runRelay(workspace, args, options);

  /** Refused before anything was touched. */
  async function assertRefused(args: string[], stderr: string): Promise<void> {
    assert.deepEqual(
      await relay(args),
      { stdout: "", stderr: `Error: ${stderr}\n`, code: 1, signal: null },
      args.join(" "),
    );
    assert.deepEqual(readdirSync(workspace.home), [], args.join(" "));
  }

  it("cli.md 1: --version prints the version alone and creates nothing", async () => {
    const result = await relay(["--version"]);
    assert.match(result.stdout, /^\d+\.\d+\.\d+\n$/);
    assert.deepEqual([result.stderr, result.code], ["", 0]);
    assert.deepEqual(await relay(["-p", "hi", "--nope", "-v"]), result);
    assert.deepEqual(readdirSync(workspace.home), []);
  });

  it("cli.md 2, 3, 4: refuses unknown options", async () => {
    await assertRefused(["-s"], "Unknown option: -s");
    await assertRefused(["-pc", "hi"], "Unknown option: -pc");
    await assertRefused(["--nope", "x", "-p", "hi"], "Unknown option: --nope");
  });

  it("cli.md 6, 7, 8, models.md 23: refuses options without what they need", async () => {
    await assertRefused(["--mode"], "--mode requires a value");
    await assertRefused(["--mode", "yaml", "-p", "hi"], 'Invalid mode "yaml". Use text, json, or rpc.');
    await assertRefused(["--provider", "stub", "-p", "hi"], "--provider requires --model");
    await assertRefused(["--api-key", "k", "-p", "hi"], "--api-key requires --model or --models");
  });

  it("cli.md 18: refuses a file argument that is missing, a directory or binary", async () => {
    mkdirSync(join(workspace.cwd, "dir"));
    workspace.write("data.bin", "a\0b");
    await assertRefused(["-p", "@missing.txt"], `File not found: ${join(workspace.cwd, "missing.txt")}`);
    await assertRefused(["-p", "@dir"], `Not a file: ${join(workspace.cwd, "dir")}`);
    await assertRefused(["-p", "@data.bin"], `Neither text nor an image: ${join(workspace.cwd, "data.bin")}`);
  });

  it("cli.md 19, rpc.md 65: RPC mode takes neither files nor messages, and no picker", async () => {
    await assertRefused(["--mode", "rpc", "@a.txt"], "@file arguments are not supported in RPC mode");
    await assertRefused(["--mode", "rpc", "hi"], "prompt arguments are not supported in RPC mode");
    await assertRefused(["--mode", "xml"], 'Invalid mode "xml". Use text, json, or rpc.');
    await assertRefused(["--mode", "rpc", "--resume"], "--resume requires an interactive terminal");
    await assertRefused(["--mode", "json", "-r", "hi"], "--resume requires an interactive terminal");
  });

  it("cli.md 20: a one-shot run needs a prompt", async () => {
    await assertRefused(["-p"], "no prompt provided");
    await assertRefused(["--mode", "json"], "no prompt provided");
    await assertRefused([], "no prompt provided");
    const blank = await relay(["-p"], { input: " \n\t\n" });
    assert.deepEqual([blank.stderr, blank.code], ["Error: no prompt provided\n", 1]);
  });

  it("cli.md 21: refuses options that contradict each other", async () => {
    await assertRefused(["--fork", "x", "-c", "-p", "hi"], "--fork cannot be combined with --continue");
    await assertRefused(["--fork", "x", "--no-session"], "--fork cannot be combined with --no-session");
    await assertRefused(["--session-id", "a", "--resume"], "--session-id cannot be combined with --resume");
  });

  it("cli.md 22, sessions-and-tools.md 15: refuses session ids outside the grammar", async () => {
    const text =
      "Session id must be non-empty, contain only alphanumeric characters, '-', '_', and '.', and start and end with an alphanumeric character";
    for (const id of ["-a", "a-", "a/b", "a b", ""])
      await assertRefused([`--session-id=${id}`, "-p", "hi"], text);
  });

  it("cli.md 27: refuses signs in --tools", async () => {
    await assertRefused(["--tools", "read,+bash", "-p", "hi"], "--tools does not accept +name or -name");
  });

  it("cli.md §1.6: says so when the working directory is gone, before anything else", async () => {
    const gone = join(workspace.root, "gone");
    mkdirSync(gone);
    // Node keeps the directory it once knew, so it must be gone before Node starts.
    const script = `cd "$1" && rmdir "$1" && exec "$2" "$3" -p hi`;
    const result = spawnSync("sh", ["-c", script, "sh", gone, process.execPath, relayCli], {
      env: workspace.env,
      encoding: "utf8",
      input: "",
    });
    assert.deepEqual(
      [result.stdout, result.stderr, result.status],
      ["", "Error: The working directory no longer exists. Change to an existing directory.\n", 1],
    );
  });

  it("prints the help, also for a broken configuration", async () => {
    workspace.writeAgentFile("settings.json", "{bad");
    const result = await relay(["--help"]);
    assert.match(result.stdout, /^relay \d+\.\d+\.\d+.*\n\nUsage:\n {2}relay \[options\]/);
    assert.match(result.stdout, /Built-in tools:\n {2}read, bash, edit, write/);
    assert.deepEqual([result.stderr, result.code], ["", 0]);
  });

  it("answers for what this build lacks", async () => {
    await assertRefused(["mcp"], "relay mcp: Not available in this build.");
    await assertRefused(["--theme", "x", "-p", "hi"], "--theme: Not available in this build.");
  });

  describe("with a model", () => {
    let model: ScriptedModel;
    beforeEach(async () => {
      model = await startScriptedModel([{ text: "ok" }], { repeatLast: true });
      configureFakeModel(workspace, model.baseUrl);
    });
    afterEach(() => model.close());

    /** Text of the last user message that the model got. */
    function lastPrompt(): string {
      const message = model.requests.at(-1)?.messages.findLast(({ role }) => role === "user");
      assert.ok(message);
      return typeof message.content === "string" ? message.content : JSON.stringify(message.content);
    }

    it("cli.md 14, 15, 31: takes messages that look like something else", async () => {
      const cases: [string[], string][] = [
        [["-p", "--", "--not-an-option"], "--not-an-option"],
        [["-p", "---\na: 1\n---\nhi", "--model", "fake/m1"], "---\na: 1\n---\nhi"],
        [["list files", "-p"], "list files"],
        [["-p", "--", "list"], "list"],
        [["harness", "-p"], "harness"],
      ];
      for (const [args, prompt] of cases) {
        const result = await relay(["--no-session", ...args]);
        assert.deepEqual(result, { stdout: "ok\n", stderr: "", code: 0, signal: null });
        assert.equal(lastPrompt(), prompt);
      }
    });

    it("cli.md 22: takes session ids of the grammar", async () => {
      for (const id of ["a", "a.b_c-1"]) {
        const result = await relay(["--session-id", id, "-p", "hi"]);
        assert.deepEqual([result.stdout, result.code], ["ok\n", 0], id);
      }
    });

    it("cli.md 27: declares the tools that the options leave", async () => {
      const tools = async (...args: string[]): Promise<string[]> => {
        await relay(["--no-session", "-p", "hi", ...args]);
        return (model.requests.at(-1)?.tools ?? []).map((tool) => tool.function.name);
      };
      assert.deepEqual(await tools(), ["read", "bash", "edit", "write"]);
      assert.deepEqual(await tools("--tools", "read,bash", "-xt", "bash"), ["read"]);
      assert.deepEqual(await tools("-nt"), []);
      assert.deepEqual(await tools("-nbt"), []);
    });

    it("cli.md §1.10: warns once about a tool in --tools that does not exist", async () => {
      const result = await relay(["--no-session", "-p", "hi", "--tools", "read,nope,no*"]);
      assert.match(result.stderr, /^Warning: .*nope.*\n$/);
      assert.equal(result.stdout, "ok\n");
    });

    it("cli.md 28: --models scopes the start, and says what matches nothing", async () => {
      const known = await relay(["--no-session", "--models", "fake/*,", "-p", "hi"]);
      assert.deepEqual(known, { stdout: "ok\n", stderr: "", code: 0, signal: null });
      const unknown = await relay(["--no-session", "--models", "nope", "-p", "hi"]);
      assert.deepEqual(
        [unknown.stdout, unknown.stderr],
        ["ok\n", 'Warning: No models match pattern "nope"\n'],
      );
    });

    it("lists the models that can be used", async () => {
      const all = await relay(["--list-models"]);
      assert.equal(
        all.stdout.replace(/ +/g, " "),
        "provider model context max output thinking images\n" +
          "fake m1 128000 16384 yes yes\n" +
          "fake m0 128000 16384 no no\n",
      );
      assert.deepEqual([all.stderr, all.code], ["", 0]);
      const one = await relay(["--list-models", "FM0"]);
      assert.deepEqual(one.stdout.match(/m[01]/g), ["m0"]);
      const none = await relay(["--list-models", "nope"]);
      assert.deepEqual([none.stdout, none.stderr, none.code], ["", 'No model matches "nope".\n', 0]);
      workspace.writeAgentFile("models.json", "{bad");
      const broken = await relay(["--list-models"]);
      assert.match(broken.stderr, /^Error: .*models\.json.*\nNo models available/s);
      assert.deepEqual([broken.stdout, broken.code], ["", 0]);
    });
  });
});
