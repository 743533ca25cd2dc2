import assert from "node:assert/strict";
import * as esbuild from "esbuild";
import { builds } from "../../scripts/builds.mjs";
import { importProblem, roomOf } from "../../scripts/importTable.mjs";

/** Every import between source files, and of bare modules, in all bundles. */
async function importsOfBundles(): Promise<{ from: string; to: string }[]> {
  const found: { from: string; to: string }[] = [];
  for (const options of builds) {
    const { metafile } = await esbuild.build({ ...options, metafile: true, write: false, minify: false });
    for (const [from, { imports }] of Object.entries(metafile.inputs)) {
      for (const { path, external } of imports) found.push({ from, to: external ? path : path });
    }
  }
  return found;
}

describe("import table", function () {
  this.timeout(180_000);

  it("holds for every import of the built entries", async () => {
    const imports = await importsOfBundles();
    assert.ok(imports.some(({ from }) => roomOf(from)?.name === "agent:session"));
    const problems = imports.flatMap(({ from, to }) => {
      const problem = importProblem(from, to);
      return problem ? [`${from} -> ${to}: ${problem}`] : [];
    });
    assert.deepEqual([...new Set(problems)], []);
  });

  it("tells a forbidden import from an allowed one", () => {
    assert.equal(
      importProblem("agent/protocol/src/model.ts", "node:fs"),
      "protocol may not import Node modules",
    );
    assert.equal(
      importProblem("agent/core/src/agent.ts", "node:fs/promises"),
      "core may not import node:fs/promises",
    );
    assert.equal(importProblem("webview/src/main.tsx", "vscode"), "webview may not import vscode");
    assert.equal(
      importProblem("agent/coding-agent/src/tools/read.ts", "agent/coding-agent/src/session/activity.ts"),
      "agent:tools may not import agent:session",
    );
    assert.equal(
      importProblem("agent/coding-agent/src/session/activity.ts", "agent/coding-agent/src/tools/read.ts"),
      undefined,
    );
  });
});
