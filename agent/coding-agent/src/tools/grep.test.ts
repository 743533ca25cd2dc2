import assert from "node:assert/strict";
import { chmod } from "node:fs/promises";
import { join } from "node:path";

import type { AgentToolResult } from "@relay-harness/agent-core";

import { resultText, withTempDir, writeTree, type TreeContent } from "../base/testing/tempTree.ts";
import { createGrepTool, type GrepToolDetails, type GrepToolInput } from "./grep.ts";
import { localBinaryLookup, type BinaryLookup } from "./search/binaries.ts";

const engines: Record<string, BinaryLookup> = {
  ripgrep: localBinaryLookup(() => "/nonexistent"),
  "the built-in search": () => Promise.resolve(undefined),
};

for (const [engine, findBinary] of Object.entries(engines)) {
  async function grep(files: TreeContent, input: GrepToolInput): Promise<AgentToolResult<GrepToolDetails>> {
    return withTempDir(async (root) => {
      await writeTree(root, files);
      return createGrepTool(root, { findBinary }).execute("1", input);
    });
  }

  describe(`grep with ${engine}`, () => {
    it("sessions-and-tools.md 58: a broken pattern is an error, as literal it is text", async () => {
      await assert.rejects(
        grep({ f: "foo (bar\n" }, { pattern: "foo (bar" }),
        /unclosed group|Unterminated group/i,
      );
      const found = await grep({ f: "foo (bar\n" }, { pattern: "foo (bar", literal: true });
      assert.deepEqual(found, { content: [{ type: "text", text: "f:1: foo (bar" }] });
    });

    it("sessions-and-tools.md 58: tells of more matches only if there are more", async () => {
      const five = await grep({ f: "m\n".repeat(5) }, { pattern: "m", limit: 2 });
      assert.equal(
        resultText(five),
        "f:1: m\nf:2: m\n\n[2 matches limit reached. Use limit=4 for more, or refine pattern]",
      );
      assert.deepEqual(five.details, { matchLimitReached: 2 });
      const two = await grep({ f: "m\nm\n" }, { pattern: "m", limit: 2 });
      assert.deepEqual(two, { content: [{ type: "text", text: "f:1: m\nf:2: m" }] });
      const least = await grep({ f: "m\nm\n" }, { pattern: "m", limit: 0 });
      assert.deepEqual(least.details, { matchLimitReached: 1 });
    });

    it("sessions-and-tools.md 58: finds the end of a line of many megabytes", async () => {
      const long = `${"x".repeat(40_000_000)}needle`;
      const found = await grep({ f: `a\n${long}\nb\n` }, { pattern: "needle$" });
      assert.ok(resultText(found).startsWith(`f:2: ${"x".repeat(500)}... [truncated]`));
    });

    it("sessions-and-tools.md 58: takes any number of context lines", async () => {
      for (const context of [1e21, Number.POSITIVE_INFINITY, 2.5]) {
        const found = await grep({ f: "a\nm\nb\n" }, { pattern: "m", context });
        assert.equal(resultText(found), "f-1- a\nf:2: m\nf-3- b");
      }
    });

    it("sessions-and-tools.md 58: cuts long lines and says so", async () => {
      const { content, details } = await grep({ f: "x".repeat(700) }, { pattern: "x" });
      assert.equal(
        resultText({ content }),
        `f:1: ${"x".repeat(500)}... [truncated]\n\n[Some lines truncated to 500 chars. Use read tool to see full lines]`,
      );
      assert.deepEqual(details, { linesTruncated: true });
    });

    it("shows context once where it overlaps, and all of it after the last match of a limit", async () => {
      const text = "a\nm1\nb\nm2\nc\nd\ne\nm3\n";
      assert.equal(
        resultText(await grep({ f: text }, { pattern: "m", context: 1 })),
        "f-1- a\nf:2: m1\nf-3- b\nf:4: m2\nf-5- c\nf-7- e\nf:8: m3",
      );
      assert.match(
        resultText(await grep({ f: text }, { pattern: "m", context: 2, limit: 1 })),
        /^f-1- a\nf:2: m1\nf-3- b\nf-4- m2\n\n\[1 matches limit reached/,
      );
    });

    it("stops at 50 KB and reports it last", async () => {
      const files = Object.fromEntries(
        Array.from({ length: 5 }, (_, index) => [`f${index}`, `${"y".repeat(600)}\n`.repeat(40)]),
      );
      const { content, details } = await grep(files, { pattern: "y", limit: 150 });
      assert.match(
        resultText({ content }),
        /\n\n\[150 matches limit reached\. Use limit=300 for more, or refine pattern\. Some lines truncated to 500 chars\. Use read tool to see full lines\. 50\.0KB limit reached\]$/,
      );
      assert.deepEqual(
        [details?.truncation?.maxLines, details?.truncation?.truncatedBy, details?.truncation?.totalLines],
        [Number.MAX_SAFE_INTEGER, "bytes", 150],
      );
    });

    it("finds nothing, or not even the path", async () => {
      assert.deepEqual(await grep({ f: "a" }, { pattern: "zzz" }), {
        content: [{ type: "text", text: "No matches found" }],
      });
      await assert.rejects(grep({}, { pattern: "a", path: "/no/such/path" }), {
        message: "Path not found: /no/such/path",
      });
    });

    it("ends when aborted", async () => {
      const controller = new AbortController();
      const tool = createGrepTool("/", {
        findBinary: (name) => {
          controller.abort();
          return findBinary(name);
        },
      });
      await assert.rejects(tool.execute("1", { pattern: "x" }, controller.signal), {
        message: "Operation aborted",
      });
    });

    it("ignores configuration files of the environment", async () => {
      await withTempDir(async (root) => {
        await writeTree(root, { rc: "--ignore-case\n", f: "needle\n" });
        process.env["RIPGREP_CONFIG_PATH"] = join(root, "rc");
        try {
          const result = await createGrepTool(root, { findBinary }).execute("1", { pattern: "NEEDLE" });
          assert.equal(resultText(result), "No matches found");
        } finally {
          delete process.env["RIPGREP_CONFIG_PATH"];
        }
      });
    });
  });
}

describe("grep with a program that is of no use", () => {
  const broken: Record<string, string> = {
    "does not know an option": "#!/bin/sh\necho 'rg: unrecognized flag --no-config' >&2\nexit 2\n",
    "cannot run": "#!/no/such/interpreter\n",
  };
  for (const [name, script] of Object.entries(broken)) {
    it(`searches without one that ${name}, and does not ask it again`, async function () {
      if (process.platform === "win32") this.skip();
      await withTempDir(async (root) => {
        await writeTree(root, { "agent/bin/rg": script, f: "needle\n" });
        const program = join(root, "agent/bin/rg");
        await chmod(program, 0o755);
        const lookup = localBinaryLookup(() => join(root, "agent"));
        assert.equal(await lookup("rg"), program);
        const tool = createGrepTool(root, { agentDir: join(root, "agent") });
        assert.equal(resultText(await tool.execute("1", { pattern: "needle", path: "f" })), "f:1: needle");
        assert.notEqual(await lookup("rg"), program);
      });
    });
  }
});
