import assert from "node:assert/strict";
import { finalMarks, trimEndOf } from "./trimEnd.ts";

describe("trimEndOf", () => {
  it("drops marks and white space from the end only", () => {
    assert.equal(trimEndOf("(a, b). now :) ... ", finalMarks), "(a, b). now");
    assert.equal(trimEndOf("...", finalMarks), "");
    assert.equal(trimEndOf("ok?", finalMarks), "ok?");
  });
});
