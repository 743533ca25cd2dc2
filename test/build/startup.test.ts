import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { startScriptedModel } from "../fakes/scriptedModel.ts";
import { intakeCases } from "../support/intakeCases.ts";
import { loadedFiles, loadedSources } from "../support/loadedSources.ts";
import { RpcProcess, runRelay } from "../support/relayProcess.ts";
import { configureFakeModel, createWorkspace } from "../support/workspace.ts";

/** Loaded on first use, never by a start. */
const lazyParts = [
  /node_modules/,
  /agent\/ai\/src\/(apis|transport|offline|faux)\/(?!registry|model\.ts)/,
  /agent\/ai\/src\/(streamRun|convert\/(?!wellFormed))/,
  /agent\/ai\/src\/catalog\/data\//,
  /agent\/coding-agent\/src\/(tools|resources|export|extensions|packages)\//,
  /agent\/coding-agent\/src\/session\/(extensions\/|customMessages)/,
  /agent\/coding-agent\/src\/session\/(runSupport|promptSource|systemPrompt)/,
  /agent\/coding-agent\/src\/session\/compaction\/(?!compactionControl|estimate)/,
  /agent\/coding-agent\/src\/base\/(images|diff|shell)/,
  /agent\/coding-agent\/src\/modes\/(oneShot|interactive)/,
  /agent\/coding-agent\/src\/cli\/packages\//,
  /agent\/protocol\/src\/recordSchemas/,
  /agent\/core\/src\/harness\//,
  /agent\/coding-agent\/src\/builtin\/(?!builtinTable)/,
];

/** One line a folder: its files, without endings. */
function byFolder(sources: readonly string[]): string[] {
  const folders = new Map<string, string[]>();
  for (const source of sources) {
    const names = folders.get(dirname(source)) ?? [];
    names.push(basename(source, ".ts"));
    folders.set(dirname(source), names);
  }
  return [...folders].map(([folder, names]) => `${folder}: ${names.join(" ")}`);
}

describe("start-up", function () {
  this.timeout(180_000);

  it("answers get_state without loading what it does not need", async () => {
    const workspace = createWorkspace();
    try {
      configureFakeModel(workspace, "http://127.0.0.1:9/v1");
      const coverage = join(workspace.root, "coverage");
      mkdirSync(coverage);
      const relay = new RpcProcess(workspace, [], { env: { NODE_V8_COVERAGE: coverage } });
      const state = await relay.request({ type: "get_state" });
      assert.equal(state.data?.model?.id, "m1", JSON.stringify(state));
      await relay.close();
      const sources = loadedSources(coverage);
      process.stdout.write(`\n    loaded at start: ${sources.length} source files\n`);
      for (const line of byFolder(sources)) process.stdout.write(`      ${line}\n`);
      assert.ok(sources.includes("agent/coding-agent/src/modes/rpc/rpcMode.ts"));
      // Loading a file costs more than reading it: what a start needs lies in few.
      const files = loadedFiles(coverage);
      assert.ok(files.length <= 16, files.join("\n"));
      assert.deepEqual(
        sources.filter((source) => lazyParts.some((part) => part.test(source))),
        [],
      );
    } finally {
      workspace.dispose();
    }
  });

  it("a prompt loads the analysis of commands with the first command, and not before", async () => {
    const workspace = createWorkspace();
    const model = await startScriptedModel();
    try {
      configureFakeModel(workspace, model.baseUrl);
      const analysisAfter = async (command: string | undefined): Promise<string[]> => {
        const calls = [{ name: "bash", arguments: { command } }];
        model.reset([...(command === undefined ? [] : [{ calls }]), { text: "ok" }]);
        const coverage = join(workspace.root, command ?? "none");
        mkdirSync(coverage);
        await runRelay(workspace, ["-p", "fix it"], { env: { NODE_V8_COVERAGE: coverage } });
        const sources = loadedSources(coverage);
        assert.ok(sources.includes("agent/core/src/harness/harnessCore.ts"));
        // What draws in terminals is for `relay config` and extensions.
        assert.deepEqual(
          sources.filter((source) => source.includes("/extensions/tui/")),
          [],
        );
        return sources.filter((source) => source.startsWith("agent/core/src/harness/shell/"));
      };
      assert.deepEqual(await analysisAfter(undefined), []);
      const loaded = await analysisAfter("ls");
      assert.ok(loaded.includes("agent/core/src/harness/shell/analyzeCommand.ts"), loaded.join("\n"));
    } finally {
      await model.close();
      workspace.dispose();
    }
  });

  it("/intake loads the library of documents with the first one that is written, and not before", async () => {
    const workspace = createWorkspace();
    const bad = { title: "A title", understood: ["The API."], groups: [] };
    const [good] = intakeCases();
    const model = await startScriptedModel();
    try {
      configureFakeModel(workspace, model.baseUrl);
      const librariesAfter = async (questionnaire: object | undefined): Promise<string[]> => {
        model.reset([
          { calls: [{ name: "intake_questionnaire", arguments: questionnaire ?? {} }] },
          { text: "ok" },
        ]);
        const coverage = join(workspace.root, String(questionnaire === bad));
        mkdirSync(coverage);
        await runRelay(workspace, ["-p", "/intake change it"], { env: { NODE_V8_COVERAGE: coverage } });
        const sources = loadedSources(coverage);
        assert.ok(sources.includes("agent/coding-agent/src/builtin/intake/writeQuestionnaire.ts"));
        return sources.filter((source) => /node_modules\/(?:docx|fflate|@xmldom)\//.test(source));
      };
      assert.deepEqual(await librariesAfter(bad), []);
      const loaded = await librariesAfter(good?.questionnaire);
      assert.ok(
        loaded.some((source) => source.includes("/docx/")),
        loaded.join("\n"),
      );
    } finally {
      await model.close();
      workspace.dispose();
    }
  });
});
