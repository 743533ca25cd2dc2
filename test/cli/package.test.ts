import assert from "node:assert/strict";
import { execFile, spawnSync, type SpawnSyncReturns } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startScriptedModel } from "../fakes/scriptedModel.ts";
import { blackPng } from "../support/images.ts";
import { packAgent } from "../support/packAgent.ts";
import { configureFakeModel, createWorkspace, type Workspace } from "../support/workspace.ts";

const packageDir = fileURLToPath(new URL("../../agent/coding-agent", import.meta.url));
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

describe("cli: the package as npm installs it", function () {
  // npm builds, packs and installs.
  this.timeout(300_000);

  let workspace: Workspace;
  let folder: string;

  before(() => {
    workspace = createWorkspace();
    workspace.write("alpha.txt", "");
    folder = join(workspace.root, "installed");
    mkdirSync(folder);
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    const tarball = packAgent(folder);
    // An empty cache and no network: whatever would have to be fetched fails the installation.
    run(npm, ["install", "--offline", "--omit=optional", "--no-audit", "--no-fund", tarball], folder);
  });
  after(() => workspace.dispose());

  function run(command: string, args: string[], cwd = workspace.cwd): SpawnSyncReturns<string> {
    const env = { ...workspace.env, npm_config_cache: join(workspace.root, "npm-cache") };
    const result = spawnSync(command, args, { cwd, env, encoding: "utf8", input: "" });
    assert.equal(result.status, 0, `${command} ${args.join(" ")}: ${result.stderr}`);
    return result;
  }

  const relay = (...args: string[]): SpawnSyncReturns<string> =>
    run(join(folder, "node_modules/.bin/relay"), args);

  it("has no dependency that must be fetched", () => {
    const { packages } = JSON.parse(
      readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8"),
    ) as { packages: Record<string, unknown> };
    assert.deepEqual(
      Object.keys(packages).filter((name) => !name.includes("ripgrep")),
      ["node_modules/@relay-harness/coding-agent"],
    );
  });

  it("runs relay --version, --help and -p", () => {
    const { version } = JSON.parse(readFileSync(join(packageDir, "package.json"), "utf8")) as {
      version: string;
    };
    assert.equal(relay("--version").stdout, `${version}\n`);
    assert.match(relay("--help").stdout, /^relay .*\n\nUsage:/);
    const listed = relay("-p", "--offline", "list the files here");
    assert.match(listed.stdout, /alpha\.txt/);
    assert.equal(listed.stderr, "Using the offline guide: no model is configured.\n");
  });

  it("brings the documentation that its prompt names", () => {
    const docs = join(folder, "node_modules/@relay-harness/coding-agent/dist/docs");
    assert.ok(readdirSync(docs).includes("index.md"));
  });

  it("saves settings", () => {
    const rpc = spawnSync(
      join(folder, "node_modules/.bin/relay"),
      ["--mode", "rpc", "--no-session", "--offline"],
      {
        cwd: workspace.cwd,
        env: workspace.env,
        encoding: "utf8",
        input: '{"id":"1","type":"set_auto_retry","enabled":false}\n',
      },
    );
    assert.deepEqual([rpc.stderr, rpc.status], ["", 0]);
    const settings = readFileSync(join(workspace.agentDir, "settings.json"), "utf8");
    assert.deepEqual(JSON.parse(settings), { retry: { enabled: false } });
  });

  it("can be imported, and its RPC entry run", () => {
    const script = `
      const sdk = await import("@relay-harness/coding-agent");
      console.log(typeof sdk.SessionManager.inMemory);
      console.log(import.meta.resolve("@relay-harness/coding-agent/rpc-entry"));`;
    const [type, entry = ""] = run(
      process.execPath,
      ["--input-type=module", "-e", script],
      folder,
    ).stdout.split("\n");
    assert.equal(type, "function");
    const rpc = run(process.execPath, [fileURLToPath(entry), "--no-session", "--offline"]);
    assert.equal(rpc.stdout, "");
    assert.equal(
      dirname(fileURLToPath(entry)),
      join(folder, "node_modules/@relay-harness/coding-agent/dist"),
    );
  });

  it("every tool works with what the package brings", async () => {
    workspace.write("notes.txt", "one\ntwo\n");
    writeFileSync(join(workspace.cwd, "large.png"), blackPng(2400, 60));
    const calls: [tool: string, input: object, expected: RegExp][] = [
      ["read", { path: "notes.txt" }, /^one\ntwo\n$/],
      ["read", { path: "large.png" }, /2400x60.*2000x50/],
      ["grep", { pattern: "tw", path: "." }, /^notes\.txt:2: two$/m],
      ["find", { pattern: "*.txt" }, /^notes\.txt$/m],
      ["ls", {}, /^notes\.txt$/m],
      ["edit", { path: "notes.txt", edits: [{ oldText: "two", newText: "2" }] }, /notes\.txt/],
      ["write", { path: "deep/new.txt", content: "new" }, /deep\/new\.txt/],
      ["bash", { command: "cat notes.txt deep/new.txt" }, /^one\n2\nnew$/],
    ];
    const steps = calls.map(([name, input]) => ({ calls: [{ name, arguments: input }] }));
    const model = await startScriptedModel([...steps, { text: "done" }]);
    configureFakeModel(workspace, model.baseUrl);
    const args = ["-p", "--no-session", "--tools", "read,grep,find,ls,edit,write,bash", "go"];
    try {
      const child = promisify(execFile)(join(folder, "node_modules/.bin/relay"), args, {
        cwd: workspace.cwd,
        env: workspace.env,
      });
      child.child.stdin?.end();
      assert.deepEqual(await child, { stdout: "done\n", stderr: "" });
    } finally {
      await model.close();
    }
    for (const [index, [name, , expected]] of calls.entries()) {
      const result = model.requests[index + 1]?.messages.findLast(({ role }) => role === "tool");
      assert.match(String(result?.content), expected, name);
    }
  });
});
