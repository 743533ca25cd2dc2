import assert from "node:assert/strict";
import { readAttachments } from "./attachments.ts";

describe("texts that went along with a message", () => {
  it("are told by their names, in order", () => {
    const message =
      'Fix it.\n\n<file name="a.ts:1-3">\nconst a;\n</file>\n<file name="Terminal: npm test">\nx\n</file>';
    assert.deepEqual(readAttachments(message), {
      text: "Fix it.",
      names: ["a.ts:1-3", "Terminal: npm test"],
    });
  });

  it("are taken from the end only, and from whole marks only", () => {
    for (const message of ['see <file name="a"> x', 'x\n<file name="a">\ny</file> z', "</file>", ""]) {
      assert.deepEqual(readAttachments(message), { text: message, names: [] });
    }
  });

  it("may hold their own end mark in the escaped form", () => {
    const message = 'x\n<file name="a">\n<\\/file>\n</file>';
    assert.deepEqual(readAttachments(message), { text: "x", names: ["a"] });
  });
});
