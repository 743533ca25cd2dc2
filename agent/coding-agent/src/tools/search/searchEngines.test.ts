import assert from "node:assert/strict";
import { join } from "node:path";

import fc from "fast-check";

import { createGrepTool, type GrepToolInput } from "../grep.ts";
import { resultText, withTempDir, writeTree, type TreeContent } from "../../base/testing/tempTree.ts";
import { localBinaryLookup, type BinaryLookup } from "./binaries.ts";

const noBinary: BinaryLookup = () => Promise.resolve(undefined);
const localBinary = localBinaryLookup(() => "/nonexistent");

/** Lines of a result with those of each file together, files in a fixed order. */
function normalized(text: string): string {
  const [body = "", ...notices] = text.split("\n\n");
  const groups = new Map<string, string[]>();
  for (const line of body.split("\n")) {
    const file = /^(.*?)[:-]\d+[:-] /.exec(line)?.[1] ?? line;
    groups.set(file, [...(groups.get(file) ?? []), line]);
  }
  const sorted = [...groups.entries()].sort(([left], [right]) => (left < right ? -1 : 1));
  return [sorted.flatMap(([, lines]) => lines).join("\n"), ...notices].join("\n\n");
}

async function outcome(
  run: Promise<{ content: { type: string; text?: string }[]; details?: unknown }>,
): Promise<unknown> {
  try {
    const result = await run;
    return { lines: normalized(resultText(result)).split("\n"), details: result.details };
  } catch (error) {
    return { failed: error instanceof Error };
  }
}

async function assertSameGrep(root: string, input: GrepToolInput): Promise<void> {
  const ripgrep = createGrepTool(root, { findBinary: localBinary });
  const builtin = createGrepTool(root, { findBinary: noBinary });
  assert.deepEqual(
    await outcome(builtin.execute("1", input)),
    await outcome(ripgrep.execute("2", input)),
    JSON.stringify(input),
  );
}

const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("foo wide\r\nbar\n", "utf16le")]);
const utf16Big = Buffer.from(utf16).swap16();

const table: TreeContent = {
  "plain.txt": "foo\nbar\nfoo bar\n\nlast foo",
  "crlf.txt": "one\r\nfoo\r\nthree\r\nfoo\r\n",
  ".hidden/secret.txt": "foo hidden\n",
  ".dotfile": "foo dot\n",
  "binary.bin": Buffer.from("foo\0bar\nfoo\n"),
  "late.bin": Buffer.from(`${"foo early\n".repeat(5)}${"filler line\n".repeat(30_000)}\0\nfoo\n`),
  "utf16.txt": utf16,
  "utf16be.txt": utf16Big,
  "bom.txt": "\uFEFFfoo with mark\n",
  "latin1.txt": Buffer.from([0x66, 0x6f, 0x6f, 0x20, 0xe9, 0x0a]),
  "context.txt": Array.from({ length: 30 }, (_, index) =>
    index % 7 === 3 ? `foo ${index}` : `line ${index}`,
  ).join("\n"),
  "sub/.gitignore": "*.tmp\n!keep.tmp\n/only-here\n",
  "sub/a.tmp": "foo ignored\n",
  "sub/keep.tmp": "foo kept\n",
  "sub/only-here": "foo ignored\n",
  "sub/deep/only-here": "foo found\n",
  "sub/deep/b.tmp": "foo ignored\n",
  "sub/deep/.gitignore": "!b.tmp\n",
  ".gitignore":
    "# comment\n\n*.log\nbuild/\n/rooted\nnested/**/x.txt\ndata-[0-9].txt\n{brace,curly}.txt\n\\#hash\n",
  "noise.log": "foo ignored\n",
  "build/out.txt": "foo ignored\n",
  "build/out.log": "foo ignored\n",
  "pkg/build": "foo is a file\n",
  "rooted/r.txt": "foo ignored\n",
  "pkg/rooted/r.txt": "foo found\n",
  "nested/x.txt": "foo ignored\n",
  "nested/one/two/x.txt": "foo ignored\n",
  "data-1.txt": "foo ignored\n",
  "data-x.txt": "foo found\n",
  "brace.txt": "foo ignored\n",
  "#hash": "foo ignored\n",
  "forced/.ignore": "!*.log\nsecret\n",
  "forced/shown.log": "foo found: .ignore is stronger\n",
  "forced/secret": "foo ignored\n",
  "own/.rgignore": "mine.txt\n",
  "own/mine.txt": "foo ignored\n",
  "dist/.gitignore": "*\n",
  "dist/bundle.js": "foo ignored\n",
  ".ignore": "!dist2/\n",
  "repo/.git/config": "foo in git\n",
  "repo/.git/info/exclude": "excluded.txt\n",
  "repo/excluded.txt": "foo ignored\n",
  "repo/noise.log": "foo found: rules end at the repository\n",
  "worktree/.git": "foo is a file named .git\n",
  "node_modules/m/index.js": "foo not special\n",
  "link.txt": { link: "plain.txt" },
  linkdir: { link: "sub" },
  dangling: { link: "nowhere" },
  "with space/na me.txt": "foo spaced\n",
  "dash/-n.txt": "foo dashed\n",
  "long.txt": `foo ${"x".repeat(700)}\n`,
  "src/one.ts": "foo ts\n",
  "src/lib/two.ts": "foo ts\n",
  "src/lib/two.test.ts": "foo ts\n",
  "src/lib/three.tsx": "foo tsx\n",
  "caf\u00e9.txt": "foo caf\u00e9\n",
};

