import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync } from "node:fs";
import { delimiter, join } from "node:path";
import { startScriptedModel, type ScriptedModel } from "../fakes/scriptedModel.ts";
import { relayCli, RpcProcess, type AnyRecord, type RunResult } from "../support/relayProcess.ts";
import { configureFakeModel, createWorkspace, type Workspace } from "../support/workspace.ts";
import { documentationPages, readPage, type CodeBlock, type Page } from "./markdown.ts";

/** The project that the examples talk about: that of the guided first task. */
const sampleProject = {
  "package.json": '{ "name": "sample", "type": "module", "scripts": { "test": "node --test" } }\n',
  "total.js": "export function total(prices) {\n  return prices.reduce((sum, price) => sum - price, 0);\n}\n",
  "total.test.js":
    'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { total } from "./total.js";\n\n' +
    'test("adds up prices", () => assert.equal(total([1, 2, 3]), 6));\n',
};

describe("documentation: examples", () => {
  let workspace: Workspace;
  let environment: Record<string, string>;
  beforeEach(() => {
    workspace = createWorkspace();
    for (const [name, content] of Object.entries(sampleProject)) workspace.write(name, content);
    const command = workspace.write(
      "../bin/relay",
      `#!/bin/sh\nexec '${process.execPath}' '${relayCli}' "$@"\n`,
    );
    chmodSync(command, 0o755);
    const path = [join(workspace.root, "bin"), workspace.env.PATH].join(delimiter);
    environment = { ...workspace.env, PATH: path };
  });
  afterEach(() => workspace.dispose());

  const pages = documentationPages();

  for (const page of pages.filter(({ blocks }) => blocks.some(isRun))) {
    it(`${page.path}: the commands do what the page says`, async () => {
      for (const [index, block] of page.blocks.entries()) {
        if (!isRun(block)) continue;
        const where = `${page.path}:${block.line}`;
        const result = await run("bash", ["-eo", "pipefail", "-c", block.text], workspace, environment);
        const expectedCode = Number(/exit=(\d+)/.exec(block.mark ?? "")?.[1] ?? 0);
        assert.equal(result.code, expectedCode, `${where}: ${result.stderr}`);
        const expected = outputAfter(page, index);
        if (expected !== undefined) assertOutput(result.stdout, expected, where);
      }
    });
  }

  for (const page of pages.filter(({ blocks }) => blocks.some(isRpc))) {
    for (const block of page.blocks.filter(isRpc)) {
      it(`${page.path}:${block.line}: the records are what a real process answers`, async () => {
        const model = block.mark === "rpc: model" ? await startScriptedModel() : undefined;
        if (model) configureFakeModel(workspace, model.baseUrl);
        try {
          await play(block, workspace);
        } finally {
          await model?.close();
        }
      });
    }
  }

  it("rpc.md: the Python client prints the answer", async () => {
    const client = readPage("docs/rpc.md").blocks.find(({ language }) => language === "python");
    assert.ok(client);
    const model: ScriptedModel = await startScriptedModel([{ text: ["Hello ", "from the ", "model"] }]);
    configureFakeModel(workspace, model.baseUrl);
    try {
      const { stdout, stderr, code } = await run("python3", ["-c", client.text], workspace, environment);
      assert.deepEqual({ stdout, stderr, code }, { stdout: "Hello from the model\n", stderr: "", code: 0 });
    } finally {
      await model.close();
    }
  });
});

function isRun({ language, mark }: CodeBlock): boolean {
  return language === "bash" && (mark === "run" || (mark?.startsWith("run:") ?? false));
}

function isRpc({ mark }: CodeBlock): boolean {
  return mark === "rpc" || (mark?.startsWith("rpc:") ?? false);
}

/** The text block that follows a command without another block between. */
function outputAfter({ blocks }: Page, index: number): string | undefined {
  const next = blocks[index + 1];
  return next?.language === "text" ? next.text : undefined;
}

/** A line `...` stands for any lines, and `...` at the end of a line for its rest. */
function assertOutput(actual: string, expected: string, where: string): void {
  const pattern = expected.split("\n").map((line) => {
    if (line === "...") return "(?:.*\\n)*?";
    if (line.endsWith("...")) return `${escapeExpression(line.slice(0, -3))}.*\\n`;
    return `${escapeExpression(line)}\\n`;
  });
  const matches = new RegExp(`^${pattern.join("")}$`).test(actual);
  if (!matches) assert.equal(actual, `${expected}\n`, where);
}

function escapeExpression(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** Sends the commands of an example and waits for each record that it shows. */
async function play(block: CodeBlock, workspace: Workspace): Promise<void> {
  const relay = new RpcProcess(workspace);
  let from = 0;
  for (const line of block.text.split("\n")) {
    const record = JSON.parse(line) as AnyRecord;
    if (isCommand(record)) {
      relay.send(record);
      continue;
    }
    const actual = await relay.waitFor(
      ({ type, id }) => type === record.type && (record.id === undefined || id === record.id),
      from,
    );
    from = relay.records.indexOf(actual) + 1;
    assert.deepEqual(maskLike(actual, record), withoutMarks(record));
  }
  await relay.close();
  assert.equal(relay.strayLine, undefined);
}

/** Of the records in examples, commands have an id and are neither responses nor events. */
function isCommand({ id, type }: AnyRecord): boolean {
  return id !== undefined && type !== "response" && type !== "bash_execution_update";
}

/** `actual` without what `shown` leaves open: the value `"..."`, and more members where it has a member `...`. */
function maskLike(actual: unknown, shown: unknown): unknown {
  if (shown === "...") return shown;
  if (Array.isArray(shown) && Array.isArray(actual)) {
    return actual.map((item, index) => maskLike(item, shown[index]));
  }
  if (!isRecord(shown) || !isRecord(actual)) return actual;
  const keys = "..." in shown ? Object.keys(withoutMarks(shown) as AnyRecord) : Object.keys(actual);
  return Object.fromEntries(keys.map((key) => [key, maskLike(actual[key], shown[key])]));
}

function withoutMarks(shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map(withoutMarks);
  if (!isRecord(shown)) return shown;
  return Object.fromEntries(
    Object.entries(shown).flatMap(([key, value]) => (key === "..." ? [] : [[key, withoutMarks(value)]])),
  );
}

function isRecord(value: unknown): value is AnyRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function run(
  program: string,
  args: string[],
  workspace: Workspace,
  env: Record<string, string>,
): Promise<RunResult> {
  const child = spawn(program, args, { cwd: workspace.cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (...result) => resolve(result));
  });
  return { stdout, stderr, code, signal };
}
