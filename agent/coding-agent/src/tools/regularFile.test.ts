import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmod, symlink } from "node:fs/promises";
import { join } from "node:path";

import { ContextFiles } from "../resources/contextFiles.ts";
import { resultText, withTempDir, writeTree } from "../base/testing/tempTree.ts";
import { createEditTool } from "./edit.ts";
import { createFindTool } from "./find.ts";
import { createGrepTool } from "./grep.ts";
import { createReadTool } from "./read.ts";
import type { ReadOperations } from "./readOperations.ts";
import { createWriteTool } from "./write.ts";

const findBinary = (): Promise<undefined> => Promise.resolve(undefined);

describe("files that are no regular files", () => {
  before(function () {
    if (process.platform === "win32") this.skip();
  });

  async function withPipe(use: (root: string) => Promise<void>): Promise<void> {
    await withTempDir(async (root) => {
      execFileSync("mkfifo", [join(root, "pipe")]);
      await symlink("/dev/zero", join(root, "zero"));
      await use(root);
    });
  }

  it("sessions-and-tools.md 43: pipes and devices are not read: they may never end", async () => {
    await withPipe(async (root) => {
      for (const path of ["pipe", "zero"]) {
        const message = `Not a regular file: ${root}/${path}`;
        await assert.rejects(createReadTool(root).execute("1", { path }), { message });
        for (const options of [{}, { findBinary }]) {
          const grep = createGrepTool(root, options);
          await assert.rejects(grep.execute("2", { path, pattern: "a" }), { message });
        }
      }
    });
  });

  it("sessions-and-tools.md 47: pipes and devices are neither edited nor written", async () => {
    await withPipe(async (root) => {
      for (const path of ["pipe", "zero"]) {
        const message = `Could not edit file: ${path}. Not a regular file: ${root}/${path}`;
        const edits = [{ oldText: "a", newText: "b" }];
        await assert.rejects(createEditTool(root).execute("1", { path, edits }), { message });
        await assert.rejects(createWriteTool(root).execute("2", { path, content: "x" }), {
          message: `Not a regular file: ${root}/${path}`,
        });
      }
    });
  });

  it("sessions-and-tools.md 59: an ignore file that is a pipe or a device has no rules", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, { "d/a.txt": "needle", "e/b.txt": "needle" });
      execFileSync("mkfifo", [join(root, "d", ".gitignore")]);
      await symlink("/dev/zero", join(root, "e", ".ignore"));
      const found = await createFindTool(root, { findBinary }).execute("1", { pattern: "*.txt" });
      assert.equal(resultText(found), "d/a.txt\ne/b.txt");
      const lines = await createGrepTool(root, { findBinary }).execute("2", { pattern: "needle" });
      assert.equal(resultText(lines), "d/a.txt:1: needle\ne/b.txt:1: needle");
    });
  });

  it("cli.md 6: a worktree pointer that leads to a pipe is none", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, { ".git": "gitdir: meta\n", "meta/x": "", "AGENTS.md": "guide" });
      execFileSync("mkfifo", [join(root, "meta", "commondir")]);
      const files = new ContextFiles({ cwd: root, agentDir: join(root, "meta") });
      files.refresh();
      assert.deepEqual(files.files, [{ path: join(root, "AGENTS.md"), content: "guide" }]);
    });
  });

  it("sessions-and-tools.md 58: what may not be read is an error, not a place without matches", async function () {
    // The administrator may read everything.
    if (process.getuid?.() === 0) this.skip();
    await withTempDir(async (root) => {
      await writeTree(root, { "d/f": "needle", f: "needle" });
      for (const path of ["d", "f"]) await chmod(join(root, path), 0);
      try {
        for (const options of [{}, { findBinary }]) {
          for (const path of ["d", "f"]) {
            const searching = createGrepTool(root, options).execute("1", { pattern: "needle", path });
            await assert.rejects(searching, { code: "EACCES" });
          }
          const finding = createFindTool(root, options).execute("2", { pattern: "*", path: "d" });
          await assert.rejects(finding, { code: "EACCES" });
        }
      } finally {
        for (const path of ["d", "f"]) await chmod(join(root, path), 0o700);
      }
    });
  });

  it("sessions-and-tools.md 57: an abort ends a read that the system keeps waiting", async () => {
    const controller = new AbortController();
    const operations: ReadOperations = {
      access: () => Promise.resolve(),
      readFile: () => new Promise(() => controller.abort()),
    };
    const reading = createReadTool("/", { operations }).execute("1", { path: "x" }, controller.signal);
    await assert.rejects(reading, { message: "Operation aborted" });
  });

  it("sessions-and-tools.md 43: files of the kernel are read although they have no size", async function () {
    if (process.platform !== "linux") this.skip();
    const result = await createReadTool("/").execute("1", { path: "/proc/self/status", limit: 1 });
    assert.match(resultText(result), /^Name:\t/);
  });
});
