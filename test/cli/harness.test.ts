import assert from "node:assert/strict";
import { runRelay, type RunResult } from "../support/relayProcess.ts";
import { createWorkspace, type Workspace } from "../support/workspace.ts";

describe("cli: relay harness", () => {
  let workspace: Workspace;
  beforeEach(() => (workspace = createWorkspace()));
  afterEach(() => workspace.dispose());

  const explain = (...args: string[]): Promise<RunResult> =>
    runRelay(workspace, ["harness", "explain", ...args]);
  const printed = (stdout: string): RunResult => ({ stdout, stderr: "", code: 0, signal: null });

  it("harness.md vector 44: explain prints operations, decision and reason", async () => {
    assert.deepEqual(
      await explain("git push --force", "--said", "push it"),
      printed("git.push.force destructive,external git push --force\nask\nnot named\n"),
    );
  });

  it("explain tells targets, and runs what the message names", async () => {
    assert.deepEqual(
      [await explain("rm -rf dist build"), await explain("rm -rf dist", "--said=delete dist")],
      [
        printed("fs.delete destructive rm -r [dist, build]\nask\nnot named\n"),
        printed("fs.delete destructive rm -r [dist]\nrun\n"),
      ],
    );
  });

  it("explain judges by the files of the folder", async () => {
    assert.deepEqual(await explain("git checkout notes"), printed("run\n"));
    workspace.write("notes", "mine");
    assert.deepEqual(
      await explain("git checkout notes"),
      printed("git.checkout.path destructive git checkout [notes]\nask\nnot named\n"),
    );
  });

  it("a name cannot break the lines", async () => {
    const { stdout } = await explain("rm -rf $'a\\nrun\\e[2J'");
    assert.deepEqual(stdout, "fs.delete destructive rm -r [a run [2J]\nask\nnot named\n");
  });

  it("cli.md §1, §2: harness --help prints the usage, as a single unknown word does; other texts are a prompt", async () => {
    const help = await runRelay(workspace, ["harness", "--help"]);
    assert.match(help.stdout, /^Usage: relay harness classify\n {7}relay harness explain "<command>"/);
    assert.deepEqual([help.stderr, help.code], ["", 0]);
    assert.equal((await runRelay(workspace, ["harness", "explain", "--help"])).stdout, help.stdout);
    const prompt = await runRelay(workspace, ["harness", "the horse", "--model", "nobody/nothing"]);
    assert.doesNotMatch(prompt.stderr, /Usage/);
    assert.equal(prompt.code, 1);
    const words = await runRelay(workspace, ["harness", "the", "horse"]);
    assert.doesNotMatch(words.stderr, /Usage/);
    const mistyped = await runRelay(workspace, ["harness", "clasify"]);
    assert.deepEqual([mistyped.stdout, mistyped.code], ["", 1]);
    assert.match(mistyped.stderr, /^Error: Unknown command: clasify\nUsage: relay harness classify\n/);
  });

  it("wrong words exit 1 with the usage", async () => {
    const usage =
      'Usage: relay harness classify\n       relay harness explain "<command>" [--said "<message>"]\n';
    const wrong: [string[], string][] = [
      [["explain"], "relay harness explain requires a command"],
      [["explain", " "], "relay harness explain requires a command"],
      [["explain", "ls", "pwd"], "Unexpected argument: pwd"],
      [["explain", "ls", "--said"], "--said requires a value"],
      [["explain", "ls", "--json"], "Unknown option: --json"],
      [["classify", "--said", "x"], "Unknown option: --said"],
      [["classify", "x"], "Unexpected argument: x"],
    ];
    const results = await Promise.all(wrong.map(([args]) => runRelay(workspace, ["harness", ...args])));
    assert.deepEqual(
      results,
      wrong.map(([, error]) => ({
        stdout: "",
        stderr: `Error: ${error}\n${usage}`,
        code: 1,
        signal: null,
      })),
    );
  });
});
