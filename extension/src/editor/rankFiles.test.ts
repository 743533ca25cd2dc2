import assert from "node:assert/strict";
import { foldersOf, rankFiles } from "./rankFiles.ts";

const paths = ["src/parser/index.ts", "src/index.ts", "docs/parser.md", "test/a/parserIndex.ts", "README.md"];

describe("files for a mention", () => {
  it("come by name first, then by place, then by letters", () => {
    assert.deepEqual(rankFiles(paths, "parser", 10), [
      "docs/parser.md",
      "test/a/parserIndex.ts",
      "src/parser/index.ts",
    ]);
    assert.deepEqual(rankFiles(paths, "index.ts", 2), ["src/index.ts", "src/parser/index.ts"]);
    assert.deepEqual(rankFiles(paths, "spi", 10), ["src/parser/index.ts", "test/a/parserIndex.ts"]);
    assert.deepEqual(rankFiles(paths, "SRC\\index", 10), ["src/index.ts", "src/parser/index.ts"]);
  });

  it("are the shallow ones while nothing is typed", () => {
    assert.deepEqual(rankFiles(paths, "", 2), ["README.md", "docs/parser.md"]);
  });

  it("know their folders, each once", () => {
    assert.deepEqual(foldersOf(["a/b/c.ts", "a/d.ts", "e.ts"]), ["a/b/", "a/"]);
  });
});
