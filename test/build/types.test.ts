import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readPage } from "../docs/markdown.ts";
import { packAgent } from "../support/packAgent.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

function run(command: string, args: string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  assert.equal(status, 0, `${command} ${args.join(" ")}:\n${stdout}${stderr}`);
  return stdout;
}

describe("types of the published package", function () {
  this.timeout(300_000);
  let folder: string;

  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "relay-types-")));
    const tarball = packAgent(folder);
    const installed = join(folder, "node_modules/@relay-harness/coding-agent");
    mkdirSync(installed, { recursive: true });
    run("tar", ["-xzf", tarball, "--strip-components=1", "-C", installed], folder);
    // What an extension that imports more than the agent lists for its types.
    for (const [name, source] of [
      ["typebox", "node_modules/typebox"],
      ["@relay-harness/ai", "agent/ai"],
    ]) {
      symlinkSync(join(root, source ?? ""), join(folder, "node_modules", name ?? ""), "junction");
    }
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    cpSync(join(root, "examples"), join(folder, "examples"), { recursive: true });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** What the compiler says about these files, as a user of the package would run it. */
  function compile(include: string[], options: object = {}): string {
    const compilerOptions = {
      target: "ES2023",
      lib: ["ES2023"],
      module: "NodeNext",
      strict: true,
      noEmit: true,
      noUncheckedIndexedAccess: true,
      typeRoots: [join(root, "node_modules/@types")],
      types: ["node"],
      ...options,
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include }));
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    return spawnSync(process.execPath, [compiler, "-p", folder], { cwd: folder, encoding: "utf8" }).stdout;
  }

  it("are complete and strict in themselves, and fit every example", () => {
    assert.equal(compile(["examples/**/*.ts"], { skipLibCheck: false }), "");
  });

  it("fit a program that is bundled", () => {
    assert.equal(compile(["examples/**/*.ts"], { module: "ESNext", moduleResolution: "bundler" }), "");
  });

  it("fit the code of the documentation", () => {
    const blocks = readPage("docs/sdk.md").blocks.filter(({ language }) => language === "ts");
    writeFileSync(join(folder, "page.ts"), blocks.map(({ text }) => text).join("\n"));
    assert.equal(compile(["page.ts"]), "");
  });

  it("find a wrong use", () => {
    writeFileSync(
      join(folder, "wrong.ts"),
      `import { createAgentSession } from "@relay-harness/coding-agent";
       import { RpcClient } from "@relay-harness/coding-agent/rpc-client";
       await createAgentSession({ thinkingLevel: "enormous" });
       await new RpcClient().setSteeringMode("sometimes");`,
    );
    const problems = compile(["wrong.ts"]).match(/error TS\d+/g);
    assert.deepEqual(problems, ["error TS2322", "error TS2345"]);
  });
});
