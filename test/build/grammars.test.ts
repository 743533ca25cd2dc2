import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { builds, codingAgentDist } from "../../scripts/builds.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

const program = `
  import { loadShellParser } from "@relay-harness/agent-core/harness";
  import { analyzeCommand } from "@relay-harness/agent-core/shell";
  const facts = { cwd: "/w", workspace: "/w", home: "/h", tempDirs: ["/tmp"], platform: "posix" };
  for (const [shell, command] of [["bash", "rm -rf dist"], ["powershell", "Remove-Item dist -Recurse"]]) {
    const parser = await loadShellParser(shell, command);
    console.log(analyzeCommand(command, { shell, facts, parser }).operations.map(({ id }) => id).join());
  }`;

describe("the grammars beside a bundle", function () {
  this.timeout(180_000);
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), "relay-grammars-"));
    cpSync(join(codingAgentDist, "grammars"), join(folder, "grammars"), { recursive: true });
    mkdirSync(join(folder, "chunks"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("are the two that Relay needs, and the parser", () => {
    assert.deepEqual(readdirSync(join(codingAgentDist, "grammars")).sort(), [
      "tree-sitter-bash.wasm",
      "tree-sitter-powershell.wasm",
      "tree-sitter.cjs",
      "tree-sitter.wasm",
    ]);
  });

  for (const place of [".", "chunks"]) {
    it(`load without node_modules from ${place}`, async () => {
      const options = builds.find(({ outdir }) => outdir === codingAgentDist);
      const outfile = join(folder, place, "run.mjs");
      await esbuild.build({
        ...options,
        entryPoints: undefined,
        outdir: undefined,
        splitting: false,
        stdin: { contents: program, resolveDir: root, loader: "ts" },
        outfile,
      });
      const { stdout, stderr } = spawnSync(process.execPath, [outfile], { cwd: folder, encoding: "utf8" });
      assert.deepEqual([stdout, stderr], ["fs.delete\nfs.delete\n", ""]);
    });
  }
});
