import assert from "node:assert/strict";

import { resultText, withTempDir, writeTree } from "../base/testing/tempTree.ts";
import { createLsTool } from "./ls.ts";

describe("ls", () => {
  it("lists in alphabetical order, directories and links to them with a slash, dangling links not", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, {
        b: "",
        A: "",
        a: "",
        ".dot": "",
        "dir/x": "",
        linked: { link: "dir" },
        dangling: { link: "no" },
        ".gitignore": "b\n",
        empty: null,
      });
      const tool = createLsTool(root);
      assert.deepEqual(await tool.execute("1", {}), {
        content: [{ type: "text", text: ".dot\n.gitignore\nA\na\nb\ndir/\nempty/\nlinked/" }],
      });
      assert.equal(resultText(await tool.execute("2", { path: "empty" })), "(empty directory)");
    });
  });

  it("sessions-and-tools.md 59: a limit of 0 shows one entry", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, { a: "", b: "", zz: { link: "no" } });
      const tool = createLsTool(root);
      const one = await tool.execute("1", { limit: 0 });
      assert.equal(resultText(one), "a\n\n[1 entries limit reached. Use limit=2 for more]");
      assert.deepEqual(one.details, { entryLimitReached: 1 });
      assert.equal((await tool.execute("1", { limit: 2 })).details, undefined);
    });
  });

  it("stops at 50 KB", async () => {
    const names = Array.from({ length: 300 }, (_, index) => String(index).padStart(200, "n"));
    const tool = createLsTool("/w", {
      operations: {
        exists: () => true,
        stat: (path) => ({ isDirectory: () => path === "/w" }),
        readdir: () => names,
      },
    });
    const result = await tool.execute("1", { limit: 300 });
    assert.ok(resultText(result).endsWith("\n\n[50.0KB limit reached]"));
    assert.equal(result.details?.truncation?.outputLines, 254);
  });

  it("names a path that is missing or no directory", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, { f: "" });
      const tool = createLsTool(root);
      await assert.rejects(tool.execute("1", { path: "no" }), { message: `Path not found: ${root}/no` });
      await assert.rejects(tool.execute("1", { path: "f" }), { message: `Not a directory: ${root}/f` });
    });
  });
});
