import assert from "node:assert/strict";
import { join } from "node:path";
import { runHostSuite } from "../../scripts/vscode/hostSuite.mjs";
import { startScriptedModel } from "../fakes/scriptedModel.ts";
import type { ScriptedModel } from "../fakes/scriptedModel.ts";
import { configureFakeModel, createWorkspace } from "../support/workspace.ts";
import type { Workspace } from "../support/workspace.ts";
import { answerOf } from "./answers.ts";
import { editorProblem } from "./editorWindow.ts";
import { figureLine } from "./figures.ts";

const problem = editorProblem();

describe("real VS Code", function () {
  this.timeout(600_000);
  let workspace: Workspace;
  let model: ScriptedModel;

  before(function () {
    if (problem === undefined) return;
    process.stderr.write(`Skipped: the suite in VS Code, because ${problem}\n`);
    this.skip();
  });
  // The suite changes files: another try begins with those of the first.
  beforeEach(async () => {
    workspace = createWorkspace();
    model = await startScriptedModel([answerOf], { repeatLast: true });
    configureFakeModel(workspace, model.baseUrl);
    workspace.write("a.ts", "export const a = 1;\n");
    workspace.write("c.ts", "export const c = 1;\n");
    workspace.write("build/out.txt", "out\n");
    // The workbench of the browser saves by itself, and the suite needs files that are not saved.
    workspace.write(".vscode/settings.json", JSON.stringify({ "files.autoSave": "off" }));
  });
  afterEach(async () => {
    await model?.close();
    workspace?.dispose();
  });

  it("passes the suite in its extension host", async () => {
    const { failures, passes, figures } = await runHostSuite({
      folder: workspace.cwd,
      dataFolder: join(workspace.root, "data"),
      env: workspace.env,
    });
    for (const { label, value, bar, unit } of figures) {
      process.stdout.write(`      ${figureLine(label, value, { bar, unit })}\n`);
    }
    assert.deepEqual(failures, []);
    assert.ok(passes.length > 0);
  });
});
