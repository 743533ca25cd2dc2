import assert from "node:assert/strict";
import { printable } from "./printable.ts";

describe("printable", () => {
  it("drops what would command a terminal and keeps everything else", () => {
    assert.equal(printable("a\x1b]0;title\x07b\r\n\tc\x9b2Jd\x7f\0"), "a]0;titleb\n\tc2Jd");
    assert.equal(printable("ção 🙂\n"), "ção 🙂\n");
  });
});
