import assert from "node:assert/strict";
import { join, relative } from "node:path";
import { withTempDir, writeTree } from "../base/testing/tempTree.ts";
import { discoverEntries, explicitEntries } from "./discovery.ts";

describe("discoverEntries", () => {
  const manifest = (relay: unknown): string => JSON.stringify({ relay });

  it("extension-api.md 1: finds files, listed entries and index files, one level deep, in order", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, {
        "b.ts": "",
        "a.ts": "",
        "dir/index.ts": "",
        "pkg/package.json": manifest({ extensions: ["./x.ts", "./y.ts"] }),
        "pkg/index.ts": "",
        "deep/er/index.ts": "",
        ".hid.ts": "",
        "t.d.ts": "",
        "notes.md": "",
        "node_modules/m/index.ts": "",
        "js/index.js": "",
        "Z.js": "",
      });
      const found = discoverEntries(root).map((path) => relative(root, path));
      assert.deepEqual(found, [
        "Z.js",
        "a.ts",
        "b.ts",
        "dir/index.ts",
        "js/index.js",
        "pkg/x.ts",
        "pkg/y.ts",
      ]);
    });
  });

  it("takes the index of a package whose manifest lists nothing that can be used", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, {
        "bad/package.json": "{",
        "bad/index.ts": "",
        "none/package.json": manifest({}),
        "none/index.ts": "",
        "empty/package.json": manifest({ extensions: [] }),
        "empty/index.ts": "",
      });
      const found = discoverEntries(root).map((path) => relative(root, path));
      assert.deepEqual(found, ["bad/index.ts", "none/index.ts"]);
    });
  });

  it("finds nothing where there is no folder", () => {
    assert.deepEqual(discoverEntries(join("/", "no", "such", "folder")), []);
  });

  it("takes a named folder as one extension, else as a folder of them; a file as it is", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, { "one/index.ts": "", "one/other.ts": "", "many/a.ts": "", "many/b.ts": "" });
      const found = (path: string): string[] =>
        explicitEntries(join(root, path)).map((entry) => relative(root, entry));
      assert.deepEqual(found("one"), ["one/index.ts"]);
      assert.deepEqual(found("many"), ["many/a.ts", "many/b.ts"]);
      assert.deepEqual(found("missing.ts"), ["missing.ts"]);
    });
  });
});
