import assert from "node:assert/strict";
import { chmod } from "node:fs/promises";
import { join } from "node:path";

import { resultText, withTempDir, writeTree, type TreeContent } from "../base/testing/tempTree.ts";
import { createFindTool, type FindToolInput, type FindToolOptions } from "./find.ts";
import { localBinaryLookup } from "./search/binaries.ts";

const tree: TreeContent = {
  ".gitignore": "*.log\nbuild/\n",
  "noise.log": "",
  "build/out.ts": "",
  "src/a.ts": "",
  "src/B.ts": "",
  "src/lib/c.ts": "",
  "src/lib/d.tsx": "",
  "src/lib/(x).ts": "",
  "src/lib/ignored.md": "",
  "src/lib/.fdignore": "ignored.md\n",
  ".hidden/e.ts": "",
  ".git/config": "",
  "node_modules/m/f.ts": "",
  empty: null,
  link: { link: "src" },
  dangling: { link: "nowhere" },
};

async function found(root: string, input: FindToolInput, options: FindToolOptions = {}): Promise<string[]> {
  const tool = createFindTool(root, { findBinary: () => Promise.resolve(undefined), ...options });
  return resultText(await tool.execute("1", input))
    .split("\n")
    .sort();
}

describe("find", () => {
  it("sessions-and-tools.md 59: matches base names, or paths relative to the searched directory", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, tree);
      const cases: [string, string[]][] = [
        ["src/*.ts", ["src/B.ts", "src/a.ts"]],
        ["./src/*.ts", ["src/B.ts", "src/a.ts"]],
        [`${root}/src/*.ts`, ["src/B.ts", "src/a.ts"]],
        [`${root}/*.ts`, ["No files found matching pattern"]],
        ["/elsewhere/*.ts", ["No files found matching pattern"]],
        ["*.log", ["No files found matching pattern"]],
        ["b.ts", ["No files found matching pattern"]],
        ["c.ts", ["src/lib/c.ts"]],
        ["**/lib/*.{ts,tsx}", ["src/lib/(x).ts", "src/lib/c.ts", "src/lib/d.tsx"]],
        ["src/**/[cd].*", ["src/lib/c.ts", "src/lib/d.tsx"]],
        ["src/**/*.ts", ["src/B.ts", "src/a.ts", "src/lib/(x).ts", "src/lib/c.ts"]],
        ["(x).ts", ["src/lib/(x).ts"]],
        ["lib", ["src/lib/"]],
        ["lib/", ["src/lib/"]],
        ["a.ts/", ["No files found matching pattern"]],
        ["e*", [".hidden/e.ts", "empty/"]],
        ["link", ["link"]],
        ["dangling", ["dangling"]],
        ["ignored.md", ["No files found matching pattern"]],
        ["config", ["No files found matching pattern"]],
        ["f.ts", ["node_modules/m/f.ts"]],
      ];
      for (const [pattern, expected] of cases)
        assert.deepEqual(await found(root, { pattern }), expected, pattern);
      assert.equal((await found(root, { pattern: "" })).length, 17);
      assert.deepEqual(await found(root, { pattern: "*", path: "build" }), ["out.ts"]);
      assert.deepEqual(await found(root, { pattern: "*", path: ".git" }), ["config"]);
      assert.deepEqual(await found(root, { pattern: "*.ts", path: "link" }), [
        "B.ts",
        "a.ts",
        "lib/(x).ts",
        "lib/c.ts",
      ]);
    });
  });

  it("tells of more results only if there are more", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, { a1: "", a2: "", a3: "" });
      const tool = createFindTool(root, { findBinary: () => Promise.resolve(undefined) });
      const some = await tool.execute("1", { pattern: "a*", limit: 2 });
      assert.match(
        resultText(some),
        /^a\d\na\d\n\n\[2 results limit reached\. Use limit=4 for more, or refine pattern\]$/,
      );
      assert.deepEqual(some.details, { resultLimitReached: 2 });
      assert.equal((await tool.execute("1", { pattern: "a*", limit: 3 })).details, undefined);
    });
  });

  it("names a path that is missing or no directory", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, { f: "" });
      await assert.rejects(found(root, { pattern: "*", path: "no" }), {
        message: `Path not found: ${root}/no`,
      });
      await assert.rejects(found(root, { pattern: "*", path: "f" }), {
        message: `Not a directory: ${root}/f`,
      });
    });
  });

  it("finds the same with fd where there is one that fits", async function () {
    const fd = await localBinaryLookup(() => "/nonexistent")("fd");
    if (!fd) this.skip();
    await withTempDir(async (root) => {
      // Old versions know ignore files in repositories only, and this is one.
      await writeTree(root, { ...tree, ".git/HEAD": "ref: refs/heads/main\n" });
      const withFd = { findBinary: () => Promise.resolve(fd) };
      for (const pattern of ["", "*.ts", "src/**", "*.log", "lib", "e*", "ignored.md"]) {
        assert.deepEqual(await found(root, { pattern }, withFd), await found(root, { pattern }), pattern);
      }
      for (const path of ["build", ".git", "src/lib"]) {
        const input = { pattern: "", path };
        assert.deepEqual(await found(root, input, withFd), await found(root, input), path);
      }
    });
  });

  it("uses what fd prints, and does without an fd that rejects an option", async function () {
    if (process.platform === "win32") this.skip();
    await withTempDir(async (root) => {
      const print = "#!/bin/sh\nprintf './from fd.ts\\0./dir/\\0./skipped.md\\0'\n";
      const reject = "#!/bin/sh\necho \"error: unexpected argument '--print0' found\" >&2\nexit 2\n";
      await writeTree(root, { "good/bin/fd": print, "bad/bin/fd": reject, "own/real.ts": "" });
      for (const name of ["good", "bad"]) await chmod(join(root, name, "bin/fd"), 0o755);
      const withAgent = async (name: string, pattern: string): Promise<string[]> => {
        const tool = createFindTool(root, { agentDir: join(root, name) });
        return resultText(await tool.execute("1", { pattern, path: "own" })).split("\n");
      };
      assert.deepEqual(await withAgent("good", "*.ts"), ["from fd.ts"]);
      assert.deepEqual(await withAgent("good", "dir"), ["dir/"]);
      assert.deepEqual(await withAgent("bad", "*.ts"), ["real.ts"]);
    });
  });

  it("asks given operations for one more than it shows", async () => {
    const asked: unknown[] = [];
    const tool = createFindTool("/w", {
      operations: {
        exists: (path) => path === "/w",
        glob: (pattern, cwd, options) => {
          asked.push([pattern, cwd, options]);
          return ["/w/a", "b", "/w/c/"];
        },
      },
    });
    assert.equal(resultText(await tool.execute("1", { pattern: "*", limit: 5 })), "a\nb\nc/");
    assert.deepEqual(asked, [["*", "/w", { ignore: ["**/.git/**"], limit: 6 }]]);
    await assert.rejects(tool.execute("1", { pattern: "*", path: "/x" }), { message: "Path not found: /x" });
  });
});
