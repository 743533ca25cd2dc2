import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { NpmRegistry } from "../fakes/npmRegistry.ts";
import { runRelay, type AnyRecord, type RunResult } from "../support/relayProcess.ts";
import { createWorkspace, type Workspace } from "../support/workspace.ts";

const hello = `export default (relay) => relay.registerFlag("hello-flag", { type: "boolean", description: "Hi" });`;

describe("packages", function () {
  this.timeout(180_000);
  let workspace: Workspace;
  let registry: NpmRegistry;

  beforeEach(async () => {
    workspace = createWorkspace();
    registry = new NpmRegistry();
    await registry.start();
    writeFileSync(join(workspace.home, ".npmrc"), `registry=${registry.url}\nfetch-retries=0\n`);
  });

  afterEach(async () => {
    await registry.stop();
    workspace.dispose();
  });

  const relay = (args: string[], env: Record<string, string> = {}): Promise<RunResult> =>
    runRelay(workspace, args, { env });
  const settings = (dir = workspace.agentDir): AnyRecord => {
    const path = join(dir, "settings.json");
    return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as AnyRecord) : {};
  };
  const agentFile = (path: string): string => join(workspace.agentDir, path);

  /** A repository, with a commit of the files; returns its source. */
  function repository(name: string, files: Record<string, string>): string {
    const dir = join(workspace.root, "repos", name);
    mkdirSync(dir, { recursive: true });
    if (!existsSync(join(dir, ".git"))) git(dir, "init", "-q", "-b", "main");
    commit(name, files);
    return `git:file://${dir}`;
  }

  function commit(name: string, files: Record<string, string>): string {
    const dir = join(workspace.root, "repos", name);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    }
    git(dir, "add", "-A");
    git(dir, "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "-m", "c");
    return git(dir, "rev-parse", "--short=7", "HEAD").trim();
  }

  function git(dir: string, ...args: string[]): string {
    return execFileSync("git", args, { cwd: dir, encoding: "utf8", env: { ...workspace.env } });
  }

  it("cli.md 31: without packages there is nothing to list", async () => {
    const { stdout, code } = await relay(["list"]);
    assert.deepEqual({ stdout, code }, { stdout: "No packages installed.\n", code: 0 });
  });

  it("cli.md 32: a local package is added once, relative to the settings, and removed", async () => {
    workspace.write("pkg/extensions/hello.js", hello);
    assert.equal((await relay(["install", "./pkg"])).code, 0);
    assert.deepEqual(settings().packages, ["../../../project/pkg"]);
    assert.equal((await relay(["install", "./pkg"])).code, 0);
    assert.deepEqual(settings().packages, ["../../../project/pkg"]);
    assert.match((await relay(["--help"])).stdout, /--hello-flag +Hi/);
    const listed = (await relay(["list"])).stdout;
    assert.equal(listed, `User packages:\n  ../../../project/pkg\n    ${join(workspace.cwd, "pkg")}\n`);
    assert.equal((await relay(["remove", "./pkg"])).code, 0);
    assert.equal(settings().packages, undefined);
    assert.ok(existsSync(join(workspace.cwd, "pkg/extensions/hello.js")));
    const again = await relay(["remove", "./pkg"]);
    assert.deepEqual([again.code, again.stderr], [1, "Error: No matching package found for ./pkg\n"]);
  });

  it("cli.md 33: the settings of a project that is not trusted are not written", async () => {
    workspace.write("pkg/skills/a/SKILL.md", "---\ndescription: d\n---\n");
    workspace.write(".relay/settings.json", "{}");
    const refused = await relay(["install", "-l", "./pkg"]);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^Error: Project is not trusted\. Use --approve or run \/trust\.$/m);
    assert.equal((await relay(["install", "-l", "-a", "./pkg"])).code, 0);
    assert.deepEqual(settings(join(workspace.cwd, ".relay")), { packages: ["../pkg"] });
  });

  it("cli.md 34: a source without its prefix is recognized", async () => {
    workspace.writeAgentFile("settings.json", { packages: ["npm:foo"] });
    const { code, stderr } = await relay(["remove", "foo"]);
    assert.deepEqual(
      [code, stderr],
      [1, "Error: No matching package found for foo\nDid you mean npm:foo?\n"],
    );
    assert.match((await relay(["list"])).stdout, /npm:foo\n {4}not installed/);
  });

  it("cli.md 35: offline, nothing is updated", async () => {
    workspace.writeAgentFile("settings.json", { packages: ["npm:foo"] });
    const { code, stdout } = await relay(["update"], { RELAY_OFFLINE: "1" });
    assert.deepEqual([code, stdout], [0, "Skipped package updates (offline mode)\n"]);
    assert.deepEqual(registry.requests, []);
  });

  it("an npm package is installed, updated and removed; its scripts do not run", async () => {
    const marker = join(workspace.root, "ran");
    const scripts = { postinstall: `node -e "require('fs').writeFileSync('${marker}','')"` };
    registry.publish("relay-foo", "1.0.0", { "extensions/hello.js": hello }, { scripts });
    const installed = await relay(["install", "npm:relay-foo"]);
    assert.equal(installed.code, 0, installed.stderr);
    assert.deepEqual(settings().packages, ["npm:relay-foo"]);
    assert.match((await relay(["--help"])).stdout, /--hello-flag/);
    const lock = JSON.parse(readFileSync(agentFile("npm/package-lock.json"), "utf8")) as AnyRecord;
    assert.match(lock.packages["node_modules/relay-foo"].integrity, /^sha512-/);
    const done = (stdout: string): RunResult => ({ code: 0, signal: null, stdout, stderr: "" });
    assert.deepEqual(await relay(["update"]), done("Packages are already up to date\n"));
    registry.publish("relay-foo", "1.1.0", { "extensions/hello.js": hello }, { scripts });
    const updated = await relay(["update"]);
    assert.deepEqual([updated.code, updated.stdout], [0, "npm:relay-foo 1.0.0 -> 1.1.0\n"], updated.stderr);
    assert.equal((await relay(["remove", "npm:relay-foo"])).code, 0);
    assert.equal(existsSync(agentFile("npm/node_modules/relay-foo")), false);
    assert.deepEqual([settings().packages, existsSync(marker)], [undefined, false]);
  });

  it("nothing stays of a package that cannot be installed", async () => {
    const { code, stderr } = await relay(["install", "npm:relay-none"]);
    assert.equal(code, 1);
    assert.match(stderr, /^Error: Cannot install npm:relay-none@latest/m);
    assert.deepEqual(settings(), {});
    assert.equal(existsSync(agentFile("npm/node_modules/relay-none")), false);
    const cloned = await relay(["install", `git:file://${join(workspace.root, "no-such")}`]);
    assert.equal(cloned.code, 1);
    assert.match(cloned.stderr, /^Error: Cannot run git clone /m);
    assert.deepEqual(settings(), {});
  });

  it("a git package follows its branch, and a tag stays where it is", async () => {
    const source = repository("tools", { "extensions/hello.js": hello });
    const first = git(join(workspace.root, "repos/tools"), "rev-parse", "--short=7", "HEAD").trim();
    git(join(workspace.root, "repos/tools"), "tag", "v1");
    assert.equal((await relay(["install", source])).code, 0);
    assert.deepEqual(settings().packages, [source]);
    assert.match((await relay(["--help"])).stdout, /--hello-flag/);
    const second = commit("tools", { "README.md": "two" });
    const path = `git:localhost/${join(workspace.root, "repos/tools").slice(1)}`;
    assert.equal((await relay(["update"])).stdout, `${path} ${first} -> ${second}\n`);
    assert.equal((await relay(["update", source])).stdout, "Packages are already up to date\n");
    // The same package with a ref: the checkout goes there, the entry says so.
    assert.equal((await relay(["install", `${source}@v1`])).code, 0);
    assert.deepEqual(settings().packages, [`${source}@v1`]);
    const clone = agentFile(`git/localhost/${join(workspace.root, "repos/tools").slice(1)}`);
    assert.equal(git(clone, "rev-parse", "--short=7", "HEAD").trim(), first);
    assert.equal((await relay(["update"])).stdout, "Packages are already up to date\n");
    assert.equal((await relay(["remove", source])).code, 0);
    assert.equal(existsSync(agentFile("git/localhost")), false);
  });

  it("a configured package that is missing is announced and installed at a start, or left out", async () => {
    const source = repository("late", { "extensions/hello.js": hello });
    workspace.writeAgentFile("settings.json", { packages: [source, "npm:relay-none"] });
    const offline = await relay(["--offline", "--hello-flag", "-p", "hi"]);
    assert.match(offline.stderr, /Unknown option: --hello-flag/);
    const started = await relay(["--hello-flag", "-p", "status"]);
    assert.match(started.stderr, new RegExp(`^Installing ${source}\\.\\.\\.$`, "m"));
    assert.match(started.stderr, /^Warning: npm:relay-none: Cannot install npm:relay-none@latest/m);
    assert.doesNotMatch(started.stderr, /Unknown option/);
    assert.doesNotMatch((await relay(["--hello-flag", "-p", "x"])).stderr, /Installing git/);
  });

  it("a package of the command line is kept, and used when its source cannot be reached", async () => {
    const source = repository("once", { "extensions/hello.js": hello });
    assert.match((await relay(["-e", source, "--help"])).stdout, /--hello-flag/);
    assert.deepEqual(settings().packages, undefined);
    commit("once", { "extensions/hello.js": hello.replace("hello-flag", "other-flag") });
    assert.match((await relay(["-e", source, "--help"], { RELAY_OFFLINE: "1" })).stdout, /--hello-flag/);
    assert.match((await relay(["-e", source, "--help"])).stdout, /--other-flag/);
    const failed = await relay(["-e", "npm:relay-none", "-p", "hi"]);
    assert.equal(failed.code, 1);
    assert.match(failed.stderr, /^Error: Failed to load extension "npm:relay-none": Cannot install/m);
  });

  it("cli.md 70: npmCommand takes the place of npm", async () => {
    const log = join(workspace.root, "log");
    const script = workspace.write("fake-npm", `#!/bin/sh\necho "$@" >> "${log}"\nexit 3\n`);
    execFileSync("chmod", ["+x", script]);
    workspace.writeAgentFile("settings.json", { npmCommand: [script, "--flag"] });
    assert.equal((await relay(["install", "npm:p"])).code, 1);
    assert.match(readFileSync(log, "utf8"), /^--flag install p@latest /);
    workspace.writeAgentFile("settings.json", { npmCommand: [] });
    registry.publish("p", "1.0.0");
    const { code, stderr } = await relay(["install", "npm:p"]);
    assert.match(stderr, /^Warning: npmCommand is ignored/m);
    assert.equal(code, 0, stderr);
    workspace.writeAgentFile("settings.json", { npmCommand: ["no-such-program"] });
    assert.match((await relay(["install", "npm:q"])).stderr, /^Error: Could not run no-such-program: /m);
  });

  it("Relay does not update itself, and a config needs a terminal", async () => {
    for (const words of [["self"], ["relay"], ["--self"]]) {
      const { code, stderr } = await relay(["update", ...words]);
      assert.equal(code, 1);
      assert.match(stderr, /^Error: Relay does not update itself/);
    }
    assert.match((await relay(["config"])).stderr, /requires an interactive terminal/);
  });
});
