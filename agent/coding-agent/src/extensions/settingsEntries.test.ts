import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { withTempDir, writeTree } from "../base/testing/tempTree.ts";
import { builtinSwitches, scopeEntries } from "./settingsEntries.ts";

describe("scopeEntries", () => {
  const tree = {
    "extensions/a.ts": "",
    "extensions/b.ts": "",
    "more/c.ts": "",
    "more/d.ts": "",
    "one/index.ts": "",
  };
  const cases: [title: string, entries: string[], found: string[]][] = [
    ["nothing named: the folder's own", [], ["auto extensions/a.ts", "auto extensions/b.ts"]],
    [
      "named ones come first",
      ["more", "one"],
      [
        "local more/c.ts",
        "local more/d.ts",
        "local one/index.ts",
        "auto extensions/a.ts",
        "auto extensions/b.ts",
      ],
    ],
    ["a glob", ["more/*.ts", "!extensions/**"], ["local more/c.ts", "local more/d.ts"]],
    ["an excluded one that is added all the same", ["!*.ts", "+more/c.ts"], ["local more/c.ts"]],
    ["a removed folder", ["-extensions", "builtin:x"], []],
  ];
  it("cli.md 42: an excluded extension is off, and removing one beats adding it", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, { "extensions/a.ts": "", "extensions/b.ts": "" });
      const names = (entries: string[]): string[] =>
        scopeEntries({ baseDir: root, entries }).map(({ path }) => relative(root, path));
      assert.deepEqual(names(["!a.ts"]), ["extensions/b.ts"]);
      assert.deepEqual(names(["-extensions/b.ts", "+extensions/b.ts"]), ["extensions/a.ts"]);
    });
  });

  for (const [title, entries, expected] of cases) {
    it(title, async () => {
      await withTempDir(async (root) => {
        await writeTree(root, tree);
        const found = scopeEntries({ baseDir: root, entries });
        assert.deepEqual(
          found.map(({ path, source }) => `${source} ${relative(root, path)}`),
          expected,
        );
      });
    });
  }

  it("patterns that are not whole match nothing or themselves, and do not throw", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, { "extensions/a.ts": "" });
      for (const pattern of ["{a,b", "[", "(", "*(", "a\0b", "**/[", "\\"]) {
        const marked = [`!${pattern}`, `-${pattern}`];
        const found = scopeEntries({ baseDir: root, entries: marked });
        assert.deepEqual(
          found.map(({ path }) => relative(root, path)),
          ["extensions/a.ts"],
          pattern,
        );
        scopeEntries({ baseDir: root, entries: [pattern, `+${pattern}`] });
      }
    });
  });

  it("a glob ends where links lead in circles", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, { "more/c.ts": "", "more/deep/d.ts": "" });
      for (const name of ["x", "y", "z"]) symlinkSync("..", join(root, "more/deep", name));
      const found = scopeEntries({ baseDir: root, entries: ["more/**/*.ts"] });
      assert.deepEqual(
        found.map(({ path }) => relative(root, path)),
        ["more/c.ts", "more/deep/d.ts"],
      );
    });
  });

  it("reads switches of built-in extensions, the last one counts", () => {
    assert.deepEqual(
      [...builtinSwitches(["builtin:a", "-builtin:b", "+builtin:b", "-builtin:c", "x"])],
      [
        ["a", true],
        ["b", true],
        ["c", false],
      ],
    );
  });
});
