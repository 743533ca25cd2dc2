import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ScriptedModel, ScriptedStep } from "../fakes/scriptedModel.ts";
import { runRelay, type AnyRecord } from "../support/relayProcess.ts";
import { kindOf, readSession, sessionFiles } from "../support/sessionFiles.ts";
import { useScriptedModel } from "../support/scriptedSuite.ts";
import type { Workspace } from "../support/workspace.ts";

const brokenSource = "export function add(a, b) {\n  return a - b;\n}\n";
const mendedSource = brokenSource.replace("a - b", "a + b");
const testSource = `import assert from "node:assert/strict";
import { test } from "node:test";
import { add } from "./add.mjs";

test("adds", () => assert.equal(add(2, 3), 5));
`;

/** Two tools, one after another: mend the file, then run the test. */
const script: ScriptedStep[] = [
  {
    text: "I mend the sign.",
    calls: [
      {
        name: "edit",
        id: "call_edit",
        arguments: { path: "add.mjs", edits: [{ oldText: "a - b", newText: "a + b" }] },
      },
    ],
  },
  { calls: [{ name: "bash", id: "call_test", arguments: { command: "node --test add.test.mjs" } }] },
  { text: ["The test ", "passes."] },
];

describe("cli: a task with two tools in a real folder", () => {
  let workspace: Workspace;
  let model: ScriptedModel;
  useScriptedModel((place) => ({ workspace, model } = place), { model: [script] });
  beforeEach(() => {
    workspace.write("add.mjs", brokenSource);
    workspace.write("add.test.mjs", testSource);
    assert.notEqual(runProjectTest(), 0, "the test fails before the task");
  });

  function runProjectTest(): number | null {
    return spawnSync(process.execPath, ["--test", "add.test.mjs"], { cwd: workspace.cwd, env: workspace.env })
      .status;
  }

  /** The folder, what the model was told, and the session file as another process reads it. */
  function assertDone(): AnyRecord[] {
    assert.equal(readFileSync(join(workspace.cwd, "add.mjs"), "utf8"), mendedSource);
    assert.equal(runProjectTest(), 0);
    const results = model.requests.map(({ messages }) => messages.at(-1));
    assert.deepEqual(
      results.map((message) => [message?.role, message?.tool_call_id]),
      [
        ["user", undefined],
        ["tool", "call_edit"],
        ["tool", "call_test"],
      ],
    );
    assert.match(String(results[2]?.content), /pass 1\n(.*\n)*.*fail 0/);
    const [path = "", ...others] = sessionFiles(workspace);
    assert.deepEqual(others, []);
    const entries = readSession(path);
    assert.deepEqual(entries.map(kindOf), [
      ...["session", "model_change", "thinking_level_change", "system", "user"],
      ...["assistant", "toolResult", "assistant", "toolResult", "assistant"],
      "custom",
    ]);
    const { customType, data } = entries[10] as AnyRecord;
    assert.deepEqual([customType, data.status], ["relay.harness.evidence", "verified"]);
    const chained = entries.slice(1);
    assert.deepEqual(
      chained.map(({ parentId }) => parentId as unknown),
      [null, ...chained.slice(0, -1).map(({ id }) => id as unknown)],
    );
    assert.deepEqual(entries[4]?.message.content, [{ type: "text", text: "Make the test pass" }]);
    assert.deepEqual(entries[9]?.message.content, [{ type: "text", text: "The test passes." }]);
    assert.match(entries[6]?.message.details.diff, /^-2 .*a - b;\n\+2 .*a \+ b;$/m);
    return entries;
  }

  it("finishes with relay -p, and the next run reads the session back", async () => {
    const result = await runRelay(workspace, ["-p", "Make the test pass"]);
    assert.deepEqual(result, { stdout: "The test passes.\n", stderr: "", code: 0, signal: null });
    assertDone();
    model.add({ text: "It was the sign." });
    const next = await runRelay(workspace, ["-p", "-c", "What was wrong?"]);
    assert.equal(next.stdout, "It was the sign.\n");
    assert.deepEqual(
      model.requests[3]?.messages
        .map(({ role }) => role)
        .filter((role) => role !== "system" && role !== "developer"),
      ["user", "assistant", "tool", "assistant", "tool", "assistant", "user"],
    );
    assert.equal(sessionFiles(workspace).length, 1);
  });

  it("finishes with --mode json, whose events tell what the file says", async () => {
    const result = await runRelay(workspace, ["--mode", "json", "Make the test pass"]);
    assert.deepEqual([result.stderr, result.code], ["", 0]);
    const records = result.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as AnyRecord);
    const entries = assertDone();
    assert.deepEqual(records[0], entries[0]);
    assert.deepEqual(
      records
        .filter(({ type }) => type.startsWith("tool_execution_") && type !== "tool_execution_update")
        .map(({ type, toolName, isError }) => [type, toolName, isError]),
      [
        ["tool_execution_start", "edit", undefined],
        ["tool_execution_end", "edit", false],
        ["tool_execution_start", "bash", undefined],
        ["tool_execution_end", "bash", false],
      ],
    );
    assert.deepEqual(
      records.filter(({ type }) => type === "message_end").map(({ message }) => withoutLive(message)),
      entries.slice(3, -1).map(({ message }) => withoutLive(message)),
    );
    assert.equal(records.at(-1)?.type, "agent_settled");
  });
});

/** The file never holds `structuredContent`. */
function withoutLive(message: AnyRecord): AnyRecord {
  const kept = { ...message };
  delete kept.structuredContent;
  return kept;
}
