import assert from "node:assert/strict";
import { chmod, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

import { createEditTool, createEditToolDefinition, type EditOperations } from "./edit.ts";
import type { Edit } from "./editMatch.ts";
import { resultText, withTempDir, writeTree } from "../base/testing/tempTree.ts";

/** The file after an edit; a failing edit must have left it alone. */
async function edited(before: string | Uint8Array, ...edits: [string, string][]): Promise<string> {
  return withTempDir(async (root) => {
    await writeTree(root, { f: before });
    const input = { path: "f", edits: edits.map(([oldText, newText]): Edit => ({ oldText, newText })) };
    try {
      await createEditTool(root).execute("1", input);
    } catch (error) {
      assert.deepEqual(await readFile(join(root, "f")), Buffer.from(before));
      throw error;
    }
    return readFile(join(root, "f"), "utf8");
  });
}

describe("edit", () => {
  it("sessions-and-tools.md 49: a write that fails half-way leaves the file as it was", async () => {
    let file = "\uFEFFone\r\n";
    let room = 3;
    const operations: EditOperations = {
      access: () => Promise.resolve(),
      readFile: () => Promise.resolve(Buffer.from(file)),
      writeFile: (_path, text) => {
        file = text.slice(0, room);
        if (text.length <= room) return Promise.resolve();
        room = 1000;
        return Promise.reject(new Error("ENOSPC: no space left on device, write"));
      },
    };
    const editing = createEditTool("/", { operations }).execute("1", {
      path: "f",
      edits: [{ oldText: "one", newText: "two" }],
    });
    await assert.rejects(editing, { message: "ENOSPC: no space left on device, write" });
    assert.equal(file, "\uFEFFone\r\n");
  });

  it("sessions-and-tools.md 48: new line breaks take the ending of the line where the range starts", async () => {
    assert.equal(await edited("a\r\nb\r\nc\r\n", ["a\nb", "A\nB\nB2"]), "A\r\nB\r\nB2\r\nc\r\n");
    assert.equal(
      await edited(
        "one\ntwo\r\nthree\rfour",
        ["one", "1\n1"],
        ["two", "2\n2"],
        ["three", "3\n3"],
        ["four", "4\n4"],
      ),
      "1\n1\n2\r\n2\r\n3\r3\r4\n4",
    );
    assert.equal(await edited("only", ["only", "x\ny"]), "x\ny");
    assert.equal(await edited("a\r\nlast", ["last", "x\ny"]), "a\r\nx\r\ny");
    assert.equal(await edited("a\r\nb\nc", ["a\r\nb\r\n", "A\nB\n"]), "A\r\nB\r\nc");
  });

  it("sessions-and-tools.md 48: keeps a byte order mark, which is not part of the text", async () => {
    assert.equal(await edited("\uFEFFa\nb", ["a", "A"]), "\uFEFFA\nb");
    await assert.rejects(
      edited("\uFEFFa\nb", ["\uFEFFa", "A"]),
      /^Error: Could not find the exact text in f\./,
    );
  });

  it("sessions-and-tools.md 49: refuses overlapping edits and swaps in one call", async () => {
    const text = "alpha\nbeta\ngamma\n";
    await assert.rejects(edited(text, ["alpha\nbeta", "x"], ["beta\ngamma", "y"]), {
      message: "edits[0] and edits[1] overlap in f. Merge them into one edit or target disjoint regions.",
    });
    await assert.rejects(edited(text, ["beta", "x"], ["alpha", "a"], ["beta", "y"]), {
      message: "edits[0] and edits[2] overlap in f. Merge them into one edit or target disjoint regions.",
    });
    assert.equal(await edited(text, ["beta", "gamma"], ["gamma", "beta"]), "alpha\ngamma\nbeta\n");
    assert.equal(await edited(text, ["beta\n", "B\n"], ["alpha\n", "A\n"]), "A\nB\ngamma\n");
  });

  it("sessions-and-tools.md 50: matches look-alikes and leaves other lines byte-identical", async () => {
    const before = "keep \u201Cthis\u201D  \r\nconst s = \u201Chello\u201D;  \r\nkeep\u00A0that\t\r\n";
    assert.equal(
      await edited(before, ['const s = "hello";', 'const s = "bye";\nnext();']),
      'keep \u201Cthis\u201D  \r\nconst s = "bye";\r\nnext();\r\nkeep\u00A0that\t\r\n',
    );
    assert.equal(await edited("a \u2013 b\u00A0c \uFB01ne \u2018q\u2019", ["a - b c fine 'q'", "x"]), "x");
    await assert.rejects(edited("\tindented\n", ["    indented", "x"]), /Could not find the exact text/);
    await assert.rejects(edited("Name\n", ["name", "x"]), /Could not find the exact text/);
    await assert.rejects(edited("a  b\n", ["a b", "x"]), /Could not find the exact text/);
  });

  it("sessions-and-tools.md 50: counts look-alikes when it asks for a unique text", async () => {
    await assert.rejects(edited('say "hi"\nsay \u201Chi\u201D\n', ['say "hi"', "x"]), {
      message:
        "Found 2 occurrences of the text in f. The text must be unique. " +
        "Please provide more context to make it unique.",
    });
  });

  it("runs all edits in fuzzy space when one has no exact match", async () => {
    assert.equal(
      await edited("first\u00A0line\nsecond  \nthird  \n", ["first line", "1"], ["second", "2"]),
      "1\n2\nthird  \n",
    );
    assert.equal(await edited("a\u00A0b c\u00A0d e\u00A0f\n", ["a b", "1"], ["e f", "2"]), "1 c d 2\n");
    assert.equal(await edited("x\u00A0y\nnext line  \nrest  \n", ["x y\n", "z "]), "z next line  \nrest  \n");
  });

  it("sessions-and-tools.md 51: accepts edits as JSON text, as a single object and on the top level", () => {
    const prepare = createEditToolDefinition("/").prepareArguments;
    const edit = { oldText: "a", newText: "b" };
    const both = { oldText: "c", newText: "d" };
    assert.deepEqual(prepare?.({ path: "f", oldText: "a", newText: "b" }), { path: "f", edits: [edit] });
    assert.deepEqual(prepare?.({ path: "f", edits: JSON.stringify([both]), ...edit }), {
      path: "f",
      edits: [both, edit],
    });
    assert.deepEqual(prepare?.({ path: "f", edits: both, ...edit, extra: 1 }), {
      path: "f",
      edits: [both, edit],
      extra: 1,
    });
    assert.deepEqual(prepare?.({ path: "f", oldText: "a" }), { path: "f", edits: [{ oldText: "a" }] });
    // The coercion of arguments takes care of these.
    assert.deepEqual(prepare?.({ path: "f", edits: "[]" }), { path: "f", edits: "[]" });
  });

  it("sessions-and-tools.md 51: asks for at least one replacement", async () => {
    await assert.rejects(edited("a"), {
      message: "Edit tool input is invalid. edits must contain at least one replacement.",
    });
  });

  it("names the edit that failed", async () => {
    const tail = "must match exactly including all whitespace and newlines.";
    await assert.rejects(edited("a\nb", ["zzz", "x"]), {
      message: `Could not find the exact text in f. The old text ${tail}`,
    });
    await assert.rejects(edited("a\nb", ["a", "x"], ["zzz", "x"]), {
      message: `Could not find edits[1] in f. The oldText ${tail}`,
    });
    await assert.rejects(edited("a\nb b", ["a", "x"], ["b", "x"]), {
      message:
        "Found 2 occurrences of edits[1] in f. Each oldText must be unique. " +
        "Please provide more context to make it unique.",
    });
    await assert.rejects(edited("a", ["", "x"]), { message: "oldText must not be empty in f." });
    await assert.rejects(edited("a", ["a", "b"], ["", "x"]), {
      message: "edits[1].oldText must not be empty in f.",
    });
    await assert.rejects(edited("a", ["a", "a"]), {
      message:
        "No changes made to f. The replacement produced identical content. This might indicate an issue with " +
        "special characters or the text not existing as expected.",
    });
    await assert.rejects(edited("a b", ["a", "a"], ["b", "b"]), {
      message: "No changes made to f. The replacements produced identical content.",
    });
  });

  it("refuses files that are missing, no files, or no UTF-8", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, { dir: null });
      const tool = createEditTool(root);
      const edits = [{ oldText: "a", newText: "b" }];
      await assert.rejects(tool.execute("1", { path: "no.txt", edits }), {
        message: "Could not edit file: no.txt. Error code: ENOENT.",
      });
      await assert.rejects(tool.execute("1", { path: "dir", edits }), {
        message: "Could not edit file: dir. Error code: EISDIR.",
      });
    });
    await assert.rejects(edited(Buffer.from([0x61, 0xff]), ["a", "b"]), {
      message: "Could not edit file: f. The file is not valid UTF-8.",
    });
  });

  it("reports what it did, keeps the mode and follows a link", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, { "run.sh": "a\r\nb\r\n", link: { link: "run.sh" } });
      await chmod(join(root, "run.sh"), 0o755);
      const edits = [
        { oldText: "a", newText: "A" },
        { oldText: "b", newText: "B" },
      ];
      const result = await createEditTool(root).execute("1", { path: "link", edits });
      assert.equal(resultText(result), "Successfully replaced 2 block(s) in link.");
      assert.deepEqual(result.details, {
        diff: "-1 a\n-2 b\n+1 A\n+2 B",
        patch: "--- link\n+++ link\n@@ -1,2 +1,2 @@\n-a\n-b\n+A\n+B\n",
        firstChangedLine: 1,
      });
      assert.equal(await readFile(join(root, "run.sh"), "utf8"), "A\r\nB\r\n");
      assert.equal((await stat(join(root, "run.sh"))).mode & 0o777, 0o755);
    });
  });

  it("sessions-and-tools.md 55: applies parallel edits of one file one after the other", async () => {
    await withTempDir(async (root) => {
      const count = 20;
      await writeTree(root, { f: Array.from({ length: count }, (_, index) => `<${index}>\n`).join("") });
      const tool = createEditTool(root);
      await Promise.all(
        Array.from({ length: count }, (_, index) =>
          tool.execute(String(index), {
            path: "f",
            edits: [{ oldText: `<${index}>`, newText: `(${index})` }],
          }),
        ),
      );
      assert.equal(
        await readFile(join(root, "f"), "utf8"),
        Array.from({ length: count }, (_, index) => `(${index})\n`).join(""),
      );
    });
  });
});
