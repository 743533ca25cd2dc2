import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { vectorCases } from "../harness/vectorCases.ts";
import { relayCli, runRelay, type AnyRecord } from "../support/relayProcess.ts";
import { createWorkspace, type Workspace } from "../support/workspace.ts";

describe("cli: relay harness classify", () => {
  let workspace: Workspace;
  before(() => (workspace = createWorkspace()));
  after(() => workspace.dispose());

  async function classify(lines: readonly unknown[], code = 0): Promise<AnyRecord[]> {
    const input = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
    const result = await runRelay(workspace, ["harness", "classify"], { input });
    assert.deepEqual([result.stderr, result.code], ["", code]);
    return result.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as AnyRecord);
  }

  for (const [name, cases] of Object.entries(vectorCases)) {
    it(`harness-vectors.md ${name}: every row comes out right through the command`, async () => {
      const answers = await classify(cases.map(({ line }) => line));
      const actual = answers.map(({ id, kind, result }, index) => ({
        id,
        kind,
        answer: result === undefined ? result : cases[index]?.read(result as AnyRecord),
      }));
      assert.deepEqual(
        actual,
        cases.map(({ line, expected }) => ({ id: line.id, kind: line.kind, answer: expected })),
      );
    });
  }

  it("cli.md §2: a bad line gets an answer in its place, the next line its own, and the end is exit code 1", async () => {
    const lines = [
      "{",
      "[]",
      { id: 1, kind: "toString", input: "x" },
      { id: 2, kind: "claim" },
      { id: 3, kind: "authorization", input: "git push" },
      { id: 4, kind: "constraint", lang: "de", input: "x" },
      { id: {}, kind: "claim", input: "Done." },
      "",
      { kind: "intake", input: "What is an API?" },
      { id: "last", kind: "claim", input: "Done." },
    ];
    const answers = await classify(lines, 1);
    assert.deepEqual(
      answers.map(({ error, ...answer }) => ({ ...answer, ...(error && { error: typeof error }) })),
      [
        { error: "string" },
        { error: "string" },
        { id: 1, error: "string" },
        { id: 2, error: "string" },
        { id: 3, error: "string" },
        { id: 4, error: "string" },
        { error: "string" },
        { kind: "intake", result: ["technical-word"] },
        { id: "last", kind: "claim", result: ["completion"] },
      ],
    );
    assert.match(answers[4]?.error as string, /a line that starts with "\$ "/);
  });

  it("the language before the input is that of the line", async () => {
    const input = "no usar lodash";
    const answers = await classify([
      { kind: "constraint", lang: "pt", input },
      { kind: "constraint", lang: "es", input },
    ]);
    assert.deepEqual(
      answers.map(({ result }) => result),
      [false, true],
    );
  });

  it("a command may have several lines, and a message as well", async () => {
    const [answer] = await classify([
      { kind: "authorization", input: "Nice.\nPush the branch\n$ git add -A\ngit push" },
    ]);
    assert.deepEqual(answer, {
      kind: "authorization",
      result: { gated: true, classes: ["external"], ops: ["git.push"], decision: "run" },
    });
  });

  it("answers each line as soon as it is there", async () => {
    const child = spawn(process.execPath, [relayCli, "harness", "classify"], {
      cwd: workspace.cwd,
      env: workspace.env,
    });
    for (const [input, result] of [
      ["Done.", ["completion"]],
      ["I will see.", []],
    ] as const) {
      const said = once(child.stdout, "data");
      child.stdin.write(`${JSON.stringify({ kind: "claim", input })}\n`);
      assert.deepEqual(JSON.parse(String((await said)[0])), { kind: "claim", result });
    }
    child.stdin.end();
    assert.deepEqual(await once(child, "close"), [0, null]);
  });

  it("ends quietly when its reader goes away", async () => {
    const child = spawn(process.execPath, [relayCli, "harness", "classify"], {
      cwd: workspace.cwd,
      env: workspace.env,
    });
    let stderr = "";
    child.stderr.on("data", (text: Buffer) => (stderr += String(text)));
    child.stdin.on("error", () => undefined);
    const line = `${JSON.stringify({ kind: "claim", input: "Done." })}\n`;
    child.stdin.write(line);
    await once(child.stdout, "data");
    child.stdout.destroy();
    // Stdin stays open: the end of the reader is reason enough.
    child.stdin.write(line.repeat(100));
    assert.deepEqual([await once(child, "close"), stderr], [[0, null], ""]);
  });
});
