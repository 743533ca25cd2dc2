import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { anchorsOf, documentationPages, readPage, repositoryRoot } from "./markdown.ts";

const link = /\]\(([^)\s]+)\)/g;

describe("documentation: links and data", () => {
  for (const page of documentationPages()) {
    it(`${page.path}: every relative link leads somewhere`, () => {
      const broken: string[] = [];
      for (const [, target = ""] of page.prose.matchAll(link)) {
        if (/^[a-z]+:/.test(target)) continue;
        const [file = "", anchor] = target.split("#");
        const path = file === "" ? page.path : posix.join(dirname(page.path), file);
        if (!existsSync(join(repositoryRoot, path))) broken.push(target);
        else if (anchor !== undefined && !anchorsOf(readPage(path)).has(anchor)) broken.push(target);
      }
      assert.deepEqual(broken, []);
    });

    it(`${page.path}: every JSON example parses`, () => {
      for (const { language, text, line } of page.blocks) {
        const where = `${page.path}:${line}`;
        if (language === "json") assert.doesNotThrow(() => JSON.parse(text), where);
        if (language !== "jsonl") continue;
        for (const record of text.split("\n")) assert.doesNotThrow(() => JSON.parse(record), where);
      }
    });
  }

  it("every source file that docs/internals names exists", () => {
    const files = ["agent", "extension", "webview", "scripts", "test"].flatMap((folder) =>
      readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: "utf8" })
        .filter((path) => !/(?:^|[\\/])(?:node_modules|dist)(?:[\\/]|$)/.test(path))
        .map((path) => `/${folder}/${path.replaceAll("\\", "/")}`),
    );
    const unknown = documentationPages()
      .filter(({ path }) => path.startsWith("docs/internals/"))
      .flatMap(({ path, prose }) =>
        [...prose.matchAll(/`([\w./-]+\.(?:ts|mjs|json))`/g)]
          .map(([, name = ""]) => name)
          .filter(
            (name) => !/^(?:foo|models)\./.test(name) && !files.some((file) => file.endsWith(`/${name}`)),
          )
          .map((name) => `${path}: ${name}`),
      );
    assert.deepEqual(unknown, []);
  });

  it("every page of docs is reached from index.md or from a page that it lists", () => {
    const reached = new Set(["docs/index.md"]);
    for (const path of reached) {
      for (const [, target = ""] of readPage(path).prose.matchAll(link)) {
        const [file = ""] = target.split("#");
        if (file.endsWith(".md") && !/^[a-z]+:/.test(file)) reached.add(posix.join(dirname(path), file));
      }
    }
    const missing = documentationPages()
      .map(({ path }) => path)
      .filter((path) => path.startsWith("docs/") && !reached.has(path));
    assert.deepEqual(missing, []);
  });
});
