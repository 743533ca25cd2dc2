import assert from "node:assert/strict";
import { chmod, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

import { withTempDir, writeTree } from "../base/testing/tempTree.ts";
import { createWriteTool } from "./write.ts";

describe("write", () => {
  it("sessions-and-tools.md 47: writes exactly what it is given, creates parents, keeps the mode", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, { "crlf.txt": "a\r\nb\r\n", "run.sh": "old" });
      await chmod(join(root, "run.sh"), 0o755);
      const tool = createWriteTool(root);
      assert.deepEqual(await tool.execute("1", { path: "crlf.txt", content: "x\ny\n" }), {
        content: [{ type: "text", text: "Successfully wrote to crlf.txt" }],
      });
      await tool.execute("2", { path: "@a/b/c.txt", content: "\uFEFFdeep\r\n" });
      await tool.execute("3", { path: "run.sh", content: "new" });
      assert.equal(await readFile(join(root, "crlf.txt"), "utf8"), "x\ny\n");
      assert.equal(await readFile(join(root, "a/b/c.txt"), "utf8"), "\uFEFFdeep\r\n");
      assert.equal((await stat(join(root, "run.sh"))).mode & 0o777, 0o755);
    });
  });

  it("sessions-and-tools.md 47: passes errors of the system on", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, { dir: null, file: "" });
      const tool = createWriteTool(root);
      await assert.rejects(tool.execute("1", { path: "dir", content: "" }), {
        message: `EISDIR: illegal operation on a directory, open '${root}/dir'`,
      });
      await assert.rejects(tool.execute("2", { path: "file/x", content: "" }), {
        message: `EEXIST: file already exists, mkdir '${root}/file'`,
      });
    });
  });

  it("writes through a symbolic link", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, { target: "old", link: { link: "target" } });
      await createWriteTool(root).execute("1", { path: "link", content: "new" });
      assert.equal(await readFile(join(root, "target"), "utf8"), "new");
    });
  });

  it("uses given operations and writes nothing once aborted", async () => {
    const calls: string[] = [];
    const tool = createWriteTool("/w", {
      operations: {
        mkdir: (directory) => Promise.resolve(void calls.push(`mkdir ${directory}`)),
        writeFile: (path, text) => Promise.resolve(void calls.push(`write ${path} ${text}`)),
      },
    });
    await tool.execute("1", { path: "a/b", content: "c" });
    await assert.rejects(
      tool.execute("2", { path: "d", content: "" }, AbortSignal.abort()),
      /^Error: Operation aborted$/,
    );
    assert.deepEqual(calls, ["mkdir /w/a", "write /w/a/b c"]);
  });
});
