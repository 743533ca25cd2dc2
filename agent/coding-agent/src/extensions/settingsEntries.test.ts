import assert from "node:assert/strict";
import { relative } from "node:path";
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