describe("search engines", () => {
  it("sessions-and-tools.md 58: a pattern that backtracks for ever is an error", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, { f: `a\n${"x".repeat(60)}\n` });
      const builtin = createGrepTool(root, { findBinary: noBinary });
      for (const path of [".", "f"]) {
        const searching = builtin.execute("1", { pattern: "(x+)+$y|(x+)+y", path });
        await assert.rejects(searching, { message: "The pattern takes too long to match. Make it simpler." });
      }
    });
  });

  async function compareTable(isRepository: boolean): Promise<void> {
    await withTempDir(async (root) => {
      await writeTree(root, table);
      if (isRepository) await writeTree(root, { ".git/HEAD": "ref: refs/heads/main\n" });
      const inputs: GrepToolInput[] = [
        { pattern: "foo", limit: 1000 },
        { pattern: "foo$", limit: 1000 },
        { pattern: "^foo", limit: 1000 },
        { pattern: "FOO", ignoreCase: true, limit: 1000 },
        { pattern: "foo.bar", literal: true },
        { pattern: "foo bar", literal: true },
        { pattern: "FOO (", literal: true, ignoreCase: true },
        { pattern: "foo", context: 2, limit: 1000 },
        { pattern: "foo", path: "context.txt", context: 1, limit: 2 },
        { pattern: "foo", path: "context.txt", context: 5, limit: 2 },
        { pattern: "foo", path: "plain.txt", context: 1, limit: 2 },
        { pattern: "foo", path: "plain.txt", limit: 3 },
        { pattern: "foo", path: "binary.bin" },
        { pattern: "foo", path: "late.bin", limit: 3 },
        { pattern: "foo", path: "utf16.txt" },
        { pattern: "foo", path: "utf16be.txt" },
        { pattern: "foo", path: "link.txt" },
        { pattern: "foo", path: "linkdir" },
        { pattern: "foo", path: "noise.log" },
        { pattern: "foo", path: "build" },
        { pattern: "foo", path: "sub/deep" },
        { pattern: "foo", path: "nested/one" },
        { pattern: "foo", path: "repo" },
        { pattern: "foo", path: "repo/.git" },
        { pattern: "foo", path: "dash/-n.txt" },
        { pattern: "foo", path: "nowhere" },
        { pattern: "foo", glob: "*.ts", limit: 1000 },
        { pattern: "foo", glob: "./src/*.ts" },
        { pattern: "foo", glob: "src/*.ts" },
        { pattern: "foo", glob: "/src/*.ts" },
        { pattern: "foo", glob: "src/**" },
        { pattern: "foo", glob: "src/**/*.ts" },
        { pattern: "foo", glob: "**/*.{ts,tsx}" },
        { pattern: "foo", glob: "*.{ts,tsx}" },
        { pattern: "foo", glob: "!*.ts", limit: 1000 },
        { pattern: "foo", glob: "!src/lib", limit: 1000 },
        { pattern: "foo", glob: "!./src/lib/", limit: 1000 },
        { pattern: "foo", glob: "t[vw]o*" },
        { pattern: "foo", glob: "t[!vw]*" },
        { pattern: "foo", glob: "src" },
        { pattern: "foo", glob: "[", limit: 1000 },
        { pattern: "caf\u00e9" },
        { pattern: "-n", limit: 10 },
        { pattern: "--files" },
        { pattern: "foo (bar" },
        { pattern: "foo \\(", limit: 10 },
        { pattern: "", path: "plain.txt" },
        { pattern: "nothing like this" },
        { pattern: "x{20}", path: "long.txt" },
      ];
      for (const input of inputs) await assertSameGrep(root, input);
    });
  }

  it("answer alike over a tree with ignore files, links, encodings and binary files", () =>
    compareTable(false));

  it("answer alike in a repository", () => compareTable(true));

  it("answer alike where ignored and shown files are generated", async () => {
    const name = fc.constantFrom("a", "b", "ab", "a.log", "b.txt", ".h", "build", "x y", "a-b");
    const directory = fc.array(fc.constantFrom("a", "b", "build", ".h", "dir"), { maxLength: 3 });
    const glob = fc.constantFrom(
      "a",
      "*.log",
      "build/",
      "/a",
      "!a",
      "!*.log",
      "a/",
      "**/b",
      "a/**",
      "dir/*/b.txt",
      "?",
      "[ab]",
      "[!a]",
      "\\!a",
      "*",
      "!build/",
      "dir/",
      "a*b",
      "**",
      "/**/a",
      "dir/**/b.txt",
      "a ",
      "#a",
      ".*",
      "!.h",
      "b.t?t",
      "*/a",
      "dir/a",
    );
    const ignoreName = fc.constantFrom(".gitignore", ".gitignore", ".ignore", ".rgignore", ".fdignore");
    const tree = fc.record({
      files: fc.array(fc.tuple(directory, name), { minLength: 3, maxLength: 15 }),
      ignores: fc.array(fc.tuple(directory, ignoreName, fc.array(glob, { maxLength: 4 })), { maxLength: 4 }),
      repositories: fc.array(directory, { maxLength: 2 }),
      root: directory,
      filter: fc.option(
        glob.filter((text) => !/^[#\\]| $/.test(text)),
        { nil: undefined },
      ),
    });
    await fc.assert(
      fc.asyncProperty(tree, async ({ files, ignores, repositories, root, filter }) => {
        await withTempDir(async (top) => {
          const taken = new Set<string>();
          for (const [parts, file] of files) {
            const path = [...parts, file].join("/");
            const ancestors = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
            const clashes =
              ancestors.some((each) => taken.has(each)) ||
              [...taken].some((each) => each.startsWith(`${path}/`));
            if (clashes || taken.has(path)) continue;
            taken.add(path);
            await writeTree(top, { [path]: `needle in ${path}\n` });
          }
          for (const [parts, file, lines] of ignores) {
            const ancestors = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
            if (ancestors.some((each) => taken.has(each))) continue;
            await writeTree(top, { [[...parts, file].join("/")]: `${lines.join("\n")}\n` });
          }
          for (const parts of repositories) {
            const ancestors = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
            if (ancestors.some((each) => taken.has(each))) continue;
            await writeTree(top, { [[...parts, ".git", "info", "exclude"].join("/")]: "b\n" });
          }
          const blocked = root
            .map((_, index) => root.slice(0, index + 1).join("/"))
            .some((each) => taken.has(each));
          const path = blocked ? "." : join(".", ...root);
          if (!blocked) await writeTree(top, { [path]: null });
          await assertSameGrep(top, {
            pattern: "needle",
            path,
            limit: 1000,
            ...(filter && { glob: filter }),
          });
        });
      }),
      { numRuns: 150 },
    );
  });
});
