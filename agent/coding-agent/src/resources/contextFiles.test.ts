import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ContextFiles } from "./contextFiles.ts";

describe("ContextFiles", () => {
  let root: string;
  let cwd: string;
  let agentDir: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "relay-context-")));
    cwd = join(root, "w");
    agentDir = join(root, "agent");
    mkdirSync(cwd);
    mkdirSync(agentDir);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function write(path: string, content = path): string {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }
  function load(dir = cwd): ContextFiles {
    const context = new ContextFiles({ cwd: dir, agentDir });
    context.refresh();
    return context;
  }
  function paths(context: ContextFiles): string[] {
    return context.files.map((file) => file.path).filter((path) => path.startsWith(root));
  }

  it("cli.md 45: takes the agent directory first, then from the root down, one file per directory", () => {
    const override = write("w/AGENTS.override.md");
    write("w/AGENTS.md");
    const above = write("CLAUDE.md");
    const user = write("agent/AGENTS.md");
    const context = load();
    assert.deepEqual(paths(context), [user, above, override]);
    assert.equal(context.files.at(-1)?.content, "w/AGENTS.override.md");
  });

  it("cli.md 46: notices changed, new and removed files, and only those", () => {
    const file = write("w/AGENTS.md", "one");
    const context = load();
    const before = context.files;
    assert.equal(context.refresh(), false);
    assert.equal(context.files, before);
    writeFileSync(file, "two");
    assert.equal(context.refresh(), true);
    assert.equal(context.files.at(-1)?.content, "two");
    write("w/AGENTS.override.md", "three");
    assert.equal(context.refresh(), true);
    assert.equal(context.files.at(-1)?.content, "three");
    rmSync(join(cwd, "AGENTS.override.md"));
    rmSync(file);
    assert.equal(context.refresh(), true);
    assert.deepEqual(paths(context), []);
  });

  it("tells a change of equal size and modification time by the change time", () => {
    const file = write("w/AGENTS.md", "one");
    const time = new Date(1_000_000_000_000);
    utimesSync(file, time, time);
    const context = load();
    writeFileSync(file, "two");
    utimesSync(file, time, time);
    assert.equal(context.refresh(), true);
  });

  it("skips directories of such a name and takes a linked file once", () => {
    mkdirSync(join(cwd, "AGENTS.md"));
    const real = write("CLAUDE.md");
    symlinkSync(real, join(cwd, "CLAUDE.md"));
    assert.deepEqual(paths(load()), [real]);
  });

  it("warns once about a name that cannot be looked up, and takes the next one", () => {
    symlinkSync("AGENTS.md", join(cwd, "AGENTS.md"));
    const next = write("w/CLAUDE.md");
    const context = load();
    assert.deepEqual(paths(context), [next]);
    assert.match(context.drainWarnings().join("\n"), /^Cannot read context file .*AGENTS\.md: ELOOP[^\n]*$/);
    context.refresh();
    assert.deepEqual(context.drainWarnings(), []);
  });

  it("warns once about a file that cannot be read", function () {
    if (process.getuid?.() === 0 || process.platform === "win32") this.skip();
    const file = write("w/AGENTS.md");
    chmodSync(file, 0);
    const context = load();
    assert.match(context.drainWarnings().join("\n"), /^Cannot read context file .*AGENTS\.md: /);
    context.refresh();
    assert.deepEqual(context.drainWarnings(), []);
  });

  it("skips the main tree's copy of a file that a nested worktree provides", () => {
    const git = (...args: string[]) => execFileSync("git", ["-C", cwd, ...args], { stdio: "ignore" });
    write("w/AGENTS.md");
    git("init", "-q");
    git("add", ".");
    git("-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "x");
    const worktree = join(cwd, ".trees", "one");
    git("worktree", "add", "-q", worktree);
    assert.deepEqual(paths(load(worktree)), [join(worktree, "AGENTS.md")]);
    rmSync(join(worktree, "AGENTS.md"));
    assert.deepEqual(paths(load(worktree)), [join(cwd, "AGENTS.md")]);
  });
});
