import assert from "node:assert/strict";
import { fileKind, isLockFile } from "./fileKind.ts";

describe("fileKind", () => {
  const rows: Record<"code" | "doc", string[]> = {
    doc: [
      "README.md",
      "docs/guide.MDX",
      "notes.txt",
      "a\\b\\manual.rst",
      "LICENSE",
      "pkg/Readme",
      "CHANGELOG",
      "img/logo.PNG",
      "report.docx",
    ],
    code: [
      "src/a.ts",
      "*",
      "requirements.txt",
      "requirements-dev.txt",
      "constraints.txt",
      "CMakeLists.txt",
      "public/robots.txt",
      "LICENSE.ts",
      "Makefile",
      "readme/index.js",
      "",
    ],
  };
  for (const kind of ["code", "doc"] as const) {
    it(`takes these for ${kind}`, () => {
      assert.deepEqual(
        rows[kind].map((path) => [path, fileKind(path)]),
        rows[kind].map((path) => [path, kind]),
      );
    });
  }

  it("knows lock files by name in any folder", () => {
    const paths = ["Cargo.lock", "web/package-lock.json", "pnpm-lock.yaml", "go.sum", "npm-shrinkwrap.json"];
    assert.deepEqual(paths.filter(isLockFile), paths);
    assert.deepEqual(["package.json", "lock.ts", "go.mod", "src/lock"].filter(isLockFile), []);
  });
});
