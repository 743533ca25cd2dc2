import assert from "node:assert/strict";

import { applyPatch } from "diff";
import fc from "fast-check";

import { diffTexts } from "./diff.ts";

function numbered(count: number): string {
  return Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");
}

describe("file differences", () => {
  it("number lines, show 4 of context and mark what is skipped", async () => {
    const before = numbered(30);
    const after = before.replace("line 10\n", "TEN\nTEN B\n").replace("line 25\n", "");
    const { diff, firstChangedLine } = await diffTexts("f", before, after);
    assert.equal(firstChangedLine, 10);
    assert.deepEqual(diff.split("\n"), [
      "    ...",
      "  6 line 6",
      "  7 line 7",
      "  8 line 8",
      "  9 line 9",
      "-10 line 10",
      "+10 TEN",
      "+11 TEN B",
      " 11 line 11",
      " 12 line 12",
      " 13 line 13",
      " 14 line 14",
      "    ...",
      " 21 line 21",
      " 22 line 22",
      " 23 line 23",
      " 24 line 24",
      "-25 line 25",
      " 26 line 26",
      " 27 line 27",
      " 28 line 28",
      " 29 line 29",
      "    ...",
    ]);
  });

  it("write a unified patch that says where a final line feed is missing", async () => {
    const { patch } = await diffTexts("src/a.ts", "a\nb\nc", "a\nB\nc");
    assert.equal(
      patch,
      "--- src/a.ts\n+++ src/a.ts\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n\\ No newline at end of file\n",
    );
    assert.equal(
      (await diffTexts("f", "a\n", "a")).patch,
      "--- f\n+++ f\n@@ -1,1 +1,1 @@\n-a\n+a\n\\ No newline at end of file\n",
    );
    assert.equal((await diffTexts("f", "", "a\n")).patch, "--- f\n+++ f\n@@ -0,0 +1,1 @@\n+a\n");
  });

  it("write patches that turn the old text into the new one", async () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c", "", "x y"), { maxLength: 40 })
      .chain((lines) => fc.constantFrom(lines.join("\n"), `${lines.join("\n")}\n`));
    await fc.assert(
      fc.asyncProperty(text, text, async (before, after) => {
        fc.pre(before !== after);
        const { patch } = await diffTexts("f", before, after);
        assert.equal(applyPatch(before, patch), after);
      }),
      { numRuns: 300 },
    );
  });

  it("stay quick for two long texts without a line in common", async () => {
    const before = Array.from({ length: 20_000 }, (_, index) => `old ${index}\n`).join("");
    const after = Array.from({ length: 20_000 }, (_, index) => `new ${index}\n`).join("");
    const { patch } = await diffTexts("f", before, after);
    assert.equal(applyPatch(before, patch), after);
  });
});
