import assert from "node:assert/strict";
import fc from "fast-check";
import { diffLines, lineCount } from "./countLines.ts";

describe("lineCount", () => {
  it("counts newlines and an unterminated last line", () => {
    const texts = ["", "a", "a\n", "a\nb", "\n\n", "a\r\nb\r\n"];
    assert.deepEqual(texts.map(lineCount), [0, 1, 1, 2, 2, 2]);
  });

  it("grows by one with every terminated line", () => {
    fc.assert(
      fc.property(fc.array(fc.string().filter((line) => !line.includes("\n"))), (lines) => {
        assert.equal(lineCount(lines.map((line) => `${line}\n`).join("")), lines.length);
      }),
    );
  });
});

describe("diffLines", () => {
  const numstat = (...fields: string[]): string => fields.map((field) => `${field}\0`).join("");

  it("adds added and deleted lines", () => {
    assert.equal(diffLines(numstat("3\t1\tsrc/a.ts", "10\t0\tsrc/with\ttab\nand newline.ts")), 14);
    assert.equal(diffLines(""), 0);
  });

  it("leaves out binary and lock files", () => {
    const output = numstat(
      "-\t-\tlogo.png",
      "900\t400\tweb/package-lock.json",
      "5\t5\tCargo.lock",
      "1\t0\ta",
    );
    assert.equal(diffLines(output), 1);
  });

  it("reads renames, whose paths follow as fields of their own", () => {
    assert.equal(diffLines(numstat("2\t3\t", "old.ts", "new.ts", "1\t1\tb.ts")), 7);
    assert.equal(diffLines(numstat("2\t3\t", "7\t7\todd name", "yarn.lock", "1\t1\tb.ts")), 2);
  });

  it("never throws", () => {
    fc.assert(fc.property(fc.string(), (text) => assert.ok(diffLines(text) >= 0)));
  });
});
